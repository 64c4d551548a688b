"""Layers of positions: every move plays one card, so the positions after d cards are made from those after d - 1.

For `lattice`. A layer holds each of its positions once, with the number of ways to reach it and the chance that random
play does; two layers are all that is ever needed. Numbers of ways are exact: each is a row of words that use 62 bits
(`bits.WORD`), added with carry, and there are enough words for the number of all interleavings of the fans.
"""

from __future__ import annotations

from math import factorial, prod
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from blackhole_models.search import kernel
from blackhole_models.search.bits import WORD, lowest, mix, population, words
from blackhole_models.search.compiled import compiled
from blackhole_models.search.depth_first import DepthFirst, Parts
from blackhole_models.search.tables import RANK_SHIFT, RANKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from blackhole_models.deal import Deal
    from blackhole_models.search.tables import Ints, Tables

_FIRST_ROOM: Final = 1 << 10
_INDEXED_AT_ONCE: Final = 1 << 16
_MASK: Final = (1 << WORD) - 1


class Layer(NamedTuple):
    """Positions after the same number of cards, with room for C; W words of cards, L words of a number of ways.

    Attributes:
        used: (2,) number of positions, and how many of them the index knows.
        key: (C, W) the uncovered cards and the rank in the centre, as in the table of the search.
        ways: (C, L) in how many ways each position can be reached, the lowest word first.
        chance: (C,) the chance that random play reaches each position.
        slots: (2 C,) the index, a hash table: at or after the place of a position's hash its number + 1; 0 is empty.
    """

    used: Ints
    key: Ints
    ways: Ints
    chance: NDArray[np.float64]
    slots: Ints

    @property
    def nbytes(self) -> int:
        """Memory taken."""
        return sum(array.nbytes for array in self)


def most_ways(fans: Sequence[int]) -> int:
    """Return in how many ways fans of these sizes can be interleaved: a bound for the number of ways of any position.

    Every way to a position is the beginning of some interleaving of all cards, and no two ways of the same one.
    """
    return factorial(sum(fans)) // prod(map(factorial, fans))


def _empty(room: int, width: int, way_words: int) -> Layer:
    return Layer(
        used=np.zeros(2, np.int64),
        key=np.zeros((room, width), np.int64),
        ways=np.zeros((room, way_words), np.int64),
        chance=np.zeros(room, np.float64),
        slots=np.zeros(2 * room, np.int64),
    )


class LayerByLayer:
    """All positions of a deal, one layer after the other (a `drive.Work`; the effort is positions played on from).

    Args:
        deal: the deal; it has at least one card in a fan.

    Attributes:
        effort: positions played on from so far.
        sizes: number of positions of each layer so far; only the last one may still grow.
    """

    def __init__(self, deal: Deal) -> None:
        search = DepthFirst(deal, Parts())
        self._tables = search.tables
        self._cards = sum(map(len, deal.fans))
        self._width = search.state.key.shape[0]
        self._way_words = words(most_ways([len(fan) for fan in deal.fans]).bit_length())
        self._here = _empty(1, self._width, self._way_words)
        self._here.used[0] = 1
        self._here.key[0] = search.state.position[0]
        self._here.key[0, -1] |= (search.state.rank[0] + 1) << self._tables.size[RANK_SHIFT]
        self._here.ways[0, 0] = 1
        self._here.chance[0] = 1.0
        self._there = _empty(_FIRST_ROOM, self._width, self._way_words)
        self._expanded = 0
        self.effort = 0
        self.sizes = [1, 0]

    def run(self, effort: int) -> int:
        """Play on until `effort` positions have been played on from; return why it stopped, in the kernel's words."""
        while True:
            size = int(self._here.used[0])
            if self._expanded == size:
                if self.sizes[-1] == 0:
                    return kernel.WON if len(self.sizes) - 2 == self._cards else kernel.EXHAUSTED
                self._here = self._there
                self._there = _empty(_FIRST_ROOM, self._width, self._way_words)
                self._expanded = 0
                self.sizes.append(0)
                continue
            if self.effort >= effort:
                return kernel.PAUSED
            if self._is_growing:
                return kernel.FULL
            stop = min(size, self._expanded + effort - self.effort)
            reached = _expand(self._tables, self._here, self._there, self._expanded, stop)
            self.effort += reached - self._expanded
            self._expanded = reached
            self.sizes[-1] = int(self._there.used[0])
            if reached < stop:
                return kernel.FULL

    @property
    def _is_growing(self) -> bool:
        return bool(self._there.used[1] < self._there.used[0])

    def growth_bytes(self) -> int:
        """Return the memory in use while `grow` works."""
        return self._here.nbytes + (1 if self._is_growing else 3) * self._there.nbytes

    def grow(self) -> None:
        """Double the room for the next layer, after `FULL`.

        A large index is made anew a part at each call, so that the caller keeps the clock: until it is whole, `run`
        says `FULL` again.

        Raises:
            MemoryError: the system has no room for it.
        """
        if not self._is_growing:
            old = self._there
            size = int(old.used[0])
            self._there = _empty(2 * old.key.shape[0], self._width, self._way_words)
            self._there.used[0] = size
            self._there.key[:size] = old.key[:size]
            self._there.ways[:size] = old.ways[:size]
            self._there.chance[:size] = old.chance[:size]
        _index(self._there, _INDEXED_AT_ONCE)

    def prepare(self) -> None:
        """Have everything compiled that a run may need; the layers are of no use afterwards."""
        self.run(effort=1)
        self.grow()

    def totals(self) -> tuple[int, float]:
        """Return the number of ways into the last layer that is not empty, and the chance that random play gets there.

        Only of use when `run` has come to its end.
        """
        size = int(self._here.used[0])
        ways = sum(int(word) << WORD * v for row in self._here.ways[:size] for v, word in enumerate(row))
        return ways, float(self._here.chance[:size].sum())


