"""Study `transition`: where deals turn from almost surely winnable to almost surely not, and how hard they are there.

Decks of 13 ranks and more and more suits are dealt uniformly into larger and larger fans. Small fans uncover many cards
and leave a choice at every step; large fans bury most cards. For each number of suits the share of winnable deals falls
from near 1 to near 0 within a few sizes of fan. Beside the share stands what each approach takes, on the same deals, so
that one can see whether deals are hardest where the share turns, and which approach wins on which side.

A deal that no approach decided within the limit counts both ways in the interval of the share: the band is as wide as
what is not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pandas as pd

from blackhole_experiments.analysis.classes import SOLVABLE, UNSOLVABLE
from blackhole_experiments.analysis.growth import quantiles
from blackhole_experiments.analysis.repeats import DEAL
from blackhole_experiments.analysis.winnability import winnability
from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.figures import transition as figure
from blackhole_experiments.runs.run import parse_deal_text
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.studies.trials import facts_of, make_trial
from blackhole_experiments.tables.growth import quantiles_table
from blackhole_experiments.tables.table import Table, count, rules_between
from blackhole_models.dealers import Shape, deals
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_experiments.studies import Task

SOLVERS: Final = ("search", "cp-sat", "sat")
SIZE: Final = "cards in a fan"
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Size:
    """How much is run: sizes of fans for each number of suits, deals a point, seconds a run."""

    fans: Mapping[int, range]
    deals: int
    seconds: float


_SIZES: Final[Mapping[bool, _Size]] = {
    False: _Size({2: range(2, 5), 4: range(3, 6)}, deals=4, seconds=0.5),
    True: _Size(
        {2: range(2, 6), 4: range(2, 7), 6: range(4, 9), 8: range(5, 11), 12: range(8, 14)}, deals=100, seconds=10.0
    ),
}


def run(task: Task) -> None:
    """Run the study."""
    size = _SIZES[task.full]
    plans = {suits: _plan(suits, size) for suits in size.fans}
    facts = {str(suits): facts_of(plan) | {"fans": list(size.fans[suits])} for suits, plan in plans.items()}
    with session_of(task, {"deals": f"uniform:1-{size.deals} of each shape", **facts}):
        trials = {suits: make_trial(task, plan, f"suits-{suits}") for suits, plan in plans.items()}
        observations = {
            suits: trial.observations.assign(
                size=[max(map(len, parse_deal_text(cards).fans)) for cards in trial.rows["cards"]]
            )
            for suits, trial in trials.items()
        }
        page = Page(task, "transition", __doc__)
        shares = pd.concat([shares_of(each).assign(suits=suits) for suits, each in observations.items()])
        times = {suits: quantiles(each, "seconds") for suits, each in observations.items()}
        page.finding(_finding(shares))
        page.figure(
            "transition",
            figure.draw(shares, times, size.seconds),
            "The share of winnable deals, and the median time of each approach, by number of suits and size of fans",
        )
        page.table(_share_table(shares, f"{size.seconds:g} s"))
        for suits, trial in trials.items():
            page.heading(f"{suits} suits")
            efforts = quantiles(observations[suits], "effort")
            limits = str(observations[suits]["limits"].iloc[0])
            page.table(quantiles_table(times[suits], efforts, SIZE, limits), f"suits-{suits}-quantiles")
            trial.tell(page)
        page.write()


def shares_of(observations: pd.DataFrame) -> pd.DataFrame:
    """Return the share of winnable deals for each size of fan.

    Args:
        observations: of `observe`, with a column `size`.

    Returns:
        a frame with the columns `size`, `deals`, `solvable`, `unsolvable`, `undecided` (by every approach), `low` and
        `high` of the interval, and `open_` followed by a solver's name: how many deals that solver left undecided.
    """
    records = []
    for fan, here in observations.groupby("size"):
        found = here.drop_duplicates(DEAL)["class"].value_counts()
        solvable, unsolvable = int(found.get(SOLVABLE, 0)), int(found.get(UNSOLVABLE, 0))
        total = int(found.sum())
        undecided = total - solvable - unsolvable
        interval = winnability(solvable=solvable, undecided=undecided, deals=total)
        left = here.loc[~here["decided"], "line"].value_counts()
        records.append(
            {
                "size": fan,
                "deals": total,
                "solvable": solvable,
                "unsolvable": unsolvable,
                "undecided": undecided,
                "low": interval.low,
                "high": interval.high,
                **{f"open_{line}": int(left.get(line, 0)) for line in here["line"].unique()},
            }
        )
    return pd.DataFrame(records)


def _finding(shares: pd.DataFrame) -> str:
    """Return in words between which sizes of fans the share of winnable deals falls below a half."""
    told = []
    for suits, here in shares.groupby("suits"):
        above = here.loc[here["low"] > _HALF, "size"]
        below = here.loc[here["high"] < _HALF, "size"]
        if len(above) and len(below):
            told.append(f"{suits} suits between fans of {above.max()} and of {below.min()}")
    return f"The share of winnable deals passes a half, beyond doubt at 95 %, for {', '.join(told) or 'no deck here'}."


def _plan(suits: int, size: _Size) -> Plan:
    shapes = [Shape(ranks=13, suits=suits, fan_size=fan) for fan in size.fans[suits]]
    chosen = [deal for shape in shapes for deal in deals(f"uniform:1-{size.deals}", shape)]
    return Plan(chosen, [Contender(solver) for solver in SOLVERS], Limits(seconds=size.seconds))


def _share_table(shares: pd.DataFrame, limit: str) -> Table:
    rows = [
        (
            count(each["suits"]),
            count(each["size"]),
            *(count(each[name]) for name in ("deals", "solvable", "unsolvable", "undecided")),
            f"{100 * each['low']:.1f} to {100 * each['high']:.1f}",
            *(count(each[f"open_{solver}"]) for solver in SOLVERS),
        )
        for each in shares.to_dict("records")
    ]
    return Table(
        name="winnability",
        caption=(
            "Winnable deals of 13 ranks by number of suits and size of fans, with Wilson's 95 % interval, deals that "
            f"no approach decided counted both ways; how many each approach left open. Limit of a run: {limit}"
        ),
        headings=(
            "suits",
            "cards in a fan",
            "deals",
            "winnable",
            "not winnable",
            "not decided",
            "winnable (%)",
            *(f"open: {solver}" for solver in SOLVERS),
        ),
        alignment="r" * (7 + len(SOLVERS)),
        rows=tuple(rows),
        data=shares,
        rules=rules_between(list(shares["suits"])),
    )
