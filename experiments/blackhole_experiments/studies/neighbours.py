"""A solver and its neighbours: what each part is worth, told by what happens without it, or with it.

For studies of constraint models. Every line of a trial is held against one of them, the base, deal by deal; the ratios
are those of `analysis.paired`, time-outs at the limit.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from blackhole_experiments.analysis.bootstrap import LEVEL
from blackhole_experiments.analysis.censored import median, penalised
from blackhole_experiments.analysis.observations import Clock
from blackhole_experiments.analysis.paired import Paired, compare_pair
from blackhole_experiments.tables.pairs import ratio_at_limit_cell, ratio_cell
from blackhole_experiments.tables.summary import median_cell, summary_caption
from blackhole_experiments.tables.table import Table, count, significant

if TYPE_CHECKING:
    import pandas as pd

    from blackhole_experiments.studies.trials import Trial

MEDIANS: Final = ("variables", "constraints", "booleans", "conflicts", "branches", "build_seconds", "solve_seconds")
"""What the table shows the median of, over the runs that told it."""


def neighbours_table(trial: Trial, base: str) -> Table:
    """Return a line for each solver of `trial`: size of its models, work, time, and the ratio of its time to `base`'s.

    Args:
        trial: runs of CP-SAT.
        base: one of its lines.
    """
    import pandas as pd

    details = trial.details()
    data = pd.DataFrame([_figures(trial, details, line, base) for line in trial.lines])
    return Table(
        name=f"{trial.name}-parts",
        caption=(
            f"{summary_caption(trial.observations, Clock.SOLVER)}. Variables to solve: medians over the deals; "
            "Booleans are those that CP-SAT works with in the end. PAR-2 counts a run not decided with twice the "
            f"limit. Ratio: time over that of {base}, geometric mean over the deals decided by either, time-outs at "
            f"the limit, with its {100 * LEVEL:.0f} % bootstrap interval"
        ),
        headings=(
            "solver",
            "decided",
            *MEDIANS[:5],
            "build (s)",
            "solve (s)",
            "median (s)",
            "PAR-2 (s)",
            f"ratio to {base}",
        ),
        alignment="l" + "r" * 11,
        rows=tuple(_cells(figures) for figures in data.to_dict("records")),
        data=data,
    )


def what_buys_what(trial: Trial, base: str) -> str:
    """Return in words how the time of each line compares with that of `base`, the slowest first."""
    others = [compare_pair(trial.observations, line, base) for line in trial.lines if line != base]
    told = [pair for pair in others if not math.isnan(pair.ratio_at_limit)]
    idle = [f"`{pair.first}`" for pair in others if math.isnan(pair.ratio_at_limit)]
    told.sort(key=lambda pair: -pair.ratio_at_limit)
    slower = [_said(pair) for pair in told if pair.ratio_at_limit_low > 1]
    faster = [_said(pair) for pair in told if pair.ratio_at_limit_high < 1]
    level = [_said(pair) for pair in told if not (pair.ratio_at_limit_low > 1 or pair.ratio_at_limit_high < 1)]
    deals = max((pair.deals for pair in others), default=0)
    sentences = [f"Time as a multiple of that of `{base}`, on {deals:,} deals."]
    sentences += [f"Slower: {', '.join(slower)}."] if slower else []
    sentences += [f"Faster: {', '.join(faster)}."] if faster else []
    sentences += [f"Not told apart by these deals: {', '.join(level)}."] if level else []
    sentences += [f"No deal decided by it or by `{base}`: {', '.join(idle)}."] if idle else []
    return " ".join(sentences)


def _figures(trial: Trial, details: pd.DataFrame, line: str, base: str) -> dict[str, Any]:
    import numpy as np

    runs = trial.observations.loc[trial.observations["line"] == line]
    told = details.loc[details["line"] == line].reindex(columns=list(MEDIANS)).astype("Float64").median()
    seconds = runs["seconds"].to_numpy(float, na_value=np.nan)
    decided = runs["decided"].to_numpy(bool)
    pair = None if line == base else compare_pair(trial.observations, line, base)
    return {
        "line": line,
        "runs": len(runs),
        "decided": int(decided.sum()),
        **dict(zip(MEDIANS, told.to_numpy(float, na_value=np.nan), strict=True)),
        "median_seconds": median(seconds, decided),
        "limit_seconds": float(runs["limit"].iloc[0]),
        "par2_seconds": penalised(seconds, decided, float(runs["limit"].iloc[0]), 2),
        "ratio": 1.0 if pair is None else pair.ratio_at_limit,
        "ratio_low": math.nan if pair is None else pair.ratio_at_limit_low,
        "ratio_high": math.nan if pair is None else pair.ratio_at_limit_high,
    }


def _cells(figures: dict[Any, Any]) -> tuple[str, ...]:
    return (
        figures["line"],
        f"{figures['decided']:,} of {figures['runs']:,}",
        *(count(figures[name]) for name in MEDIANS[:5]),
        *(significant(figures[name]) for name in MEDIANS[5:]),
        median_cell(figures),
        significant(figures["par2_seconds"]),
        ratio_cell(figures["ratio"], figures["ratio_low"], figures["ratio_high"]),
    )


def _said(pair: Paired) -> str:
    return f"`{pair.first}` {ratio_at_limit_cell(pair)}"