@compiled
def _expand(t: Tables, here: Layer, there: Layer, begin: int, end: int) -> int:
    """Play every legal card in the positions `begin` to `end` - 1 of `here`.

    Return the first position that was not played on from, which is `end` unless `there` lacks room.
    """
    of_rank, flip, rank_of = t.of_rank, t.flip, t.rank
    ranks = t.size[RANKS]
    shift = t.size[RANK_SHIFT]
    width = here.key.shape[1]
    cards_of_last = (1 << shift) - 1
    position = np.zeros(width, np.int64)
    playable = np.zeros(width, np.int64)
    key = np.zeros(width, np.int64)
    for n in range(begin, end):
        rank = (here.key[n, width - 1] >> shift) - 1
        moves = 0
        for w in range(width):
            position[w] = here.key[n, w] & (cards_of_last if w == width - 1 else _MASK)
            playable[w] = position[w]
            if rank >= 0:
                playable[w] &= of_rank[(rank + 1) % ranks, w] | of_rank[(rank - 1) % ranks, w]
            moves += population(playable[w])
        if there.used[0] + moves > there.key.shape[0]:
            return n
        share = here.chance[n] / max(moves, 1)
        for w in range(width):
            while playable[w] != 0:
                card = w * WORD + lowest(playable[w])
                playable[w] &= playable[w] - 1
                for v in range(width):
                    key[v] = position[v] ^ flip[card, v]
                key[width - 1] |= (rank_of[card] + 1) << shift
                child = _number_of(there, key)
                there.chance[child] += share
                carry = 0
                for v in range(there.ways.shape[1]):
                    total = there.ways[child, v] + here.ways[n, v] + carry
                    there.ways[child, v] = total & _MASK
                    carry = total >> WORD
    return end


@compiled
def _number_of(layer: Layer, key: Ints) -> int:
    """Return the number of the position `key` in `layer`, which gets it if it is new there."""
    slot = _slot(layer, key)
    if layer.slots[slot] == 0:
        layer.key[layer.used[0]] = key
        layer.used[0] += 1
        layer.used[1] += 1
        layer.slots[slot] = layer.used[0]
    number: int = layer.slots[slot] - 1
    return number


@compiled
def _slot(layer: Layer, key: Ints) -> int:
    """Return the place of `key` in the index, or the empty place where it belongs."""
    code = 0
    for w in range(key.shape[0]):
        code = mix(code ^ key[w])
    slot: int = code & (layer.slots.shape[0] - 1)
    while layer.slots[slot] != 0:
        same = True
        for w in range(key.shape[0]):
            same = same and layer.key[layer.slots[slot] - 1, w] == key[w]
        if same:
            break
        slot = (slot + 1) & (layer.slots.shape[0] - 1)
    return slot


@compiled
def _index(layer: Layer, most: int) -> None:
    """Enter up to `most` positions that the index does not know yet."""
    end = min(layer.used[0], layer.used[1] + most)
    for n in range(layer.used[1], end):
        layer.slots[_slot(layer, layer.key[n])] = n + 1
    layer.used[1] = end
