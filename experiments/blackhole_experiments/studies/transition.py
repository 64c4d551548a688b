"""Study `transition`: where deals turn from almost surely winnable to almost surely not, and how hard they are there.

Decks of 13 ranks and more and more suits are dealt uniformly into larger and larger fans. Small fans uncover many cards
and leave a choice at every step; large fans bury most cards. For each number of suits the share of winnable deals falls
from near 1 to near 0 within a few sizes of fan.

The share is measured with `auto`, the search and SAT in turns, on many deals. Hardness is what each approach takes, on
the same deals for all of them and within a shorter limit, since most of it would be spent on waiting: the median, which
is that of an ordinary deal, and the mean, which is that of the few hard ones. What is said of the mean is said of times
cut off at the limit.

A deal that no approach decided counts both ways in the interval of the share: the band is as wide as what is not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pandas as pd

from blackhole_experiments.analysis.classes import SOLVABLE, UNSOLVABLE
from blackhole_experiments.analysis.growth import quantiles
from blackhole_experiments.analysis.observations import observe
from blackhole_experiments.analysis.repeats import DEAL
from blackhole_experiments.analysis.transition import peaks, sides, turn_of, whole_map
from blackhole_experiments.analysis.winnability import winnability
from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.figures import transition as figure
from blackhole_experiments.runs.run import parse_deal_text
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.studies.transition_finding import finding, hardness
from blackhole_experiments.studies.trials import agreement, facts_of, make_trial, require_agreement
from blackhole_experiments.tables.growth import quantiles_table
from blackhole_experiments.tables.transition import map_table, peak_table, share_table, side_table
from blackhole_models.dealers import Shape, deals
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blackhole_experiments.studies import Task
    from blackhole_experiments.studies.trials import Trial
    from blackhole_models.result import Json

SETTLER: Final = "auto"
SOLVERS: Final = (SETTLER, "search", "cp-sat", "sat")
SIZE: Final = "cards in a fan"


@dataclass(frozen=True, slots=True)
class _Decks:
    """Decks of one number of suits.

    Attributes:
        fans: sizes of fans.
        deals: of each size, for the share.
        compared: how many of them all approaches are run on.
    """

    fans: range
    deals: int
    compared: int


@dataclass(frozen=True, slots=True)
class _Size:
    """How much is run: decks by number of suits, and the limits of a run for the share and for the comparison, s."""

    decks: Mapping[int, _Decks]
    seconds: float
    compared_seconds: float


_SIZES: Final[Mapping[bool, _Size]] = {
    False: _Size({2: _Decks(range(2, 5), 10, 3), 4: _Decks(range(3, 6), 10, 3)}, 1.0, 0.5),
    True: _Size(
        {
            2: _Decks(range(2, 7), 500, 100),
            4: _Decks(range(2, 8), 500, 100),
            6: _Decks(range(3, 9), 300, 30),
            8: _Decks(range(5, 11), 300, 20),
            12: _Decks(range(8, 13), 100, 10),
        },
        20.0,
        5.0,
    ),
}


def run(task: Task) -> None:
    """Run the study."""
    size = _SIZES[task.full]
    settling = {
        suits: _plan(suits, decks, decks.deals, (SETTLER,), size.seconds) for suits, decks in size.decks.items()
    }
    comparing = {
        suits: _plan(suits, decks, decks.compared, SOLVERS, size.compared_seconds)
        for suits, decks in size.decks.items()
    }
    facts: dict[str, Json] = {
        str(suits): {
            "fans": list(decks.fans),
            "share": facts_of(settling[suits]) | {"deals": f"uniform:1-{decks.deals} of each shape"},
            "comparison": facts_of(comparing[suits]) | {"deals": f"uniform:1-{decks.compared} of each shape"},
        }
        for suits, decks in size.decks.items()
    }
    with session_of(task, facts):
        settled = {suits: make_trial(task, plan, f"suits-{suits}-share") for suits, plan in settling.items()}
        compared = {suits: make_trial(task, plan, f"suits-{suits}") for suits, plan in comparing.items()}
        _tell(Page(task, "transition", __doc__), settled, compared, size.compared_seconds)


def _tell(page: Page, settled: Mapping[int, Trial], compared: Mapping[int, Trial], limit: float) -> None:
    """Write the page."""
    rows = {suits: pd.concat([settled[suits].rows, compared[suits].rows]) for suits in settled}
    for both in rows.values():
        require_agreement(both)
    settling = {suits: _sized(trial, rows[suits]) for suits, trial in settled.items()}
    comparing = {suits: _sized(trial, rows[suits]) for suits, trial in compared.items()}
    shares = {suits: shares_of(each) for suits, each in settling.items()}
    turns = {suits: turn_of(each) for suits, each in shares.items()}
    highest = {suits: peaks(each, turns[suits]) for suits, each in comparing.items()}
    beside = {suits: sides(each, turns[suits], SETTLER) for suits, each in comparing.items()}
    times = {suits: quantiles(each, "seconds") for suits, each in comparing.items()}
    all_shares = pd.concat([each.assign(suits=suits) for suits, each in shares.items()])
    limits, short = (str(next(iter(each.values()))["limits"].iloc[0]) for each in (settling, comparing))
    whole = whole_map(list(beside.values()))
    page.finding(finding(turns, shares, whole))
    if words := hardness(turns, highest, beside):
        page.paragraph(words)
    page.figure(
        "transition",
        figure.draw(all_shares, turns, times, comparing, limit),
        "The share of winnable deals with its interval, the median and the mean time of each approach, by number of "
        "suits and size of fans; the vertical line is where half of the deals can be won",
    )
    page.table(share_table(all_shares, SETTLER, limits))
    page.table(peak_table(turns, highest, short))
    page.table(side_table(pd.concat([each.assign(suits=suits) for suits, each in beside.items()]), SETTLER, short))
    page.table(map_table(whole, short))
    for suits, trial in compared.items():
        page.heading(f"{suits} suits")
        page.paragraph(f"For the share: {agreement(settled[suits].rows)}")
        settled[suits].keep(page)
        page.table(
            quantiles_table(quantiles(settling[suits], "seconds"), quantiles(settling[suits], "effort"), SIZE, limits),
            f"suits-{suits}-share-quantiles",
        )
        page.table(
            quantiles_table(times[suits], quantiles(comparing[suits], "effort"), SIZE, short),
            f"suits-{suits}-quantiles",
        )
        trial.tell(page)
    page.write()


def _sized(trial: Trial, evidence: pd.DataFrame) -> pd.DataFrame:
    """Return the observations of `trial` with the size of the fans; `evidence` tells the class of the deals."""
    sizes = [max(map(len, parse_deal_text(cards).fans)) for cards in trial.rows["cards"]]
    return observe(trial.rows, evidence=evidence).assign(size=sizes)


def shares_of(observations: pd.DataFrame) -> pd.DataFrame:
    """Return the share of winnable deals for each size of fan.

    Args:
        observations: of `observe`, with a column `size`.

    Returns:
        a frame with the columns `size`, `deals`, `solvable`, `unsolvable`, `undecided` (by every approach), and `low`
        and `high` of the interval.
    """
    records = []
    for fan, here in observations.groupby("size"):
        found = here.drop_duplicates(DEAL)["class"].value_counts()
        solvable, unsolvable = int(found.get(SOLVABLE, 0)), int(found.get(UNSOLVABLE, 0))
        total = int(found.sum())
        undecided = total - solvable - unsolvable
        interval = winnability(solvable=solvable, undecided=undecided, deals=total)
        records.append(
            {
                "size": fan,
                "deals": total,
                "solvable": solvable,
                "unsolvable": unsolvable,
                "undecided": undecided,
                "low": interval.low,
                "high": interval.high,
            }
        )
    return pd.DataFrame(records)


def _plan(suits: int, decks: _Decks, count: int, solvers: Sequence[str], seconds: float) -> Plan:
    shapes = [Shape(ranks=13, suits=suits, fan_size=fan) for fan in decks.fans]
    chosen = [deal for shape in shapes for deal in deals(f"uniform:1-{count}", shape)]
    return Plan(chosen, [Contender(solver) for solver in solvers], Limits(seconds=seconds))
