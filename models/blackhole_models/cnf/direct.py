"""The direct encoding: a card at a step, and nothing else.

Idea. One variable for each card and step, exactly one card a step and exactly one step a card, as a permutation is
usually put to a SAT solver and in the spirit of the SAT formulation of Gent et al. (2007). A card at a step has the
card above it at one of the steps before: one clause, as long as there are such steps. The rank rule is stated on the
cards of consecutive steps by default.

Soundness. The models of the exactly-one constraints are the permutations; of these, the precedence clauses and the
rank rule (`rank_rule.py`) keep those that are orders, and they say nothing else.

Size, in the notation of `times.py` and `timeline.py`, with k(t) cards possible at step t; rank rule `cards`, method
`pairwise`, at least one step possible for each card and one card for each step:

    variables   S
    clauses     N + Σ_c C(s(c), 2) + T + Σ_t C(k(t), 2) + p + 2 S - k(0) - k(T - 1)

With the method `sequential` it is 7,500 variables and 22,400 clauses for a standard deal, instead of 2,500 and 127,000.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blackhole_models.cnf.at_most_one import at_most_one
from blackhole_models.cnf.clauses import FALSE
from blackhole_models.cnf.rank_rule import add_rank_rule

if TYPE_CHECKING:
    from blackhole_models.cnf.options import Options
    from blackhole_models.cnf.times import Times


def write_direct(times: Times, options: Options) -> None:
    """Write the clauses of the encoding."""
    for groups in (times.at, times.at.T):
        times.writer.add(*groups.T)
        at_most_one(times.writer, groups, options.method)
    _add_precedence(times)
    add_rank_rule(times, options.rank_rule)


def _add_precedence(times: Times) -> None:
    """Write that a card is played at a step only if the card above it was played at one of the steps before."""
    size = len(times.problem)
    step = np.arange(size)
    for above, card in times.problem.precedences:
        last = step[times.steps[above]].max(initial=-1)
        chosen = np.flatnonzero(times.steps[card] & (step <= last))
        earlier = np.where(step[None, :] < chosen[:, None], times.at[above][None, :], FALSE)
        times.writer.add(-times.at[card, chosen], *earlier.T)
