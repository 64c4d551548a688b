"""Survival plot: how many deals a solver has decided within a time (a "cactus" plot turned on its side).

For comparing solvers over many deals. Deals that were not decided hold a curve down to the end of the plot: nothing is
left out. The limit stands in the legend and as a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.observations import RESOLUTION
from blackhole_experiments.analysis.repeats import DEAL, per_deal
from blackhole_experiments.figures.style import LIMIT, add_legend, curve, new_figure, styled
from blackhole_experiments.figures.words import TIMES, limits_title

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from blackhole_experiments.analysis.observations import Clock

_ROOM: Final = 1.3
"""Between the outermost times or limits and the frame, as a factor."""

_BEYOND: Final = 10.0
"""How far curves go on outside the frame, so that no marker sits on it."""


@styled
def draw(observations: pd.DataFrame, clock: Clock) -> Figure:
    """Return the survival plot of `observations`, which `observe` made with `clock`."""
    import numpy as np
    from matplotlib.ticker import MaxNLocator

    deals = per_deal(observations)
    times = deals["seconds"].loc[deals["decided"]].clip(lower=RESOLUTION)
    limits = sorted(deals["limit"].dropna().unique())
    start = float(times.min()) / _ROOM if len(times) else RESOLUTION
    end = _ROOM * max([*limits, float(times.max()) if len(times) else 1.0])
    figure, (axes,) = new_figure()
    for number, (line, runs) in enumerate(deals.groupby("line", sort=False)):
        decided = np.sort(times.loc[times.index.isin(runs.index)].to_numpy(float))
        axes.step(
            [*(decided[:1] if len(decided) else [start]), *decided, _BEYOND * end],
            [*range(len(decided) + 1), len(decided)],
            where="post",
            **curve(number),
            label=f"{line} ({len(decided):,} of {len(runs):,})",
        )
    for limit in limits:
        axes.axvline(limit, **LIMIT)
    axes.set_xscale("log")
    axes.set_xlim(start, end)
    total = len(deals.drop_duplicates(DEAL))
    axes.set_ylim(0, total * 1.03)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    axes.set_title("Deals decided within a time")
    axes.set_xlabel(f"{TIMES[clock]} (s)")
    axes.set_ylabel(f"deals decided (of {total:,})")
    add_legend(figure, limits_title(observations))
    return figure
