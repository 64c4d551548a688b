"""Growth: what runs take as deals get larger, median and 90th percentile, a curve a solver.

For studies of scaling. The band between median and 90th percentile is shaded; a median that falls among the runs not
decided lies on the limit as an open marker, since all that is known is that it is not below.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.observations import RESOLUTION
from blackhole_experiments.figures.style import LIMIT, add_legend, new_figure, stroke, styled
from blackhole_experiments.figures.words import TIMES, limits_title

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from blackhole_experiments.analysis.observations import Clock


@styled
def draw(points: pd.DataFrame, observations: pd.DataFrame, clock: Clock, size: str) -> Figure:
    """Return the figure.

    Args:
        points: of `analysis.growth.quantiles`, of times.
        observations: what they were made of.
        clock: of the observations.
        size: what the size is, for the axis.
    """
    figure, (axes,) = new_figure()
    limits = observations["limit"].dropna()
    plot_medians(axes, points, float(limits.iloc[0]) if len(limits) else math.inf, shaded=True)
    axes.set_xlabel(size)
    axes.set_ylabel(f"{TIMES[clock]} (s)")
    axes.set_title("Median; shaded up to the 90th percentile; open: not decided")
    add_legend(figure, limits_title(observations))
    return figure


def plot_medians(axes: Axes, points: pd.DataFrame, limit: float, *, shaded: bool) -> None:
    """Draw the medians of each line over the sizes, on a logarithmic axis of times.

    Args:
        axes: where.
        points: of `analysis.growth.quantiles`, of times.
        limit: of a run, s; infinite where there is none.
        shaded: shade up to the 90th percentile.
    """
    from matplotlib.ticker import MaxNLocator

    for number, (line, here) in enumerate(points.groupby("line", sort=False)):
        drawn = stroke(number)
        colour, marker = drawn["color"], drawn["marker"]
        sizes = here["size"].to_numpy(float)
        middle, tail = (here[name].clip(lower=RESOLUTION, upper=limit).to_numpy(float) for name in ("median", "tail"))
        axes.plot(sizes, middle, **drawn, label=str(line), zorder=3)
        if shaded:
            axes.fill_between(sizes, middle, tail, color=colour, alpha=0.15, linewidth=0)
        unknown = ~here["median"].map(math.isfinite).to_numpy(bool)
        axes.plot(
            sizes[unknown],
            middle[unknown],
            linestyle="none",
            marker=marker,
            markeredgecolor=colour,
            markerfacecolor="white",
            markersize=7,
            zorder=4,
        )
    if math.isfinite(limit):
        axes.axhline(limit, **LIMIT)
    axes.set_yscale("log")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
