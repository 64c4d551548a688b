"""A Hamiltonian path: cards are nodes, an arc says that one card directly follows another, positions count along it.

For the `cp-sat-circuit` solver.

- A literal for each arc from card c to card d of a neighbouring rank that d may directly follow: d is not above c in
  its fan, and if it is below, then directly. A further node is before the first card and after the last: arcs lead from
  it to each card that may be first, and to it from each bottom card.
- The arcs taken form one circuit through all nodes.
- y[c] in 0..T-1 is the position of card c: 0 on an arc from the further node, y[c] + 1 = y[d] on an arc from c to d.
- y[upper] < y[lower] for every card directly on top of another.

The rank rule is in the choice of the arcs, and the arcs between two ranks are their crossings. Positions alone would
do, as in the formulation of Miller, Tucker and Zemlin (1960) for the travelling salesman; the circuit constraint prunes
subtours and sets of nodes that cannot be reached (Caseau and Laburthe, ICLP 1997).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python.cp_model import CHOOSE_LOWEST_MIN, SELECT_MIN_VALUE, Domain, IntVar

from blackhole_models.cards import rank_name
from blackhole_models.cp_sat.base import Formulation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from blackhole_models.cp_sat.literals import Literal
    from blackhole_models.lemmas.windows import Steps
    from blackhole_models.sequencing import Sequencing


class Circuit(Formulation):
    """The model; `steps` are the positions left to each card, shape (cards, steps)."""

    def __init__(self, problem: Sequencing, steps: Steps) -> None:
        super().__init__(problem)
        size = len(problem)
        self._y = [self.model.new_int_var(0, size - 1, f"position_of_{card}") for card in problem.cards]
        for variable, possible in zip(self._y, steps, strict=True):
            if not possible.all():
                self.model.add_linear_expression_in_domain(variable, Domain.from_values(possible.nonzero()[0].tolist()))
        for upper, lower in problem.precedences:
            self.model.add(self._y[upper] < self._y[lower])
        firsts = [0] if problem.has_foundation else [card for card in range(size) if problem.above[card] < 0]
        lasts = [card for card in range(size) if problem.below[card] < 0 and (problem.fan[card] >= 0 or size == 1)]
        self._first = {card: self.model.new_bool_var(f"{problem.cards[card]}_is_first") for card in firsts}
        self._last = {card: self.model.new_bool_var(f"{problem.cards[card]}_is_last") for card in lasts}
        self._arcs = {
            (card, following): self.model.new_bool_var(f"{problem.cards[card]}_to_{problem.cards[following]}")
            for card in range(size)
            for following in self._successors(card)
        }
        self._link()

    def search_by_position(self) -> None:
        """Branch on the card that can have the lowest position."""
        self.model.add_decision_strategy(self._y, CHOOSE_LOWEST_MIN, SELECT_MIN_VALUE)

    def read(self, value: Callable[[IntVar], int]) -> list[int]:
        """Return the cards in the order played."""
        return sorted(range(len(self._y)), key=lambda card: value(self._y[card]))

    def starts_with(self, rank: int) -> Literal:
        """Return whether the first card is of this rank."""
        return self._one_of(rank, self._first, f"first_rank_is_{rank_name(rank)}")

    def ends_with(self, rank: int) -> Literal:
        """Return whether the last card is of this rank."""
        return self._one_of(rank, self._last, f"last_rank_is_{rank_name(rank)}")

    def crossings(self, edge: int) -> Sequence[Literal]:
        """Return the arcs between the two ranks."""
        ranks = {edge, (edge + 1) % self.problem.ranks}
        return [literal for arc, literal in self._arcs.items() if {self.problem.rank[card] for card in arc} == ranks]

    def _link(self) -> None:
        outside = len(self._y)
        arcs = {
            **{(outside, card): literal for card, literal in self._first.items()},
            **self._arcs,
            **{(card, outside): literal for card, literal in self._last.items()},
        }
        self.model.add_circuit([(card, following, literal) for (card, following), literal in arcs.items()])
        entries: list[list[IntVar]] = [[] for _ in range(outside + 1)]
        for (_, following), literal in arcs.items():
            entries[following].append(literal)
        for literals in entries:
            # To the circuit constraint a node without any arc is no node.
            self.model.add_exactly_one(literals)
        for card, literal in self._first.items():
            self.model.add(self._y[card] == 0).only_enforce_if(literal)
        for (card, following), literal in self._arcs.items():
            self.model.add(self._y[following] == self._y[card] + 1).only_enforce_if(literal)

    def _successors(self, card: int) -> list[int]:
        problem = self.problem
        return [
            following
            for rank in problem.neighbours(problem.rank[card])
            for following in problem.of_rank(rank)
            if problem.fan[following] >= 0
            and (problem.fan[following] != problem.fan[card] or problem.below[card] == following)
        ]

    def _one_of(self, rank: int, literals: dict[int, IntVar], name: str) -> Literal:
        of_rank = [literal for card, literal in literals.items() if self.problem.rank[card] == rank]
        if not of_rank:
            return False
        literal = self.model.new_bool_var(name)
        self.model.add(sum(of_rank) == literal)
        return literal

    def _new_order_literal(self, card: int, other: int) -> Literal:
        literal = self.model.new_bool_var(f"{self.problem.cards[card]}_before_{self.problem.cards[other]}")
        self.model.add(self._y[card] < self._y[other]).only_enforce_if(literal)
        self.model.add(self._y[card] > self._y[other]).only_enforce_if(~literal)
        return literal
