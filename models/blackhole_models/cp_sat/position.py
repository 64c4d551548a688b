"""The sequencing model of Gent et al.: the card at each position and the position of each card, tied as inverses.

For the `cp-sat-position` solver, which is the published model. With T cards, numbered as in `Sequencing`:

- x[t] in 0..T-1, the card at position t, and y[c] in 0..T-1, the position of card c; a foundation card has position 0;
- x and y are inverse to each other: y[x[t]] = t for each position t, and no two cards share a position;
- y[upper] < y[lower] for every card directly on top of another (34 in a full pack);
- the rank rule, one of

      table        (x[t], x[t+1]) is in the table of all pairs of cards of neighbouring ranks (416 in a full pack);
      arithmetic   with r[t] the rank of x[t]: r[t+1] - r[t] is 1 or R - 1 (mod R);
      automaton    x is a word of the automaton whose states are the ranks and whose letters are the cards.

The published models use table or arithmetic. Parts that ask for the rank at a step get it as a literal for each value
of r[t].

CP-SAT has a constraint `inverse`, which is not used here: in the presolve of OR-Tools 9.15 it makes models infeasible
that are not, such as the five-card deck with A, 2, 3 and 4 free on the five, and with it many small decks that can
be won. Stated as an element constraint and two all-different constraints it is the same relation.

Source: Gent, Jefferson, Kelsey, Lynce, Miguel, Nightingale, Smith, Tarim, "Search in the Patience Game 'Black Hole'",
AI Communications 20(3), 2007; as stated in CSPLib prob081 and MiniZinc's `black-hole.mzn`.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from ortools.sat.python.cp_model import CHOOSE_FIRST, SELECT_MIN_VALUE, Domain, IntVar, LinearExpr

from blackhole_models.cards import rank_name
from blackhole_models.cp_sat.base import LayeredFormulation

if TYPE_CHECKING:
    from collections.abc import Callable

    from blackhole_models.cp_sat.literals import Literal
    from blackhole_models.lemmas.windows import Steps
    from blackhole_models.sequencing import Sequencing


class Position(LayeredFormulation):
    """The model, with the rank rule as `rank_rule` says."""

    def __init__(self, problem: Sequencing, steps: Steps, rank_rule: str) -> None:
        super().__init__(problem)
        size = len(problem)
        self._x = [self.model.new_int_var(0, size - 1, f"card_at_{step}") for step in range(size)]
        self._y = [self.model.new_int_var(0, size - 1, f"position_of_{card}") for card in problem.cards]
        for step, card in enumerate(self._x):
            self.model.add_element(card, self._y, step)
        self.model.add_all_different(self._x)
        self.model.add_all_different(self._y)
        if problem.has_foundation:
            self.model.add(self._x[0] == 0)
        for variables, possible in ((self._x, steps.T), (self._y, steps)):
            for variable, row in zip(variables, possible, strict=True):
                if not row.all():
                    self.model.add_linear_expression_in_domain(variable, Domain.from_values(row.nonzero()[0].tolist()))
        for upper, lower in problem.precedences:
            self.model.add(self._y[upper] < self._y[lower])
        {"table": self._table, "arithmetic": self._arithmetic, "automaton": self._automaton}[rank_rule]()

    def search_by_position(self) -> None:
        """Branch on the cards at the positions, in their order."""
        self.model.add_decision_strategy(self._x, CHOOSE_FIRST, SELECT_MIN_VALUE)

    def read(self, value: Callable[[IntVar], int]) -> list[int]:
        """Return the cards in the order played."""
        return [value(card) for card in self._x]

    def rank_at(self, rank: int, step: int) -> Literal:
        """Return whether a card of this rank is at this position."""
        return self._rank_literals[step][rank]

    def _table(self) -> None:
        pairs = [(card, following) for card in range(len(self._x)) for following in self._neighbours(card)]
        for card, following in pairwise(self._x):
            self.model.add_allowed_assignments([card, following], pairs)

    def _arithmetic(self) -> None:
        up, down = 1, self.problem.ranks - 1
        for rank, following in pairwise(self._ranks):
            self.model.add_linear_expression_in_domain(following - rank, Domain.from_values([-down, -up, up, down]))

    def _automaton(self) -> None:
        rank = self.problem.rank
        nowhere = self.problem.ranks
        first = [(nowhere, card, rank[card]) for card in range(len(rank))]
        moves = {(rank[card], other, rank[other]) for card in range(len(rank)) for other in self._neighbours(card)}
        self.model.add_automaton(self._x, nowhere, sorted(set(rank)), first + sorted(moves))

    def _neighbours(self, card: int) -> list[int]:
        ranks = self.problem.neighbours(self.problem.rank[card])
        return [other for rank in ranks for other in self.problem.of_rank(rank)]

    @cached_property
    def _ranks(self) -> list[IntVar]:
        ranks = [self.model.new_int_var(0, self.problem.ranks - 1, f"rank_at_{step}") for step in range(len(self._x))]
        for card, rank in zip(self._x, ranks, strict=True):
            self.model.add_element(card, self.problem.rank, rank)
        return ranks

    @cached_property
    def _rank_literals(self) -> list[list[IntVar]]:
        literals = []
        for step, rank in enumerate(self._ranks):
            values = [
                self.model.new_bool_var(f"rank_{rank_name(value)}_at_{step}") for value in range(self.problem.ranks)
            ]
            self.model.add_exactly_one(values)
            self.model.add(rank == LinearExpr.weighted_sum(values, range(self.problem.ranks)))
            literals.append(values)
        return literals

    def _new_order_literal(self, card: int, other: int) -> Literal:
        literal = self.model.new_bool_var(f"{self.problem.cards[card]}_before_{self.problem.cards[other]}")
        self.model.add(self._y[card] < self._y[other]).only_enforce_if(literal)
        self.model.add(self._y[card] > self._y[other]).only_enforce_if(~literal)
        return literal
