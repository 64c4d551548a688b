"""Where a share passes a half, where a solver takes longest, and who is faster on which side."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from blackhole_experiments.analysis.transition import AFTER, BEFORE, Turn, peaks, sides, turn_of, whole_map
from blackhole_experiments.studies.transition_finding import finding, hardness

LIMIT = 10.0


def shares(*counts: tuple[int, int]) -> pd.DataFrame:
    """Return shares of ten deals at sizes from 3 on: how many can be won, and how many nobody decided."""
    return pd.DataFrame(
        [
            {
                "size": 3 + place,
                "deals": 10,
                "solvable": solvable,
                "undecided": undecided,
                "low": solvable / 10 - 0.1,
                "high": (solvable + undecided) / 10 + 0.1,
            }
            for place, (solvable, undecided) in enumerate(counts)
        ]
    )


def runs(line: str, size: int, seconds: list[float]) -> pd.DataFrame:
    """Return observations of one line at one size; times at the limit are not decided."""
    return pd.DataFrame(
        {
            "line": line,
            "deal": [f"deal {number}" for number in range(len(seconds))],
            "cards": [f"cards {size} {number}" for number in range(len(seconds))],
            "repeat": 0,
            "class": "solvable",
            "decided": [each < LIMIT for each in seconds],
            "seconds": seconds,
            "limit": LIMIT,
            "size": size,
        }
    )


OBSERVATIONS = pd.concat(
    [
        runs("fast", 3, [1.0, 1.0, 1.0]),
        runs("fast", 4, [2.0, 10.0, 2.0]),
        runs("fast", 5, [1.0, 1.0, 1.0]),
        runs("slow", 3, [4.0, 4.0, 4.0]),
        runs("slow", 4, [2.0, 2.0, 2.0]),
        runs("slow", 5, [0.5, 0.5, 0.5]),
    ]
)


def test_the_turn_lies_between_the_sizes_in_proportion() -> None:
    turn = turn_of(shares((10, 0), (7, 0), (3, 0), (0, 0)))
    assert turn.at == pytest.approx(4.5)
    assert turn.low == pytest.approx(4.25)
    assert turn.high == pytest.approx(4.75)
    assert [turn.near(size) for size in (3, 4, 5, 6)] == [False, True, True, False]


def test_undecided_deals_count_half_for_the_turn_and_widen_its_interval() -> None:
    turn = turn_of(shares((10, 0), (5, 2), (3, 2), (0, 0)))
    assert turn.at == pytest.approx(4.5)
    assert turn.low < 4.5 < turn.high


def test_shares_that_rise_again_turn_where_they_fall_for_the_last_time() -> None:
    assert turn_of(shares((8, 0), (4, 0), (6, 0), (2, 0))).at == pytest.approx(5.25)


@pytest.mark.parametrize("counts", [[(10, 0), (8, 0)], [(2, 0), (0, 0)], [(2, 0)]])
def test_without_a_fall_below_a_half_there_is_no_turn(counts: list[tuple[int, int]]) -> None:
    turn = turn_of(shares(*counts))
    assert math.isnan(turn.at)
    assert not turn.near(3)


def test_a_peak_is_where_the_times_are_longest_and_told_by_resampling() -> None:
    fast, slow = peaks(OBSERVATIONS, Turn(4.5, 4.0, 5.0))
    assert (fast.line, fast.median_at, fast.mean_at) == ("fast", 4, 4)
    assert fast.mean == pytest.approx(14 / 3)
    assert fast.near == 1.0  # every resample of 2, 10, 2 has a larger mean than 1
    assert (slow.line, slow.median_at, slow.mean_at, slow.near) == ("slow", 3, 3, 0.0)


def test_sides_are_told_apart_with_time_outs_at_the_limit() -> None:
    found = sides(OBSERVATIONS, Turn(3.5, 3.2, 3.8), "fast").set_index(["side", "line"])
    assert found.loc[(BEFORE, "slow"), "ratio"] == pytest.approx(4.0)
    assert found.loc[(AFTER, "slow"), "ratio"] == pytest.approx((0.2 * 0.125) ** (1 / 6))
    assert found.loc[(AFTER, "fast"), "mean"] == pytest.approx(17 / 6)
    assert found["decided"].tolist() == [3, 3, 5, 6]
    whole = whole_map([found.reset_index()]).set_index("line")
    assert whole.loc["fast", "decided"] == 8
    assert whole.loc["slow", "mean"] == pytest.approx((4 + 1.25) / 2)


def test_what_was_found_is_said_in_words() -> None:
    all_shares, turn = shares((10, 0), (4, 0), (0, 0)), Turn(3.8, 3.6, 4.0)
    beside = {2: sides(OBSERVATIONS, turn, "fast")}
    said = finding({2: turn}, {2: all_shares}, whole_map(list(beside.values())))
    assert said.startswith("Half of the deals of 13 ranks can be won in fans of 3.8 (3.6 to 4.0) with 2 suits.")
    assert "less than a card from the turn: 0 of 20 with 2 suits" in said
    assert "Of 9 deals of the whole map" in said
    assert "`fast` 8 (1.92 s), `slow` 9 (2.62 s)" in said
    words = hardness({2: turn}, {2: peaks(OBSERVATIONS, turn)}, beside)
    assert "is largest less than a card from there" in words
    assert "before the turn `fast` with 2 suits; after the turn `slow` with 2 suits" in words
    nowhere = Turn(math.nan, math.nan, math.nan)
    assert finding({2: nowhere}, {2: all_shares}, whole_map(list(beside.values()))).startswith("Nowhere here")
    assert hardness({2: nowhere}, {}, beside) == ""
