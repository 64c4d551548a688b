"""The summary as a table: a line per solver, or per class of deals and solver.

Bounds are shown as bounds: `> 10` for a median that lies among the runs not decided (∞ where there is no limit to
name), `≥ 3.2` for a mean or maximum into which such runs go with their limit (`analysis.censored`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from blackhole_experiments.analysis.classes import DISPUTED, SOLVABLE, UNDECIDED, UNSOLVABLE
from blackhole_experiments.analysis.observations import Clock
from blackhole_experiments.analysis.repeats import DEAL
from blackhole_experiments.analysis.summary import ALL, UNDECIDED_VERDICTS, summarise
from blackhole_experiments.tables.table import MISSING, Table, count, percent, rules_between, significant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pandas as pd

_INFINITE: Final = "∞"

Figures = dict[str, Any]
"""A row of a summary, with NaN for what is missing."""

CLOCKS: Mapping[Clock, str] = {
    Clock.SOLVER: "wall time of building and solving, measured inside the run",
    Clock.WALL: "wall time from the start of the run to its end",
    Clock.CPU: "CPU time of all processes of the run",
}
"""What is said of each clock."""


def summary_table(observations: pd.DataFrame, clock: Clock, *, split: bool = False) -> Table:
    """Return the summary of `observations`, which `observe` made with `clock`.

    Args:
        observations: of at least one run.
        clock: which time they tell.
        split: tell classes of deals apart, and show more columns.
    """
    import pandas as pd

    data = summarise(observations)
    shown = data.loc[data["runs"] > 0] if split else data.loc[data["class"] == ALL]
    figures = [
        {str(name): math.nan if pd.isna(cell) else cell for name, cell in row.items()}
        for row in shown.to_dict("records")
    ]
    columns = _SPLIT if split else _BRIEF
    return Table(
        name="split" if split else "summary",
        caption=summary_caption(observations, clock),
        headings=tuple(columns),
        alignment="".join("l" if heading in _TEXT else "r" for heading in columns),
        rows=tuple(tuple(cell(row) for cell in columns.values()) for row in figures),
        data=data,
        rules=rules_between([row["class"] for row in figures]),
    )


def summary_caption(observations: pd.DataFrame, clock: Clock) -> str:
    """Return what there is to know of `observations` beside the figures: deals, limits, clock."""
    deals = observations.drop_duplicates(DEAL)["class"]
    classes = [(deals == name).sum() for name in (SOLVABLE, UNSOLVABLE, UNDECIDED, DISPUTED)]
    names = (SOLVABLE, UNSOLVABLE, "decided by none", "on which solvers disagree")
    found = ", ".join(f"{number:,} {name}" for number, name in zip(classes, names, strict=True) if number)
    repeats = observations["repeat"].nunique()
    again = f", {repeats} runs each" if repeats > 1 else ""
    limits = "; ".join(observations["limits"].unique())
    plural = "deal" if len(deals) == 1 else "deals"
    return f"{len(deals):,} {plural} ({found}){again}. Limit of a run: {limits}. Times are {CLOCKS[clock]}"


def _not_decided(row: Figures) -> str:
    """Return how many runs were not decided, and for what reasons."""
    reasons = {verdict.removesuffix("-limit"): row[verdict.replace("-", "_")] for verdict in UNDECIDED_VERDICTS}
    given = [(reason, number) for reason, number in reasons.items() if number]
    if len(given) == 1:
        return f"{given[0][1]:,} ({given[0][0]})"
    total = f"{row['not_decided']:,}"
    return f"{total} ({', '.join(f'{number:,} {reason}' for reason, number in given)})" if given else total


def median_cell(row: Figures) -> str:
    """Return the cell of the median time of a row of a summary."""
    value = row["median_seconds"]
    if math.isinf(value):
        return _INFINITE if math.isnan(row["limit_seconds"]) else f"> {row['limit_seconds']:g}"
    return significant(value)


def _effort_median(row: Figures) -> str:
    return _INFINITE if math.isinf(row["effort_median"]) else count(row["effort_median"])


def bound_cell(name: str, form: Callable[[float], str]) -> Callable[[Figures], str]:
    """Return a function that gives the cell of a figure that is a lower bound once a run was not decided."""

    def cell(row: Figures) -> str:
        said = form(row[name])
        return f"≥ {said}" if row["not_decided"] and said != MISSING else said

    return cell


_TEXT = ("deals", "solver", "effort in")
_COUNTS: Mapping[str, Callable[[Figures], str]] = {
    "solvable": lambda row: count(row["solvable"]),
    "unsolvable": lambda row: count(row["unsolvable"]),
    "not decided": _not_decided,
}

_BRIEF: Mapping[str, Callable[[Figures], str]] = {
    "solver": lambda row: row["line"],
    **_COUNTS,
    "median (s)": median_cell,
    "mean (s)": bound_cell("mean_seconds", significant),
    "PAR-2 (s)": lambda row: significant(row["par2_seconds"]),
    "median effort": lambda row: f"{_effort_median(row)} {row['effort_unit']}".rstrip(),
}
_SPLIT: Mapping[str, Callable[[Figures], str]] = {
    "deals": lambda row: row["class"],
    "solver": lambda row: row["line"],
    "runs": lambda row: count(row["runs"]),
    **_COUNTS,
    "median (s)": median_cell,
    "mean (s)": bound_cell("mean_seconds", significant),
    "max (s)": bound_cell("max_seconds", significant),
    "PAR-2 (s)": lambda row: significant(row["par2_seconds"]),
    "PAR-10 (s)": lambda row: significant(row["par10_seconds"]),
    "first (%)": lambda row: percent(row["best_share"]),
    "median effort": _effort_median,
    "mean effort": bound_cell("effort_mean", count),
    "effort in": lambda row: row["effort_unit"] or MISSING,
    "max memory (MB)": lambda row: count(row["memory_max_mb"]),
}
