"""`blackhole solve`: answers, exit codes, lines of JSON, orders for people."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from blackhole_experiments.cli import answers, exits, running
from blackhole_experiments.cli.tally import Tally
from blackhole_experiments.runs import pool
from blackhole_experiments.runs.environment import environment
from blackhole_experiments.runs.outcome import Measured, Outcome, now
from blackhole_experiments.runs.run import Run
from blackhole_models import solvers
from blackhole_models.cards import parse_card
from blackhole_models.deal import Deal
from blackhole_models.dealers import Shape, deals
from blackhole_models.errors import InputError
from blackhole_models.referee import replay
from blackhole_models.result import Result, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import click.testing

WON, LOST = Deal.of("AS", "3S 2S", "2H 3H", ranks=3, name="won"), Deal.of("AS", "2S 4S 3S", ranks=5, name="lost")


def lines(said: click.testing.Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.stdout.splitlines()]


def outcome(deal: Deal, verdict: Verdict, *, answered: bool = True, **result: Any) -> Outcome:
    run = Run(deal, "dfs")
    return Outcome(run, Result("dfs", verdict, **result), Measured(now(), answered=answered), environment())


@pytest.fixture
def broken(
    blackhole: Callable[..., click.testing.Result], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., click.testing.Result]]:
    """Return `blackhole`, with a worker that knows solvers that fail."""
    here = Path(__file__).parent
    monkeypatch.syspath_prepend(here)
    entry = solvers.Entry("broken_worker", "fails")
    monkeypatch.setattr(solvers, "REGISTRY", {**solvers.REGISTRY, "broken": entry})
    command = (sys.executable, str(here / "broken_worker.py"))

    def execute(runs: Any, *, jobs: int) -> Any:
        return pool.execute(runs, jobs=jobs, executor=pool.Lanes(jobs, command=command))

    monkeypatch.setattr(running, "execute", execute)
    yield blackhole
    sys.modules.pop("broken_worker", None)


def test_a_deal_that_can_be_won(blackhole: Callable[..., click.testing.Result], small: Path) -> None:
    said = blackhole("solve", small)
    assert said.exit_code == exits.SOLVABLE
    assert said.stdout.startswith(f"{small}: solvable (the order was replayed by the referee)\n")
    row = next(line for line in said.stdout.splitlines() if line.startswith("1  AS"))
    assert sorted(row.split()[2:]) == ["2H(2)", "2S(1)", "3H(2)", "3S(1)", "AH(2)"]
    assert "taken for a deck of 3 ranks" in said.stderr


def test_a_deal_without_a_first_move(blackhole: Callable[..., click.testing.Result]) -> None:
    said = blackhole("solve", "pysolfc:27")
    assert said.exit_code == exits.UNSOLVABLE
    assert said.stdout.startswith("pysolfc:27: unsolvable (no first move: no uncovered card is a neighbour of AS)\n")
    assert said.stderr == ""


def test_a_deal_that_is_lost_later(blackhole: Callable[..., click.testing.Result]) -> None:
    said = blackhole("solve", "pysolfc:33000")
    assert said.exit_code == exits.UNSOLVABLE
    assert said.stdout.startswith("pysolfc:33000: unsolvable (search ruled out every order)\n")


@pytest.mark.parametrize(
    ("option", "verdict"),
    [("--time-limit", "time-limit"), ("--memory-limit", "memory-limit"), ("--effort-limit", "effort-limit")],
)
def test_a_limit_of_zero_decides_nothing(
    blackhole: Callable[..., click.testing.Result], option: str, verdict: str
) -> None:
    said = blackhole("solve", option, 0, "pysolfc:27")
    assert said.exit_code == exits.DONE
    assert said.stdout.startswith(f"pysolfc:27: {verdict} (not decided within 0 ")


def test_a_line_of_json_tells_all(blackhole: Callable[..., click.testing.Result], small: Path) -> None:
    said = blackhole("solve", "--json", "--seed", 7, "--time-limit", 9, small)
    assert said.exit_code == exits.SOLVABLE
    (line,) = lines(said)
    assert tuple(line) == answers.FIELDS
    assert (line["deal"], line["solver"], line["verdict"], line["verified"]) == (str(small), "search", "solvable", True)
    assert (line["all_settings"], line["limit_seconds"], line["limit_effort"]) == ({"seed": 7}, 9.0, None)
    assert line["effort_unit"] == "positions"
    assert line["effort"] > 0
    assert line["build_seconds"] >= 0
    assert line["solve_seconds"] >= 0
    assert line["versions"]["numba"]
    order = [parse_card(card) for card in line["order"]]
    assert replay(Deal.of("AS", "2S 3S", "3H 2H AH", ranks=3), order).wins


def test_steps_for_programs(blackhole: Callable[..., click.testing.Result], small: Path) -> None:
    (line,) = lines(blackhole("solve", "--json", "--steps", small))
    assert [step["card"] for step in line["steps"]] == line["order"]
    assert line["steps"][0] == {"card": "AS", "fan": None, "left": []}
    by_card = {step["card"]: step for step in line["steps"]}
    assert by_card["AH"] == {"card": "AH", "fan": 2, "left": ["3H", "2H"]}
    assert by_card["2S"] == {"card": "2S", "fan": 1, "left": []}


def test_steps_for_people(blackhole: Callable[..., click.testing.Result], small: Path) -> None:
    rows = [line.split() for line in blackhole("solve", "--steps", small).stdout.splitlines()]
    assert ["1", "AS", "(the", "foundation", "card)"] in rows
    assert any(row[1:] == ["AH", "fan", "2", "3H", "2H"] for row in rows)
    assert any(row[1:] == ["2S", "fan", "1", "nothing"] for row in rows)


def test_a_batch_keeps_the_order_and_every_line(
    blackhole: Callable[..., click.testing.Result], small: Path, tmp_path: Path
) -> None:
    arguments = ["pysolfc:27", tmp_path / "missing", small, "pysolfc:27", "pysolfc:0", "pysolfc:28-30"]
    said = blackhole("solve", "--json", *arguments)
    assert said.exit_code == exits.UNUSABLE
    found = [(line["deal"], line["verdict"]) for line in lines(said)]
    assert found == [
        ("pysolfc:27", "unsolvable"),
        (str(tmp_path / "missing"), "error"),
        (str(small), "solvable"),
        ("pysolfc:27", "unsolvable"),
        ("pysolfc:0", "error"),
        ("pysolfc:28", "solvable"),
        ("pysolfc:29", "unsolvable"),
        ("pysolfc:30", "solvable"),
    ]
    refused = lines(said)[1]
    assert tuple(refused) == answers.FIELDS
    assert (refused["order"], refused["verified"]) == (None, False)
    assert "there is no such file" in refused["message"]
    assert said.stderr.splitlines()[-1] == "blackhole: 8 deals: 3 solvable, 3 unsolvable, 2 unusable"


def test_a_batch_is_a_line_a_deal(blackhole: Callable[..., click.testing.Result]) -> None:
    said = blackhole("solve", "pysolfc:27-29")
    assert said.exit_code == exits.DONE
    assert [line.partition(" (")[0] for line in said.stdout.splitlines()] == [
        "pysolfc:27: unsolvable",
        "pysolfc:28: solvable",
        "pysolfc:29: unsolvable",
    ]
    assert "The order" in blackhole("solve", "--order", "pysolfc:27-28").stdout
    assert "The order" not in blackhole("solve", "--no-order", "pysolfc:28").stdout


def test_a_batch_with_an_undecided_deal(blackhole: Callable[..., click.testing.Result]) -> None:
    said = blackhole("solve", "--effort-limit", 1, "pysolfc:27-28")
    assert said.exit_code == exits.SHORT
    assert said.stderr == "blackhole: 2 deals: 1 unsolvable, 1 effort-limit\n"


@pytest.mark.parametrize("solver", ["search", "sat", "cp-sat"])
def test_every_approach_answers_alike(
    blackhole: Callable[..., click.testing.Result], solver: str, small: Path, blocked: Path
) -> None:
    found = lines(blackhole("solve", "--json", "--solver", solver, small, blocked))
    assert [line["verdict"] for line in found] == ["solvable", "unsolvable"]
    assert {line["solver"] for line in found} == {solver}


def test_a_game_under_way_is_played_on(blackhole: Callable[..., click.testing.Result], small: Path) -> None:
    said = blackhole("solve", small, "--played", "3S AH")
    assert said.exit_code == exits.SOLVABLE
    assert "The next card: 2H, from fan 2\n" in said.stdout  # 2S would strand the rest
    (line,) = lines(blackhole("solve", small, "--json", "--played", "AS 3S AH"))
    assert line["played"] == ["AS", "3S", "AH"]
    assert line["order"][:4] == ["AS", "3S", "AH", "2H"]
    assert (len(line["order"]), line["verified"]) == (6, True)


def test_a_game_that_was_spoilt(blackhole: Callable[..., click.testing.Result], tmp_path: Path) -> None:
    deal = tmp_path / "deal"
    deal.write_text("Foundations: AS\n2S\n6S\n4S 3S\n5S\n")
    said = blackhole("solve", "--ranks", 6, deal)
    assert said.exit_code == exits.SOLVABLE
    said = blackhole("solve", "--ranks", 6, deal, "--played", "6S 5S")
    assert said.exit_code == exits.UNSOLVABLE
    assert said.stdout.startswith(f"{deal}: unsolvable (no first move: no uncovered card is a neighbour of 5S)\n")


def test_a_game_that_is_over(blackhole: Callable[..., click.testing.Result], small: Path) -> None:
    said = blackhole("solve", small, "--played", "AS 3S AH 2H 3H 2S")
    assert said.exit_code == exits.SOLVABLE
    assert "All cards were played already." in said.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["pysolfc:5", "--played", "AS QH"], "pysolfc:5: card 2: QH is still covered by 7C in fan 16"),
        (["pysolfc:5", "--played", "KS KX"], "line 1: 'KX' is not a card"),
        (["pysolfc:5", "--played", ""], "there are no cards in it"),
        (["pysolfc:5-6", "--played", "KS"], "one deal is wanted, and pysolfc:5-6 has 2"),
        (["pysolfc:5", "pysolfc:6", "--played", "KS"], "--played is about one DEAL, not 2"),
        (["-", "--played", "-"], "only one of the two can be standard input"),
        (["pysolfc:0", "--played", "KS"], "there is no deal 0"),
    ],
)
def test_a_game_of_no_use_is_one_line(
    blackhole: Callable[..., click.testing.Result], arguments: list[str], complaint: str
) -> None:
    said = blackhole("solve", *arguments)
    assert (said.exit_code, said.stdout) == (exits.UNUSABLE, "")
    assert complaint in said.stderr
    assert said.stderr.count("\n") == 1


def test_an_order_that_the_referee_refuses_is_loud(broken: Callable[..., click.testing.Result]) -> None:
    said = broken("solve", "--solver", "broken+lie", "--json", "pysolfc:5")
    assert said.exit_code == exits.SHORT
    assert "pysolfc:5: broken+lie failed: the referee refuses the order: card 2" in said.stderr
    (line,) = lines(said)
    assert (line["verdict"], line["order"], line["verified"]) == ("error", None, False)
    assert "the referee refuses the order" in line["message"]


def test_a_crash_does_not_stop_the_rest(broken: Callable[..., click.testing.Result]) -> None:
    said = broken("solve", "--solver", "broken+crash", "pysolfc:5-6")
    assert said.exit_code == exits.SHORT
    assert [line.partition(" (")[0] for line in said.stdout.splitlines()] == ["pysolfc:5: error", "pysolfc:6: error"]
    for number in (5, 6):
        assert f"blackhole: pysolfc:{number}: broken+crash failed: its process died of SIGABRT" in said.stderr


def test_errors_and_interruptions_outrank_decisions() -> None:
    error, cancelled = outcome(WON, Verdict.ERROR), outcome(WON, Verdict.INTERRUPTED, answered=False)
    won, lost, late = (
        outcome(WON, Verdict.SOLVABLE),
        outcome(LOST, Verdict.UNSOLVABLE),
        outcome(WON, Verdict.TIME_LIMIT),
    )
    gave_up = outcome(WON, Verdict.INTERRUPTED)  # of its own accord: not the user's doing
    cases: list[tuple[Sequence[Outcome | InputError], int]] = [
        ([won], exits.SOLVABLE),
        ([lost], exits.UNSOLVABLE),
        ([late], exits.DONE),
        ([gave_up], exits.DONE),
        ([error], exits.SHORT),
        ([cancelled], exits.INTERRUPTED),
        ([InputError("no")], exits.UNUSABLE),
        ([won, lost], exits.DONE),
        ([won, late], exits.SHORT),
        ([won, gave_up], exits.SHORT),
        ([won, error], exits.SHORT),
        ([won, InputError("no")], exits.UNUSABLE),
        ([error, InputError("no")], exits.UNUSABLE),
        ([won, InputError("no"), cancelled], exits.INTERRUPTED),
    ]
    for found, code in cases:
        tally = Tally(len(found))
        for each in found:
            tally.add(each)
        assert tally.exit_code == code, str(tally)


def test_a_range_is_begun_at_once_and_not_drawn_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = 0

    def counted() -> Iterator[Deal]:
        nonlocal drawn
        for deal in deals("uniform:1-1000000", Shape()):
            drawn += 1
            yield deal

    def execute(runs: Iterator[Run], **_: int) -> Iterator[Outcome]:
        for run in runs:
            yield Outcome(run, Result("dfs", Verdict.UNSOLVABLE), Measured(now()), environment())

    monkeypatch.setattr(running, "execute", execute)
    answer = next(running.outcomes_in_order(counted(), lambda deal: Run(deal, "dfs"), jobs=1))
    assert isinstance(answer, Outcome)
    assert answer.run.deal.name == "uniform:1"
    assert drawn == 1


def test_answers_wait_for_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    entries: list[Deal | InputError] = [WON, InputError("first"), LOST, WON, InputError("second"), LOST.named("last")]

    def execute(runs: Iterator[Run], **_: int) -> Iterator[Outcome]:
        for run in reversed(list(runs)):
            yield Outcome(run, Result("dfs", Verdict.UNSOLVABLE), Measured(now()), environment())

    monkeypatch.setattr(running, "execute", execute)
    found = list(running.outcomes_in_order(entries, lambda deal: Run(deal, "dfs"), jobs=2))
    assert [str(each) if isinstance(each, InputError) else each.run.deal.name for each in found] == [
        "won",
        "first",
        "lost",
        "won",
        "second",
        "last",
    ]


def test_what_came_after_a_gap_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def execute(runs: Iterator[Run], **_: int) -> Iterator[Outcome]:
        last = list(runs)[-1]
        yield Outcome(last, Result("dfs", Verdict.INTERRUPTED), Measured(now()), environment())

    monkeypatch.setattr(running, "execute", execute)
    (found,) = running.outcomes_in_order([WON, LOST], lambda deal: Run(deal, "dfs"), jobs=2)
    assert isinstance(found, Outcome)
    assert found.run.deal == LOST
