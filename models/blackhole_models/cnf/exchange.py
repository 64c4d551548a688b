"""Conditional symmetry breaking as clauses.

For any encoding. Each demand of `lemmas.exchange` reads: if the card above `first` is played before `second`, and
`first` before the card below `second`, then `first` is played before `second`. For each step possible for `second`:
it is not played then if the card above `first` was played before, `first` was not, and q, where q stands for "first is
played before the card below second". Only one direction of its meaning is written, that q holds if the cards come in
this order; a solver may set it otherwise without harm. The formula stays satisfiable for a solvable deal, but loses
orders.

Size: for each demand one clause of at most four literals a step; where `second` has a card below it also one variable
and one clause of three literals a step; less what the windows settle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blackhole_models.cnf.clauses import TRUE
from blackhole_models.lemmas.exchange import exchanges

if TYPE_CHECKING:
    from blackhole_models.cnf.times import Times


def add_exchange(times: Times) -> None:
    """Demand that the preferred of two cards that can change places comes first."""
    demands = exchanges(times.problem)
    if not demands:
        return
    first, second, above, below = np.array(demands).T
    covers = below >= 0
    in_time = times.writer.where(covers)
    in_time[~covers] = TRUE
    possible = times.steps[first[covers]]
    times.writer.add(
        np.where(possible, in_time[covers, None], TRUE), -times.by[first[covers]], times.before[below[covers]]
    )
    uncovered = np.where(above[:, None] >= 0, times.before[above], TRUE)
    times.writer.add(-times.at[second], -uncovered, -in_time[:, None], times.before[first])
