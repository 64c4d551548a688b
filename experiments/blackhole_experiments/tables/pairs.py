"""Solvers two by two: who is faster, how often, and how many times.

For papers that say one solver beats another. See `analysis.paired` for what the ratios mean.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from itertools import combinations
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.bootstrap import LEVEL, RESAMPLES
from blackhole_experiments.analysis.paired import compare_pair
from blackhole_experiments.tables.summary import summary_caption
from blackhole_experiments.tables.table import MISSING, Table, count, significant
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from blackhole_experiments.analysis.observations import Clock
    from blackhole_experiments.analysis.paired import Paired

_HEADINGS = (
    "first",
    "second",
    "deals",
    "both",
    "first alone",
    "second alone",
    "neither",
    "first faster",
    "second faster",
    "time ratio",
    "with time-outs at the limit",
)


def pairs_table(observations: pd.DataFrame, clock: Clock) -> Table:
    """Return each pair of lines compared on the deals they have in common.

    Raises:
        InputError: there is only one line, or a pair without a deal in common.
    """
    import pandas as pd

    lines = list(observations["line"].unique())
    if len(lines) < 2:
        raise InputError(f"two solvers are compared, and there are runs of {lines[0]} alone")
    pairs = [compare_pair(observations, first, second) for first, second in combinations(lines, 2)]
    rows = [
        (
            pair.first,
            pair.second,
            *map(count, (pair.deals, pair.both, pair.first_alone, pair.second_alone, pair.neither)),
            *map(count, (pair.first_wins, pair.second_wins)),
            ratio_cell(pair.ratio, pair.ratio_low, pair.ratio_high),
            ratio_at_limit_cell(pair),
        )
        for pair in pairs
    ]
    return Table(
        name="paired",
        caption=(
            f"{summary_caption(observations, clock)}. "
            "Both, alone, neither: deals decided. Ratio: time of the first over time of the second, geometric mean, "
            f"with its {100 * LEVEL:.0f} % bootstrap interval ({RESAMPLES:,} resamples of the deals); over deals "
            "decided by both, and over deals decided by either"
        ),
        headings=_HEADINGS,
        alignment="ll" + "r" * (len(_HEADINGS) - 2),
        rows=tuple(rows),
        data=pd.DataFrame([asdict(pair) for pair in pairs]),
    )


def ratio_at_limit_cell(pair: Paired) -> str:
    """Return a pair's ratio with time-outs at the limit, with its interval."""
    return ratio_cell(pair.ratio_at_limit, pair.ratio_at_limit_low, pair.ratio_at_limit_high)


def ratio_cell(ratio: float, low: float, high: float) -> str:
    """Return a ratio with its interval, where there is one."""
    if math.isnan(ratio):
        return MISSING
    return significant(ratio) + ("" if math.isnan(low) else f" ({significant(low)} to {significant(high)})")
