"""The sizes of models that their files state."""

from __future__ import annotations

import pytest

from blackhole_models.cp_sat.build import build
from blackhole_models.cp_sat.options import Options
from blackhole_models.dealers import Shape, deals
from blackhole_models.lemmas.windows import steps_by_depth
from blackhole_models.sequencing import Sequencing


def variables(problem: Sequencing, *parts: str, base: str = "cp-sat-timeline") -> int:
    return len(build(problem, Options.parse(base, parts)).model.proto.variables)


@pytest.mark.parametrize(
    "shape",
    [Shape(), Shape(game="all-in-a-row"), Shape(ranks=7, suits=3, fan_size=4), Shape(ranks=8, suits=2, fan_size=5)],
)
def test_variables_of_the_timeline(shape: Shape) -> None:
    [deal] = deals("uniform:1", shape)
    problem = Sequencing(deal)
    steps = steps_by_depth(problem)
    shared = sum(int((steps[problem.of_rank(rank)].sum(axis=0) >= 2).sum()) for rank in range(problem.ranks))
    own = sum(2 * int(steps[card].sum()) - 3 for card in range(problem.has_foundation, len(problem)))
    assert variables(problem) == shared + own
    assert variables(problem) < variables(problem, "flow") <= shared + own + 2 * problem.ranks * (len(problem) - 1)


def test_a_standard_deal() -> None:
    [deal] = deals("pysolfc:1", Shape())
    problem = Sequencing(deal)
    assert round(variables(problem), -2) == 5500
    position = build(problem, Options.parse("cp-sat-position", ())).model.proto
    tables = [constraint.table for constraint in position.constraints if constraint.has_table()]
    assert {len(table.values) for table in tables} == {2 * 416}
    orders = [
        constraint
        for constraint in position.constraints
        if constraint.has_linear() and len(constraint.linear.vars) == 2
    ]
    assert len(orders) == 34


@pytest.mark.parametrize(
    ("base", "part"),
    [
        ("cp-sat-position", "budgets"),
        ("cp-sat-position", "counts"),
        ("cp-sat-circuit", "budgets"),
        ("cp-sat-timeline", "budgets"),
        ("cp-sat-timeline", "counts"),
    ],
)
def test_redundant_counts_are_equations_over_all_steps(base: str, part: str) -> None:
    """What follows from the rules changes no verdict, so that only the model shows whether it is there."""
    [deal] = deals("uniform:1", Shape(ranks=5, suits=2))
    problem = Sequencing(deal)

    def equations(*parts: str) -> int:
        model = build(problem, Options.parse(base, parts)).model.proto
        return sum(
            constraint.has_linear()
            and not constraint.enforcement_literal
            and len(constraint.linear.vars) > problem.ranks
            and constraint.linear.domain[0] == constraint.linear.domain[1]
            for constraint in model.constraints
        )

    assert equations(part) == equations() + problem.ranks
