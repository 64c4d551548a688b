"""From rows to times on one clock, repetitions folded into one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest

from blackhole_experiments.analysis.observations import Clock, observe
from blackhole_experiments.analysis.repeats import per_deal
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

TIMES = {
    "build_seconds": 0.5,
    "solve_seconds": 2.0,
    "wall_seconds": 2.75,
    "cpu_seconds": 4.5,
    "limit_seconds": 10.0,
    "limit_cpu_seconds": 20.0,
    "peak_memory_mb": 150.0,
    "image_memory_mb": 120.0,
}


@pytest.mark.parametrize(("clock", "seconds", "limit"), [("solver", 2.5, 10), ("wall", 2.75, 10), ("cpu", 4.5, 20)])
def test_clocks(rows: Callable[..., pd.DataFrame], clock: str, seconds: float, limit: float) -> None:
    (seen,) = observe(rows(("a", "dfs", "solvable"), **TIMES), Clock(clock)).to_dict("records")
    assert (seen["seconds"], seen["limit"], seen["decided"]) == (seconds, limit, True)


def test_memory_is_the_runs_own(rows: Callable[..., pd.DataFrame]) -> None:
    assert list(observe(rows(("a", "dfs", "solvable"), **TIMES))["memory_mb"]) == [30.0]


def test_cpu_time_has_no_limit_but_its_own(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(("a", "dfs", "solvable"), cpu_seconds=1.0, limit_seconds=10.0)
    assert observe(data, Clock.CPU)["limit"].isna().all()


def test_a_killed_run_has_no_time_of_its_solver(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(("a", "dfs", "time-limit"), wall_seconds=10.1)
    assert observe(data)["seconds"].isna().all()
    assert list(observe(data, Clock.WALL)["seconds"]) == [10.1]
    assert not observe(data)["decided"].any()


def test_types_do_not_depend_on_what_is_missing(rows: Callable[..., pd.DataFrame]) -> None:
    full = observe(rows(("a", "dfs", "solvable"), effort=5, **TIMES)).dtypes
    assert observe(rows(("a", "dfs", "error"))).dtypes.equals(full)
    assert observe(rows()).dtypes.equals(full)


def test_mixed_limits_are_refused_unless_told(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(("a", "dfs", "solvable", 1.0, {"limit_seconds": 1.0}), ("a", "dfs", "solvable", 1.0))
    with pytest.raises(InputError, match="1 s; no limit"):
        observe(data)
    assert list(observe(data, mixed_limits=True)["line"]) == ["dfs [1 s]", "dfs [no limit]"]


def test_evidence_from_elsewhere_tells_the_class(rows: Callable[..., pd.DataFrame]) -> None:
    known = rows(("a", "sat", "unsolvable", 1.0), ("a", "dfs", "time-limit"))
    chosen = known.loc[known["solver"] == "dfs"]
    assert list(observe(chosen)["class"]) == ["undecided"]
    assert list(observe(chosen, evidence=known)["class"]) == ["unsolvable"]


def repeated(*runs: tuple[str, float | None]) -> list[tuple[str, str, str, float | None, dict[str, int]]]:
    return [("a", "dfs", verdict, seconds, {"repeat": number}) for number, (verdict, seconds) in enumerate(runs)]


def test_repetitions_become_their_median(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(*repeated(("solvable", 5.0), ("solvable", 1.0), ("solvable", 2.0)))
    (seen,) = per_deal(observe(data)).to_dict("records")
    assert (seen["seconds"], seen["decided"], seen["line"], seen["deal"]) == (2.0, True, "dfs", "a")


@pytest.mark.parametrize(
    ("runs", "decided"),
    [
        ([("solvable", 1.0), ("time-limit", None), ("solvable", 3.0)], True),
        ([("time-limit", None), ("time-limit", None), ("solvable", 3.0)], False),
        ([("time-limit", None), ("solvable", 3.0)], False),
        ([("solvable", 3.0), ("solvable", 1.0), ("solvable", 2.0), ("error", None)], True),
    ],
)
def test_a_deal_counts_if_most_runs_decided_it(
    rows: Callable[..., pd.DataFrame], runs: list[tuple[str, float | None]], decided: bool
) -> None:
    (seen,) = per_deal(observe(rows(*repeated(*runs)))).to_dict("records")
    assert seen["decided"] is decided
    if decided:
        assert seen["seconds"] == 3.0


def test_order_and_types_stay(rows: Callable[..., pd.DataFrame]) -> None:
    data = observe(rows(("b", "sat", "solvable", 1.0), ("a", "sat", "error"), ("b", "dfs", "solvable", 2.0)))
    pd.testing.assert_frame_equal(per_deal(data), data)


def test_two_numbers_with_the_same_cards_are_two_deals(rows: Callable[..., pd.DataFrame]) -> None:
    same = {"cards": "3|AS|2S|3S"}
    data = observe(rows(("a", "dfs", "solvable", 1.0, same), ("b", "dfs", "solvable", 2.0, same)))
    assert list(per_deal(data)["seconds"]) == [1.0, 2.0]
