"""ECDF of effort: the share of its deals that a solver has decided with at most so much effort.

For comparing variants of one solver without clocks: the same rows on any machine. Deals that were not decided keep a
curve below 1. Solvers that count differently (positions, conflicts) get a panel each: their efforts do not compare.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from blackhole_experiments.analysis.repeats import per_deal
from blackhole_experiments.figures.style import add_legend, curve, new_figure, styled
from blackhole_experiments.figures.words import limits_title
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_TITLE: Final = "Deals decided with an effort"

_ROOM: Final = 1.5
"""Between the largest effort and the frame, as a factor."""

_BEYOND: Final = 10.0
"""How far curves go on outside the frame, so that no marker sits on it."""

_LINEAR_UP_TO: Final = 1.0
"""Efforts of 0 have no place on a logarithmic axis; up to here it is linear."""


@styled
def draw(observations: pd.DataFrame) -> Figure:
    """Return the ECDF of `observations`.

    Raises:
        InputError: no run has told its effort.
    """
    deals = per_deal(observations)
    told = deals.loc[deals["effort_unit"] != ""].drop_duplicates("line")
    units = dict(zip(told["line"], told["effort_unit"], strict=True))
    curves = {line: curve(number) for number, line in enumerate(deals["line"].unique())}
    if not units:
        raise InputError("there is no effort to draw: no run has told any")
    different = list(dict.fromkeys(units.values()))
    figure, panels = new_figure(panels=len(different))
    for axes, unit in zip(panels, different, strict=True):
        _panel(axes, deals, {line: look for line, look in curves.items() if units.get(line) == unit})
        axes.set_xlabel(f"effort ({unit})")
    panels[0].set_ylabel("share of deals decided")
    if len(panels) == 1:
        panels[0].set_title(_TITLE)
    else:
        figure.suptitle(_TITLE, fontsize=panels[0].title.get_fontsize())
    add_legend(figure, limits_title(observations).removesuffix(" (dotted)"))
    return figure


def _panel(axes: Axes, deals: pd.DataFrame, curves: Mapping[str, dict[str, Any]]) -> None:
    """Draw a curve for each line of `curves`; all count effort alike."""
    import numpy as np

    efforts = deals["effort"].where(deals["decided"]).loc[deals["line"].isin(list(curves))].dropna()
    end = max(_ROOM * float(efforts.max()) if len(efforts) else 0.0, 10 * _LINEAR_UP_TO)
    for line, look in curves.items():
        runs = deals["line"] == line
        decided = np.sort(efforts.loc[runs.reindex(efforts.index)].to_numpy(float))
        shares = np.arange(len(decided) + 1) / runs.sum()
        axes.step(
            [*(decided[:1] if len(decided) else [0]), *decided, _BEYOND * end],
            [*shares, shares[-1]],
            where="post",
            **look,
            label=f"{line} ({len(decided):,} of {runs.sum():,})",
        )
    axes.set_xscale("symlog", linthresh=_LINEAR_UP_TO)
    axes.set_xlim(0, end)
    axes.set_ylim(0, 1.03)
