"""What a position allows: the moves there are, and whether walk budgets and cuts leave any hope.

For the kernel, which asks both of every position that arises. `lemmas.budgets` and `lemmas.cuts` say why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_models.search.compiled import compiled
from blackhole_models.search.state import CUT_LIMIT, row
from blackhole_models.search.tables import RANKS, VECTOR_WORDS, Tables

if TYPE_CHECKING:
    from blackhole_models.search.state import Narrow, State
    from blackhole_models.search.tables import Ints


@compiled
def moves(narrow: Narrow, position: Ints, todo: Ints, of_rank: Ints, level: int, rank: int) -> bool:
    """Write the cards that may be played at `level` onto `rank`; return whether there are any."""
    ranks = of_rank.shape[0]
    some = 0
    for w in range(row(narrow, todo)):
        playable = position[level, w]
        if rank >= 0:
            up = rank + 1 if rank + 1 < ranks else 0
            down = rank - 1 if rank > 0 else ranks - 1
            playable &= of_rank[up, w] | of_rank[down, w]
        todo[level, w] = playable
        some |= playable
    return some != 0


@compiled
def some_vector_fits(t: Tables, s: State, level: int) -> bool:
    """Drop the budget vectors that some cut rules out at `level`; return whether any is left."""
    ranks = t.size[RANKS]
    rank = s.rank[level]
    some = 0
    for v in range(t.size[VECTOR_WORDS]):
        some |= s.vectors[level, v]
    fits = some != 0
    for first in range(ranks):
        for last in range(ranks):
            if first != last and fits:
                inside = (rank - first - 1) % ranks <= (last - first - 1) % ranks
                if not inside:
                    arc = first * ranks + last
                    low = max(0, t.pair_low[arc] - s.used[first] - s.used[last])
                    used = s.used[first] + s.used[last]
                    for c in range(low, s.now[CUT_LIMIT] + 1):
                        fits = fits and cut(s.narrow, s.position, s.vectors, t.bite, t.pair, level, arc, c, used + c)
    return fits


@compiled
def cut(
    narrow: Narrow,
    position: Ints,
    vectors: Ints,
    bite: Ints,
    pair: Ints,
    level: int,
    arc: int,
    changes: int,
    crossings: int,
) -> bool:
    """Drop the vectors with `crossings` along the arc's two edges if a fan changes sides more than `changes` times.

    Return whether any vector is left.
    """
    bites = 0
    for w in range(row(narrow, position)):
        bites |= position[level, w] & bite[arc, changes, w]
    if bites == 0:
        return True
    left = 0
    for v in range(row(narrow, vectors)):
        vectors[level, v] &= ~pair[arc, crossings, v]
        left |= vectors[level, v]
    return left != 0
