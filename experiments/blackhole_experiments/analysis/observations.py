"""Observations: of each row the time and effort it took, and whether the deal was decided.

Everything that counts starts from `observe`. A run that did not decide its deal is an observation, too: of a time that
is only known to be longer (it is censored). Its `seconds` are what it had used when it ended.

Three clocks, never mixed in one column:

    solver  building and solving, wall time measured inside the run; missing for a run that was killed
    wall    from the run's first moment to its answer or end, by the system; the referee's replay included
    cpu     user and system time of all the run's processes, by the system
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.classes import SOLVABLE, UNDECIDED, UNSOLVABLE, classes
from blackhole_experiments.analysis.conditions import limits_texts, require_same_limits
from blackhole_experiments.analysis.lines import labels

if TYPE_CHECKING:
    import pandas as pd

RESOLUTION = 1e-6
"""The shortest time that is told from none, s; where a logarithm is taken, no time counts as shorter."""


class Clock(StrEnum):
    """Which time is told."""

    SOLVER = "solver"
    WALL = "wall"
    CPU = "cpu"

    def seconds(self, rows: pd.DataFrame) -> pd.Series[float]:
        """Return the time each run took on this clock, s; missing where nobody took it."""
        if self is Clock.SOLVER:
            return rows["build_seconds"] + rows["solve_seconds"]
        return rows[f"{self}_seconds"]

    def limits(self, rows: pd.DataFrame) -> pd.Series[float]:
        """Return the limit of each run on this clock, s; missing is none. CPU time has a limit of its own."""
        return rows["limit_cpu_seconds" if self is Clock.CPU else "limit_seconds"]


def observe(
    rows: pd.DataFrame,
    clock: Clock = Clock.SOLVER,
    *,
    mixed_limits: bool = False,
    evidence: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Return an observation for each row, in the order of `rows`.

    Args:
        rows: a frame with the columns of `runs.rows`.
        clock: which time to tell.
        evidence: rows that tell the class of deals; `rows` alone by default.
        mixed_limits: accept runs within different limits, and keep them apart as lines of their own.

    Returns:
        a frame with the columns `line`, `deal`, `cards`, `repeat`, `class`, `verdict`, `decided` (bool), `seconds` and
        `limit` (s), `limits` (all of them, in words), `effort`, `effort_unit`, and `memory_mb` (the run's own: beyond
        the image it started with).

    Raises:
        InputError: runs within different limits, and not `mixed_limits`.
    """
    import pandas as pd

    if not mixed_limits:
        require_same_limits(rows)
    evidence = rows if evidence is None else evidence
    class_of = dict(zip(evidence["cards"], classes(evidence), strict=True))
    known = rows["cards"].map(class_of).fillna(UNDECIDED).astype("string")
    return pd.DataFrame(
        {
            "line": labels(rows),
            "deal": rows["deal"],
            "cards": rows["cards"],
            "repeat": rows["repeat"],
            "class": known,
            "verdict": rows["verdict"],
            "decided": rows["verdict"].isin([SOLVABLE, UNSOLVABLE]).astype(bool),
            "seconds": clock.seconds(rows).astype("Float64"),
            "limit": clock.limits(rows).astype("Float64"),
            "limits": limits_texts(rows),
            "effort": rows["effort"].astype("Float64"),
            "effort_unit": rows["effort_unit"],
            "memory_mb": rows["peak_memory_mb"] - rows["image_memory_mb"],
        }
    )
