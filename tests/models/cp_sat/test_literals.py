"""Literals that are settled before a solver sees them, against every assignment of the free ones."""

from __future__ import annotations

from itertools import product

import pytest
from ortools.sat.python.cp_model import OPTIMAL, CpModel, CpSolver

from blackhole_models.cp_sat.literals import Literal, both, clause, exactly_one, negated, total


def holds(model: CpModel) -> bool:
    solver = CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) == OPTIMAL


def literals(model: CpModel, values: tuple[bool, ...], settled: tuple[bool, ...]) -> list[Literal]:
    """Return literals with these values, some of them variables fixed to their value."""
    made: list[Literal] = []
    for value, known in zip(values, settled, strict=True):
        variable = model.new_bool_var("")
        model.add(variable == value)
        made.append(value if known else variable)
    return made


@pytest.mark.parametrize("settled", list(product([False, True], repeat=3)))
@pytest.mark.parametrize("values", list(product([False, True], repeat=3)))
def test_constraints_say_the_same_of_settled_and_free_literals(
    values: tuple[bool, ...], settled: tuple[bool, ...]
) -> None:
    for add, expected in ((lambda m, lits: clause(m, *lits), any(values)), (exactly_one, sum(values) == 1)):
        model = CpModel()
        add(model, literals(model, values, settled))
        assert holds(model) == expected
    model = CpModel()
    model.add(total(literals(model, values, settled)) == sum(values))
    assert holds(model)


@pytest.mark.parametrize("settled", list(product([False, True], repeat=2)))
@pytest.mark.parametrize("values", list(product([False, True], repeat=2)))
def test_both_is_true_exactly_if_both_are(values: tuple[bool, ...], settled: tuple[bool, ...]) -> None:
    for claimed in (False, True):
        model = CpModel()
        first, second = literals(model, values, settled)
        literal = both(model, first, second, "both")
        clause(model, literal if claimed else negated(literal))
        assert holds(model) == (claimed == all(values))


def test_nothing_is_never_true() -> None:
    model = CpModel()
    clause(model)
    assert not holds(model)
