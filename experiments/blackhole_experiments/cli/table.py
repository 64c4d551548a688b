"""`blackhole table`: tables from rows already collected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from blackhole_experiments.cli import exits
from blackhole_experiments.cli.rows import Selection, selection_options
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from blackhole_experiments.tables.table import Table


@click.command(
    epilog="""\b
    Exit codes: 0, or 1 if solvers disagree on a deal, or 2 for what cannot be used.

    \b
    Examples:
      blackhole table results/compare
      blackhole table results/one results/two --kind paired --solvers search,sat
      blackhole table results/compare --kind split --out paper/times.tex
      blackhole table results/* --kind runs --out runs.parquet
    """
)
@click.option(
    "--kind",
    type=click.Choice(["summary", "split", "paired", "winnability", "runs"]),
    default="summary",
    show_default=True,
    help="By solver; by class of deals and solver; two by two; share of winnable deals; run by run.",
)
@click.option(
    "--to",
    "form",
    type=click.Choice(["text", "csv", "markdown", "latex", "parquet"]),
    help="Format. Default: by the ending of FILE (.txt, .csv, .md, .tex, .parquet), else text.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write. Default: standard output."
)
@selection_options
def table(kind: str, form: str | None, out: Path | None, selection: Selection) -> int:
    """Make a table of the rows in each DIR, joined."""
    from blackhole_experiments.analysis.observations import observe
    from blackhole_experiments.cli.findings import count_disagreements, warn_of_machines
    from blackhole_experiments.files import write_file
    from blackhole_experiments.tables.writers import WRITERS

    form = form or _form(out)
    if form == "parquet" and out is None:
        raise InputError("a Parquet file does not go to standard output: say where to write it with --out FILE")
    every_row, rows = selection.rows()
    observations = observe(rows, selection.clock, mixed_limits=selection.mixed_limits, evidence=every_row)
    warn_of_machines(rows)
    written = WRITERS[form](_table(kind, rows, observations, selection))
    if out is not None:
        write_file(out, written)
    else:
        click.echo(written, nl=False)
    return exits.SHORT if count_disagreements(every_row) else exits.DONE


def _form(out: Path | None) -> str:
    """Return the format that the ending of a file's name asks for."""
    from blackhole_experiments.tables.writers import ENDINGS

    if out is None:
        return "text"
    if out.suffix.lower() not in ENDINGS:
        raise InputError(
            f"say in what format with --to: the file's name ends in none of {', '.join(ENDINGS)}", source=str(out)
        )
    return ENDINGS[out.suffix.lower()]


def _table(kind: str, rows: pd.DataFrame, observations: pd.DataFrame, selection: Selection) -> Table:
    if kind == "paired":
        from blackhole_experiments.tables.pairs import pairs_table

        return pairs_table(observations, selection.clock)
    if kind == "winnability":
        from blackhole_experiments.tables.intervals import winnability_table

        return winnability_table(observations)
    if kind == "runs":
        from blackhole_experiments.tables.runs import runs_table

        return runs_table(rows, observations)
    from blackhole_experiments.tables.summary import summary_table

    return summary_table(observations, selection.clock, split=kind == "split")
