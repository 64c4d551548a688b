"""`blackhole reproduce`: runs a named study and writes its page, tables and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from blackhole_experiments.cli import exits
from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.options import cluster_option, jobs_option
from blackhole_experiments.cli.place import place
from blackhole_experiments.cli.progress import progress
from blackhole_experiments.studies import STUDIES, DisagreementError, Task, run_study
from blackhole_models.errors import InputError, shorten

RESULTS: Final = Path("results")
"""Where studies put their folders unless told otherwise."""


@click.command(
    epilog="""\b
    Exit codes:
      0    the study is done
      1    solvers disagree with each other, or with what is known of a deal
      2    some input could not be used
      130  after Ctrl-C (the same command goes on where it was)

    \b
    Examples:
      blackhole reproduce
      blackhole reproduce gent2007
      blackhole reproduce csplib --full --benchmarks DIR
    """
)
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
@click.option(
    "--index",
    "indexes",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    multiple=True,
    metavar="FILE",
    help="Then list what the studies next to DIR found in FILE, between the lines <!-- studies --> and "
    "<!-- end of studies -->. May be repeated, and given without a STUDY (DIR is then their common folder).",
)
@cluster_option
@jobs_option
def reproduce(
    study: str | None,
    full: bool,
    out: Path | None,
    benchmarks: Path | None,
    indexes: tuple[Path, ...],
    cluster: str | None,
    jobs: int | None,
) -> int:
    """Run a STUDY: what others have published, or what this toolkit found, made anew.

    Without a name, list the studies with what each reproduces and about how long it takes on two processors. What is
    in the folder already is not made again, so a study that was stopped goes on where it was.
    """
    if study is None and indexes:
        _index(out or RESULTS, indexes)
        return exits.DONE
    if study is None:
        for name, entry in STUDIES.items():
            click.echo(f"{name:<12} {entry.reproduces}\n{'':<12} quick: {entry.quick}; --full: {entry.full}")
        return exits.DONE
    if study not in STUDIES:
        raise InputError(f"unknown study {shorten(study, 40)!r}: there are {', '.join(STUDIES)}")
    folder = out or RESULTS / study
    try:
        with place(cluster, jobs) as (executor, lanes):
            run_study(study, Task(folder, full, lanes, progress, warn, benchmarks, executor))
    except DisagreementError as error:
        click.secho(f"blackhole: WRONG VERDICT: {error}", err=True, fg="red", bold=True)
        warn(f"all rows are kept in {folder}")
        return exits.SHORT
    click.echo((folder / "README.md").read_text(encoding="utf-8"), nl=False)
    warn(f"results are in {folder}")
    _index(folder.parent, indexes)
    return exits.DONE


def _index(results: Path, files: tuple[Path, ...]) -> None:
    """List what the studies in `results` found in `files`."""
    from blackhole_experiments.studies.index import write_index

    for file in files:
        warn(f"{file} lists {', '.join(write_index(results, file))}")
