"""`blackhole reproduce`: runs a named study and writes its page, tables and figures."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from blackhole_experiments.cli import exits, layout
from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.options import default_jobs, jobs_option
from blackhole_experiments.studies import STUDIES, DisagreementError, Task, run_study
from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@click.command()
@click.argument("study", required=False, metavar="[STUDY]")
@click.option("--full", is_flag=True, help="Run the published size, not the quick one.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where results go. Default: results/STUDY.",
)
@click.option(
    "--benchmarks",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    envvar="BLACKHOLE_BENCHMARKS",
    show_envvar=True,
    metavar="DIR",
    help="Folder of public deals, for studies on them: csplib-prob081/, minizinc-benchmarks/, known_status.csv.",
)
@jobs_option
def reproduce(study: str | None, full: bool, out: Path | None, benchmarks: Path | None, jobs: int | None) -> int:
    """Run a STUDY: what others have published, or what this toolkit found, made anew.

    Without a name, list the studies with what each reproduces and about how long it takes on two processors. What is
    in the folder already is not made again, so a study that was stopped goes on where it was.
    """
    if study is None:
        for name, entry in STUDIES.items():
            click.echo(f"{name:<12} {entry.reproduces}\n{'':<12} quick: {entry.quick}; --full: {entry.full}")
        return exits.DONE
    if study not in STUDIES:
        raise InputError(f"unknown study {shorten(study, 40)!r}: there are {', '.join(STUDIES)}")
    folder = out or Path("results") / study
    try:
        run_study(study, Task(folder, full, jobs or default_jobs(None), _progress, warn, benchmarks))
    except DisagreementError as error:
        click.secho(f"blackhole: WRONG VERDICT: {error}", err=True, fg="red", bold=True)
        warn(f"all rows are kept in {folder}")
        return exits.SHORT
    click.echo((folder / "README.md").read_text(encoding="utf-8"), nl=False)
    warn(f"results are in {folder}")
    return exits.DONE


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], object]]:
    """Yield a function that is told of deals done: a bar on a terminal, else nothing."""
    if not layout.is_terminal(sys.stderr):
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=" deals", dynamic_ncols=True, leave=False, smoothing=0.05) as bar:
        yield bar.update
