"""`blackhole reproduce` as a real process, killed and resumed, against the same study undisturbed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from blackhole_experiments.runs.rows import frame
from blackhole_experiments.runs.store import read_rows
from blackhole_models.dealers import Shape, deals
from blackhole_models.formats import write_deal

if TYPE_CHECKING:
    from pathlib import Path

DEALS = 20
KILLS = 2
PATIENCE = 240
PROGRAM = """
import sys
from blackhole_experiments.cli import main
from blackhole_experiments.studies import csplib, results

csplib.SOLVERS = ("sat", "sat-timeline")
results.render = lambda _, form: form.encode()
main(["reproduce", "csplib", "--full", "--benchmarks", sys.argv[1], "--out", sys.argv[2], "--jobs", "2"])
"""


def study(benchmarks: Path, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, benchmarks, folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def kept(folder: Path) -> int:
    path = folder / "runs" / "runs" / "rows.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_killed_at_random_moments_a_study_ends_like_one_undisturbed(tmp_path: Path) -> None:
    collection = tmp_path / "csplib-prob081"
    collection.mkdir()
    for deal in deals(f"uniform:1-{DEALS}", Shape(ranks=6, fan_size=2)):
        (collection / f"{deal.name.replace(':', '-')}.txt").write_text(write_deal(deal, "pysolfc"))
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert study(tmp_path, whole).wait(PATIENCE) == 0

    moments = random.Random(5)  # noqa: S311 - no secret
    for _kill in range(KILLS):
        before = kept(broken)
        with study(tmp_path, broken) as process:
            goal, end = before + moments.randint(1, 2 * DEALS // KILLS - 4), time.monotonic() + PATIENCE
            while kept(broken) < goal and process.poll() is None and time.monotonic() < end:
                time.sleep(0.002)
            time.sleep(moments.random() * 0.02)
            process.kill()
        assert before < kept(broken) < 2 * DEALS
    assert study(tmp_path, broken).wait(PATIENCE) == 0

    found = [frame(read_rows(folder / "runs" / "runs")) for folder in (whole, broken)]
    assert [len(rows) for rows in found] == [2 * DEALS, 2 * DEALS]
    columns = ["key", "deal", "solver", "verdict", "order", "effort"]
    tables = [rows[columns].sort_values("key", ignore_index=True) for rows in found]
    assert tables[0].equals(tables[1])
    sessions = json.loads((broken / "record.json").read_text())["sessions"]
    assert [session["ended"] is None for session in sessions] == [True] * KILLS + [False]
