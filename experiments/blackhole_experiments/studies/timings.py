"""Times in the form in which comparisons are usually published, the project's own beside those of others.

For the studies on published instances. Median, mean and longest are over the deals that a solver decides, which
flatters one that gives up on all that is hard; the share decided and PAR-2 put that right. The summary of a trial
(`tables.summary`) counts undecided deals in every figure instead. Each line has its own limit.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING

from blackhole_experiments.studies.published import Timing
from blackhole_experiments.tables.table import Table, significant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

OWN = "this study"
_HEADINGS = ("source", "solver", "decided", "of", "median (s)", "mean (s)", "max (s)", "PAR-2 (s)", "limit (s)")


def timings(observations: pd.DataFrame) -> list[Timing]:
    """Return the timing of each line of `observations`, in the order of their first appearance.

    Of a line without a time limit or without a decided deal, figures that there are not are NaN.
    """
    found = []
    for line, runs in observations.groupby("line", sort=False):
        limit = float(runs["limit"].astype("float64").max())
        seconds = runs["seconds"].astype("float64")
        decided = seconds.loc[runs["decided"]]
        found.append(
            Timing(
                solver=str(line),
                deals=len(runs),
                decided=len(decided),
                median=float(decided.median()),
                mean=float(decided.mean()),
                longest=float(decided.max()),
                par2=math.nan if math.isnan(limit) else float(seconds.where(runs["decided"], 2 * limit).mean()),
                limit=limit,
            )
        )
    return found


def ranking(found: Sequence[Timing]) -> str:
    """Return, in a sentence, how many deals each line decides and its PAR-2, the best first."""
    best = sorted(found, key=lambda each: (-each.decided, each.par2))
    told = ", ".join(f"{each.solver} {each.decided:,} ({significant(each.par2)} s)" for each in best)
    return f"Of {best[0].deals:,} deals decided within {best[0].limit:g} s (PAR-2 in brackets): {told}."


def timings_table(by_source: Mapping[str, Sequence[Timing]], name: str, caption: str) -> Table:
    """Return the timings of several sources, one line each.

    Args:
        by_source: timings by whose they are.
        name: of the table.
        caption: of the table, to which what the figures mean is added.
    """
    import pandas as pd

    lines = [(source, each) for source, timings in by_source.items() for each in timings]
    starts = {sum(map(len, list(by_source.values())[:place])) for place in range(1, len(by_source))}
    return Table(
        name=name,
        caption=(
            f"{caption}. Median, mean and max are over the deals decided; PAR-2 is the mean over all, those not "
            "decided at twice the limit"
        ),
        headings=_HEADINGS,
        alignment="llrrrrrrr",
        rows=tuple(
            (
                source,
                each.solver,
                f"{each.decided:,}",
                f"{each.deals:,}",
                *map(significant, (each.median, each.mean, each.longest, each.par2)),
                f"{each.limit:g}",
            )
            for source, each in lines
        ),
        data=pd.DataFrame([{"source": source, **asdict(each)} for source, each in lines]),
        rules=frozenset(starts),
    )
