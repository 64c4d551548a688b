"""Two solvers on the same deals, worked out by hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from blackhole_experiments.analysis.bootstrap import mean_interval
from blackhole_experiments.analysis.observations import observe
from blackhole_experiments.analysis.paired import compare_pair
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

RUNS: list[tuple[Any, ...]] = [
    ("a", "dfs", "solvable", 4.0),
    ("a", "sat", "solvable", 1.0),
    ("b", "dfs", "solvable", 1.0),
    ("b", "sat", "solvable", 2.0),
    ("c", "dfs", "unsolvable", 0.5),
    ("c", "sat", "unsolvable", 0.5),
    ("d", "dfs", "time-limit"),
    ("d", "sat", "unsolvable", 0.16),
    ("e", "dfs", "time-limit"),
    ("e", "sat", "time-limit"),
    ("f", "dfs", "solvable", 1.0),
    ("g", "dfs", "solvable", 1.0),
    ("g", "sat", "error"),
    ("a", "other", "solvable", 0.001),
]


def test_counts_and_ratios(rows: Callable[..., pd.DataFrame]) -> None:
    pair = compare_pair(observe(rows(*RUNS, limit_seconds=10.0)), "dfs", "sat")
    assert (pair.deals, pair.both, pair.first_alone, pair.second_alone, pair.neither) == (6, 3, 1, 1, 1)
    assert (pair.first_wins, pair.second_wins, pair.ties) == (2, 2, 1)
    # Both: 4, 1/2 and 1. Either: those, 10/0.16 on d and 1/10 on g.
    assert pair.ratio == pytest.approx(2 ** (1 / 3))
    assert pair.ratio_at_limit == pytest.approx((4 * 0.5 * 1 * 62.5 * 0.1) ** (1 / 5))
    assert 0.5 <= pair.ratio_low < pair.ratio < pair.ratio_high <= 4
    assert 0.1 <= pair.ratio_at_limit_low < pair.ratio_at_limit < pair.ratio_at_limit_high <= 62.5


def test_it_does_not_matter_who_comes_first(rows: Callable[..., pd.DataFrame]) -> None:
    seen = observe(rows(*RUNS, limit_seconds=10.0))
    one, other = compare_pair(seen, "dfs", "sat"), compare_pair(seen, "sat", "dfs")
    assert one.ratio == pytest.approx(1 / other.ratio)
    assert one.ratio_low == pytest.approx(1 / other.ratio_high)
    assert (one.first_wins, one.first_alone) == (other.second_wins, other.second_alone)


def test_nothing_decided_by_both_has_no_ratio(rows: Callable[..., pd.DataFrame]) -> None:
    pair = compare_pair(observe(rows(("a", "x", "solvable", 1.0), ("a", "y", "memory-limit", 2.0))), "x", "y")
    assert math.isnan(pair.ratio)
    assert math.isnan(pair.ratio_at_limit)  # no time limit to put in place of the time
    assert (pair.first_wins, pair.first_alone) == (1, 1)


def test_a_time_of_zero_is_no_trouble(rows: Callable[..., pd.DataFrame]) -> None:
    pair = compare_pair(observe(rows(("a", "x", "solvable", 0.0), ("a", "y", "solvable", 1e-5))), "x", "y")
    assert pair.ratio == pytest.approx(0.1)


def test_unknown_line_is_refused(rows: Callable[..., pd.DataFrame]) -> None:
    with pytest.raises(InputError, match="no runs of 'cp-sat': there are dfs, sat, other"):
        compare_pair(observe(rows(*RUNS)), "dfs", "cp-sat")


def test_no_deal_in_common_is_refused(rows: Callable[..., pd.DataFrame]) -> None:
    with pytest.raises(InputError, match="no deal on which both x and y"):
        compare_pair(observe(rows(("a", "x", "solvable", 1.0), ("b", "y", "solvable", 1.0))), "x", "y")


def test_interval_is_the_same_every_time() -> None:
    values = np.random.default_rng(1).normal(size=50)
    assert mean_interval(values) == mean_interval(values) == mean_interval(values[::-1])


def test_interval_is_about_that_of_a_normal_mean() -> None:
    values = np.random.default_rng(1).normal(loc=3, size=400)
    low, high = mean_interval(values)
    half_width = 1.96 * values.std() / 20
    assert low == pytest.approx(values.mean() - half_width, abs=0.01)
    assert high == pytest.approx(values.mean() + half_width, abs=0.01)


def test_interval_in_blocks_covers_all_resamples() -> None:
    values = np.arange(100_000, dtype=float)
    low, high = mean_interval(values, resamples=100)
    assert values.mean() - 400 < low < values.mean() < high < values.mean() + 400


def test_interval_of_one_value_is_unknown() -> None:
    assert all(map(math.isnan, mean_interval(np.array([1.0]))))


def test_interval_of_equal_values_is_a_point() -> None:
    assert mean_interval(np.full(10, 0.25)) == (0.25, 0.25)
