"""`blackhole plot`: figures from rows already collected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from blackhole_experiments.cli import exits
from blackhole_experiments.cli.rows import Selection, selection_options
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from blackhole_experiments.analysis.observations import Clock


@click.command(
    epilog="""\b
    Exit codes: 0, or 1 if solvers disagree on a deal, or 2 for what cannot be used.

    \b
    Examples:
      blackhole plot results/compare
      blackhole plot results/compare --kind scatter --x cp-sat --y sat --out paper/scatter.pdf
      blackhole plot results/one results/two --kind ecdf --solvers search,dfs --out effort.svg
    """
)
@click.option(
    "--kind",
    type=click.Choice(["survival", "scatter", "ecdf"]),
    default="survival",
    show_default=True,
    help="Deals decided within a time; two solvers deal by deal; share of deals decided with an effort.",
)
@click.option("--x", "first", metavar="SOLVER", help="Of a scatter plot: the solver along the horizontal axis.")
@click.option("--y", "second", metavar="SOLVER", help="Of a scatter plot: the solver along the vertical axis.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to draw, ending in .svg, .png or .pdf. Default: KIND.svg and KIND.png in the first DIR.",
)
@selection_options
def plot(kind: str, first: str | None, second: str | None, out: Path | None, selection: Selection) -> int:
    """Draw a figure of the rows in each DIR, joined."""
    from blackhole_experiments.analysis.observations import observe
    from blackhole_experiments.cli.findings import count_disagreements, warn_of_machines
    from blackhole_experiments.figures.style import FORMATS, render
    from blackhole_experiments.files import write_file

    if kind != "scatter" and (first or second):
        raise InputError("--x and --y are about a scatter plot: add --kind scatter")
    files = [selection.folders[0] / f"{kind}.{form}" for form in ("svg", "png")] if out is None else [out]
    for file in files:
        if file.suffix.lower().removeprefix(".") not in FORMATS:
            raise InputError(f"a figure's name ends in one of .{', .'.join(FORMATS)}", source=str(file))
    every_row, rows = selection.rows()
    observations = observe(rows, selection.clock, mixed_limits=selection.mixed_limits, evidence=every_row)
    warn_of_machines(rows)
    figure = _draw(kind, observations, selection.clock, first, second)
    for file in files:
        write_file(file, render(figure, file.suffix.lower().removeprefix(".")))
        click.echo(file)
    return exits.SHORT if count_disagreements(every_row) else exits.DONE


def _draw(kind: str, observations: pd.DataFrame, clock: Clock, first: str | None, second: str | None) -> Figure:
    from blackhole_experiments.figures import ecdf, scatter, survival

    if kind == "survival":
        return survival.draw(observations, clock)
    if kind == "ecdf":
        return ecdf.draw(observations)
    lines = list(observations["line"].unique())
    if first is None and second is None and len(lines) == 2:
        first, second = lines
    if first is None or second is None:
        raise InputError(f"a scatter plot is about two solvers, --x and --y: there are {', '.join(lines)}")
    return scatter.draw(observations, clock, first, second)
