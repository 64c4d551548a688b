"""Runs as a table: a line per run, for looking at them one by one and for taking them elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_experiments.tables.table import Table, count, significant

if TYPE_CHECKING:
    import pandas as pd

_HEADINGS = ("deal", "solver", "run", "verdict", "confirmation", "time (s)", "effort", "effort in")


def runs_table(rows: pd.DataFrame, observations: pd.DataFrame) -> Table:
    """Return a table of `rows`, which `observe` made `observations` of; its data are the rows with all columns."""
    missing = float("nan")
    times = observations["seconds"].to_numpy(float, na_value=missing)
    efforts = observations["effort"].to_numpy(float, na_value=missing)
    cells = zip(
        rows["deal"].where(rows["deal"] != "", rows["cards"]),
        observations["line"],
        rows["repeat"].map(lambda repeat: str(repeat + 1)),
        rows["verdict"],
        rows["confirmation"],
        map(significant, times),
        map(count, efforts),
        rows["effort_unit"],
        strict=True,
    )
    runs = "run" if len(rows) == 1 else "runs"
    return Table(
        name="runs",
        caption=f"{len(rows):,} {runs}. Limit of a run: {'; '.join(observations['limits'].unique())}",
        headings=_HEADINGS,
        alignment="llrllrrl",
        rows=tuple(cells),
        data=rows,
    )
