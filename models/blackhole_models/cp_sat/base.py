"""What the CP-SAT formulations share: a built model with its way back to an order, and the steps a card can have.

For the authors of formulations. A formulation is a module with a function `build(problem, parts) -> Built`. Step 0 is
the first card of the order, the foundation card where there is one; step T - 1 is the last.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.sequencing import Sequencing
>>> windows(Sequencing(Deal.of("AS", "QD KH", "JC")))
[range(0, 1), range(1, 3), range(2, 4), range(1, 4)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ortools.sat.python.cp_model import CpModel, IntVar

    from blackhole_models.sequencing import Sequencing


@dataclass(frozen=True, slots=True)
class Built:
    """A model of one deal.

    Attributes:
        model: the CP-SAT model; every variable is determined by the order, so that each order is one solution.
        read: given the value of each variable in a solution, the cards' indices in the order played.
        branching: the variables a search by position assigns, in this order, smallest value first.
    """

    model: CpModel
    read: Callable[[Callable[[IntVar], int]], list[int]]
    branching: Sequence[IntVar]


def windows(problem: Sequencing) -> list[range]:
    """Return the steps each card can have by its fan: after the cards on top of it, before the cards under it."""
    return [
        range(1)
        if fan < 0
        else range(
            problem.has_foundation + len(_chain(problem.above, card)),
            len(problem) - len(_chain(problem.below, card)),
        )
        for card, fan in enumerate(problem.fan)
    ]


def _chain(link: Sequence[int], card: int) -> list[int]:
    chain = []
    while (card := link[card]) >= 0:
        chain.append(card)
    return chain
