"""The table of backends: each one decides, and can do what the table says and no more."""

from __future__ import annotations

from itertools import combinations
from threading import Timer
from typing import TYPE_CHECKING

import pysat.solvers
import pytest
from dratify import check_proof, parse_dimacs

from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.sat.backends import BACKENDS, Backend, find

if TYPE_CHECKING:
    from collections.abc import Iterator

PRESENT = [backend for backend in BACKENDS.values() if backend.present]

backends = pytest.mark.parametrize("backend", PRESENT, ids=lambda backend: backend.name)


def pigeons(holes: int) -> list[list[int]]:
    """One pigeon more than holes, each in a hole of its own: unsatisfiable, and hard by resolution."""

    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    everyone = range(holes + 1)
    return [[sits(pigeon, hole) for hole in range(holes)] for pigeon in everyone] + [
        [-sits(pigeon, hole), -sits(other, hole)]
        for hole in range(holes)
        for pigeon, other in combinations(everyone, 2)
    ]


def test_the_usual_backends_are_present() -> None:
    assert {"cadical153", "cadical195", "glucose4", "minisat22"} <= {backend.name for backend in PRESENT}


def test_every_solver_that_pysat_names_is_in_the_table() -> None:
    named = {name for name in vars(pysat.solvers.SolverNames) if not name.startswith("_")}
    assert named - set(BACKENDS) <= {"cryptosat"}


@backends
def test_decides_satisfiable_and_unsatisfiable_formulas(backend: Backend) -> None:
    for holes in (1, 4):
        with backend.open() as solver:
            solver.append_formula(pigeons(holes))
            assert solver.solve() is False
        with backend.open() as solver:
            clauses = pigeons(holes)[1:]
            solver.append_formula(clauses)
            assert solver.solve() is True
            model = set(solver.get_model())
            assert all(model & set(clause) for clause in clauses)


@backends
def test_a_model_can_be_blocked_and_the_next_one_found(backend: Backend) -> None:
    with backend.open() as solver:
        solver.append_formula([[1, 2, 3], [-1, -2, -3]])
        found = set()
        while solver.solve():
            model = tuple(solver.get_model())
            assert model not in found
            found.add(model)
            solver.add_clause([-literal for literal in model])
    assert len(found) == 6


@backends
def test_budgets_are_as_declared(backend: Backend) -> None:
    with backend.open() as solver:
        solver.append_formula(pigeons(9))
        if backend.budget:
            solver.conf_budget(50)
            assert solver.solve_limited() is None
        else:
            with pytest.raises(NotImplementedError):
                solver.solve_limited()


@backends
def test_interrupts_are_as_declared(backend: Backend) -> None:
    with backend.open() as solver:
        solver.append_formula(pigeons(12))
        if backend.interrupt:
            timer = Timer(0.05, solver.interrupt)
            timer.start()
            assert solver.solve_limited(expect_interrupt=True) is None
            timer.join()
        else:
            with pytest.raises(NotImplementedError):
                solver.interrupt()


@backends
def test_cores_are_as_declared(backend: Backend) -> None:
    with backend.open() as solver:
        solver.append_formula([[-7, 1, 2], [-1, 2], [1, -2], [-1, -2]])
        if backend.core:
            assert solver.solve(assumptions=[8, 7, 9]) is False
            assert solver.get_core() == [7]
            assert solver.solve() is True
        else:
            with pytest.raises(NotImplementedError):
                solver.get_core()


@backends
def test_statistics_are_as_declared(backend: Backend) -> None:
    with backend.open() as solver:
        solver.append_formula(pigeons(5))
        assert solver.solve() is False
        if backend.statistics:
            assert solver.accum_stats()["conflicts"] > 5
        else:
            with pytest.raises(NotImplementedError):
                solver.accum_stats()


def proof_of(backend: Backend, clauses: list[list[int]]) -> Iterator[str]:
    with backend.open(proof=True) as solver:
        solver.append_formula(clauses)
        assert solver.solve() is False
        yield from solver.get_proof()


@backends
def test_proofs_are_accepted_where_the_table_says_so(backend: Backend) -> None:
    clauses = pigeons(5)
    if not backend.proof:
        with pytest.raises(UnsupportedError, match=f"{backend.name} writes no proof that can be trusted: cadical103"):
            backend.open(proof=True)
        return
    lines = [f"p cnf 30 {len(clauses)}"] + [" ".join(map(str, [*clause, 0])) for clause in clauses]
    formula = parse_dimacs("\n".join(lines))
    result = check_proof(formula, "\n".join(proof_of(backend, clauses)))
    assert result.ok, result.reason


def test_maplesat_proofs_are_still_wrong() -> None:
    solver = pysat.solvers.Solver(name="maplesat", with_proof=True)
    with solver:
        clauses = pigeons(5)
        solver.append_formula(clauses)
        assert solver.solve() is False
        lines = [f"p cnf 30 {len(clauses)}"] + [" ".join(map(str, [*clause, 0])) for clause in clauses]
        assert not check_proof(parse_dimacs("\n".join(lines)), "\n".join(solver.get_proof())).ok


@backends
def test_versions_are_read_from_pysat(backend: Backend) -> None:
    assert backend.version()[0].isalpha()


def test_version_numbers() -> None:
    assert find("cadical153").version() == "CaDiCaL 1.5.3"
    assert find("glucose42").version() == "Glucose 4.2.1"
    assert find("minisat22").version() == "MiniSat 2.2"


def test_a_backend_that_pysat_lacks_is_absent() -> None:
    lacking = Backend("cadical999")
    assert not lacking.present
    with pytest.raises(UnsupportedError, match="the installed python-sat has no backend cadical999"):
        lacking.open()


@pytest.mark.parametrize(("name", "hint"), [("cadical", "did you mean cadical"), ("zchaff", "there are cadical103, ")])
def test_unknown_names_are_refused(name: str, hint: str) -> None:
    with pytest.raises(InputError, match=f"unknown SAT backend '{name}': {hint}"):
        find(name)
