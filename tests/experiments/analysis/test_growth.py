"""How cost grows: quantiles by size and the law fitted to them, on numbers made up for the purpose."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from blackhole_experiments.analysis.censored import quantile
from blackhole_experiments.analysis.growth import growth, quantiles
from blackhole_experiments.analysis.observations import Clock
from blackhole_experiments.figures import growth as figure
from blackhole_experiments.tables.growth import law_table, quantiles_table


def runs(line: str, size: int, seconds: list[float], limit: float = 10.0) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "line": line,
            "size": size,
            "seconds": pd.array(seconds, dtype="Float64"),
            "effort": pd.array([1000 * each for each in seconds], dtype="Float64"),
            "decided": [each < limit for each in seconds],
            "limit": limit,
            "limits": f"{limit:g} s",
        }
    )


DOUBLING = pd.concat([runs("twice", size, [0.1 * 2**size] * 5) for size in range(1, 6)])
LOST = pd.concat([runs("lost", size, [0.1 * 3**size] * 5) for size in range(1, 6)])
"""At sizes 1 to 4 decided in up to 8.1 s, at 5 not."""


def test_quantile_is_one_of_the_values_and_infinite_among_the_undecided() -> None:
    values, decided = np.arange(1.0, 11.0), np.arange(10) < 9
    assert quantile(values, decided, 0.9) == 9.0
    assert quantile(values, decided, 0.91) == math.inf
    assert math.isnan(quantile(np.array([]), np.array([], dtype=bool), 0.5))


def test_quantiles_by_line_and_size() -> None:
    found = quantiles(pd.concat([runs("a", 3, [1.0, 2.0, 10.0]), runs("a", 2, [4.0])]), "seconds")
    assert list(found["size"]) == [2, 3]
    assert list(found["median"]) == [4.0, 2.0]
    assert list(found["tail"]) == [4.0, math.inf]
    assert list(found["decided"]) == [1, 2]


def test_an_exponential_law_is_found_exactly() -> None:
    (law,) = growth(DOUBLING, "seconds")
    assert (law.line, law.sizes, law.fitted) == ("twice", 5, 5)
    assert law.factor == pytest.approx(2)
    assert law.low == pytest.approx(2)
    assert law.high == pytest.approx(2)


def test_the_interval_holds_the_factor_of_a_noisy_law() -> None:
    rng = np.random.default_rng(1)
    noisy = pd.concat([runs("n", size, list(0.001 * 2**size * rng.lognormal(0, 0.4, 40))) for size in range(1, 9)])
    (law,) = growth(noisy, "seconds")
    assert law.low < 2 < law.high
    assert law.high - law.low < 0.4


def test_sizes_whose_median_is_not_known_are_left_out_and_counted() -> None:
    (law,) = growth(LOST, "seconds")
    assert (law.sizes, law.fitted) == (5, 4)
    assert law.factor == pytest.approx(3)
    (nothing,) = growth(LOST.loc[LOST["size"] > 3], "seconds")
    assert nothing.fitted == 1
    assert math.isnan(nothing.factor)


def test_growth_is_drawn_and_told() -> None:
    both = pd.concat([DOUBLING, LOST])
    times, efforts = quantiles(both, "seconds"), quantiles(both, "effort")
    (axes,) = figure.draw(times, both, Clock.SOLVER, "suits").axes
    labels = [line.get_label() for line in axes.lines]
    assert {"twice", "lost"} <= set(labels)
    open_markers = [line for line in axes.lines if line.get_markerfacecolor() == "white"]
    assert [len(np.asarray(line.get_xdata())) for line in open_markers] == [1, 0]
    table = quantiles_table(times, efforts, "suits", "10 s")
    assert ("lost", "5", "0 of 5", ">", ">", ">", ">") in table.rows
    laws = law_table(growth(both, "seconds"), "suit")
    assert laws.rows[0] == ("twice", "5 of 5", "2.00", "2.00 to 2.00")
    assert laws.rows[1][:3] == ("lost", "4 of 5", "3.00")
