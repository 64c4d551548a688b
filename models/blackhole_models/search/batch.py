"""Many deals of one shape through the search, without leaving compiled code between them.

For studies over millions of deals. Every deal of a block is decided, one after the other, on one core; the verdicts
and efforts come back as arrays. An order is not kept: whoever wants evidence for a deal runs it again by itself, and
the same parts and seed visit the same positions.

>>> import numpy as np
>>> decided = decide_block(np.array([[12, 11, 10]]), (2, 1), ranks=13, foundation=0, parts=BASES["search"])
>>> int(decided.solvable[0]), int(decided.effort[0])
(0, 0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from blackhole_models.search import kernel, state, tables, visited
from blackhole_models.search.compiled import compiled
from blackhole_models.search.depth_first import FIRST_SLOTS, GROWTH, cut_limit_of, flags_of
from blackhole_models.search.parts import BASES, Parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from blackhole_models.search.tables import Ints

__all__ = ["BASES", "Block", "decide_block"]


class Block(NamedTuple):
    """What became of a block of n deals.

    Attributes:
        solvable: (n,) 1 for solvable, 0 for unsolvable, -1 for not decided within the effort allowed.
        effort: (n,) positions entered.
        deepest: (n,) the most cards played on the way, the foundation card not counted.
        restarts: (n,) restarts.
    """

    solvable: NDArray[np.int8]
    effort: Ints
    deepest: Ints
    restarts: Ints


def decide_block(
    ranks_of: NDArray[np.integer],
    fans: Sequence[int],
    *,
    ranks: int,
    foundation: int | None,
    parts: Parts,
    effort: int = state.NEVER,
    seed: int = 1,
) -> Block:
    """Decide each deal of a block.

    Args:
        ranks_of: (n, M) ranks of the fans' cards of each deal, fan by fan from the bottom card.
        fans: number of cards in each fan, M together.
        ranks: number of ranks on the cycle.
        foundation: rank of the foundation card of every deal, or None.
        parts: parts of the search.
        effort: positions after which a deal is left undecided.
        seed: of the order of moves after each restart.

    Raises:
        ValueError: rows that are no deals of this shape, or no card in any fan.
    """
    cards = np.ascontiguousarray(ranks_of, np.int64)
    if cards.ndim != 2 or not 0 < cards.shape[1] == sum(fans):
        raise ValueError(f"fans of {list(fans)} cards need {sum(fans)} columns, at least one, not {cards.shape}")
    if cards.size and not 0 <= cards.min() <= cards.max() < ranks:
        raise ValueError(f"ranks are from 0 to {ranks - 1}, not {cards.min()} to {cards.max()}")
    starts = np.cumsum([0, *fans], dtype=np.int64)
    most = max((int((cards == rank).sum(axis=1).max(initial=0)) for rank in range(ranks)), default=0) + 1
    t = tables.allocate(ranks, cards.shape[1], len(fans), max(fans), most, parts.budgets, parts.canonical)
    s = state.allocate_state(t, state.narrow(t))
    block = Block(
        np.zeros(len(cards), np.int8),
        np.zeros(len(cards), np.int64),
        np.zeros(len(cards), np.int64),
        np.zeros(len(cards), np.int64),
    )
    _decide(
        t,
        s,
        cards,
        starts,
        -1 if foundation is None else foundation,
        flags_of(parts),
        cut_limit_of(parts, max(fans)),
        parts.tall,
        effort,
        seed,
        block,
    )
    return block


@compiled
def _decide(
    t: tables.Tables,
    s: state.State,
    cards: Ints,
    starts: Ints,
    foundation: int,
    flags: int,
    cut_limit: int,
    tall: bool,
    effort: int,
    seed: int,
    block: Block,
) -> None:
    first = np.zeros((FIRST_SLOTS if flags & state.TABLE else 1, s.key.shape[0]), np.int64)
    for i in range(cards.shape[0]):
        tables.fill(t, cards[i], starts, foundation, tall)
        if flags & state.DOMINANCE:
            tables.fill_dominance(t)
        if t.same.shape[0] > 0:
            tables.fill_classes(t)
        if cut_limit >= 0:
            tables.fill_cuts(t, cards[i], starts)
        kernel.start(t, s, starts, foundation, flags, cut_limit)
        s.now[state.RANDOM] = seed
        s.now[state.STOP_AT] = effort
        slots = first
        slots[:] = 0
        answer = kernel.advance(t, s, slots)
        while answer == kernel.FULL:
            larger = np.zeros((slots.shape[0] * GROWTH, slots.shape[1]), np.int64)
            s.now[state.STORED] = visited.grow(slots, larger)
            slots = larger
            answer = kernel.advance(t, s, slots)
        block.solvable[i] = 1 if answer == kernel.WON else 0 if answer == kernel.EXHAUSTED else -1
        block.effort[i] = s.now[state.EFFORT]
        block.deepest[i] = s.now[state.DEEPEST]
        block.restarts[i] = s.now[state.RESTARTED]
