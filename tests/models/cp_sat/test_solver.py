"""The CP-SAT solver: limits, statuses, settings, repeatability, and deals with a story."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from ortools.sat.python.cp_model import (
    FEASIBLE,
    INFEASIBLE,
    MODEL_INVALID,
    OPTIMAL,
    UNKNOWN,
    CpModel,
    CpSolver,
    CpSolverStatus,
)

from blackhole_models.cp_sat.build import build
from blackhole_models.cp_sat.engine import run
from blackhole_models.cp_sat.options import BASES
from blackhole_models.cp_sat.settings import Settings
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError
from blackhole_models.result import Limits, Verdict
from blackhole_models.sequencing import Sequencing
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from pathlib import Path

    from blackhole_models.result import Json

# fmt: off
CANARY = Deal.of(
    "AS",
    "4D 2D JD", "JS KS TS", "3D 4S 7D", "QH 8C 3S", "KC 5C JC", "QC 7C 6S", "KH 2S 5S", "QD 4C 5H", "6H 9H 5D",
    "2C 7H KD", "8D 3C 9S", "4H TC QS", "AD 8S 8H", "7S AH 6D", "JH AC 6C", "TD 2H 3H", "9C TH 9D",
    name="pysolfc:40",
)
"""Its only first card is the king of diamonds, which a published table of pairs forbids after the ace of spades."""

NO_FIRST_MOVE = Deal.of(
    "AS",
    "6H 3S 5H", "2D 2H 5D", "AC 8D JS", "2S TD 6D", "2C KS JH", "3H 8H QD", "AD JC 4H", "6C 9D TS", "KC QH JD",
    "8S KD TC", "4C 4S 9S", "5C QC 5S", "8C KH TH", "7S 3D 6S", "9H 7D 3C", "7H QS 7C", "AH 4D 9C",
    name="pysolfc:27",
)

SMALLER = Deal.of(
    "AS",
    "4C 5H 2D", "3S 6C AH", "2H 5D 3C", "6S 4D AC", "2C 5S 3H", "6H 4S AD", "3D 2S 5C", "6D 4H",
    ranks=6,
)
"""A deal the published model needs search for, in a fraction of a second."""
# fmt: on


@pytest.mark.parametrize(
    "name",
    [
        "cp-sat",
        "cp-sat-position+lean+dominance",
        "cp-sat-position+arithmetic+lean+dominance",
        "cp-sat-position+automaton+lean+windows+dominance",
        "cp-sat-circuit+lean",
        "cp-sat-timeline+flow+lean",
    ],
)
def test_canary_is_won_through_the_king_of_diamonds(name: str) -> None:
    result = decide(make(name), CANARY)
    assert result.verdict is Verdict.SOLVABLE
    assert result.verified
    assert [str(card) for card in (result.order or ())[:2]] == ["AS", "KD"]
    assert result.order is not None
    assert len(result.order) == len(CANARY)


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize("presolve", [True, False])
def test_deal_without_a_first_move_is_unsolvable(name: str, presolve: bool) -> None:
    result = decide(make(name, presolve=presolve), NO_FIRST_MOVE)
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.order is None


@pytest.mark.parametrize(
    ("limits", "verdict"),
    [
        (Limits(seconds=0.001), Verdict.TIME_LIMIT),
        (Limits(seconds=0.2), Verdict.TIME_LIMIT),
        (Limits(effort=1), Verdict.EFFORT_LIMIT),
        (Limits(effort=0), Verdict.EFFORT_LIMIT),
        (Limits(seconds=0), Verdict.TIME_LIMIT),
        (Limits(memory_mb=0), Verdict.MEMORY_LIMIT),
    ],
)
def test_limit_reached_is_never_a_decision(limits: Limits, verdict: Verdict) -> None:
    result = decide(make("cp-sat-position"), CANARY if limits.seconds else SMALLER, limits)
    assert result.verdict is verdict
    assert result.order is None
    assert result.effort_unit == "conflicts"


def test_time_limit_counts_building() -> None:
    result = decide(make("cp-sat-position"), CANARY, Limits(seconds=0.5))
    assert result.build_seconds > 0
    assert result.build_seconds + result.solve_seconds < 1.5


@pytest.mark.parametrize(
    ("status", "verdict", "stopped"),
    [
        (OPTIMAL, Verdict.SOLVABLE, None),
        (FEASIBLE, Verdict.SOLVABLE, Verdict.INTERRUPTED),
        (INFEASIBLE, Verdict.UNSOLVABLE, None),
        (UNKNOWN, Verdict.INTERRUPTED, Verdict.INTERRUPTED),
        (MODEL_INVALID, Verdict.ERROR, None),
    ],
)
def test_every_status_has_its_verdict(
    status: CpSolverStatus, verdict: Verdict, stopped: Verdict | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = CpSolver.solve

    def answer(solver: CpSolver, model: CpModel) -> CpSolverStatus:
        solve(solver, model)
        return status

    monkeypatch.setattr(CpSolver, "solve", answer)
    outcome = run(build(Sequencing(Deal.of("AS", "QD KH", "JC")), BASES["cp-sat"]), Settings())
    assert (outcome.verdict, outcome.stopped) == (verdict, stopped)
    assert (outcome.order is None) == (verdict is not Verdict.SOLVABLE)
    assert (outcome.message == "") == (verdict is not Verdict.ERROR)


def test_invalid_model_is_an_error() -> None:
    formulation = build(Sequencing(SMALLER), BASES["cp-sat"])
    formulation.model.new_int_var(1, 0, "without a value")
    outcome = run(formulation, Settings())
    assert outcome.verdict is Verdict.ERROR
    assert "refuses the model" in outcome.message


@pytest.mark.parametrize("name", BASES)
def test_one_worker_repeats_itself(name: str) -> None:
    def figures() -> list[object]:
        result = decide(make(name, seed=3), SMALLER)
        return [result.verdict, result.order, result.effort, result.details["branches"], result.details["booleans"]]

    first = figures()
    assert figures() == first
    assert figures() == first


def test_details_say_how_the_run_was_made() -> None:
    details = decide(make("cp-sat", workers=2, seed=5, presolve=False), NO_FIRST_MOVE).details
    assert details["workers"] == 2
    assert details["seed"] == 5
    assert details["presolve"] is False
    assert details["fixed_search"] is False
    assert details["status"] == "INFEASIBLE"
    assert str(details["ortools"]).split(".")[0].isdigit()
    assert {"conflicts", "branches", "cp_sat_wall_seconds", "cp_sat_user_seconds"} <= details.keys()


def test_fixed_search_assigns_positions_in_order() -> None:
    free, fixed = (decide(make("cp-sat-position", fixed_search=fixed), SMALLER) for fixed in (False, True))
    assert fixed.verdict is free.verdict
    assert fixed.details["fixed_search"] is True
    assert fixed.details["branches"] != free.details["branches"]


def test_log_goes_to_its_file_and_nowhere_else(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "log"
    for deal in (NO_FIRST_MOVE, SMALLER):
        decide(make("cp-sat-position", log=str(file)), deal)
    assert capfd.readouterr() == ("", "")
    assert file.read_text().count("Starting CP-SAT solver") == 2
    with pytest.raises(InputError, match="the log cannot be written: "):
        decide(make("cp-sat", log=str(tmp_path)), SMALLER)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"workers": 0}, "workers is a whole number from 1"),
        ({"workers": "four"}, "not four"),
        ({"workers": True}, "workers is a whole number"),
        ({"seed": -1}, "seed is a whole number from 0"),
        ({"seed": 2**31}, "not 2147483648"),
        ({"presolve": "no"}, "presolve is true or false"),
        ({"log": True}, "log is the name of a file"),
        ({"speed": 3}, "no setting 'speed': there are workers, seed"),
    ],
)
def test_unusable_setting_is_named(settings: dict[str, Json], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make("cp-sat", **settings)
