"""The rank rule: cards that follow each other are of neighbouring ranks, stated three ways.

For the encodings. With T steps, R ranks, S possible pairs of card and step and U possible pairs of rank and step:

`cards` (support clauses, Gent 2002): a card at a step has a card of a neighbouring rank at the next step and at the
step before. About 2 S clauses, each as long as two ranks have cards.

`ranks` (a layer of ranks between the cards and the rule): the same on ranks, and at most one rank a step. About 2 U
clauses of three literals; the step where a rank is absent satisfies its clause.

`directions`: one variable a step says whether the walk on the cycle goes up or down. A rank and a direction give the
next rank, the next rank and the direction give the rank before. About 4 U clauses of three literals and T - 1
variables; a solver that decides directions decides the whole walk, which no single card does.

Soundness: each clause follows from the rules of the game, since an order has a card at every step, and exactly one.
Completeness: with exactly one card a step the clauses forward alone state the rule; those backward are implied, and
without them far more conflicts are met. With three ranks every other rank is a neighbour, up or down, and nothing
changes.
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
    elif rule == "ranks":
        _on_ranks(times)
    else:
        _on_directions(times)


def _on_cards(times: Times) -> None:
    rank = np.array(times.problem.rank)
    for r in range(times.problem.ranks):
        beside = times.at[np.isin(rank, times.problem.neighbours(r))]
        for card in times.at[rank == r]:
            times.writer.add(-card[:-1], *beside[:, 1:])
            times.writer.add(-card[1:], *beside[:, :-1])


def _on_ranks(times: Times) -> None:
    ranks = times.ranks
    down, up = np.roll(ranks, 1, axis=0), np.roll(ranks, -1, axis=0)
    times.writer.add(-ranks[:, :-1], down[:, 1:], up[:, 1:])
    times.writer.add(-ranks[:, 1:], down[:, :-1], up[:, :-1])


def _on_directions(times: Times) -> None:
    ranks = times.ranks
    down, up = np.roll(ranks, 1, axis=0), np.roll(ranks, -1, axis=0)
    goes_up = times.writer.new(ranks.shape[1] - 1)
    times.writer.add(-ranks[:, :-1], -goes_up, up[:, 1:])
    times.writer.add(-ranks[:, :-1], goes_up, down[:, 1:])
    times.writer.add(-ranks[:, 1:], -goes_up, down[:, :-1])
    times.writer.add(-ranks[:, 1:], goes_up, up[:, :-1])
