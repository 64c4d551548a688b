"""A whole study, killed again and again and resumed, against the same study undisturbed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from blackhole_experiments.runs.rows import frame
from blackhole_experiments.runs.store import ROWS_FILE, read_rows

if TYPE_CHECKING:
    from pathlib import Path

RUNS = 120
PROGRAM = f"""
import json, sys
from pathlib import Path
from blackhole_experiments.runs.pool import Lanes, execute
from blackhole_experiments.runs.rows import row
from blackhole_experiments.runs.run import Run
from blackhole_experiments.runs.store import Store
from blackhole_models.deal import Deal

deals = [Deal.of("AS", "2S", "3S", name="won"), Deal.of("AS", "2S 3S", name="lost")]
runs = (Run(deals[number % 2], "bad+win", repeat=number) for number in range({RUNS}))
with Store(Path(sys.argv[1])) as store:
    for outcome in execute(store.pending(runs), jobs=2, executor=Lanes(2, command=json.loads(sys.argv[2]))):
        store.append(row(outcome))
"""


def study(folder: Path, command: tuple[str, ...]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", PROGRAM, folder, json.dumps(command)])


def test_study_killed_at_random_moments_ends_like_an_undisturbed_one(tmp_path: Path, command: tuple[str, ...]) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert study(whole, command).wait(timeout=60) == 0

    moments = random.Random(1)  # noqa: S311 - no secret
    progress = [0]
    for _kill in range(3):
        with study(broken, command) as process:
            goal = progress[-1] + moments.randint(1, RUNS // 4)
            while process.poll() is None and len(lines(broken)) < goal:
                time.sleep(0.002)
            time.sleep(moments.random() * 0.02)
            process.kill()
        progress.append(len(lines(broken)))
    assert 0 < progress[1] < progress[2] < progress[3] < RUNS
    assert study(broken, command).wait(timeout=60) == 0

    columns = ["key", "deal", "repeat", "verdict", "order", "message"]
    tables = [frame(read_rows(folder))[columns].sort_values("key", ignore_index=True) for folder in (whole, broken)]
    assert len(tables[0]) == RUNS
    assert set(tables[0]["verdict"]) == {"solvable", "error"}
    assert tables[0].equals(tables[1])


def lines(folder: Path) -> list[bytes]:
    path = folder / ROWS_FILE
    return path.read_bytes().splitlines() if path.exists() else []
