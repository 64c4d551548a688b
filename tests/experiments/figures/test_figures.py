"""Figures by what they show: curves, points, limits and words, not pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
import pytest

from blackhole_experiments.analysis.observations import Clock, observe
from blackhole_experiments.figures import ecdf, scatter, survival
from blackhole_experiments.figures.style import FORMATS, curve, render
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RUNS: list[tuple[Any, ...]] = [
    ("a", "dfs", "solvable", 4.0, {"effort": 100, "effort_unit": "positions"}),
    ("a", "sat", "solvable", 1.0, {"effort": 7, "effort_unit": "conflicts"}),
    ("b", "dfs", "solvable", 1.0, {"effort": 20, "effort_unit": "positions"}),
    ("b", "sat", "solvable", 2.0, {"effort": 0, "effort_unit": "conflicts"}),
    ("c", "dfs", "time-limit", 10.0, {"effort": 900, "effort_unit": "positions"}),
    ("c", "sat", "unsolvable", 0.5, {"effort": 9, "effort_unit": "conflicts"}),
    ("d", "dfs", "time-limit"),
    ("d", "sat", "time-limit"),
]


@pytest.fixture
def seen(rows: Callable[..., pd.DataFrame]) -> pd.DataFrame:
    return observe(rows(*RUNS, limit_seconds=10.0))


def curves(axes: Axes) -> dict[str, tuple[list[float], list[float]]]:
    """Return the data of all that has a name in the legend."""
    named = [line for line in axes.get_lines() if not str(line.get_label()).startswith("_")]
    return {
        str(line.get_label()): (
            list(np.asarray(line.get_xdata(), dtype=float)),
            list(np.asarray(line.get_ydata(), dtype=float)),
        )
        for line in named
    }


def unnamed(axes: Axes) -> list[tuple[list[float], list[float]]]:
    return [
        (list(np.asarray(line.get_xdata(), dtype=float)), list(np.asarray(line.get_ydata(), dtype=float)))
        for line in axes.get_lines()
        if str(line.get_label()).startswith("_")
    ]


def legend(figure: Figure) -> tuple[str, list[str]]:
    (found,) = figure.legends
    return found.get_title().get_text(), [text.get_text() for text in found.get_texts()]


def test_survival_counts_decided_deals(seen: pd.DataFrame) -> None:
    figure = survival.draw(seen, Clock.SOLVER)
    (axes,) = figure.axes
    found = curves(axes)
    assert list(found) == ["dfs (2 of 4)", "sat (3 of 4)"]
    times, counts = found["sat (3 of 4)"]
    assert (times[:4], counts[:4]) == ([0.5, 0.5, 1.0, 2.0], [0, 1, 2, 3])
    assert times[-1] > 10  # the deal that was not decided holds the curve down to the end
    assert counts[-1] == 3


def test_survival_says_limit_and_units(seen: pd.DataFrame) -> None:
    figure = survival.draw(seen, Clock.SOLVER)
    (axes,) = figure.axes
    assert legend(figure) == ("limit 10 s (dotted)", ["dfs (2 of 4)", "sat (3 of 4)"])
    assert unnamed(axes) == [([10.0, 10.0], [0.0, 1.0])]
    assert (axes.get_xscale(), axes.get_xlabel()) == ("log", "time to build and solve (s)")
    assert axes.get_ylabel() == "deals decided (of 4)"
    left, right = axes.get_xlim()
    assert 0 < left < 0.5
    assert right > 10


def test_survival_on_another_clock(rows: Callable[..., pd.DataFrame]) -> None:
    figure = survival.draw(observe(rows(("a", "dfs", "solvable"), cpu_seconds=3.0), Clock.CPU), Clock.CPU)
    (axes,) = figure.axes
    assert axes.get_xlabel() == "CPU time of the run (s)"
    assert curves(axes)["dfs (1 of 1)"][0][:2] == [3.0, 3.0]
    assert legend(figure)[0] == "no limit"


def test_survival_of_nothing_decided_is_a_flat_line(rows: Callable[..., pd.DataFrame]) -> None:
    (axes,) = survival.draw(observe(rows(("a", "dfs", "error"), limit_seconds=5.0)), Clock.SOLVER).axes
    assert set(curves(axes)["dfs (0 of 1)"][1]) == {0.0}


def test_survival_keeps_limits_apart(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(
        ("a", "dfs", "solvable", 1.0, {"limit_seconds": 2.0}), ("a", "dfs", "solvable", 1.5, {"limit_seconds": 5.0})
    )
    figure = survival.draw(observe(data, mixed_limits=True), Clock.SOLVER)
    assert legend(figure) == ("limits in brackets (dotted)", ["dfs [2 s] (1 of 1)", "dfs [5 s] (1 of 1)"])
    assert [line[0][0] for line in unnamed(figure.axes[0])] == [2.0, 5.0]


def test_scatter_puts_time_outs_on_the_limit_lines(seen: pd.DataFrame) -> None:
    figure = scatter.draw(seen, Clock.SOLVER, "dfs", "sat")
    (axes,) = figure.axes
    points = curves(axes)
    assert points["solvable (2)"] == ([4.0, 1.0], [1.0, 2.0])
    assert points["unsolvable (1)"] == ([10.0], [0.5])
    assert points["decided by none (1)"] == ([10.0], [10.0])
    assert unnamed(axes) == [([10.0, 10.0], [0.0, 1.0]), ([0.0, 1.0], [10.0, 10.0])]
    assert (axes.get_xlabel(), axes.get_ylabel()) == (
        "dfs\ntime to build and solve (s)",
        "sat\ntime to build and solve (s)",
    )
    assert legend(figure)[0] == "limit 10 s (dotted)\non the line: not decided"
    assert axes.get_xlim() == axes.get_ylim()


def test_scatter_without_a_limit_has_a_line_beyond_all_times(rows: Callable[..., pd.DataFrame]) -> None:
    runs = [("a", "x", "solvable", 3.0), ("a", "y", "solvable", 1.0), ("b", "x", "error"), ("b", "y", "solvable", 2.0)]
    figure = scatter.draw(observe(rows(*runs)), Clock.SOLVER, "x", "y")
    (axes,) = figure.axes
    (vertical,) = unnamed(axes)
    beyond = vertical[0][0]
    assert beyond > 3.0
    assert curves(axes)["solvable (2)"] == ([3.0, beyond], [1.0, 2.0])
    assert legend(figure)[0] == "no limit\non the line: not decided"


def test_scatter_refuses_what_is_not_there(seen: pd.DataFrame, rows: Callable[..., pd.DataFrame]) -> None:
    with pytest.raises(InputError, match="no runs of 'z': there are dfs, sat"):
        scatter.draw(seen, Clock.SOLVER, "dfs", "z")
    apart = observe(rows(("a", "x", "solvable", 1.0), ("b", "y", "solvable", 1.0)))
    with pytest.raises(InputError, match="no deal on which both"):
        scatter.draw(apart, Clock.SOLVER, "x", "y")


def test_ecdf_has_a_panel_for_each_unit(seen: pd.DataFrame) -> None:
    figure = ecdf.draw(seen)
    positions, conflicts = figure.axes
    assert (positions.get_xlabel(), conflicts.get_xlabel()) == ("effort (positions)", "effort (conflicts)")
    efforts, shares = curves(positions)["dfs (2 of 4)"]
    assert (efforts[:3], shares[:3]) == ([20, 20, 100], [0, 0.25, 0.5])
    assert shares[-1] == 0.5
    efforts, shares = curves(conflicts)["sat (3 of 4)"]
    assert (efforts[:4], shares[:4]) == ([0, 0, 7, 9], [0, 0.25, 0.5, 0.75])
    assert conflicts.get_xlim()[0] == 0
    assert legend(figure) == ("limit 10 s", ["dfs (2 of 4)", "sat (3 of 4)"])


def test_ecdf_without_any_effort_is_refused(rows: Callable[..., pd.DataFrame]) -> None:
    with pytest.raises(InputError, match="no run has told any"):
        ecdf.draw(observe(rows(("a", "dfs", "solvable", 1.0))))


def test_curves_differ_without_colour() -> None:
    looks = [(str(curve(number)["linestyle"]), curve(number)["marker"]) for number in range(35)]
    assert len(set(looks)) == 35


@pytest.mark.parametrize("form", list(FORMATS))
def test_the_same_rows_give_the_same_bytes(seen: pd.DataFrame, form: str) -> None:
    first, second = (render(survival.draw(seen, Clock.SOLVER), form) for _ in range(2))
    assert first == second
    assert len(first) > 1000


def test_style_is_not_the_users(seen: pd.DataFrame) -> None:
    plain = render(survival.draw(seen, Clock.SOLVER), "svg")
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "lines.linewidth": 9, "svg.hashsalt": "x"}):
        assert render(survival.draw(seen, Clock.SOLVER), "svg") == plain
        assert mpl.rcParams["font.size"] == 30


@pytest.mark.parametrize("lines", [1, 9, 20])
def test_nothing_is_cut_off(rows: Callable[..., pd.DataFrame], lines: int) -> None:
    names = [f"sat-direct+dominance+windows+part{number}" for number in range(lines)]
    data = observe(
        rows(*[("a", name, "solvable", 1.0 + number) for number, name in enumerate(names)], limit_seconds=9.0)
    )
    figure = survival.draw(data, Clock.SOLVER)
    render(figure, "png")
    width, height = figure.get_size_inches() * figure.dpi
    (axes,) = figure.axes
    for artist in (axes, figure.legends[0]):
        box = artist.get_tightbbox()
        assert box is not None
        assert box.x0 >= -1
        assert box.y0 >= -1
        assert box.x1 <= width + 1
        assert box.y1 <= height + 1
    assert axes.get_window_extent().width > width / 2
