"""Walk budgets: how often each pair of neighbouring ranks is crossed is fixed before play begins.

For every model. An order is a walk v0, v1, …, vT on the cycle of R ranks. Let n[r] be the number of cards of rank r,
the foundation card included, edge i the pair of ranks i and i + 1 (mod R), and f[i] the number of steps along edge i,
in either direction. Every visit to rank r is entered once and left once, except that the first visit of all is not
entered and the last is not left. Hence, for every rank r,

    f[r-1] + f[r] = 2 n[r] - [r = v0] - [r = vT] =: d[r].

For odd R the system has one solution for each end rank: substitution from f[R-1] around the cycle gives
2 f[R-1] = d[R-1] - d[R-2] + … + d[0]. For even R the alternating sum of the d[r] must be 0 (the walk changes parity at
each step), and one degree of freedom stays: f[R-1] is free and the others follow. A budget must not be negative.
The end rank is the rank of some fan's bottom card, because the last card played lay at the bottom of its fan.

What is left of a budget during play is f[i] less the steps made along edge i. A position is dead if for every budget
vector that is still possible (a) some rest is negative, or (b) the edges with a positive rest do not form one connected
arc that touches the current rank. By Euler's theorem a walk with the remaining visits exists if neither holds, so rank
counts alone can say nothing stronger. With 13 ranks and four suits every budget is 3, 4 or 5.

>>> budgets([2, 1, 1], first=0, last=2)
[(2, 0, 1)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from blackhole_models.sequencing import Sequencing


class WalkBudget(NamedTuple):
    """A possible vector of crossings: `crossings[i]` steps between ranks i and i + 1 if play goes `first` to `last`."""

    first: int
    last: int
    crossings: tuple[int, ...]


def fill_budget(counts: Sequence[int], ranks: int, first: int, last: int, free: int, out: MutableSequence[int]) -> bool:
    """Write the crossings of a walk from `first` to `last` to `out`; return whether there is such a vector.

    Args:
        counts: cards of each rank, the foundation card included.
        ranks: number of ranks R.
        first: rank the walk starts at.
        last: rank the walk ends at.
        free: for even R, the value of the free budget f[R-1]; ignored for odd R.
        out: R numbers, written even if the answer is False.
    """
    alternating = 0
    for r in range(ranks):
        demand = 2 * counts[r] - (r == first) - (r == last)
        alternating = demand - alternating
    if ranks % 2 == 1:
        previous = alternating // 2
    elif alternating != 0:
        return False
    else:
        previous = free
    possible = True
    for r in range(ranks):
        previous = 2 * counts[r] - (r == first) - (r == last) - previous
        out[r] = previous
        possible = possible and previous >= 0
    return possible


def free_values(counts: Sequence[int], ranks: int) -> int:
    """Return how many values 0, 1, … the free budget can take at most: 1 for odd R."""
    return 1 if ranks % 2 == 1 else 2 * min(counts[ranks - 1], counts[0]) + 1


def budgets(counts: Sequence[int], *, first: int, last: int) -> list[tuple[int, ...]]:
    """Return every vector of crossings of a walk that visits rank r `counts[r]` times from `first` to `last`."""
    ranks = len(counts)
    found = []
    for free in range(free_values(counts, ranks)):
        crossings = [0] * ranks
        if fill_budget(counts, ranks, first, last, free, crossings):
            found.append(tuple(crossings))
    return found


def walk_budgets(problem: Sequencing) -> list[WalkBudget]:
    """Return every budget vector that an order of `problem` can have; an empty list proves the deal unsolvable.

    A deal without a foundation card may start at the rank of any uncovered card.
    """
    counts = [len(problem.of_rank(rank)) for rank in range(problem.ranks)]
    playable = [card for card, fan in enumerate(problem.fan) if fan >= 0]
    firsts = (
        {problem.rank[0]} if problem.has_foundation else {problem.rank[c] for c in playable if problem.above[c] < 0}
    )
    lasts = {problem.rank[card] for card in playable if problem.below[card] < 0} or firsts
    return [
        WalkBudget(first, last, crossings)
        for first in sorted(firsts)
        for last in sorted(lasts)
        for crossings in budgets(counts, first=first, last=last)
    ]
