"""The study of encodings, on a few deals: its page, sizes beside the published ones, and verdicts that must agree."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import pandas as pd

from blackhole_experiments.studies import STUDIES, Task, encodings
from blackhole_experiments.studies.encodings import PARTS
from blackhole_experiments.studies.parts import Part, named
from blackhole_experiments.studies.published import FORMULAS, TABID_SIZES
from blackhole_models import solvers
from blackhole_models.cnf.clauses import Clauses
from blackhole_models.cnf.encode import encode
from blackhole_models.dealers import Shape, deals
from blackhole_models.sat.solver import Sat
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_page_has_sizes_times_and_agreement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = {
        name: Part(name, named(*names))
        for name, names in {"timeline": ("sat-timeline",), "direct": ("sat-direct",), "options": ("sat",)}.items()
    }
    monkeypatch.setattr(encodings, "PARTS", small)
    monkeypatch.setattr(encodings, "_SIZES", {False: encodings._Size(1, "uniform:1-1", "uniform:1-1", 20.0)})
    monkeypatch.setattr(encodings, "TWO_PACKS", named("sat"))
    monkeypatch.setattr(encodings, "SUITS", 4)
    task = Task(tmp_path, full=False, jobs=2, progress=lambda _: nullcontext(lambda _: None), say=lambda _: None)
    encodings.run(task)
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "Made by `blackhole reproduce encodings`" in page
    assert "Two packs, fans of 5" in page
    sizes = pd.read_csv(tmp_path / "sizes.csv").set_index("formula")
    assert list(sizes.index) == ["sat-timeline", "sat-direct", "sat", *(each.source for each in FORMULAS)]
    for name in small:
        line = str(small[name].contenders[0])
        solver = solvers.make(line)
        assert isinstance(solver, Sat)
        clauses = Clauses()
        times = encode(Sequencing(deals("uniform:1", Shape())[0]), solver.options, clauses)
        assert sizes.loc[line, "variables"] == times.writer.top
        assert sizes.loc[line, "clauses"] == len(clauses)
        assert f"{len(clauses):,}" in page
    assert "decides 1 of 1 deals" in page
    for name in ("options-survival.svg", "options-survival.png", "two-packs-3.csv", "options-rows.parquet"):
        assert (tmp_path / name).stat().st_size > 0


def test_every_contender_can_be_made_and_the_first_is_the_base() -> None:
    assert "encodings" in STUDIES
    for part in PARTS.values():
        lines = [str(contender) for contender in part.contenders]
        assert len(set(lines)) == len(lines)
        made = [solvers.make(contender.solver, **contender.settings) for contender in part.contenders]
        assert len({(solver.name, str(solver.settings)) for solver in made}) == len(made)


def test_published_sizes_are_those_of_the_sources() -> None:
    assert [(each.variables, each.clauses) for each in FORMULAS[:2]] == [TABID_SIZES["off"], TABID_SIZES["on"]]
    assert min(each.variables for each in FORMULAS) == 9_682
