"""Constraints that can be added to any formulation: dominance, conditional symmetry, walk budgets, counts.

For `build.py`. What each rests on is proved in `lemmas`. Dominance and symmetry lose orders, never the last one, and
together too; budgets and counts follow from the rules and lose none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python.cp_model import LinearExpr

from blackhole_models.cp_sat.literals import clause, exactly_one, negated, total
from blackhole_models.lemmas.budgets import walk_budgets
from blackhole_models.lemmas.dominance import dominated_pairs
from blackhole_models.lemmas.exchange import exchanges

if TYPE_CHECKING:
    from blackhole_models.cp_sat.base import Formulation, LayeredFormulation
    from blackhole_models.sequencing import Sequencing


def add_dominance(formulation: Formulation) -> None:
    """Add that a card waits while one that dominates it is uncovered: once uncovered, that one is played first."""
    for card, better in dominated_pairs(formulation.problem):
        formulation.forbid(card, better)


def add_exchanges(formulation: Formulation, cases: frozenset[str]) -> None:
    """Add that of two equal cards that can change places the preferred one comes first.

    Args:
        formulation: the model.
        cases: which of the published cases, `a` to `f`, to add (`lemmas.exchange`).
    """
    before = formulation.before
    for first, second, above, below in exchanges(formulation.problem):
        if _case(formulation.problem, first, second) in cases:
            clause(
                formulation.model,
                negated(before(above, second)),
                negated(before(first, below)),
                before(first, second),
            )


def add_budgets(formulation: Formulation) -> None:
    """Add how often each pair of neighbouring ranks is crossed: Σ crossings of edge i = f[i], for one budget vector f.

    One literal chooses the vector; its first and last rank are those of the order.
    """
    model = formulation.model
    budgets = walk_budgets(formulation.problem)
    chosen = [model.new_bool_var(f"budget_{number}") for number in range(len(budgets))]
    exactly_one(model, chosen)
    for budget, literal in zip(budgets, chosen, strict=True):
        clause(model, ~literal, formulation.starts_with(budget.first))
        clause(model, ~literal, formulation.ends_with(budget.last))
    for edge in range(formulation.problem.ranks):
        budget_of_edge = LinearExpr.weighted_sum(chosen, [budget.crossings[edge] for budget in budgets])
        model.add(total(formulation.crossings(edge)) == budget_of_edge)


def add_counts(formulation: LayeredFormulation) -> None:
    """Add that each rank is played at as many steps as it has cards."""
    problem = formulation.problem
    for rank in range(problem.ranks):
        steps = total(formulation.rank_at(rank, step) for step in range(len(problem)))
        formulation.model.add(steps == len(problem.of_rank(rank)))


def _case(problem: Sequencing, card: int, other: int) -> str:
    """Return the letter of the published case for two cards; for it, a card alone in its fan is a top card."""
    places = {
        "top" if problem.above[each] < 0 else "bottom" if problem.below[each] < 0 else "middle"
        for each in (card, other)
    }
    return {
        frozenset({"bottom"}): "a",
        frozenset({"top"}): "b",
        frozenset({"middle"}): "c",
        frozenset({"top", "bottom"}): "d",
        frozenset({"top", "middle"}): "e",
        frozenset({"middle", "bottom"}): "f",
    }[frozenset(places)]
