"""The summary: how many deals each solver decided, and in what time, in all and by class of deal.

For tables. One row per line and class; `tables` says how they look. Deals of the class `undecided`, which no solver
decided, are in `all` alone. The last line is the virtual best solver, where two lines or more have run on a deal
together and within the same limits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blackhole_experiments.analysis.best import VIRTUAL_BEST, common, shares, virtual_best
from blackhole_experiments.analysis.censored import MISSING, longest, mean, median, penalised
from blackhole_experiments.analysis.classes import SOLVABLE, UNSOLVABLE
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    import pandas as pd

ALL = "all"

UNDECIDED_VERDICTS = tuple(str(verdict) for verdict in Verdict if not verdict.decided)

SUMMARY: dict[str, str] = {
    "line": "string",
    "class": "string",
    "runs": "Int64",
    "solvable": "Int64",
    "unsolvable": "Int64",
    "not_decided": "Int64",
    **{verdict.replace("-", "_"): "Int64" for verdict in UNDECIDED_VERDICTS},
    "limit_seconds": "Float64",
    "median_seconds": "Float64",
    "mean_seconds": "Float64",
    "max_seconds": "Float64",
    "par2_seconds": "Float64",
    "par10_seconds": "Float64",
    "best_share": "Float64",
    "effort_median": "Float64",
    "effort_mean": "Float64",
    "effort_unit": "string",
    "memory_median_mb": "Float64",
    "memory_max_mb": "Float64",
}
"""The columns of a summary and their types. Times are on the clock of the observations; where `not_decided` is not 0,
`mean_seconds`, `max_seconds` and `effort_mean` are lower bounds. An infinite median is one that lies among the
undecided. Memory is a run's own, MB of 10^6 bytes. `best_share` is the share of deals decided first, from 0 to 1."""


def summarise(observations: pd.DataFrame) -> pd.DataFrame:
    """Return the summary of `observations`, lines in the order of their first appearance."""
    import pandas as pd

    lines = list(observations["line"].unique())
    together = common(observations)
    if len(lines) > 1 and not together.empty and len(observations["limit"].unique()) == 1:
        best = virtual_best(observations)
        observations = pd.concat([observations, best], ignore_index=True)
        lines.append(VIRTUAL_BEST)
    rows = []
    for name in (ALL, SOLVABLE, UNSOLVABLE):
        chosen = observations if name == ALL else observations.loc[observations["class"] == name]
        first = shares(together if name == ALL else together.loc[together["class"] == name])
        rows += [
            {
                "line": line,
                "class": name,
                **_figures(chosen.loc[chosen["line"] == line]),
                "best_share": first.get(line, MISSING) if VIRTUAL_BEST in lines else MISSING,
            }
            for line in lines
        ]
    return pd.DataFrame({name: pd.Series([row[name] for row in rows], dtype=SUMMARY[name]) for name in SUMMARY})


def _figures(runs: pd.DataFrame) -> dict[str, Any]:
    """Return the figures of the runs of one line."""
    decided = runs["decided"].to_numpy(bool)
    seconds, limits, effort = (runs[name].to_numpy(float, na_value=MISSING) for name in ("seconds", "limit", "effort"))
    limit = limits[0] if len(limits) else MISSING  # `observe` leaves a line only one
    memory = runs["memory_mb"].dropna()
    verdicts = runs["verdict"].value_counts()
    units = runs["effort_unit"].loc[runs["effort_unit"] != ""]
    return {
        "runs": len(runs),
        "solvable": verdicts.get(SOLVABLE, 0),
        "unsolvable": verdicts.get(UNSOLVABLE, 0),
        "not_decided": len(runs) - decided.sum(),
        **{verdict.replace("-", "_"): verdicts.get(verdict, 0) for verdict in UNDECIDED_VERDICTS},
        "limit_seconds": limit,
        "median_seconds": median(seconds, decided),
        "mean_seconds": mean(seconds, decided, limit),
        "max_seconds": longest(seconds, decided, limit),
        "par2_seconds": penalised(seconds, decided, limit, 2),
        "par10_seconds": penalised(seconds, decided, limit, 10),
        "effort_median": median(effort, decided),
        "effort_mean": mean(effort, decided),
        "effort_unit": units.iloc[0] if len(units) else "",
        "memory_median_mb": memory.median() if len(memory) else MISSING,
        "memory_max_mb": memory.max() if len(memory) else MISSING,
    }
