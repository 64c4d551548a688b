"""The table of visited positions: open addressing, exact keys.

For the kernel. A key is the position itself, never a hash of it: an unsolvable verdict rests on no two positions being
taken for one. The last word of a key carries the rank in the centre and is never 0, so that 0 there is an empty slot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blackhole_models.search.bits import mix, population
from blackhole_models.search.compiled import compiled
from blackhole_models.search.state import row

if TYPE_CHECKING:
    from blackhole_models.search.state import Narrow
    from blackhole_models.search.tables import Ints

FORGOTTEN: Final = -1
"""What stands in every word of a slot whose position was taken out; others may lie behind it, so it is not empty."""


@compiled
def make_key(
    narrow: Narrow, position: Ints, key: Ints, same: Ints, first_of: Ints, level: int, rank: int, shift: int
) -> int:
    """Write the key of the position at `level` to `key`; return its hash."""
    width = row(narrow, position)
    for w in range(width):
        key[w] = position[level, w]
    for k in range(same.shape[0]):
        members = 0
        for w in range(width):
            members += population(key[w] & same[k, w])
        for w in range(width):
            key[w] = (key[w] & ~same[k, w]) | first_of[k, members, w]
    key[width - 1] |= (rank + 1) << shift
    code = 0
    for w in range(width):
        code = mix(code ^ key[w])
    return code


@compiled
def find(narrow: Narrow, slots: Ints, key: Ints, code: int) -> int:
    """Return the slot that holds `key`, or -1 - the empty slot where it belongs."""
    width = row(narrow, slots)
    slot: int = code & (slots.shape[0] - 1)
    while slots[slot, width - 1] != 0:
        same = True
        for w in range(width):
            same = same and slots[slot, w] == key[w]
        if same:
            return slot
        slot = (slot + 1) & (slots.shape[0] - 1)
    return -1 - slot


@compiled
def grow(slots: Ints, larger: Ints) -> int:
    """Copy the keys of `slots` to `larger`, a table of zeros; return their number."""
    width = slots.shape[1]
    stored = 0
    for slot in range(slots.shape[0]):
        if slots[slot, width - 1] > 0:
            code = 0
            for w in range(width):
                code = mix(code ^ slots[slot, w])
            larger[-1 - find((), larger, slots[slot], code)] = slots[slot]
            stored += 1
    return stored
