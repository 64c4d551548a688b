"""Walk budgets as clauses: how often each pair of neighbouring ranks is crossed.

For any encoding. A literal says that a step goes along an edge of the cycle of ranks, a sequential counter (Sinz, CP
2005; both directions) says that at least k of the first t steps do, and one literal for each vector of
`lemmas.budgets` says that the order has these crossings. Some vector holds, and it fixes the first and the last rank
and the last row of every counter. The vectors of all orders are among them, so no order is lost.

Size, with T steps, R ranks, V vectors and b(i) the highest number of crossings of edge i in any of them, where every
rank is possible at every step: R (T - 1) variables and 4 R (T - 1) clauses for the edges, about Σ (b(i) + 1) (T - 1)
variables and four times as many clauses for the counters, V variables and (2 R + 2) V + 1 clauses for the vectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blackhole_models.cnf.clauses import FALSE, TRUE
from blackhole_models.lemmas.budgets import walk_budgets

if TYPE_CHECKING:
    from blackhole_models.cnf.clauses import Literals, Writer
    from blackhole_models.cnf.times import Times


def add_budgets(times: Times) -> None:
    """Write that the crossings of the order are those of one of the possible vectors."""
    writer = times.writer
    vectors = walk_budgets(times.problem)
    if not vectors:
        writer.add(FALSE)
        return
    chosen = writer.new(len(vectors))
    writer.add(*chosen)
    most = np.max([vector.crossings for vector in vectors], axis=0)
    at_least = [_counter(writer, edge, int(high) + 1) for edge, high in zip(_crossed(times), most, strict=True)]
    for choice, vector in zip(chosen, vectors, strict=True):
        writer.add(-choice, times.ranks[vector.first, 0])
        writer.add(-choice, times.ranks[vector.last, -1])
        for count, crossings in zip(at_least, vector.crossings, strict=True):
            writer.add(-choice, count[crossings])
            writer.add(-choice, -count[crossings + 1])


def _crossed(times: Times) -> Literals:
    """Return whether play goes on along an edge after a step, shape (ranks, steps - 1)."""
    low, high = times.ranks, np.roll(times.ranks, -1, axis=0)
    crossed = times.writer.new(low.shape[0], low.shape[1] - 1)
    times.writer.add(-crossed, low[:, :-1], high[:, :-1])
    times.writer.add(-crossed, low[:, 1:], high[:, 1:])
    times.writer.add(crossed, -low[:, :-1], -high[:, 1:])
    times.writer.add(crossed, -high[:, :-1], -low[:, 1:])
    return crossed


def _counter(writer: Writer, literals: Literals, most: int) -> Literals:
    """Return literals for "at least k of `literals` are true", for k from 0 to `most`."""
    steps = literals.size
    number = np.arange(most + 1)[:, None]
    taken = np.arange(steps + 1)[None, :]
    count = writer.where((number > 0) & (number <= taken))
    count[0] = TRUE
    after, before, fewer = count[1:, 1:], count[1:, :-1], count[:-1, :-1]
    writer.add(-before, after)
    writer.add(-fewer, -literals, after)
    writer.add(-after, before, literals)
    writer.add(-after, before, fewer)
    return count[:, -1]
