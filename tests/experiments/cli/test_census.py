"""`blackhole census`: the same count as deal by deal, gone on with, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from blackhole_models.dealers import Shape, deals
from blackhole_models.result import Verdict
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

SMALL = ("uniform:1-300", "--ranks", "6", "--suits", "3")


def test_it_counts_what_another_approach_finds(blackhole: Callable[..., Result], tmp_path: Path) -> None:
    verdicts = [decide(make("dfs+table"), deal).verdict for deal in deals("uniform:1-300", Shape(ranks=6, suits=3))]
    found = json.loads(blackhole("census", *SMALL, "--json", "--out", tmp_path).stdout)
    assert found["deals"] == "uniform:1-300"
    assert found["solvable"] == verdicts.count(Verdict.SOLVABLE)
    assert found["unsolvable"] == verdicts.count(Verdict.UNSOLVABLE)
    assert found["undecided"] == 0
    assert 0 < found["solvable"] < 300


def test_what_is_there_is_not_made_again(blackhole: Callable[..., Result], tmp_path: Path) -> None:
    first = blackhole("census", *SMALL, "--out", tmp_path)
    assert first.exit_code == 0
    (block,) = tmp_path.glob("*.parquet")
    made = block.stat().st_mtime_ns
    again = blackhole("census", *SMALL, "--out", tmp_path)
    assert again.stdout == first.stdout
    assert block.stat().st_mtime_ns == made
    refused = blackhole("census", "pysolfc:1-300", "--out", tmp_path)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "holds blocks of another plan" in refused.stderr


def test_deals_left_open_are_counted_both_ways(blackhole: Callable[..., Result], tmp_path: Path) -> None:
    result = blackhole("census", "pysolfc:1-50", "--effort-limit", "20", "--out", tmp_path)
    assert result.exit_code == 1
    numbers = [int(word) for word in result.stdout.replace(",", "").split() if word.isdigit()]
    total, solvable, unsolvable, undecided = numbers[:4]
    assert total == 50 == solvable + unsolvable + undecided
    assert undecided > 0
    assert "20 at most" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("deals.txt",), "'deals.txt' is no range of deal numbers"),
        (("pysolfc:9-3",), "is empty"),
        (("uniform:1-9", "--any-foundation"), "leave out --any-foundation"),
        (("uniform:1-9", "--ranks", "1"), "ranks"),
        (("uniform:1-9", "--cluster", "nowhere"), "is no cluster"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_line(
    arguments: tuple[str, ...], said: str, blackhole: Callable[..., Result], tmp_path: Path
) -> None:
    result = blackhole("census", *arguments, "--out", tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
