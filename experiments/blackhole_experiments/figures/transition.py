"""The map of a transition: the share of winnable deals by size of fans, and below it what each approach takes there.

For the study of that name. A column for each number of suits, so that share and hardness stand over each other; the
turn is a vertical line through both.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.transition import capped
from blackhole_experiments.figures.growth import plot_medians
from blackhole_experiments.figures.style import BLACK, GREY, LIMIT, WIDTH, stroke, styled

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from blackhole_experiments.analysis.transition import Turn

_HEIGHT: Final = 6.2


@styled
def draw(
    shares: pd.DataFrame,
    turns: Mapping[int, Turn],
    times: Mapping[int, pd.DataFrame],
    observations: Mapping[int, pd.DataFrame],
    limit: float,
) -> Figure:
    """Return the figure.

    Args:
        shares: frame with `suits`, `size`, `deals`, `solvable`, `undecided`, `low` and `high`.
        turns: by number of suits.
        times: `analysis.growth.quantiles` of the times of `observations`.
        observations: runs of each approach, by number of suits, with a column `size`.
        limit: of such a run, s.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(WIDTH, _HEIGHT), layout="constrained")
    panels = figure.subplots(3, len(times), sharey="row", sharex="col", squeeze=False)
    for (above, middle, below), (suits, points) in zip(panels.T, times.items(), strict=True):
        here = shares.loc[shares["suits"] == suits]
        sizes = here["size"].to_numpy(float)
        above.fill_between(sizes, 100 * here["low"], 100 * here["high"], color=BLACK, alpha=0.15, linewidth=0)
        above.plot(sizes, 100 * (here["solvable"] + here["undecided"] / 2) / here["deals"], color=BLACK, marker="o")
        above.set_title(f"{suits} suits")
        above.set_ylim(-4, 104)
        plot_medians(middle, points, limit, shaded=False)
        _plot_means(below, observations[suits], limit)
        below.set_xlabel("cards in a fan")
        below.xaxis.set_major_locator(MaxNLocator(integer=True))
        if not math.isnan(turns[suits].at):
            for axes in (above, middle, below):
                axes.axvline(turns[suits].at, color=GREY, linewidth=0.8, zorder=1)
    for row, label in enumerate(("winnable (%)", "median time (s)", "mean time (s)")):
        panels[row][0].set_ylabel(label)
    handles, labels = panels[1][0].get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        loc="outside upper center",
        ncols=len(labels),
        title=f"limit {limit:g} s (dotted); open: median not decided; mean: time-outs at the limit",
    )
    return figure


def _plot_means(axes: Axes, observations: pd.DataFrame, limit: float) -> None:
    """Draw the mean time of each line over the sizes, time-outs at the limit, on a logarithmic axis."""
    for number, (line, runs) in enumerate(observations.groupby("line")):
        means = [(float(str(size)), float(capped(here).mean())) for size, here in runs.groupby("size")]
        axes.plot(
            *zip(*means, strict=True),
            **stroke(number),
            label=str(line),
        )
    axes.axhline(limit, **LIMIT)
    axes.set_yscale("log")
