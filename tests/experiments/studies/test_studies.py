"""Studies: their tables and pages, on a few deals."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from blackhole_experiments.cli import main
from blackhole_experiments.figures.census import draw_effort, draw_settling
from blackhole_experiments.studies import STUDIES, Task, fish2010, winnability
from blackhole_experiments.studies.census import effort_table, verdict_bits
from blackhole_experiments.studies.published import FISH, MASTEN, SOLVITAIRE
from blackhole_experiments.tables.table import MISSING
from blackhole_models.dealers import Shape, deals
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from pathlib import Path

DEALS = pd.DataFrame({"solvable": pd.array([1, 0, 1, 1, None], dtype="Int8"), "effort": [10, 3, 20, 60, 99]})


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return Task(tmp_path, full=False, jobs=2, progress=lambda _: nullcontext(lambda _: None), say=lambda _: None)


def test_effort_is_told_in_the_published_form() -> None:
    table = effort_table({"x": DEALS}, "effort", "caption")
    assert table.rows[0] == ("x", "solvable", "3", "10", "60", "30", "26", "20")
    assert table.rows[1][:7] == ("x", "unsolvable", "1", "3", "3", "3", MISSING)
    assert table.rows[2][:4] == ("x", "not decided", "1", "99")


def test_verdicts_as_bits() -> None:
    decided = DEALS.dropna()
    assert verdict_bits(decided) == bytes([0b10110000])
    with pytest.raises(ValueError, match="decided"):
        verdict_bits(DEALS)


def test_published_counts_are_those_of_the_sources() -> None:
    assert (SOLVITAIRE.solvable, SOLVITAIRE.deals) == (8_694_457, 10_000_000)
    assert (MASTEN.solvable, MASTEN.deals) == (1_391_771, 1_600_000)
    assert (FISH.solvable, FISH.deals - FISH.solvable) == (869_413, 130_587)


def test_figures_hold_every_verdict_and_every_source() -> None:
    (axes,) = draw_effort({"x": DEALS}).axes
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["solvable (3)", "unsolvable (1)"]
    many = pd.DataFrame({"solvable": pd.array(np.arange(1000) % 8 != 0, dtype="boolean").astype("Int8")})
    (axes,) = draw_settling(many, [FISH, MASTEN]).axes
    line = next(line for line in axes.lines if line.get_label() == "winnable so far")
    assert np.asarray(line.get_ydata())[-1] == pytest.approx(87.5)
    assert {FISH.source, MASTEN.source} <= {container.get_label() for container in axes.containers}


def test_fish2010_writes_its_page(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fish2010, "_QUICK", {"black-hole": 12, "all-in-a-row": 5})
    monkeypatch.setattr(fish2010, "_QUICK_SAMPLE", 1)
    fish2010.run(task)
    page = (task.folder / "README.md").read_text(encoding="utf-8")
    assert "`blackhole reproduce fish2010`" in page
    solver = make("sat")
    solvable = sum(decide(solver, deal).verdict == "solvable" for deal in deals("pysolfc:1-12", Shape()))
    assert f"Black Hole: {solvable} solvable, {12 - solvable} unsolvable, 0 not decided." in page
    for name in ("effort.csv", "effort.svg", "effort.png", "order.csv"):
        assert (task.folder / name).stat().st_size > 0
    assert len(json.loads((task.folder / "record.json").read_text())["sessions"]) == 1
    fish2010.run(task)
    assert (task.folder / "README.md").read_text(encoding="utf-8").count("# ") == 1


def test_winnability_writes_its_page(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winnability, "_QUICK", 200)
    winnability.run(task)
    page = (task.folder / "README.md").read_text(encoding="utf-8")
    assert "86.944 ± 0.022 %" in page
    assert "| this study, uniform:1 on | 200 |" in page


def test_studies_are_listed_and_unknown_ones_refused() -> None:
    listed = CliRunner().invoke(main, ["reproduce"])
    assert listed.exit_code == 0
    assert all(name in listed.output for name in STUDIES)
    refused = CliRunner().invoke(main, ["reproduce", "nothing"])
    assert refused.exit_code == 2
    assert "unknown study 'nothing'" in refused.output
