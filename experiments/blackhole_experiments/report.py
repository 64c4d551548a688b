"""What a comparison leaves in its folder beside the rows: tables and the survival plot.

For `blackhole compare` and for studies.

    rows.csv       the rows asked for, with who agrees with whom
    summary.csv    all figures by solver and class of deals
    summary.md     the table on the screen, in Markdown
    summary.tex    the same in LaTeX
    survival.svg   the survival plot
    survival.png   the same as pixels, 300 a inch
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_experiments.analysis.observations import Clock, observe
from blackhole_experiments.figures import survival
from blackhole_experiments.figures.style import render
from blackhole_experiments.files import replacing, write_file
from blackhole_experiments.runs.rows import write_csv
from blackhole_experiments.tables.summary import summary_table
from blackhole_experiments.tables.writers import ENDINGS, WRITERS

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from blackhole_experiments.tables.table import Table


def write_report(folder: Path, rows: pd.DataFrame, clock: Clock = Clock.SOLVER) -> Table:
    """Write all there is to say of `rows` into `folder`, and return the table for the screen.

    Raises:
        InputError: a file cannot be written, or the rows are of runs within different limits.
    """
    observations = observe(rows, clock)
    table = summary_table(observations, clock)
    with replacing(folder / "rows.csv") as part:
        write_csv(rows, part)
    for ending in (".csv", ".md", ".tex"):
        write_file(folder / f"summary{ending}", WRITERS[ENDINGS[ending]](table))
    figure = survival.draw(observations, clock)
    for form in ("svg", "png"):
        write_file(folder / f"survival.{form}", render(figure, form))
    return table
