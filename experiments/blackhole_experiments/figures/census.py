"""Figures of a census: how effort is spread, and how the share of winnable deals settles.

For the studies over millions of deals. Both draw a few hundred points of each curve, whatever the number of deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.winnability import winnability
from blackhole_experiments.figures.style import COLOURS, curve, new_figure, styled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from matplotlib.figure import Figure

    from blackhole_experiments.studies.published import Census

_POINTS: Final = 400
_FIRST: Final = 100
"""Deals before which a share says little."""


@styled
def draw_effort(censuses: Mapping[str, pd.DataFrame]) -> Figure:
    """Return the share of deals decided with at most so many positions, a panel a census, a curve a verdict.

    Args:
        censuses: frames with `solvable` (1, 0, missing) and `effort`, by what they are a census of.
    """
    import numpy as np

    figure, panels = new_figure(panels=len(censuses), height=3.2)
    shares = np.linspace(0, 1, _POINTS)
    for axes, (what, deals) in zip(panels, censuses.items(), strict=True):
        for number, (code, verdict) in enumerate(((1, "solvable"), (0, "unsolvable"))):
            effort = deals.loc[deals["solvable"] == code, "effort"].to_numpy(float)
            if len(effort):
                label = f"{verdict} ({len(effort):,})"
                axes.step(np.quantile(effort, shares), shares, where="post", **curve(number), label=label)
        axes.set_xscale("symlog", linthresh=1)
        axes.set_xlim(left=0)
        axes.set_ylim(0, 1.03)
        axes.set_title(what)
        axes.set_xlabel("positions")
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2))
    panels[0].set_ylabel("share of deals of that verdict")
    return figure


@styled
def draw_settling(deals: pd.DataFrame, published: Sequence[Census]) -> Figure:
    """Return the share of winnable deals after so many deals, with its interval, beside what others found.

    Args:
        deals: a frame with `solvable` (1, 0, missing) in the order of the deals' numbers.
        published: counts of others.
    """
    import numpy as np

    solvable = np.cumsum((deals["solvable"] == 1).fillna(value=False).to_numpy(np.int64))
    undecided = np.cumsum(deals["solvable"].isna().to_numpy(np.int64))
    total = len(deals)
    places = np.unique(np.geomspace(min(_FIRST, total), total, _POINTS).astype(np.int64))
    intervals = [
        winnability(solvable=int(solvable[n - 1]), undecided=int(undecided[n - 1]), deals=int(n)) for n in places
    ]
    figure, (axes,) = new_figure(height=3.8)
    axes.fill_between(
        places,
        [100 * interval.low for interval in intervals],
        [100 * interval.high for interval in intervals],
        color=COLOURS[0],
        alpha=0.25,
        linewidth=0,
        label="95 % interval (Wilson)",
    )
    axes.plot(places, 100 * solvable[places - 1] / places, color=COLOURS[0], label="winnable so far")
    for number, census in enumerate(published):
        interval = winnability(solvable=census.solvable, undecided=0, deals=census.deals)
        middle = 100 * census.solvable / census.deals
        axes.errorbar(
            census.deals,
            middle,
            yerr=[[middle - 100 * interval.low], [100 * interval.high - middle]],
            fmt="os^D"[number % 4],
            color=COLOURS[(number + 1) % len(COLOURS)],
            capsize=3,
            label=census.source,
        )
    final = intervals[-1]
    half = max(100 * (final.high - final.low), 0.4)
    centre = 100 * solvable[-1] / total
    axes.set_xscale("log")
    axes.set_ylim(centre - 4 * half, centre + 4 * half)
    axes.set_xlabel("deals")
    axes.set_ylabel("winnable (%)")
    figure.legend(loc="outside upper center", ncols=2)
    return figure
