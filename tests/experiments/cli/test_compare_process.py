"""`blackhole compare` as a real process: killed and resumed, and ended by Ctrl-C."""

from __future__ import annotations

import json
import random
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import psutil

from blackhole_experiments.cli import exits
from blackhole_experiments.runs.rows import frame
from blackhole_experiments.runs.store import ROWS_FILE, read_rows

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Start = Callable[..., subprocess.Popen[str]]

PATIENCE = 240
"""Seconds to wait for what may have to be compiled first."""

DEALS = 40
SOLVERS = "sat:backend=glucose4,sat:backend=minisat22"
HARD = "pysolfc:3"
"""A deal that plain depth-first search is at for hours."""


def kept(folder: Path) -> int:
    """Return how many rows are in `folder`, complete ones only."""
    path = folder / ROWS_FILE
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_rows(process: subprocess.Popen[str], folder: Path, count: int) -> None:
    end = time.monotonic() + PATIENCE
    while kept(folder) < count and process.poll() is None and time.monotonic() < end:
        time.sleep(0.002)


def test_killed_at_random_moments_it_ends_like_one_undisturbed(start: Start, tmp_path: Path) -> None:
    def quick(folder: Path) -> subprocess.Popen[str]:
        deals = (f"uniform:1-{DEALS}", "--ranks", 6, "--fan-size", 2)
        return start("compare", *deals, "--solvers", SOLVERS, "--jobs", 2, "--out", folder)

    whole, broken = tmp_path / "whole", tmp_path / "broken"
    with quick(whole) as process:
        assert process.wait(PATIENCE) == exits.DONE

    moments = random.Random(3)  # noqa: S311 - no secret
    for _kill in range(2):
        before = kept(broken)
        with quick(broken) as process:
            wait_for_rows(process, broken, before + moments.randint(1, DEALS // 2))
            time.sleep(moments.random() * 0.02)
            process.kill()
        assert before < kept(broken) < 2 * DEALS
    with quick(broken) as process:
        assert process.wait(PATIENCE) == exits.DONE

    found = [frame(read_rows(folder)) for folder in (whole, broken)]
    assert [len(rows) for rows in found] == [2 * DEALS, 2 * DEALS]
    columns = ["key", "deal", "settings", "verdict", "order", "effort"]
    tables = [rows[columns].sort_values("key", ignore_index=True) for rows in found]
    assert tables[0].equals(tables[1])
    sessions = json.loads((broken / "record.json").read_text())["sessions"]
    assert [session["ended"] is None for session in sessions] == [True, True, False]


def test_ctrl_c_shows_what_is_done_and_leaves_nothing_behind(start: Start, tmp_path: Path) -> None:
    arguments = ("--solvers", "dfs,sat", "--time-limit", 120, "--jobs", 1, "--out", tmp_path / "out")
    with start("compare", "pysolfc:27", HARD, *arguments) as process:
        wait_for_rows(process, tmp_path / "out", 2)
        time.sleep(0.3)
        family = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == exits.INTERRUPTED
    assert out.startswith("1 deal (1 unsolvable). Limit of a run: 120 s.")
    assert "All solvers agree on the only deal decided by more than one of them." in out
    assert err == ""
    assert [row["verdict"] for row in read_rows(tmp_path / "out")] == ["unsolvable", "unsolvable"]
    _, alive = psutil.wait_procs(family, timeout=5)
    assert not [each for each in alive if each.status() != psutil.STATUS_ZOMBIE]


def test_ctrl_c_before_anything_is_done(start: Start, tmp_path: Path) -> None:
    with start("compare", HARD, "--solvers", "dfs", "--time-limit", 120, "--out", tmp_path / "out") as process:
        end = time.monotonic() + PATIENCE
        while not _runs_under(process.pid):
            assert time.monotonic() < end
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (exits.INTERRUPTED, "")
    assert err == "blackhole: no run has come to its end\n"


def _runs_under(pid: int) -> list[psutil.Process]:
    """Return the processes of runs in progress; a short-lived child may go while it is looked at."""
    runs: list[psutil.Process] = []
    for worker in psutil.Process(pid).children():
        with suppress(psutil.NoSuchProcess):
            runs += worker.children()
    return runs
