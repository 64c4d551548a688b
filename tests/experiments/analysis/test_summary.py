"""A summary worked out by hand, the virtual best solver in it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from blackhole_experiments.analysis.best import shares, virtual_best
from blackhole_experiments.analysis.observations import observe
from blackhole_experiments.analysis.summary import SUMMARY, summarise

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

RUNS: list[tuple[Any, ...]] = [
    ("a", "dfs", "solvable", 1.0, {"effort": 100, "effort_unit": "positions"}),
    ("a", "sat", "solvable", 2.0, {"effort": 7, "effort_unit": "conflicts"}),
    ("b", "dfs", "time-limit", None, {"wall_seconds": 10.1}),
    ("b", "sat", "unsolvable", 4.0, {"effort": 9, "effort_unit": "conflicts"}),
    ("c", "dfs", "unsolvable", 3.0, {"effort": 500, "effort_unit": "positions"}),
    ("c", "sat", "unsolvable", 3.0, {"effort": 8, "effort_unit": "conflicts"}),
    ("d", "dfs", "memory-limit", 6.0, {"effort": 900, "effort_unit": "positions"}),
    ("d", "sat", "error"),
]


@pytest.fixture
def summary(rows: Callable[..., pd.DataFrame]) -> pd.DataFrame:
    return summarise(observe(rows(*RUNS, limit_seconds=10.0))).set_index(["line", "class"])


def figures(summary: pd.DataFrame, line: str, name: str, *columns: str) -> list[float]:
    (row,) = summary.reset_index().query(f"line == '{line}' and `class` == '{name}'").to_dict("records")
    return [float(row[column]) for column in columns]


def test_counts(summary: pd.DataFrame) -> None:
    counted = ("runs", "solvable", "unsolvable", "not_decided", "time_limit", "memory_limit", "error")
    assert figures(summary, "dfs", "all", *counted) == [4, 1, 1, 2, 1, 1, 0]
    assert figures(summary, "sat", "all", *counted) == [4, 1, 2, 1, 0, 0, 1]
    assert figures(summary, "dfs", "solvable", *counted) == [1, 1, 0, 0, 0, 0, 0]
    assert figures(summary, "dfs", "unsolvable", *counted) == [2, 0, 1, 1, 1, 0, 0]
    assert figures(summary, "virtual best", "all", *counted) == [4, 1, 2, 1, 0, 1, 0]


def test_times(summary: pd.DataFrame) -> None:
    times = ("median_seconds", "mean_seconds", "max_seconds", "par2_seconds", "par10_seconds")
    assert figures(summary, "dfs", "all", *times) == [math.inf, 24 / 4, 10, 44 / 4, 204 / 4]
    assert figures(summary, "sat", "all", *times) == [3.5, 19 / 4, 10, 29 / 4, 109 / 4]
    assert figures(summary, "sat", "unsolvable", *times) == [3.5, 3.5, 4, 3.5, 3.5]
    assert figures(summary, "dfs", "unsolvable", *times) == [math.inf, 13 / 2, 10, 23 / 2, 103 / 2]
    assert figures(summary, "virtual best", "all", *times) == [3.5, 18 / 4, 10, 28 / 4, 108 / 4]


def test_effort(summary: pd.DataFrame) -> None:
    assert summary.loc[("sat", "unsolvable"), "effort_unit"] == "conflicts"
    assert figures(summary, "sat", "unsolvable", "effort_median", "effort_mean") == [8.5, 8.5]
    assert figures(summary, "dfs", "solvable", "effort_median", "effort_mean") == [100, 100]
    assert math.isinf(figures(summary, "dfs", "all", "effort_median")[0])
    assert summary["effort_mean"].isna()[("dfs", "all")]  # the killed run told no effort


def test_shares_split_ties(summary: pd.DataFrame) -> None:
    # Decided by any: a (dfs first), b (sat alone), c (a tie).
    assert figures(summary, "dfs", "all", "best_share") == [0.5]
    assert figures(summary, "sat", "all", "best_share") == [0.5]
    assert figures(summary, "dfs", "solvable", "best_share") == [1]
    assert figures(summary, "sat", "unsolvable", "best_share") == [0.75]
    assert summary["best_share"].isna()[("virtual best", "all")]


def test_types_are_those_promised(summary: pd.DataFrame) -> None:
    assert {name: str(dtype) for name, dtype in summary.reset_index().dtypes.items()} == SUMMARY


def test_lines_keep_their_order(rows: Callable[..., pd.DataFrame]) -> None:
    data = summarise(observe(rows(("a", "sat", "solvable", 1.0), ("a", "dfs", "solvable", 1.0))))
    assert list(data["line"].unique()) == ["sat", "dfs", "virtual best"]


def test_one_solver_has_no_rival(rows: Callable[..., pd.DataFrame]) -> None:
    data = summarise(observe(rows(("a", "sat", "solvable", 1.0))))
    assert list(data["line"].unique()) == ["sat"]
    assert data["best_share"].isna().all()


def test_without_a_limit_there_is_no_par(rows: Callable[..., pd.DataFrame]) -> None:
    data = summarise(observe(rows(("a", "sat", "solvable", 1.0), ("b", "sat", "memory-limit", 5.0))))
    assert data["par2_seconds"].isna().all()
    assert data.loc[0, "mean_seconds"] == 3.0


def test_virtual_best_is_of_deals_all_have_run(rows: Callable[..., pd.DataFrame]) -> None:
    seen = observe(rows(("a", "sat", "solvable", 1.0), ("a", "dfs", "solvable", 2.0), ("b", "sat", "solvable", 1.0)))
    assert list(virtual_best(seen)["deal"]) == ["a"]
    assert dict(shares(seen)) == {"sat": 1.0, "dfs": 0.0}


def test_no_virtual_best_across_limits(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(
        ("a", "sat", "solvable", 1.0, {"limit_seconds": 1.0}), ("a", "dfs", "solvable", 1.0, {"limit_seconds": 2.0})
    )
    assert list(summarise(observe(data, mixed_limits=True))["line"].unique()) == ["sat [1 s]", "dfs [2 s]"]


def test_shares_where_nobody_decides(rows: Callable[..., pd.DataFrame]) -> None:
    data = summarise(observe(rows(("a", "sat", "error"), ("a", "dfs", "error"))))
    assert data["best_share"].isna().all()
    assert list(data.loc[data["class"] == "all", "not_decided"]) == [1, 1, 1]


def test_repetitions_count_as_runs_and_once_for_the_best(rows: Callable[..., pd.DataFrame]) -> None:
    runs = [("a", "sat", "solvable", seconds, {"repeat": number}) for number, seconds in enumerate((1.0, 2.0, 9.0))]
    data = summarise(observe(rows(*runs, ("a", "dfs", "solvable", 3.0)))).set_index(["line", "class"])
    assert figures(data, "sat", "all", "runs", "median_seconds", "mean_seconds") == [3, 2, 4]
    assert figures(data, "virtual best", "all", "runs", "median_seconds") == [1, 2]
