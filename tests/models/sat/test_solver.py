"""SAT as a solver of the registry: verdicts, limits, figures and settings."""

from __future__ import annotations

import time

import pytest

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.result import Limits, Verdict
from blackhole_models.sat.backends import BACKENDS
from blackhole_models.sat.solver import make as make_sat
from blackhole_models.solvers import Enumerator, decide, make

SOLVABLE = Deal.of("AS", "QD KH", "JC")
NO_FIRST_MOVE = Deal.of("AS", "2S 3S", "KS 4S", "QS")


def crowd(twos: int) -> Deal:
    """Return a deal of free cards with too few others to keep the twos apart: a pigeonhole problem."""
    cards = [Card(1, suit) for suit in range(twos)] + [Card(2, suit) for suit in range(twos - 2)]
    return Deal(8, tuple((card,) for card in cards))


@pytest.mark.parametrize("backend", [backend.name for backend in BACKENDS.values() if backend.present])
def test_every_backend_decides_deals(backend: str) -> None:
    solver = make("sat", backend=backend)
    won = decide(solver, SOLVABLE)
    assert (won.verdict, won.verified) == (Verdict.SOLVABLE, True)
    assert decide(solver, NO_FIRST_MOVE).verdict is Verdict.UNSOLVABLE
    assert decide(make("sat-timeline", backend=backend), crowd(5)).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("name", ["sat", "sat-direct", "sat-timeline", "sat-direct+exchange+windows"])
def test_every_name_in_the_registry_lists_all_orders(name: str) -> None:
    solver = make(name)
    assert isinstance(solver, Enumerator)
    deal = Deal.of("AS", "2S", "AH KS", "QC", "KD")
    orders = {" ".join(map(str, order)) for order in solver.orders(deal)}
    assert orders == {"AS KS QC KD AH 2S", "AS KD QC KS AH 2S"}
    free = Deal.of(None, "2H", "2S", "AS", "3S")
    assert len(list(solver.orders(free))) == len(set(solver.orders(free))) == 8


def test_the_rules_example() -> None:
    deal = Deal.of("AS", "4C QD KH", "JC", "TD", "9S", "8H", "7C", "6D", "5S")
    result = decide(make("sat"), deal)
    assert [str(card) for card in result.order or ()] == [
        "AS",
        "KH",
        "QD",
        "JC",
        "TD",
        "9S",
        "8H",
        "7C",
        "6D",
        "5S",
        "4C",
    ]


def test_results_tell_what_was_done() -> None:
    result = decide(make("sat-timeline", backend="glucose4"), crowd(6))
    assert result.solver == "sat-timeline"
    assert result.effort_unit == "conflicts"
    assert result.effort == result.details["conflicts"]
    assert result.effort
    assert result.effort > 10
    assert result.build_seconds > 0
    assert result.solve_seconds > 0
    assert result.details["backend"] == "glucose4"
    for figure in ("variables", "clauses", "literals", "decisions", "propagations"):
        value = result.details[figure]
        assert isinstance(value, int)
        assert value > 0


def test_a_backend_without_statistics_tells_no_effort() -> None:
    result = decide(make("sat", backend="kissat404"), SOLVABLE)
    assert result.verdict is Verdict.SOLVABLE
    assert result.effort is None


@pytest.mark.parametrize("backend", ["cadical153", "cadical195", "glucose4", "minisat22", "kissat404"])
def test_an_effort_limit_that_is_reached_decides_nothing(backend: str) -> None:
    result = decide(make("sat-timeline", backend=backend), crowd(10), Limits(effort=20))
    assert result.verdict is Verdict.EFFORT_LIMIT
    assert result.order is None
    if BACKENDS[backend].statistics:
        # Glucose looks at its budget when it restarts.
        assert 20 <= (result.effort or 0) <= (5000 if backend == "glucose4" else 30)


def test_an_effort_limit_is_refused_where_it_cannot_hold() -> None:
    with pytest.raises(UnsupportedError, match="lingeling cannot be limited"):
        decide(make("sat", backend="lingeling"), SOLVABLE, Limits(effort=10))


def test_a_time_limit_holds_where_the_backend_can_be_interrupted() -> None:
    start = time.perf_counter()
    result = decide(make("sat-timeline", backend="minisat22"), crowd(16), Limits(seconds=0.5))
    assert result.verdict is Verdict.TIME_LIMIT
    assert time.perf_counter() - start < 5


def test_a_time_limit_that_building_used_up_leaves_nothing_to_solve_in() -> None:
    assert decide(make("sat"), crowd(8), Limits(seconds=1e-9)).verdict is Verdict.TIME_LIMIT


def test_a_time_limit_that_is_not_reached_changes_nothing() -> None:
    for backend in ("glucose4", "cadical153"):
        assert decide(make("sat", backend=backend), SOLVABLE, Limits(seconds=60)).verdict is Verdict.SOLVABLE


def test_names_are_canonical() -> None:
    assert make("sat+budgets+no-windows").name == make("sat+no-windows+budgets").name == "sat+no-windows+budgets"
    assert make("sat+dominance+pairwise").name == "sat"


def test_settings_and_versions() -> None:
    solver = make("sat", backend="cadical195")
    assert solver.settings == {"backend": "cadical195", "proof": False}
    versions = solver.versions()
    assert versions["cadical195"] == "CaDiCaL 1.9.5"
    assert versions["python-sat"][0].isdigit()


def test_preparing_needs_no_verdict() -> None:
    make("sat").prepare(NO_FIRST_MOVE)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"backend": "minisat"}, "unknown SAT backend 'minisat'"),
        ({"backend": 7}, "unknown SAT backend '7'"),
        ({"workers": 2}, "no setting 'workers'"),
        ({"x" * 99: 2}, "no setting"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, str | int], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        make("sat", **settings)
    assert len(str(caught.value)) < 400


def test_a_wrong_model_is_an_error_and_not_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    import pysat.solvers

    monkeypatch.setattr(pysat.solvers.Solver, "get_model", lambda _: [])
    result = decide(make_sat("sat", (), {}), SOLVABLE)
    assert result.verdict is Verdict.ERROR
    message = "glucose42 gives a wrong model: the model does not play exactly one card at each step"
    assert result.message == message
