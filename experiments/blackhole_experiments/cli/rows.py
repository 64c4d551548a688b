"""Rows that a command is to show: folders, which solvers of them, on which clock.

For `table` and `plot`, which need nothing but the folders.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from blackhole_experiments.cli import layout
from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.options import bundle
from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    import pandas as pd

    from blackhole_experiments.analysis.observations import Clock

_MOST_DIGITS: Final = 24
"""More than any deal's number has."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What is asked of the rows in folders."""

    folders: tuple[Path, ...]
    names: str | None
    clock_name: str
    mixed_limits: bool

    @property
    def clock(self) -> Clock:
        """Which time is told."""
        from blackhole_experiments.analysis.observations import Clock

        return Clock(self.clock_name)

    def rows(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Return all rows in the folders, and those of the solvers asked for, in the order they were asked for.

        Raises:
            InputError: a folder has no rows, or there are none of a solver.
        """
        from blackhole_experiments.analysis.agreement import confirm
        from blackhole_experiments.analysis.folders import joined

        found = joined(self.folders)
        if found.left_out:
            warn(f"{layout.count(found.left_out, 'row')} left out: another folder has one of the same run")
        every_row = confirm(found.rows)
        present = sorted(every_row["solver"].unique())
        wanted = present if self.names is None else [name.strip() for name in self.names.split(",")]
        for name in wanted:
            if name not in present:
                raise InputError(f"there are no runs of {shorten(name, 40)!r}: there are {', '.join(present)}")
        chosen = every_row.loc[every_row["solver"].isin(wanted)]
        order = ["place", "settings", "by_number", "cards", "repeat"]
        placed = chosen.assign(place=chosen["solver"].map(wanted.index), by_number=chosen["deal"].map(_by_number))
        return every_row, placed.sort_values(order, ignore_index=True).drop(columns=["place", "by_number"])


def _by_number(name: str) -> str:
    """Return what to sort a deal's name by, so that number 2 comes before number 10."""
    return re.sub(r"[0-9]+", lambda number: number[0].zfill(_MOST_DIGITS), name)


selection_options = bundle(
    "selection",
    Selection,
    click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path)),
    click.option(
        "--solvers", "names", metavar="NAMES", help="Which solvers, and in what order. Default: all, by name."
    ),
    click.option(
        "--clock",
        "clock_name",
        type=click.Choice(["solver", "wall", "cpu"]),
        default="solver",
        show_default=True,
        help="Times: building and solving measured inside the run, or wall or CPU time of its processes.",
    ),
    click.option(
        "--mixed-limits",
        is_flag=True,
        help="Accept runs within different limits, as lines of their own. Default: refuse them.",
    ),
)
"""The options behind `Selection`."""
