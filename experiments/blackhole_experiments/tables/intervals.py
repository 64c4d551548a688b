"""The share of winnable deals by solver, with intervals that count undecided deals both ways."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.classes import SOLVABLE, UNSOLVABLE
from blackhole_experiments.analysis.repeats import per_deal
from blackhole_experiments.analysis.winnability import Interval, winnability
from blackhole_experiments.tables.table import Table, count

if TYPE_CHECKING:
    import pandas as pd

_HEADINGS = ("solver", "deals", "solvable", "unsolvable", "not decided", "winnable (%)")


def winnability_table(observations: pd.DataFrame) -> Table:
    """Return for each line how many deals it found winnable, and the interval of the share."""
    import pandas as pd

    records = []
    rows = []
    for line, deals in per_deal(observations).groupby("line", sort=False):
        solvable, unsolvable = (int((deals["verdict"] == verdict).sum()) for verdict in (SOLVABLE, UNSOLVABLE))
        undecided = len(deals) - solvable - unsolvable
        interval = winnability(solvable=solvable, undecided=undecided, deals=len(deals))
        counts = {
            "deals": len(deals),
            "solvable": solvable,
            "unsolvable": unsolvable,
            "not_decided": undecided,
        }
        records.append({"line": line, **counts, "winnable_low": interval.low, "winnable_high": interval.high})
        rows.append(
            (str(line), *map(count, counts.values()), str(interval.rounded(_decimals(interval))).removesuffix(" %"))
        )
    limits = "; ".join(observations["limits"].unique())
    return Table(
        name="winnability",
        caption=(
            f"Winnable deals, 95 % Wilson interval with deals not decided counted both ways. Limit of a run: {limits}"
        ),
        headings=_HEADINGS,
        alignment="l" + "r" * (len(_HEADINGS) - 1),
        rows=tuple(rows),
        data=pd.DataFrame(records),
    )


def _decimals(interval: Interval) -> int:
    """Return how many decimals of a percentage show two digits of the half-width."""
    half_width = 50 * (interval.high - interval.low)
    return max(0, 1 - math.floor(math.log10(half_width)))
