"""Wilson's interval against published figures and its own definition."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackhole_experiments.analysis.winnability import Interval, wilson, winnability


@pytest.mark.parametrize(
    ("solvable", "undecided", "deals", "decimals", "published"),
    [
        # Blake and Gent, JAIR 85 (2026): Black Hole and Worm Hole.
        (8_694_457, 0, 10_000_000, 3, "86.944 ± 0.022 %"),
        (998_881, 15, 1_000_000, 4, "99.8886 ± 0.0074 %"),
        # Masten, solitairewinrates.com: Black Hole.
        (1_391_771, 0, 1_600_000, 3, "86.986 ± 0.053 %"),
    ],
)
def test_published_intervals(solvable: int, undecided: int, deals: int, decimals: int, published: str) -> None:
    assert str(winnability(solvable=solvable, undecided=undecided, deals=deals).rounded(decimals)) == published


def test_ends_of_the_first_million_of_pysolfc() -> None:
    interval = wilson(869_413, 1_000_000)
    assert (round(100 * interval.low, 3), round(100 * interval.high, 3)) == (86.875, 87.007)


def test_undecided_deals_count_both_ways() -> None:
    interval = winnability(solvable=50, undecided=10, deals=100)
    assert interval == Interval(wilson(50, 100).low, wilson(60, 100).high)


def test_nothing_won_and_everything_won() -> None:
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == 1
    assert wilson(0, 10).high == pytest.approx(1.96**2 / (10 + 1.96**2))


@given(st.integers(1, 10**9).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_ends_solve_the_score_equation(counts: tuple[int, int]) -> None:
    successes, trials = counts
    share = successes / trials
    interval = wilson(successes, trials)
    assert 0 <= interval.low <= share <= interval.high <= 1
    for end in (interval.low, interval.high):
        assert (share - end) ** 2 == pytest.approx(1.96**2 * end * (1 - end) / trials, rel=1e-4, abs=1e-15)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 6))
def test_rounding_never_loses_a_part_of_the_interval(one: float, other: float, decimals: int) -> None:
    interval = Interval(min(one, other), max(one, other))
    rounded = interval.rounded(decimals)
    assert rounded.centre - rounded.half_width <= 100 * Decimal(interval.low)
    assert rounded.centre + rounded.half_width >= 100 * Decimal(interval.high)
    assert -rounded.centre.as_tuple().exponent == decimals  # type: ignore[operator]  # it is finite


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5)])
def test_counts_that_cannot_be(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(successes, trials)
