"""What is said at the end of a comparison, a table or a plot: do the solvers agree, did runs fail, is anything mixed?

For the commands that show rows of several solvers. What must not be overlooked goes to standard error, and decides the
exit code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from blackhole_experiments.analysis.agreement import decided_by_several, disagreements
from blackhole_experiments.analysis.conditions import machines_of
from blackhole_experiments.cli import layout
from blackhole_experiments.cli.group import warn

if TYPE_CHECKING:
    import pandas as pd

_MOST_SHOWN: Final = 20


def count_disagreements(rows: pd.DataFrame) -> int:
    """Return how many pairs of rows contradict each other, having named them on standard error."""
    found = disagreements(rows)
    for each in found[:_MOST_SHOWN]:
        click.secho(f"blackhole: WRONG VERDICT: {each}", err=True, fg="red", bold=True)
    if len(found) > _MOST_SHOWN:
        warn(f"and {len(found) - _MOST_SHOWN:,} more disagreements")
    return len(found)


def agreement(rows: pd.DataFrame, contradictions: int) -> str:
    """Return in one line whether the solvers agree."""
    if contradictions:
        return f"Solvers DISAGREE in {layout.count(contradictions, 'pair')} of rows; all rows are kept."
    deals = decided_by_several(rows)
    if not deals:
        return "No deal was decided by more than one solver: nothing to agree on."
    which = "the only deal" if deals == 1 else f"all {deals:,} deals"
    return f"All solvers agree on {which} decided by more than one of them."


def count_failures(rows: pd.DataFrame) -> int:
    """Return how many runs failed, having said so on standard error."""
    failures = rows.loc[rows["verdict"] == "error"]
    for (solver, message), runs in failures.groupby(["solver", "message"], sort=False):
        warn(f"{layout.count(len(runs), 'run')} of {solver} failed: {message}")
    return len(failures)


def warn_of_machines(rows: pd.DataFrame) -> None:
    """Say so if the rows come from different machines, whose times do not compare."""
    machines = machines_of(rows)
    if len(machines) > 1:
        warn(f"times of {len(machines)} machines are mixed: {'; '.join(machines)}")
