"""Study `winnability`: the share of uniform deals that can be won, with its interval.

The deals are `uniform:1` and the numbers after it, so that the sample is fixed before anything is known of it. The
interval is Blake and Gent's: Wilson, z = 1.96, undecided deals counted both ways, rounded outwards. Theirs, Masten's
and Fish's counts of Black Hole deals stand beside it; the deals are different ones, so the intervals must overlap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.winnability import winnability
from blackhole_experiments.figures.census import draw_settling
from blackhole_experiments.studies.blocks import Plan, make_blocks, read_blocks
from blackhole_experiments.studies.census import effort_table
from blackhole_experiments.studies.published import FISH, MASTEN, SOLVITAIRE, Census
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.tables.table import Table
from blackhole_models.dealers import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from blackhole_experiments.studies import Task

_QUICK: Final = 50_000
_PUBLISHED: Final = (SOLVITAIRE, MASTEN, FISH)


def run(task: Task) -> None:
    """Run the study."""
    plan = Plan("uniform", 1, SOLVITAIRE.deals if task.full else _QUICK, Shape())
    with session_of(task, {"deals": plan.count}):
        task.say(f"{plan.count:,} uniform deals")
        with task.progress(plan.count) as step:
            make_blocks(plan, task.folder / "blocks", jobs=task.jobs, executor=task.executor, progress=step)
        deals, records = read_blocks(plan, task.folder / "blocks")
        page = Page(task, "winnability", __doc__)
        shares = _shares(deals)
        page.finding(_finding(shares.data))
        page.table(shares)
        page.table(effort_table({"uniform": deals}, "effort", f"Positions entered by search on {len(deals):,} deals"))
        seconds = sum(record["cpu_seconds"] for record in records)
        page.paragraph(f"{1000 * seconds / len(deals):.3f} ms of CPU a deal, dealing included.")
        page.figure("settling", draw_settling(deals, _PUBLISHED), "The share of winnable deals as the sample grows")
        page.write()


def _finding(shares: pd.DataFrame) -> str:
    """Return in a sentence which share was found, and whether the published intervals overlap with its own."""
    own, *published = shares.to_dict("records")
    apart = [each["source"] for each in published if each["high"] < own["low"] or own["high"] < each["low"]]
    said = "overlaps with every published one" if not apart else f"DOES NOT OVERLAP with that of {'; '.join(apart)}"
    return f"{own['interval']} of {own['deals']:,} uniform deals can be won; the interval {said}."


def _shares(deals: pd.DataFrame) -> Table:
    import pandas as pd

    undecided = int(deals["solvable"].isna().sum())
    own = Census("this study, uniform:1 on", len(deals), int((deals["solvable"] == 1).sum()))
    counted: Sequence[tuple[Census, int]] = [(own, undecided), *((census, 0) for census in _PUBLISHED)]
    lines = []
    for census, open_ in counted:
        interval = winnability(solvable=census.solvable, undecided=open_, deals=census.deals)
        lines.append(
            {
                "source": census.source,
                "deals": census.deals,
                "solvable": census.solvable,
                "undecided": open_,
                "low": interval.low,
                "high": interval.high,
                "interval": str(interval.rounded(3)),
            }
        )
    return Table(
        name="winnability",
        caption="Winnable deals of Black Hole, with Wilson's 95 % interval, undecided deals counted both ways",
        headings=("source", "deals", "winnable", "not decided", "interval"),
        alignment="lrrrr",
        rows=tuple(
            (
                str(line["source"]),
                *(f"{line[name]:,}" for name in ("deals", "solvable", "undecided")),
                str(line["interval"]),
            )
            for line in lines
        ),
        data=pd.DataFrame(lines),
    )
