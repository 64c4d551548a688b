"""The map of a transition: above, the share of winnable deals by size of fans; below, what each approach takes there.

For the study of that name. A column for each number of suits, so that share and hardness stand over each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blackhole_experiments.figures.growth import plot_medians
from blackhole_experiments.figures.style import BLACK, WIDTH, styled

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from matplotlib.figure import Figure

_HEIGHT: Final = 4.6


@styled
def draw(shares: pd.DataFrame, times: Mapping[int, pd.DataFrame], limit: float) -> Figure:
    """Return the figure.

    Args:
        shares: frame with `suits`, `size`, `deals`, `solvable`, `undecided`, `low` and `high`.
        times: `analysis.growth.quantiles` of times by number of suits.
        limit: of a run, s.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, _HEIGHT), layout="constrained")
    panels = figure.subplots(2, len(times), sharey="row", sharex="col", squeeze=False)
    for (above, below), (suits, points) in zip(panels.T, times.items(), strict=True):
        here = shares.loc[shares["suits"] == suits]
        sizes = here["size"].to_numpy(float)
        above.fill_between(sizes, 100 * here["low"], 100 * here["high"], color=BLACK, alpha=0.15, linewidth=0)
        above.plot(sizes, 100 * here["solvable"] / here["deals"], color=BLACK, marker="o")
        above.set_title(f"{suits} suits")
        above.set_ylim(-4, 104)
        plot_medians(below, points, limit, shaded=False)
        below.set_xlabel("cards in a fan")
    panels[0][0].set_ylabel("winnable (%)")
    panels[1][0].set_ylabel("median time (s)")
    handles, labels = panels[1][0].get_legend_handles_labels()
    figure.legend(
        handles, labels, loc="outside upper center", ncols=len(labels), title=f"limit {limit:g} s; open: not decided"
    )
    return figure
