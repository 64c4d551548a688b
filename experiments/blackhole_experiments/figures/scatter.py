"""Scatter plot: two solvers, a point for each deal on which both have a run.

For seeing where one beats the other. A deal that one of them did not decide lies on that solver's limit line (or, where
there is no limit, on a line beyond all times); where neither decided it, in the corner. Points below the diagonal are
deals on which the solver of the vertical axis is faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.classes import DISPUTED, SOLVABLE, UNDECIDED, UNSOLVABLE
from blackhole_experiments.analysis.observations import RESOLUTION
from blackhole_experiments.analysis.paired import side_by_side
from blackhole_experiments.figures.style import BLACK, BLUE, GREY, LIMIT, VERMILLION, add_legend, new_figure, styled
from blackhole_experiments.figures.words import TIMES, limits_title
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from matplotlib.figure import Figure

    from blackhole_experiments.analysis.observations import Clock

_POINTS: Final[Mapping[str, tuple[str, str, str]]] = {
    SOLVABLE: ("o", BLUE, "solvable"),
    UNSOLVABLE: ("s", VERMILLION, "unsolvable"),
    UNDECIDED: ("x", BLACK, "decided by none"),
    DISPUTED: ("*", BLACK, "disputed"),
}
"""Marker, colour and name of each class of deals."""

_SIDES: Final = ("first", "second")
_ROOM: Final = 1.6
"""Between the outermost points and the frame, as a factor."""

_WIDTH: Final = 6.0
"""Inches: the square of the plot, and the legend beside it."""


@styled
def draw(observations: pd.DataFrame, clock: Clock, first: str, second: str) -> Figure:
    """Return the scatter plot of two lines of `observations`, `first` along the horizontal axis.

    Raises:
        InputError: there is no such line, or no deal on which both have a run.
    """
    import pandas as pd

    pairs = side_by_side(observations, first, second)
    if pairs.empty:
        raise InputError(f"there is no deal on which both {first} and {second} have a run")
    times = {side: pairs[f"seconds_{side}"].clip(lower=RESOLUTION) for side in _SIDES}
    decided = {side: pairs[f"decided_{side}"] for side in _SIDES}
    known = [float(time) for side in _SIDES for time in times[side].loc[decided[side]]]
    limits = {side: pairs[f"limit_{side}"].iloc[0] for side in _SIDES}
    beyond = _ROOM * max(known, default=1.0)
    edges = {side: beyond if pd.isna(limits[side]) else float(limits[side]) for side in _SIDES}
    x, y = (times[side].where(decided[side], edges[side]).to_numpy(float) for side in _SIDES)
    low, high = min(*known, *edges.values()) / _ROOM, max(*known, *edges.values()) * _ROOM

    figure, (axes,) = new_figure(width=_WIDTH, height=4.0)
    for name, (marker, colour, label) in _POINTS.items():
        chosen = (pairs["class_first"] == name).to_numpy(bool)
        if chosen.any():
            axes.plot(
                x[chosen],
                y[chosen],
                linestyle="none",
                marker=marker,
                markeredgecolor=colour,
                markerfacecolor="none",
                label=f"{label} ({chosen.sum():,})",
                zorder=3,
            )
    axes.plot([low, high], [low, high], color=GREY, linewidth=0.8, label="equal time")
    for side, line in zip(_SIDES, (axes.axvline, axes.axhline), strict=True):
        if not (pd.isna(limits[side]) and decided[side].all()):
            line(edges[side], **LIMIT)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    axes.set_box_aspect(1)
    axes.set_title("Two solvers, deal by deal")
    axes.set_xlabel(f"{first}\n{TIMES[clock]} (s)")
    axes.set_ylabel(f"{second}\n{TIMES[clock]} (s)")
    add_legend(figure, _title(observations, first, second))
    return figure


def _title(observations: pd.DataFrame, first: str, second: str) -> str:
    """Return the title of the legend: the limits, and what lies on the dotted lines."""
    chosen = observations.loc[observations["line"].isin([first, second])]
    on_the_line = "" if chosen["decided"].all() else "\non the line: not decided"
    return limits_title(chosen) + on_the_line
