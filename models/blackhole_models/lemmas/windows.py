"""Time windows: at which steps a card can be played at all.

For the CNF and CP-SAT models. Step 0 is that of the foundation card, or of the first card played where there is none.

By depth: a card comes after the cards above it in its fan and before those below it, each of which takes a step.

By walk: an order is a walk on the cycle of ranks. From rank r to rank q it takes d, d + 2, d + 4, … steps one way
round and R - d, R - d + 2, … the other, d being the distance upwards, but at least 1; so for each parity there is a
least number of steps, and any number of that parity from there on will do. Chained through the ranks of the cards
above a card, from the foundation on, the least numbers give its earliest step of each parity; chained through the
cards below it, and from the bottom card to the rank of some fan's bottom card, where play ends, they give its latest.
With an even number of ranks all steps of a card have the same parity. Every order keeps to these steps, so a model
that forbids all others loses none.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.sequencing import Sequencing
>>> problem = Sequencing(Deal.of("AS", "3S 2S", "5S 4S"))
>>> steps_by_depth(problem).astype(int).tolist()[1:3]
[[0, 1, 1, 1, 0], [0, 0, 1, 1, 1]]
>>> windows(steps_by_walk(problem))
[(0, 0), (1, 3), (2, 4), (3, 3), (4, 4)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blackhole_models.sequencing import Sequencing

Steps: TypeAlias = NDArray[np.bool_]
"""Whether a card (row) can be played at a step (column)."""

_NEVER: Final = 10**9
_Least: TypeAlias = tuple[int, int]
"""The least even and the least odd number of steps; from `_NEVER` on there is none."""


def steps_by_depth(problem: Sequencing) -> Steps:
    """Return the steps left to each card by the cards above and below it in its fan."""
    size = len(problem)
    above, below = _depths(problem)
    step = np.arange(size)
    earliest = above[:, None] + problem.has_foundation
    steps = (step >= earliest) & (step < size - below[:, None])
    if problem.has_foundation:
        steps[0] = step == 0
    return steps


def steps_by_walk(problem: Sequencing) -> Steps:
    """Return the steps left to each card by the shortest walks through the cards above and below it."""
    size = len(problem)
    ranks = problem.ranks
    lasts = {problem.rank[card] for card, fan in enumerate(problem.fan) if fan >= 0 and problem.below[card] < 0}
    before: list[_Least] = []
    for card, above in enumerate(problem.above):
        if above >= 0:
            before.append(_chain(before[above], _least_steps(problem.rank[above], problem.rank[card], ranks)))
        elif not problem.has_foundation:
            before.append((0, 1))
        else:
            before.append(_least_steps(problem.rank[0], problem.rank[card], ranks) if card else (0, _NEVER))
    after: list[_Least] = [(0, 1)] * size
    for card in reversed(range(size)):
        below = problem.below[card]
        if below >= 0:
            after[card] = _chain(after[below], _least_steps(problem.rank[card], problem.rank[below], ranks))
        elif lasts:
            ends = [_least_steps(problem.rank[card], last, ranks) for last in lasts]
            ends += [(0, _NEVER)] if problem.fan[card] >= 0 else []
            after[card] = _least(ends)
    step = np.arange(size)
    first = np.array(before)[:, step % 2]
    last = np.array(after)[:, (size - 1 - step) % 2]
    return steps_by_depth(problem) & (step >= first) & (size - 1 - step >= last)


def windows(steps: Steps) -> list[tuple[int, int]]:
    """Return the earliest and the latest step of each card; (number of steps, -1) for a card that has none."""
    size = steps.shape[1]
    return [(int(row.argmax()), size - 1 - int(row[::-1].argmax())) if row.any() else (size, -1) for row in steps]


def _depths(problem: Sequencing) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of cards above and the number of cards below each card in its fan."""
    above = np.zeros(len(problem), dtype=np.int64)
    below = np.zeros(len(problem), dtype=np.int64)
    for upper, lower in problem.precedences:
        above[lower] = above[upper] + 1
    for upper, lower in reversed(problem.precedences):
        below[upper] = below[lower] + 1
    return above, below


def _least_steps(start: int, end: int, ranks: int) -> _Least:
    up = (end - start) % ranks
    least = [_NEVER, _NEVER]
    for steps in (up, ranks - up, 2) if up == 0 else (up, ranks - up):
        if steps > 0:
            least[steps % 2] = min(least[steps % 2], steps)
    return least[0], least[1]


def _chain(first: _Least, then: _Least) -> _Least:
    return min(first[0] + then[0], first[1] + then[1]), min(first[0] + then[1], first[1] + then[0])


def _least(choices: Iterable[_Least]) -> _Least:
    even, odd = zip(*choices, strict=True)
    return min(even), min(odd)
