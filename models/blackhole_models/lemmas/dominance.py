"""Prefix dominance: which of two equal cards to play.

For every model. Cards x and y of one rank are both uncovered. If the ranks below x, read from the top, are a prefix of
the ranks below y, playing x now may be dropped in favour of playing y now; of two equal sequences the one in the fan
with the lower number is kept.

Proof. Take an order that plays x at time s and y later. Pair x with y, and the i-th card below x with the i-th card
below y: the two cards of a pair have equal ranks. Exchange the times of each pair so that the earlier one goes to the
fan of y. The ranks at every time stay as they were, so the centre never sees a difference. Within a fan the times must
increase from the top down: the componentwise minimum and the componentwise maximum of two increasing sequences
increase; and the cards of y's fan below the last pair were played after the old time of that pair's lower card, which
is no earlier than the minimum. So the new order is legal, and it plays y at time s. By induction on the number of
cards left, a position can be won if and only if it can be won by undominated moves alone, so every dominated move may
be forbidden at all times at once. A card that is never played has time infinity; nothing in the argument changes, so
dominance holds for the longest play as well. It does not hold for counting orders.

The conditional symmetry breaking of Gent et al. (2007) treats single exchanges of two cards (`exchange.py`).

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.sequencing import Sequencing
>>> problem = Sequencing(Deal.of("AS", "3S 2S", "4H 3H 2H", "5D 2D"))
>>> [(str(problem.cards[x]), str(problem.cards[y])) for x, y in dominated_pairs(problem)]
[('2S', '2H')]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackhole_models.sequencing import Sequencing


def dominates(y: int, x: int, rank: Sequence[int], below: Sequence[int], fan: Sequence[int]) -> bool:
    """Return whether playing `y` is as good as playing `x` whenever both are uncovered.

    Args:
        y: the card to keep.
        x: the card that may wait.
        rank: rank of each card.
        below: the card directly under each card, or -1.
        fan: fan of each card.
    """
    if rank[x] != rank[y] or fan[x] == fan[y]:
        return False
    under_x = below[x]
    under_y = below[y]
    while under_x >= 0:
        if under_y < 0 or rank[under_x] != rank[under_y]:
            return False
        under_x = below[under_x]
        under_y = below[under_y]
    return under_y >= 0 or fan[y] < fan[x]


def dominated_pairs(problem: Sequencing) -> list[tuple[int, int]]:
    """Return all pairs (x, y) such that `x` may be dropped in favour of `y` whenever both are uncovered."""
    in_fans = [card for card, fan in enumerate(problem.fan) if fan >= 0]
    return [
        (x, y)
        for x in in_fans
        for y in problem.of_rank(problem.rank[x])
        if problem.fan[y] >= 0 and dominates(y, x, problem.rank, problem.below, problem.fan)
    ]
