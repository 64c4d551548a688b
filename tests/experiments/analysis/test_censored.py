"""Medians and means of times some of which are only known to be longer, worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackhole_experiments.analysis.censored import longest, mean, median, penalised

LIMIT = 10.0
TIMES = np.array([1.0, 2.0, 10.01, 4.0, math.nan])
DECIDED = np.array([True, True, False, True, False])
"""Decided in 1, 2 and 4 s; two runs at the limit, of which one was killed and told no time."""

NOTHING = np.array([])
NONE = np.array([], dtype=bool)


def test_median_puts_undecided_runs_last() -> None:
    assert median(TIMES, DECIDED) == 4.0  # of 1, 2, 4, longer, longer


def test_median_of_an_even_number_is_between_the_two_in_the_middle() -> None:
    assert median(np.array([1.0, 2.0, 4.0, 10.0]), np.array([True, True, True, False])) == 3.0


@pytest.mark.parametrize("decided", [[True, True, False, False], [True, False, False, False]])
def test_median_among_the_undecided_is_infinite(decided: list[bool]) -> None:
    assert median(np.array([1.0, 2.0, 10.0, 10.0]), np.array(decided)) == math.inf


def test_median_does_not_pass_over_an_unknown_value_of_a_decided_run() -> None:
    assert math.isnan(median(np.array([1.0, math.nan, 3.0]), np.array([True, True, True])))


def test_mean_counts_undecided_runs_with_the_limit() -> None:
    assert mean(TIMES, DECIDED, LIMIT) == pytest.approx((1 + 2 + 4 + 10 + 10) / 5)


def test_mean_without_a_limit_counts_what_was_used() -> None:
    assert mean(np.array([1.0, 7.0]), np.array([True, False])) == 4.0


def test_mean_without_a_limit_is_unknown_if_what_was_used_is() -> None:
    assert math.isnan(mean(TIMES, DECIDED))


def test_penalised_mean() -> None:
    assert penalised(TIMES, DECIDED, LIMIT, 2) == pytest.approx((1 + 2 + 4 + 20 + 20) / 5)
    assert penalised(TIMES, DECIDED, LIMIT, 10) == pytest.approx((1 + 2 + 4 + 100 + 100) / 5)


def test_penalised_mean_needs_a_limit() -> None:
    assert math.isnan(penalised(np.array([1.0]), np.array([True]), math.nan, 2))


def test_longest() -> None:
    assert longest(TIMES, DECIDED, LIMIT) == 10.0
    assert longest(np.array([1.0, 3.0]), np.array([True, True]), LIMIT) == 3.0


def test_no_runs_have_no_figures() -> None:
    figures = [
        median(NOTHING, NONE),
        mean(NOTHING, NONE, LIMIT),
        penalised(NOTHING, NONE, LIMIT, 2),
        longest(NOTHING, NONE),
    ]
    assert all(map(math.isnan, figures))


@given(st.lists(st.tuples(st.floats(0, LIMIT), st.booleans()), min_size=1))
def test_an_undecided_run_never_flatters(runs: list[tuple[float, bool]]) -> None:
    times, decided = np.array([time for time, _ in runs]), np.array([each for _, each in runs])
    everything = np.ones_like(decided)
    assert median(times, decided) >= median(times, everything)
    assert mean(times, decided, LIMIT) >= mean(times, everything, LIMIT) - 1e-9
    assert penalised(times, decided, LIMIT, 2) >= mean(times, decided, LIMIT) - 1e-9
