"""The timeline: a card at a step, a card played by a step, and a layer of ranks between the cards and the rank rule.

For `cp-sat-timeline` and, with parts, for `cp-sat`. All variables are Boolean; where a card cannot be played at a step
by its place in its fan (or by `windows`), there is no variable.

- by[c, t]: card c is played at step t or before. After the card above it: by[lower, t] → by[upper, t-1].
- at[c, t]: card c is played at step t; exactly one of by[c, t-1], at[c, t] and not by[c, t] holds, which makes `by`
  monotone and `at` its difference in one constraint.
- rank[r, t]: a card of rank r is played at step t; exactly one of the at[c, t] of that rank and not rank[r, t] holds.
  Exactly one rank a step.
- the rank rule, one of

      clauses   rank[r, t] → rank[r-1, t+1] or rank[r+1, t+1], and the same for t-1;
      flow      step[r, q, t]: from rank r at step t to the neighbouring rank q. Exactly one of the two steps from r and
                not rank[r, t] holds, exactly one of the two steps to q and not rank[q, t+1]: a path through ranks
                and steps, as one unit of flow. The steps are the crossings of the budgets.

Size, with s(c) the number of steps possible for card c, at least two for each but the foundation card, and w the number
of pairs of a rank and a step that is possible for two cards of that rank or more:

    variables   w + Σ (2 s(c) - 3) over all cards but the foundation card

which is about 5,500 for 13 ranks, four suits and fans of three; `flow` adds at most two for each edge and step.

Source: order encoding of the position (Crawford and Baker 1994; Tamura et al. 2009), as in `cnf.timeline`; here the
cardinality constraints are CP-SAT's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python.cp_model import CHOOSE_FIRST, SELECT_MAX_VALUE, IntVar

from blackhole_models.cards import rank_name
from blackhole_models.cp_sat.base import LayeredFormulation
from blackhole_models.cp_sat.literals import Literal, clause, exactly_one, negated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from blackhole_models.lemmas.windows import Steps
    from blackhole_models.sequencing import Sequencing


class Timeline(LayeredFormulation):
    """The model.

    Args:
        problem: the deal.
        steps: which steps are possible for each card, shape (cards, steps).
        rank_rule: `clauses` or `flow`.
        complete: every card is played. Without it, play may be over at any step but the first, and then stays over;
            only with `clauses`.

    Attributes:
        over: whether play is over at each step.
    """

    def __init__(self, problem: Sequencing, steps: Steps, rank_rule: str, *, complete: bool = True) -> None:
        super().__init__(problem)
        size = len(problem)
        self._at: list[list[Literal]] = []
        self._by: list[list[Literal]] = []
        for card, possible in zip(problem.cards, steps.tolist(), strict=True):
            self._add_card(str(card), possible, complete=complete)
        self._add_precedences()
        self._rank = [self._ranks(rank) for rank in range(problem.ranks)]
        self.over: list[Literal] = [
            False if complete or step == 0 else self.model.new_bool_var(f"over_at_{step}") for step in range(size)
        ]
        for step in range(size):
            exactly_one(self.model, [self.over[step], *(ranks[step] for ranks in self._rank)])
        self._steps: dict[int, list[Literal]] = {}
        if rank_rule == "flow":
            self._add_flow()
        else:
            self._add_clauses()

    def search_by_position(self) -> None:
        """Branch on the cards at the steps, step by step, playing the lowest."""
        played = [literal for step in zip(*self._at, strict=True) for literal in step if isinstance(literal, IntVar)]
        self.model.add_decision_strategy(played, CHOOSE_FIRST, SELECT_MAX_VALUE)

    def read(self, value: Callable[[Literal], int]) -> list[int]:
        """Return the cards in the order played."""
        return [
            card
            for step in range(len(self.problem))
            for card in range(len(self.problem))
            if self._at[card][step] is not False and value(self._at[card][step])
        ]

    def rank_at(self, rank: int, step: int) -> Literal:
        """Return whether a card of this rank is played at this step."""
        return self._rank[rank][step]

    def crossings(self, edge: int) -> Sequence[Literal]:
        """Return a literal for each step and each of the two directions."""
        return self._steps.get(edge) or super().crossings(edge)

    def forbid(self, card: int, better: int) -> None:
        """Forbid to play `card` while `better` is uncovered too, step by step."""
        above = self.problem.above[better]
        for step, literal in enumerate(self._at[card]):
            if literal is not False:
                uncovered = above < 0 or self._played_before(above, step)
                clause(self.model, negated(literal), negated(uncovered), self._played_before(better, step))

    def _played_before(self, card: int, step: int) -> Literal:
        return self._by[card][step - 1] if step else False

    def _add_card(self, name: str, possible: Sequence[bool], *, complete: bool) -> None:
        """Add the literals `at` and `by` of a card."""
        last = max((step for step, can in enumerate(possible) if can), default=-1)
        if complete and last < 0:
            clause(self.model)
        at: list[Literal] = []
        by: list[Literal] = []
        before: Literal = False
        for step, can in enumerate(possible):
            after: Literal = before
            played: Literal = False
            if can:
                after = True if complete and step == last else self.model.new_bool_var(f"{name}_by_{step}")
                if before is False:
                    played = after
                elif after is True:
                    played = negated(before)
                else:
                    played = self.model.new_bool_var(f"{name}_at_{step}")
                    exactly_one(self.model, [before, played, negated(after)])
            at.append(played)
            by.append(after)
            before = after
        self._at.append(at)
        self._by.append(by)

    def _add_precedences(self) -> None:
        for upper, lower in self.problem.precedences:
            for step, literal in enumerate(self._by[lower]):
                if self._at[lower][step] is not False:
                    clause(self.model, negated(literal), self._played_before(upper, step))

    def _ranks(self, rank: int) -> list[Literal]:
        """Return whether a card of this rank is played, for each step."""
        cards = self.problem.of_rank(rank)
        literals: list[Literal] = []
        for step in range(len(self.problem)):
            played = [self._at[card][step] for card in cards if self._at[card][step] is not False]
            if len(played) > 1:
                literals.append(self.model.new_bool_var(f"rank_{rank_name(rank)}_at_{step}"))
                exactly_one(self.model, [*played, negated(literals[-1])])
            else:
                literals.append(played[0] if played else False)
        return literals

    def _add_clauses(self) -> None:
        for rank, literals in enumerate(self._rank):
            lower, upper = (self._rank[neighbour] for neighbour in self.problem.neighbours(rank))
            for step, literal in enumerate(literals):
                if literal is False:
                    continue
                if step + 1 < len(literals):
                    clause(self.model, negated(literal), lower[step + 1], upper[step + 1], self.over[step + 1])
                if step > 0:
                    clause(self.model, negated(literal), lower[step - 1], upper[step - 1])

    def _add_flow(self) -> None:
        ranks = range(self.problem.ranks)
        for step in range(len(self.problem) - 1):
            out: dict[int, list[Literal]] = {rank: [] for rank in ranks}
            into: dict[int, list[Literal]] = {rank: [] for rank in ranks}
            for edge in ranks:
                ends = edge, (edge + 1) % len(ranks)
                for start, end in (ends, ends[::-1]):
                    if self._rank[start][step] is not False and self._rank[end][step + 1] is not False:
                        literal = self.model.new_bool_var(f"rank_{rank_name(start)}_to_{rank_name(end)}_at_{step}")
                        out[start].append(literal)
                        into[end].append(literal)
                        self._steps.setdefault(edge, []).append(literal)
            for rank in ranks:
                exactly_one(self.model, [*out[rank], negated(self._rank[rank][step])])
                exactly_one(self.model, [*into[rank], negated(self._rank[rank][step + 1])])

    def _new_order_literal(self, card: int, other: int) -> Literal:
        literal = self.model.new_bool_var(f"{self.problem.cards[card]}_before_{self.problem.cards[other]}")
        for step, played in enumerate(self._at[other]):
            if played is not False:
                played_before = self._played_before(card, step)
                clause(self.model, negated(played), negated(literal), played_before)
                clause(self.model, negated(played), literal, negated(played_before))
        return literal
