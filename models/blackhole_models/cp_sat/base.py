"""What all CP-SAT formulations share: a model under construction that its parts can ask about cards, ranks and steps.

For the authors of formulations and of parts. Step 0 is the first card of the order, the foundation card where there is
one; step T - 1 is the last. Every variable is determined by the order, so that each order is one solution. A
formulation that has a layer of ranks (`LayeredFormulation`) says which rank each step has, and the rest follows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ortools.sat.python.cp_model import CpModel

from blackhole_models.cards import rank_name
from blackhole_models.cp_sat.literals import Literal, both, clause, negated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from blackhole_models.sequencing import Sequencing


class Formulation(ABC):
    """A model of one deal.

    Attributes:
        problem: the deal.
        model: the CP-SAT model.
    """

    def __init__(self, problem: Sequencing) -> None:
        self.problem = problem
        self.model = CpModel()
        self._order_literals: dict[tuple[int, int], Literal] = {}

    @abstractmethod
    def search_by_position(self) -> None:
        """Tell CP-SAT, for a fixed search, to give step after step a card, the lowest that is possible first."""

    @abstractmethod
    def read(self, value: Callable[[Literal], int]) -> list[int]:
        """Return the cards in the order played, given the value of literals and variables in a solution."""

    @abstractmethod
    def starts_with(self, rank: int) -> Literal:
        """Return whether the first card is of this rank."""

    @abstractmethod
    def ends_with(self, rank: int) -> Literal:
        """Return whether the last card is of this rank."""

    @abstractmethod
    def crossings(self, edge: int) -> Sequence[Literal]:
        """Return literals of which as many are true as the order steps between ranks `edge` and `edge` + 1 (mod R)."""

    def forbid(self, card: int, better: int) -> None:
        """Forbid to play `card` while `better`, which lies in another fan, is uncovered too."""
        uncovered = self.before(self.problem.above[better], card)
        clause(self.model, negated(uncovered), self.before(better, card))

    @abstractmethod
    def _new_order_literal(self, card: int, other: int) -> Literal:
        """Return whether `card` is played before `other`, which lies in another fan."""

    def before(self, card: int, other: int) -> Literal:
        """Return whether `card` is played before `other`, which lies in another fan.

        Card -1, above a top card, is played before all; other -1, below a bottom card, after all.
        """
        if card < 0 or other < 0:
            return True
        if card > other:
            return negated(self.before(other, card))
        if (card, other) not in self._order_literals:
            self._order_literals[card, other] = self._new_order_literal(card, other)
        return self._order_literals[card, other]


class LayeredFormulation(Formulation):
    """A formulation with a layer of ranks."""

    @abstractmethod
    def rank_at(self, rank: int, step: int) -> Literal:
        """Return whether a card of this rank is played at this step."""

    def starts_with(self, rank: int) -> Literal:
        """Return whether the first card is of this rank."""
        return self.rank_at(rank, 0)

    def ends_with(self, rank: int) -> Literal:
        """Return whether the last card is of this rank."""
        return self.rank_at(rank, len(self.problem) - 1)

    def crossings(self, edge: int) -> Sequence[Literal]:
        """Return a literal for each step and each of the two directions."""
        ranks = edge, (edge + 1) % self.problem.ranks
        return [
            both(
                self.model,
                self.rank_at(start, step),
                self.rank_at(end, step + 1),
                f"rank_{rank_name(start)}_to_{rank_name(end)}_at_{step}",
            )
            for step in range(len(self.problem) - 1)
            for start, end in (ranks, ranks[::-1])
        ]
