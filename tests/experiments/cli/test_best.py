"""`blackhole solve --best` and `--log`: how far one can get, and what CP-SAT says while it works."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from blackhole_experiments.cli import answers, exits

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result


@pytest.fixture
def stuck(tmp_path: Path) -> Path:
    """Return a file with a small deal in which 3 of 6 cards can be played, 1 after a wrong start."""
    file = tmp_path / "stuck.txt"
    file.write_text("Foundations: AS\n# ranks: 13\n2S\n3S\nKS\n2H 9S\n4S\n")
    return file


def line(said: Result) -> dict[str, Any]:
    (text,) = said.stdout.splitlines()
    found: dict[str, Any] = json.loads(text)
    return found


@pytest.mark.parametrize("solver", ["search", "cp-sat"])
def test_the_most_cards(blackhole: Callable[..., Result], solver: str, stuck: Path) -> None:
    said = blackhole("solve", "--best", "--allow-odd-deck", "--solver", solver, stuck)
    assert said.exit_code == exits.UNSOLVABLE
    first, _, title, order = said.stdout.splitlines()[:4]
    assert first == (
        f"{stuck}: at most 3 of 6 cards can be played "
        f"(the order was replayed by the referee; {solver}-longest ruled out every longer one)"
    )
    assert title == "The order, each card with the number of its fan:"
    assert order.split()[:2] == ["1", "AS"]
    assert order.split()[3:] == ["3S(2)", "4S(5)"]


def test_the_most_cards_for_programs(blackhole: Callable[..., Result], stuck: Path, small: Path) -> None:
    options = ("solve", "--best", "--json", "--allow-odd-deck")
    found = line(blackhole(*options, stuck))
    assert tuple(found) == (*answers.FIELDS, "best")
    assert (found["verdict"], found["order"]) == ("unsolvable", None)
    best = found["best"]
    assert (best["played"], best["most"], best["proven"], len(best["order"])) == (3, 3, True, 4)
    assert len(line(blackhole(*options, "--steps", stuck))["steps"]) == 4
    won = line(blackhole(*options, small))
    assert (won["verdict"], won["verified"], won["best"]["order"]) == ("solvable", True, won["order"])
    assert (won["best"]["played"], won["best"]["proven"]) == (5, True)
    assert line(blackhole(*options, "--time-limit", 0, small))["best"] is None


def test_the_most_cards_from_the_middle_of_a_game(blackhole: Callable[..., Result], stuck: Path, small: Path) -> None:
    options = ("solve", "--best", "--allow-odd-deck")
    said = blackhole(*options, stuck, "--played", "2S")
    assert said.exit_code == exits.UNSOLVABLE
    assert "at most 3 of 6 cards can be played" in said.stdout
    assert "The next card: 3S, from fan 2\n" in said.stdout
    spoilt = line(blackhole(*options, stuck, "--json", "--played", "KS"))
    assert (spoilt["best"]["order"], spoilt["best"]["most"], spoilt["next"]) == (["AS", "KS"], 1, None)
    assert "all 5 cards can be played" in blackhole(*options, small, "--no-order", "--played", "3S AH").stdout


def test_the_best_so_far_at_a_limit(blackhole: Callable[..., Result]) -> None:
    said = blackhole("solve", "--best", "--no-order", "--effort-limit", 30, "pysolfc:400")
    assert said.exit_code == exits.DONE
    assert "cards can be played (not decided within 30 positions)" in said.stdout
    assert "and at most 51 of 51 cards" in said.stdout
    best = line(blackhole("solve", "--best", "--json", "--effort-limit", 30, "pysolfc:400"))["best"]
    assert (best["proven"], best["most"]) == (False, 51)
    assert 0 < best["played"] < 51


def test_who_cannot_find_the_best_is_told(blackhole: Callable[..., Result], small: Path) -> None:
    said = blackhole("solve", "--best", "--solver", "sat", small)
    assert said.exit_code == exits.UNUSABLE
    assert said.stderr == "blackhole: --best is found by search or cp-sat, not by sat\n"


@pytest.mark.parametrize("solver", ["dfs", "sat", "sat-direct", "cp-sat-position", "cp-sat-circuit"])
def test_every_solver_names_the_next_card(blackhole: Callable[..., Result], solver: str, small: Path) -> None:
    options = ("solve", small, "--solver", solver, "--played", "3S AH")
    assert blackhole(*options, "--no-order").stdout.endswith("The next card: 2H, from fan 2\n")  # 2S spoils the game
    assert line(blackhole(*options, "--json"))["next"] == "2H"


def test_the_log_is_for_people(start: Callable[..., subprocess.Popen[str]], small: Path, blocked: Path) -> None:
    process = start("solve", "--solver", "cp-sat", "--log", "--json", small, blocked)
    out, err = process.communicate(timeout=120)
    assert [json.loads(text)["verdict"] for text in out.splitlines()] == ["solvable", "unsolvable"]
    assert err.count("Starting CP-SAT solver") == 2
    assert err.count("CpSolverResponse summary:") == 2
    assert err.index("status: OPTIMAL") < err.index("status: INFEASIBLE")


def test_a_log_that_nobody_writes(blackhole: Callable[..., Result], small: Path) -> None:
    said = blackhole("solve", "--log", small)
    assert said.exit_code == exits.UNUSABLE
    assert said.stderr == "blackhole: --log shows the log of CP-SAT, and search works without it\n"
