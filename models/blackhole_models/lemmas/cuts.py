"""Cuts: how often what is left of a fan may change sides.

For every model that knows what is left of the walk budgets (`budgets.py`). Take an arc Y of ranks that does not hold
the current rank; all other ranks are X. Two edges lead from X to Y, so for a given budget vector the rest of the walk
changes sides exactly c times, where c is what is left of the budgets of these two edges together. The cards left in a
fan are a subsequence of the rest of the order. Read from the top, starting on side X, they change sides at most as
often as the walk does. So a fan that changes sides more than c times rules that budget vector out, and a position
without a possible vector is dead.

c = 0 says that no card may be left in Y: condition (b) of the budgets. With fans of three only c <= 2 can rule
anything out, with fans of k only c <= k - 1. For one fan without equal neighbours nothing stronger can be said: budgets
and demands lie on a cycle, where by the theorem of Okamura and Seymour (1981) the cut condition suffices.

The arc from edge e1 to edge e2 holds the ranks e1 + 1, …, e2 (mod R); the arc from e2 to e1 holds the others.

A step along edge e leaves every cut alone that does not separate its two ends: the card played and the current rank
stay on one side of it, so neither c nor any fan's number of changes differs. So after a step only the R - 1 cuts
through e have to be looked at.

>>> side_changes([3, 9, 4], first=8, last=10, ranks=13)
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def in_arc(rank: int, first: int, last: int, ranks: int) -> bool:
    """Return whether `rank` is among the ranks `first`, first + 1, …, `last` (mod `ranks`)."""
    return (rank - first) % ranks <= (last - first) % ranks


def side_changes(left: Sequence[int], *, first: int, last: int, ranks: int) -> int:
    """Return how often a fan changes sides, starting outside the arc from rank `first` to rank `last`.

    Args:
        left: ranks of the cards left in a fan, from the top card to the bottom card.
        first: lowest rank of the arc Y.
        last: highest rank of the arc Y, going up the cycle from `first`.
        ranks: number of ranks on the cycle.
    """
    changes = 0
    inside = False
    for rank in left:
        if in_arc(rank, first, last, ranks) != inside:
            inside = not inside
            changes += 1
    return changes
