"""Dominance as clauses: no dominated move is ever made.

For any encoding. For each pair (x, y) of `lemmas.dominance` and each step possible for x: x is not played at that step
while y lies uncovered, that is, while the card above y was played before the step and y was not. All dominated moves
may be forbidden at once, so the formula stays satisfiable for a solvable deal but loses orders.

Size: for each pair one clause of at most four literals for each step possible for x, except where the windows settle
it: steps up to the first of the card above y, and steps after the last of y.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blackhole_models.cnf.clauses import TRUE
from blackhole_models.lemmas.dominance import dominated_pairs

if TYPE_CHECKING:
    from blackhole_models.cnf.times import Times


def add_dominance(times: Times) -> None:
    """Forbid the dominated moves."""
    pairs = dominated_pairs(times.problem)
    if not pairs:
        return
    x, y = np.array(pairs).T
    above = np.array(times.problem.above)[y]
    uncovered = np.where(above[:, None] >= 0, times.before[above], TRUE)
    times.writer.add(-times.at[x], -uncovered, times.before[y])
