"""Tables of summaries, pairs, intervals and runs: what stands in their cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blackhole_experiments.analysis.observations import Clock, observe
from blackhole_experiments.tables.intervals import winnability_table
from blackhole_experiments.tables.pairs import pairs_table
from blackhole_experiments.tables.runs import runs_table
from blackhole_experiments.tables.summary import summary_table
from blackhole_experiments.tables.table import MISSING, Table, count, percent, significant
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

RUNS: list[tuple[Any, ...]] = [
    ("a", "dfs", "solvable", 1.0, {"effort": 1_234, "effort_unit": "positions"}),
    ("a", "sat", "solvable", 2.0, {"effort": 7, "effort_unit": "conflicts"}),
    ("b", "dfs", "time-limit"),
    ("b", "sat", "unsolvable", 0.0123, {"effort": 9, "effort_unit": "conflicts"}),
    ("c", "dfs", "memory-limit"),
    ("c", "sat", "time-limit"),
]


@pytest.fixture
def seen(rows: Callable[..., pd.DataFrame]) -> pd.DataFrame:
    return observe(rows(*RUNS, limit_seconds=10.0))


def cells(table: Table) -> dict[tuple[str, ...], dict[str, str]]:
    """Return the cells by the columns aligned to the left at the beginning, and heading."""
    keys = len(table.alignment) - len(table.alignment.lstrip("l"))
    return {row[:keys]: dict(zip(table.headings, row, strict=True)) for row in table.rows}


def test_cells_show_bounds_and_reasons(seen: pd.DataFrame) -> None:
    found = cells(summary_table(seen, Clock.SOLVER))
    assert list(found) == [("dfs",), ("sat",), ("virtual best",)]
    dfs = found[("dfs",)]
    assert (dfs["solvable"], dfs["unsolvable"], dfs["not decided"]) == ("1", "0", "2 (1 time, 1 memory)")
    assert (dfs["median (s)"], dfs["mean (s)"], dfs["PAR-2 (s)"]) == ("> 10", "≥ 7.00", "13.7")
    assert dfs["median effort"] == "∞ positions"
    sat = found[("sat",)]
    assert (sat["not decided"], sat["median (s)"], sat["mean (s)"]) == ("1 (time)", "2.00", "≥ 4.00")
    assert sat["median effort"] == "9 conflicts"


def test_an_exact_mean_is_shown_as_such(rows: Callable[..., pd.DataFrame]) -> None:
    table = summary_table(observe(rows(("a", "dfs", "solvable", 1.0))), Clock.SOLVER)
    (found,) = cells(table).values()
    assert (found["not decided"], found["mean (s)"], found["PAR-2 (s)"]) == ("0", "1.00", MISSING)


def test_a_median_beyond_no_limit(rows: Callable[..., pd.DataFrame]) -> None:
    (found,) = cells(summary_table(observe(rows(("a", "dfs", "error"))), Clock.SOLVER)).values()
    assert (found["median (s)"], found["not decided"]) == ("∞", "1 (error)")


def test_caption_says_deals_limits_and_clock(seen: pd.DataFrame) -> None:
    assert summary_table(seen, Clock.SOLVER).caption == (
        "3 deals (1 solvable, 1 unsolvable, 1 decided by none). Limit of a run: 10 s. "
        "Times are wall time of building and solving, measured inside the run"
    )


def test_caption_says_repetitions_and_disagreement(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(("a", "x", "solvable", 1.0), ("a", "y", "unsolvable", 1.0), ("a", "x", "solvable", 1.0, {"repeat": 1}))
    caption = summary_table(observe(data), Clock.WALL).caption
    assert caption.startswith("1 deal (1 on which solvers disagree), 2 runs each. Limit of a run: no limit.")


def test_split_has_a_block_for_each_class(seen: pd.DataFrame) -> None:
    table = summary_table(seen, Clock.SOLVER, split=True)
    assert [row[:2] for row in table.rows] == [
        (name, line) for name in ("all", "solvable", "unsolvable") for line in ("dfs", "sat", "virtual best")
    ]
    assert table.rules == {3, 6}
    found = cells(table)[("unsolvable", "dfs")]
    assert (found["runs"], found["max (s)"], found["PAR-10 (s)"]) == ("1", "≥ 10.0", "100")
    dfs = cells(table)[("all", "dfs")]
    assert (dfs["first (%)"], dfs["median effort"], dfs["effort in"]) == ("50.0", "∞", "positions")


def test_split_leaves_out_classes_without_deals(rows: Callable[..., pd.DataFrame]) -> None:
    table = summary_table(observe(rows(("a", "dfs", "solvable", 1.0))), Clock.SOLVER, split=True)
    assert [row[0] for row in table.rows] == ["all", "solvable"]


def test_pairs(seen: pd.DataFrame) -> None:
    table = pairs_table(seen, Clock.SOLVER)
    ((first, second, *counts, ratio, at_limit),) = table.rows
    assert (first, second, counts) == ("dfs", "sat", ["3", "1", "0", "1", "1", "1", "1"])
    assert ratio == "0.500"
    assert at_limit.startswith("20.2 (0.500 to ")


def test_pairs_need_two(rows: Callable[..., pd.DataFrame]) -> None:
    with pytest.raises(InputError, match="runs of dfs alone"):
        pairs_table(observe(rows(("a", "dfs", "solvable", 1.0))), Clock.SOLVER)


def test_intervals(seen: pd.DataFrame) -> None:
    found = cells(winnability_table(seen))
    assert found[("sat",)]["winnable (%)"] == "50 ± 44"  # 1 to 2 of 3: 6.1 to 93.9 %
    assert [found[("dfs",)][name] for name in ("deals", "solvable", "unsolvable", "not decided")] == [
        "3",
        "1",
        "0",
        "2",
    ]


def test_runs(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(*RUNS, limit_seconds=10.0)
    table = runs_table(data, observe(data))
    assert table.rows[0] == ("a", "dfs", "1", "solvable", "", "1.00", "1,234", "positions")
    assert table.rows[2] == ("b", "dfs", "1", "time-limit", "", MISSING, MISSING, "")
    assert table.data is data


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0000004, "0.000000"),
        (0.000123456, "0.000123"),
        (0.0500, "0.0500"),
        (0.99999, "1.000"),
        (1.005, "1.00"),
        (12.34, "12.3"),
        (123.4, "123"),
        (123456.7, "123,457"),
        (float("nan"), MISSING),
    ],
)
def test_three_significant_digits(value: float, text: str) -> None:
    assert significant(value) == text


def test_counts_and_percentages() -> None:
    assert (count(1234567.4), count(float("nan"))) == ("1,234,567", MISSING)
    assert (percent(0.12345), percent(float("nan"))) == ("12.3", MISSING)
