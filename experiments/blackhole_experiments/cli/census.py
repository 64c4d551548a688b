"""`blackhole census`: how many deals of a range of numbers can be won.

For ranges that are too long for a row a deal: the search decides them a block at a time (`studies.blocks`).
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from blackhole_experiments.cli import exits
from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.inputs import DealOptions, number_options
from blackhole_experiments.cli.options import amount, cluster_option, jobs_option
from blackhole_experiments.cli.place import place
from blackhole_experiments.cli.progress import progress
from blackhole_models.errors import InputError, UnsupportedError, shorten

if TYPE_CHECKING:
    from blackhole_experiments.studies.blocks import Plan

RESULTS: Final = Path("results/census")
"""Where blocks go unless told otherwise."""


@click.command(
    epilog="""\b
    Exit codes:
      0    every deal is decided
      1    some deal is not
      2    some input could not be used
      130  after Ctrl-C (the same command goes on where it was)

    \b
    Examples:
      blackhole census pysolfc:1-100000
      blackhole census uniform:1-10000000 --cluster tcp://host:8786
    """
)
@click.argument("spec", metavar="NUMBERS")
@click.option(
    "--effort-limit",
    type=amount("units of effort", whole=True),
    metavar="N",
    help="Positions for each deal. Default: none.",
)
@cluster_option
@jobs_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help=f"Folder of the blocks. What it holds already is not run again. Default: {RESULTS}/NUMBERS.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON.")
@number_options
def census(
    spec: str,
    effort_limit: int | None,
    cluster: str | None,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
    options: DealOptions,
) -> int:
    """Decide all deals of a range of NUMBERS with the search, and count those that can be won.

    A row a deal would be too many, and so would be a process a deal: deals are decided in blocks of 10,000, each kept
    as a Parquet file with the verdict and the positions of every deal. There is no other limit than one on positions.
    """
    from blackhole_experiments.studies.blocks import make_blocks

    plan = _plan(spec, effort_limit, options)
    folder = out or RESULTS / spec.replace(":", "-")
    with place(cluster, jobs) as (executor, lanes), progress(plan.count) as step:
        make_blocks(plan, folder, jobs=lanes, executor=executor, progress=step)
    found = _count(plan, folder)
    if as_json:
        click.echo(json.dumps({"deals": spec} | found.told()))
    else:
        click.echo("\n".join(found.lines(spec)))
        warn(f"blocks are in {folder}")
    return exits.SHORT if found.undecided else exits.DONE


def _plan(spec: str, effort_limit: int | None, options: DealOptions) -> Plan:
    from blackhole_experiments.studies.blocks import Plan
    from blackhole_models.dealers import deals, is_spec

    if not is_spec(spec):
        raise InputError(f"{shorten(spec)!r} is no range of deal numbers such as pysolfc:1-1000")
    if options.any_foundation:
        raise UnsupportedError("the deals of a census have one foundation card: leave out --any-foundation")
    chosen = deals(spec, options.shape())
    return Plan(chosen.scheme, chosen.numbers.start, len(chosen), options.shape(), effort_limit=effort_limit)


@dataclass(slots=True)
class _Found:
    """What was found; positions are those of all deals together."""

    solvable: int = 0
    unsolvable: int = 0
    undecided: int = 0
    positions: int = 0
    most_positions: int = 0
    cpu_seconds: float = 0.0

    @property
    def deals(self) -> int:
        return self.solvable + self.unsolvable + self.undecided

    def lines(self, spec: str) -> list[str]:
        """Return the count in words."""
        told = self.told()
        return [
            (
                f"{spec}: {self.deals:,} deals, {self.solvable:,} solvable, {self.unsolvable:,} unsolvable, "
                f"{self.undecided:,} not decided"
            ),
            f"winnable: {told['winnable']} (95 %)",
            (
                f"positions of a deal: {told['mean_positions']:,.1f} in the mean, {self.most_positions:,} at most; "
                f"{told['cpu_milliseconds']:.3f} ms of CPU"
            ),
        ]

    def told(self) -> dict[str, str | int | float]:
        """Return the figures by name."""
        from blackhole_experiments.analysis.winnability import winnability

        interval = winnability(solvable=self.solvable, undecided=self.undecided, deals=self.deals)
        return {
            "solvable": self.solvable,
            "unsolvable": self.unsolvable,
            "undecided": self.undecided,
            "winnable": str(interval.rounded(max(0, math.ceil(math.log10(self.deals) / 2)))),
            "mean_positions": self.positions / self.deals,
            "most_positions": self.most_positions,
            "cpu_milliseconds": 1000 * self.cpu_seconds / self.deals,
        }


def _count(plan: Plan, folder: Path) -> _Found:
    """Count what is in the blocks, of which one at a time is read."""
    from blackhole_experiments.studies.blocks import each_block

    found = _Found()
    for deals, record in each_block(plan, folder):
        found.solvable += int((deals["solvable"] == 1).sum())
        found.unsolvable += int((deals["solvable"] == 0).sum())
        found.undecided += int(deals["solvable"].isna().sum())
        found.positions += int(deals["effort"].sum())
        found.most_positions = max(found.most_positions, int(deals["effort"].max()))
        found.cpu_seconds += record["cpu_seconds"]
    return found
