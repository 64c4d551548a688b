"""The timeline encoding: a card at a step, a card played by a step, and a layer of ranks between cards and rank rule.

Idea. "Card c is played by step t" is an order encoding of the position of c (Crawford and Baker 1994; Tamura et al.
2009), in which a card after the card that covers it is one clause of two literals a step. "Card c at step t" is the
difference of two of these. The cards of one rank are alike to all others, so that one literal a step for each rank is
enough to say what may follow what; at most one card a step becomes at most one rank a step and at most one card of
each rank. Order literals alone would do, but a solver then meets ten times as many conflicts.

Soundness. Given an order, give each literal the meaning in its name: every clause holds. Given a model, `by` makes each
card played at exactly one step; at each step some rank is present, so some card is played, and at most one: an order.
It goes by the rank rule (`rank_rule.py`), and by the fans, for a card played by t has the card above it played
by t - 1.

Size, in the notation of `times.py`, with k(r, t) cards of rank r possible at step t, m(t) ranks possible at step t,
U = Σ u(r), p the number of pairs of a covered card b and a step possible for it that is not after the last step
possible for the card above it; rank rule `directions`, method `pairwise`, at least one step possible for each card:

    variables   2 S - N + U + T - 1
    clauses     Σ_c (4 s(c) - 4, or 1 where s(c) = 1) + p + S + U + T
                + Σ_t (C(m(t), 2) + Σ_r C(k(r, t), 2)) + 4 U - 3 m(0) - m(T - 1)

which is about 5,660 variables and 24,800 clauses for 13 ranks, four suits and fans of three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blackhole_models.cnf.at_most_one import at_most_one
from blackhole_models.cnf.clauses import FALSE
from blackhole_models.cnf.rank_rule import add_rank_rule

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from blackhole_models.cnf.clauses import Literals
    from blackhole_models.cnf.options import Options
    from blackhole_models.cnf.times import Times


def write_timeline(times: Times, options: Options, *, held: Literals | None = None) -> None:
    """Write the clauses of the encoding.

    Args:
        times: where they go.
        options: how ranks and "at most one" are stated.
        held: for each fan, a literal under which its cards must be played in their order; else they always must.
    """
    _add_precedence(times, held)
    if options.rank_rule == "cards":
        times.writer.add(*times.at)
        at_most_one(times.writer, times.at.T, options.method)
    else:
        times.writer.add(*times.ranks)
        at_most_one(times.writer, times.ranks.T, options.method)
        for cards in _ranks_by_size(times):
            at_most_one(times.writer, times.at[cards].transpose(0, 2, 1).reshape(-1, cards.shape[1]), options.method)
    add_rank_rule(times, options.rank_rule)


def _ranks_by_size(times: Times) -> list[NDArray[np.int64]]:
    """Return the cards of each rank, shape (ranks, cards), in one array for all ranks of as many cards."""
    groups: dict[int, list[list[int]]] = {}
    for r in range(times.problem.ranks):
        cards = times.problem.of_rank(r)
        groups.setdefault(len(cards), []).append(cards)
    return [np.array(ranks) for size, ranks in sorted(groups.items()) if size > 1]


def _add_precedence(times: Times, held: Literals | None) -> None:
    """Write that each card is played, and by a step only if the card above it was played before."""
    by, before = times.by, times.before
    if not times.problem.precedences:
        return
    above, card = np.array(times.problem.precedences).T
    possible = times.steps[card]
    fan = np.array(times.problem.fan)[card]
    free = np.full(possible.shape, FALSE) if held is None else np.broadcast_to(-held[fan, None], possible.shape)
    times.writer.add(-by[card][possible], before[above][possible], free[possible])
