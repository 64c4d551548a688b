"""The rank rule: cards that follow each other are of neighbouring ranks, stated three ways.

For the encodings. With T steps, R ranks, S possible pairs of card and step and U possible pairs of rank and step:

`cards` (support clauses, Gent 2002): a card at a step has a card of a neighbouring rank at the next step and at the
step before. About 2 S clauses, each as long as two ranks have cards.

`ranks` (a layer of ranks between the cards and the rule): the same on ranks, a clause of three literals each, 2 U in
all but for the first and the last step.

`directions`: the same, and one variable a step that says whether the walk on the cycle goes up or down, with two more
clauses of three literals that tell the rank before from a rank and a direction. A solver that decides a direction
says something of all ranks at once, which no single card does: CaDiCaL meets a fifth of the conflicts in the median.
Alone, without the clauses of `ranks`, the directions do harm.

Soundness: each clause follows from the rules of the game, since an order has a card at every step, and exactly one.
Completeness: with exactly one card a step the clauses forward alone state the rule; the others are implied, and save
conflicts. With three ranks every other rank is a neighbour, one up and one down, and nothing changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from blackhole_models.cnf.options import RankRule
    from blackhole_models.cnf.times import Times


def add_rank_rule(times: Times, rule: RankRule) -> None:
    """Write the rank rule for all pairs of consecutive steps."""
    if rule == "cards":
        _on_cards(times)
        return
    ranks = times.ranks
    down, up = np.roll(ranks, 1, axis=0), np.roll(ranks, -1, axis=0)
    times.writer.add(-ranks[:, :-1], down[:, 1:], up[:, 1:])
    times.writer.add(-ranks[:, 1:], down[:, :-1], up[:, :-1])
    if rule == "directions":
        goes_up = times.writer.new(ranks.shape[1] - 1)
        times.writer.add(-ranks[:, 1:], -goes_up, down[:, :-1])
        times.writer.add(-ranks[:, 1:], goes_up, up[:, :-1])


def _on_cards(times: Times) -> None:
    rank = np.array(times.problem.rank)
    for r in range(times.problem.ranks):
        beside = times.at[np.isin(rank, times.problem.neighbours(r))]
        for card in times.at[rank == r]:
            times.writer.add(-card[:-1], *beside[:, 1:])
            times.writer.add(-card[1:], *beside[:, :-1])
