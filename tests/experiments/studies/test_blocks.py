"""Blocks of deals: what they hold, resuming, and folders that are not theirs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from blackhole_experiments.studies.blocks import Plan, block_path, make_blocks, read_blocks, record_of
from blackhole_models.dealers import Shape, deals
from blackhole_models.errors import InputError
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from pathlib import Path

PLAN = Plan("pysolfc", 18, 25, Shape(), block=10)
COLUMNS = ("solvable", "effort", "deepest", "restarts")


def made(plan: Plan, folder: Path, jobs: int = 2) -> pd.DataFrame:
    make_blocks(plan, folder, jobs=jobs)
    return read_blocks(plan, folder, COLUMNS)[0]


def test_blocks_end_at_multiples_of_their_size() -> None:
    assert [(block.start, block.stop) for block in PLAN.blocks()] == [(18, 20), (20, 30), (30, 40), (40, 43)]


@pytest.mark.parametrize("shape", [Shape(), Shape(game="all-in-a-row"), Shape(ranks=7, suits=3, fan_size=4)])
def test_a_block_holds_what_the_solver_finds_deal_by_deal(tmp_path: Path, shape: Shape) -> None:
    plan = Plan("uniform", 1, 12, shape, block=5)
    found = made(plan, tmp_path)
    solver = make("search")
    for deal, line in zip(deals("uniform:1-12", shape), found.itertuples(), strict=True):
        result = decide(solver, deal)
        assert (result.verdict == "solvable") == bool(line.solvable), deal.name
        assert (result.effort, result.details["restarts"]) == (line.effort, line.restarts), deal.name


def test_mirrored_deals_have_the_same_verdicts(tmp_path: Path) -> None:
    plain = made(Plan("uniform", 1, 40, Shape(ranks=6), block=20), tmp_path / "plain")
    mirrored = made(Plan("uniform", 1, 40, Shape(ranks=6), block=20, mirrored=True), tmp_path / "mirrored")
    assert plain["solvable"].equals(mirrored["solvable"])
    assert not plain["effort"].equals(mirrored["effort"])


def test_a_deal_beyond_the_effort_limit_is_not_decided(tmp_path: Path) -> None:
    found = made(Plan("pysolfc", 1, 10, Shape(), effort_limit=60), tmp_path)
    assert found["solvable"].isna().any()
    assert found["effort"].max() <= 60


def test_only_missing_blocks_are_made(tmp_path: Path) -> None:
    first = made(PLAN, tmp_path)
    blocks = [block_path(tmp_path, numbers) for numbers in PLAN.blocks()]
    blocks[1].unlink()
    (tmp_path / ".torn.parquet.1.part").write_bytes(b"half a block")
    before = {path: path.stat().st_mtime_ns for path in blocks if path.exists()}
    steps: list[int] = []
    make_blocks(PLAN, tmp_path, jobs=1, progress=steps.append)
    assert sorted(steps) == [2, 3, 10, 10]
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert not list(tmp_path.glob(".*.part"))
    pd.testing.assert_frame_equal(read_blocks(PLAN, tmp_path, COLUMNS)[0], first)


def test_blocks_of_another_plan_are_refused(tmp_path: Path) -> None:
    made(PLAN, tmp_path)
    for other in (
        Plan("pysolfc", 18, 25, Shape(), "dfs+table", block=10),
        Plan("pysolfc", 18, 25, Shape(), block=10, mirrored=True),
        Plan("ms", 18, 25, Shape(), block=10),
    ):
        with pytest.raises(InputError, match="blocks of another plan"):
            make_blocks(other, tmp_path, jobs=1)


def test_what_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least one at a time"):
        make_blocks(PLAN, tmp_path, jobs=0)
    with pytest.raises(InputError, match="is missing"):
        read_blocks(PLAN, tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written to"):
        make_blocks(PLAN, tmp_path / "file", jobs=1)
    no_block = tmp_path / "none.parquet"
    no_block.write_bytes(b"nothing")
    with pytest.raises(InputError, match="is no block"):
        record_of(no_block)


PROGRAM = """
import sys
from pathlib import Path
from blackhole_experiments.studies.blocks import Plan, make_blocks
from blackhole_models.dealers import Shape
plan = Plan("pysolfc", 1, 4000, Shape(), block=40)
make_blocks(plan, Path(sys.argv[1]), jobs=2, progress=lambda deals: print(deals, flush=True))
"""


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT])
def test_a_study_that_was_killed_goes_on_where_it_was(tmp_path: Path, kill: signal.Signals) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    child.stdout.readline()
    child.stdout.readline()
    begin = time.monotonic()
    os.kill(child.pid, kill)
    child.communicate(timeout=30)
    assert child.returncode != 0
    assert time.monotonic() - begin < 10
    whole = list(tmp_path.glob("*.parquet"))
    assert 2 <= len(whole) < 101
    plan = Plan("pysolfc", 1, 400, Shape(), block=40)
    resumed = made(plan, tmp_path)
    undisturbed = made(plan, tmp_path / "undisturbed")
    pd.testing.assert_frame_equal(resumed, undisturbed)
