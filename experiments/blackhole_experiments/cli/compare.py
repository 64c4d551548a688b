"""`blackhole compare`: several solvers on the same deals, ending in a table, a plot and a check that they agree."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from blackhole_experiments.cli import exits, layout
from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.inputs import DealOptions, deal_options, open_deals
from blackhole_experiments.cli.options import Asked, cluster_option, jobs_option, limit_options_of
from blackhole_experiments.cli.place import Place, place
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blackhole_experiments.cli.inputs import Inputs
    from blackhole_experiments.comparison import Plan
    from blackhole_experiments.runs.store import Store

DEFAULT_SOLVERS: Final = "dfs,cp-sat,sat,search"
DEFAULT_DEALS: Final = tuple(f"pysolfc:{number}" for number in (1, 3, 4, 5, 12, 25, 27, 40, 359))
"""Five that can be won (3, 4, 5, 12, 40) and four that cannot. Plain search settles neither 3 nor 359 within 600
million positions; 27 has no first move, and 40 has only one, the king of diamonds."""

DEFAULT_SECONDS: Final = 10.0


@click.command(
    epilog="""\b
    Exit codes:
      0    the solvers agree (deals may be left undecided)
      1    solvers disagree on a deal, or a run failed
      2    some input could not be used (the rest is done)
      130  after Ctrl-C (the table of what is done is shown; the same command goes on)

    \b
    Examples:
      blackhole compare
      blackhole compare pysolfc:1-100 --solvers search,sat --time-limit 10 --out results/mine
      blackhole compare deals/*.txt --solvers cp-sat:seed=1,cp-sat:seed=2 --repeat 3
    """
)
@click.argument("deals", metavar="[DEAL]...", nargs=-1)
@click.option(
    "--solvers",
    "names",
    default=DEFAULT_SOLVERS,
    show_default=True,
    metavar="NAMES",
    help="Who competes: names of 'blackhole solvers', separated by commas; settings follow behind colons.",
)
@limit_options_of(time_limit=f"{DEFAULT_SECONDS:g} s, if there is no other limit")
@cluster_option
@jobs_option
@click.option("--pin", is_flag=True, help="Keep each of the jobs on a processor of its own (Linux only).")
@click.option(
    "--repeat",
    "repeats",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="How often each run is made. Default: once.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("results/compare"),
    show_default=True,
    metavar="DIR",
    help="Folder of rows, tables and plot. What it holds already is not run again.",
)
@deal_options
def compare(
    deals: tuple[str, ...],
    names: str,
    asked: Asked,
    cluster: str | None,
    jobs: int | None,
    pin: bool,
    repeats: int,
    out: Path,
    options: DealOptions,
) -> int:
    """Run several solvers on each DEAL, and compare them.

    Without a DEAL, a handful of PySolFC's deals, winnable and not, of which dfs settles some and not others.

    Runs are made deal by deal, each in a process of its own. Rows go to DIR/rows.jsonl as they come; the same command
    given again makes only what is missing.
    """
    from blackhole_experiments.cli import findings
    from blackhole_experiments.cli.contenders import parse_contenders
    from blackhole_experiments.comparison import Plan, versions
    from blackhole_experiments.record import session
    from blackhole_experiments.report import write_report
    from blackhole_experiments.runs.rows import frame
    from blackhole_experiments.runs.store import Store, read_rows
    from blackhole_experiments.tables.text import text

    contenders = parse_contenders(names, asked.settings)
    limits = Limits(seconds=DEFAULT_SECONDS) if asked.limits == Limits() else asked.limits
    if pin and cluster is not None:
        raise InputError("--pin is about processors of this machine: leave it out with --cluster")
    specs = deals or DEFAULT_DEALS
    inputs = open_deals(specs, options)
    unusable = any(isinstance(entry, InputError) for entry in inputs)
    if not any(isinstance(entry, Deal) for entry in inputs):
        return exits.UNUSABLE
    if not deals:
        warn(f"no deals are named: comparing on {', '.join(specs)}")
    plan = Plan(_Usable(inputs), contenders, limits, repeats)
    with (
        place(cluster, jobs, asked.workers) as chosen,
        Store(out) as store,
        session(
            out,
            {
                "deals": [*specs],
                "solvers": [str(contender) for contender in contenders],
                "limits": asdict(limits),
                "repeats": repeats,
                "jobs": chosen.jobs,
                "cluster": cluster,
                "pinned": pin,
            },
        ) as notes,
    ):
        interrupted = _make(plan, store, chosen, pin=pin)
        rows = plan.rows(out)
        if rows.empty:
            warn("no run has come to its end")
            return exits.INTERRUPTED
        notes["versions"] = versions(rows)
        table = write_report(out, rows)
        contradictions = findings.count_disagreements(frame(read_rows(out)))
    click.echo(text(table))
    click.echo(findings.agreement(rows, contradictions))
    click.echo(f"Table: {out / 'summary.md'} (also .csv, .tex), rows: {out / 'rows.csv'} (also .jsonl)")
    click.echo(f"Plot:  {out / 'survival.svg'} (also .png)")
    findings.warn_of_machines(rows)
    failures = findings.count_failures(rows)
    if contradictions:
        return exits.SHORT
    if interrupted:
        return exits.INTERRUPTED
    if unusable:
        return exits.UNUSABLE
    return exits.SHORT if failures else exits.DONE


class _Usable:
    """The deals among inputs, as often as they are iterated over."""

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs

    def __iter__(self) -> Iterator[Deal]:
        return (entry for entry in self._inputs if isinstance(entry, Deal))


def _make(plan: Plan, store: Store, place: Place, *, pin: bool) -> bool:
    """Make the runs that are missing, and return whether Ctrl-C put an end to that."""
    from blackhole_experiments.cli.running import Progress
    from blackhole_experiments.comparison import complete

    keys = {run.key for run in plan.runs()}
    missing = len(keys - store.done)
    if missing < len(keys):
        there = f"{len(keys) - missing:,} of {layout.count(len(keys), 'run')}"
        warn(f"{there} are in {store.folder} already; {missing:,} to make")
    if others := len(store.done - keys):
        runs = layout.count(others, "other run")
        warn(f"{store.folder} holds {runs} as well, left out of this table and plot: see blackhole table")
    solvers = ", ".join(map(str, plan.contenders))
    with Progress(missing, solvers, unit="run") as progress:
        jobs = min(place.jobs, max(1, missing))
        return complete(plan, store, jobs=jobs, pin=pin, executor=place.executor, step=progress.step)
