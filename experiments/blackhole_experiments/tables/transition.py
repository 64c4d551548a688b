"""A transition as tables: the share of winnable deals by size, the turn and the peaks, and who is faster on which side.

For the study of that name.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.bootstrap import LEVEL
from blackhole_experiments.analysis.transition import RESAMPLES
from blackhole_experiments.tables.pairs import ratio_cell
from blackhole_experiments.tables.table import MISSING, Table, count, percent, rules_between, significant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from blackhole_experiments.analysis.transition import Peak, Turn


def share_table(shares: pd.DataFrame, settler: str, limits: str) -> Table:
    """Return the share of winnable deals by number of suits and size of fans.

    Args:
        shares: of `studies.transition.shares_of`, with `suits`.
        settler: the solver that ran on all of the deals.
        limits: of its runs, in words.
    """
    return Table(
        name="winnability",
        caption=(
            f"Winnable deals of 13 ranks by number of suits and size of fans, with Wilson's {100 * LEVEL:.0f} % "
            f"interval, undecided deals counted both ways. {settler} alone, limit of a run: {limits}; a deal that it "
            "left open and another approach decided is not undecided"
        ),
        headings=("suits", "cards in a fan", "deals", "winnable", "not winnable", "undecided", "winnable (%)"),
        alignment="rrrrrrr",
        rows=tuple(
            (
                *(count(each[name]) for name in ("suits", "size", "deals", "solvable", "unsolvable", "undecided")),
                f"{percent(each['low'])} to {percent(each['high'])}",
            )
            for each in shares.to_dict("records")
        ),
        data=shares,
        rules=rules_between(list(shares["suits"])),
    )


def peak_table(turns: Mapping[int, Turn], peaks: Mapping[int, Sequence[Peak]], limits: str) -> Table:
    """Return, for each number of suits, where deals turn and where each approach takes longest."""
    import pandas as pd

    found = [(suits, turns[suits], peak) for suits, each in peaks.items() for peak in each]
    return Table(
        name="peaks",
        caption=(
            "Where the share of winnable deals passes a half (with the ends of its interval), and the size of fans at "
            "which each approach takes longest: in the median, and in the mean with time-outs at the limit. At the "
            f"turn: in what share of {RESAMPLES:,} resamples of the deals the largest mean lies less than a card from "
            f"it. Limit of a run: {limits}"
        ),
        headings=(
            "suits",
            "turn",
            "solver",
            "longest median at",
            "longest mean at",
            "that mean (s)",
            "at the turn (%)",
        ),
        alignment="rrlrrrr",
        rows=tuple(
            (
                count(suits),
                turn_cell(turn),
                peak.line,
                count(peak.median_at),
                count(peak.mean_at),
                significant(peak.mean),
                MISSING if math.isnan(turn.at) else percent(peak.near),
            )
            for suits, turn, peak in found
        ),
        data=pd.DataFrame(
            [
                {"suits": suits, **{f"turn_{name}": value for name, value in asdict(turn).items()}, **asdict(peak)}
                for suits, turn, peak in found
            ]
        ),
        rules=rules_between([suits for suits, _, _ in found]),
    )


def turn_cell(turn: Turn) -> str:
    """Return a turn with its interval, where there is one."""
    if math.isnan(turn.at):
        return MISSING
    ends = [MISSING if math.isnan(end) else f"{end:.1f}" for end in (turn.low, turn.high)]
    return f"{turn.at:.1f} ({ends[0]} to {ends[1]})"


def side_table(compared: pd.DataFrame, base: str, limits: str) -> Table:
    """Return what `sides` found for every number of suits, in a column `suits`."""
    return Table(
        name="sides",
        caption=(
            "The approaches before the turn (more than half of the deals can be won) and after it, on the same deals. "
            f"Mean: time-outs at the limit. Ratio: time over that of {base}, geometric mean, time-outs at the limit, "
            f"with its {100 * LEVEL:.0f} % bootstrap interval. Limit of a run: {limits}"
        ),
        headings=("suits", "turn", "solver", "decided", "mean (s)", f"ratio to {base}"),
        alignment="rllrrr",
        rows=tuple(
            (
                count(each["suits"]),
                each["side"],
                each["line"],
                f"{each['decided']} of {each['runs']}",
                significant(each["mean"]),
                ratio_cell(each["ratio"], each["ratio_low"], each["ratio_high"]),
            )
            for each in compared.to_dict("records")
        ),
        data=compared,
        rules=rules_between([*zip(compared["suits"], compared["side"], strict=True)]),
    )


def map_table(whole: pd.DataFrame, limits: str) -> Table:
    """Return what `analysis.transition.whole_map` found."""
    return Table(
        name="map",
        caption=(
            "The approaches on the whole map: deals decided, and the mean of their mean times before and after the "
            f"turn with each number of suits, time-outs at the limit. Limit of a run: {limits}"
        ),
        headings=("solver", "decided", "mean (s)"),
        alignment="lrr",
        rows=tuple(
            (each["line"], f"{each['decided']:,} of {each['runs']:,}", significant(each["mean"]))
            for each in whole.to_dict("records")
        ),
        data=whole,
    )
