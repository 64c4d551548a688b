"""Study `formulations`: every part of it on small decks, and what it says in words."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from blackhole_experiments.studies import DisagreementError, Task, formulations
from blackhole_experiments.studies.neighbours import neighbours_table, what_buys_what
from blackhole_experiments.studies.public import CSPLIB, MINIZINC
from blackhole_experiments.studies.trials import Trial
from blackhole_experiments.tables.table import MISSING
from blackhole_models import solvers

if TYPE_CHECKING:
    from pathlib import Path

LINES = ["cp-sat-position", "cp-sat-position+lean", "cp-sat"]
"""What the finding compares."""


@pytest.fixture
def task(tmp_path: Path) -> Task:
    """Return a task with a folder of three small public deals, the last of which cannot be won."""
    benchmarks = tmp_path / "benchmarks"
    for name, text in {
        f"{CSPLIB}/one.txt": "2S 3S\n3H 2H AH\n",
        f"{CSPLIB}/two.txt": "3S 2S\n2H 3H AH\n",
        f"{MINIZINC}/three.txt": "# ranks: 5\n2S 4S\n5S 3S\n",
    }.items():
        file = benchmarks / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"Foundations: AS\n{text}")
    return Task(
        tmp_path / "out", False, 1, lambda _: nullcontext(lambda _: None), lambda _: None, benchmarks=benchmarks
    )


def test_every_solver_of_the_study_can_be_made() -> None:
    for part in formulations.PARTS.values():
        names = [str(contender) for contender in part.contenders]
        assert len(set(names)) == len(names)
        for contender in part.contenders:
            assert solvers.make(contender.solver, **contender.settings).name.startswith("cp-sat")


def test_a_page_has_all_of_its_parts(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    models, workers = formulations.PARTS["models"], formulations.PARTS["workers"]
    few = {
        "models": replace(
            models, every=(1, 1), contenders=[each for each in models.contenders if each.solver in LINES]
        ),
        "workers": replace(workers, every=(1, 2), contenders=workers.contenders[::2]),
    }
    monkeypatch.setattr(formulations, "PARTS", few)
    formulations.run(task)
    text = (task.folder / "README.md").read_text(encoding="utf-8")
    for name, part in few.items():
        assert f"## {part.title}" in text
        for file in (f"{name}.csv", f"{name}-parts.tex", f"{name}-survival.svg", f"{name}-rows.parquet"):
            assert (task.folder / file).stat().st_size > 0
    assert (task.folder / "models-scatter.png").stat().st_size > 0
    sizes = pd.read_csv(task.folder / "models-parts.csv")
    assert sizes["line"].tolist() == LINES
    position, lean, timeline = sizes["variables"].tolist()
    assert 0 < position == lean < timeline
    assert sizes["decided"].tolist() == [3, 3, 3]
    assert "`cp-sat` decides 3 of 3 deals within 10 s" in text
    assert "without it (`cp-sat-position+lean`) the published model takes " in text
    assert "MiniZinc Challenge 2025, OR-Tools CP-SAT, 5 deals, free search | 8.29 to 18.2 |" in text
    assert "this study, cp-sat, one worker, 3 deals | median " in text
    workers_told = pd.read_csv(task.folder / "workers-parts.csv")
    assert workers_told["line"].tolist() == ["cp-sat", "cp-sat workers=2"]
    assert workers_told["runs"].tolist() == [2, 2]


def test_a_wrong_verdict_ends_it(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    assert task.benchmarks is not None
    (task.benchmarks / "known_status.csv").write_text(f"file,status\n{MINIZINC}/three.txt,sat\n")
    part = formulations.PARTS["models"]
    monkeypatch.setattr(formulations, "PARTS", {"models": replace(part, every=(1, 1), contenders=part.contenders[-1:])})
    with pytest.raises(DisagreementError, match=r"three\.txt unsolvable, which is known to be solvable"):
        formulations.run(task)


def trial(seconds: dict[str, list[float]], limit: float) -> Trial:
    """Return a trial with these times of each line, those at the limit not decided, and no details."""
    observations = pd.DataFrame(
        [
            {
                "line": line,
                "deal": f"deal {number}",
                "cards": f"cards {number}",
                "repeat": 0,
                "class": "solvable",
                "verdict": "solvable" if each < limit else "time-limit",
                "decided": each < limit,
                "seconds": each,
                "limit": limit,
                "limits": f"{limit:g} s",
                "effort": 1.0,
                "effort_unit": "conflicts",
                "memory_mb": 1.0,
            }
            for line, times in seconds.items()
            for number, each in enumerate(times)
        ]
    ).convert_dtypes()
    rows = pd.DataFrame({"details": ["{}"] * len(observations), "build_seconds": None, "solve_seconds": None})
    return Trial("made", rows, observations)


def test_what_buys_what_is_told_by_the_interval() -> None:
    made = trial(
        {
            "base": [1.0, 2.0, 4.0, 1.0],
            "base+slow": [2.0, 4.0, 8.0, 10.0],
            "base+fast": [0.5, 1.0, 2.0, 0.5],
            "base+level": [2.0, 1.0, 8.0, 0.5],
        },
        limit=10.0,
    )
    idle = trial({"base": [10.0], "base+idle": [10.0]}, limit=10.0)
    assert what_buys_what(idle, "base").endswith("No deal decided by it or by `base`: `base+idle`.")
    text = what_buys_what(made, "base")
    assert text.startswith("Time as a multiple of that of `base`, on 4 deals. Slower: `base+slow` 2.99 (")
    assert "Faster: `base+fast` 0.500 (0.500 to 0.500). Not told apart by these deals: `base+level` 1.00 (" in text
    table = neighbours_table(made, "base")
    figures = {row[0]: row for row in table.rows}
    assert figures["base+slow"][1] == "3 of 4"
    assert figures["base+slow"][2] == MISSING
    assert figures["base+slow"][10] == "8.50"
    assert figures["base"][-1] == "1.00"
