"""Studies of scaling and of the transition, on a few small deals."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from blackhole_experiments.studies import Task, scaling, transition
from blackhole_models.dealers import Shape

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return Task(tmp_path, full=False, jobs=2, progress=lambda _: nullcontext(lambda _: None), say=lambda _: None)


def test_scaling_writes_its_page(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    family = scaling.Family(
        "number of ranks", (3, 4, 5), (), lambda ranks: Shape(ranks=ranks, suits=2, fan_size=2), lambda deal: deal.ranks
    )
    monkeypatch.setattr(scaling, "FAMILIES", {"ranks": family})
    monkeypatch.setitem(scaling._SIZES, False, scaling._Size(2, 5.0))
    monkeypatch.setattr(scaling, "SOLVERS", ("search", "sat", "cp-sat"))
    scaling.run(task)
    text = (task.folder / "README.md").read_text(encoding="utf-8")
    assert "## By number of ranks" in text
    assert "| search | 5 | 2 of 2 |" in text
    models = pd.read_csv(task.folder / "ranks-models.csv")
    assert models["line"].tolist() == ["cp-sat"] * 3 + ["sat"] * 3
    assert models["built"].tolist() == [2] * 6
    for _, growing in models.groupby("line"):
        assert growing["variables"].is_monotonic_increasing
        assert growing["constraints"].is_monotonic_increasing
    assert (models["build_seconds"] <= models["slowest_build_seconds"]).all()
    assert (models["memory_mb"] > 0).all()
    for name in ("ranks-growth.svg", "ranks-growth.csv", "ranks-quantiles.csv", "ranks-survival.png"):
        assert (task.folder / name).stat().st_size > 0


def test_transition_writes_its_page(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = {1: transition._Decks(range(1, 4), 6, 3), 2: transition._Decks(range(2, 5), 6, 3)}
    monkeypatch.setitem(transition._SIZES, False, transition._Size(decks, 5.0, 4.0))
    monkeypatch.setattr(transition, "SOLVERS", ("auto", "dfs+table", "search"))
    transition.run(task)
    text = (task.folder / "README.md").read_text(encoding="utf-8")
    assert "## 1 suits" in text
    shares = pd.read_csv(task.folder / "winnability.csv")
    assert list(shares["suits"]) == [1, 1, 1, 2, 2, 2]
    assert (shares["solvable"] + shares["unsolvable"] == 6).all()
    sides = pd.read_csv(task.folder / "sides.csv")
    assert set(sides["line"]) == {"auto", "dfs+table", "search"}
    assert sides.groupby("suits")["runs"].sum().tolist() == [27, 27]
    assert set(pd.read_csv(task.folder / "peaks.csv")["suits"]) == {1, 2}
    assert (task.folder / "transition.svg").stat().st_size > 0


def test_a_deal_that_nobody_decided_counts_both_ways() -> None:
    seen = pd.DataFrame(
        {
            "deal": ["a", "a", "b", "b", "c", "c"],
            "cards": ["1", "1", "2", "2", "3", "3"],
            "line": ["x", "y"] * 3,
            "class": ["solvable"] * 2 + ["unsolvable"] * 2 + ["undecided"] * 2,
            "decided": [True, False, True, True, False, False],
            "size": 4,
        }
    )
    (share,) = transition.shares_of(seen).to_dict("records")
    assert (share["deals"], share["solvable"], share["unsolvable"], share["undecided"]) == (3, 1, 1, 1)
    assert share["low"] < 1 / 3 < 2 / 3 < share["high"]
