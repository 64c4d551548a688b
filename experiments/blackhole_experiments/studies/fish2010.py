"""Study `fish2010`: the first million PySolFC deals, after Fish's "Solving Statistics" of 2010.

Fish ran his depth-first search in C on PySolFC deals 1 to 1,000,000 of Black Hole: 869,413 solved, 130,587 exhausted
without a solution, none open; and on as many of All in a Row: 67.1 % solved. Here every deal is decided by `search`,
the counts are held against his, and the effort is told in his form.

His page gives a mean of about 292,400 iterations for the solved and of 553,884 for the exhausted deals. His program
counts a position when it enters it in its table, and tries the playable fan with the highest number first; `dfs+table`
does the same on a deal whose fans are mirrored. A sample in that order shows which mean belongs to which deals.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from blackhole_experiments.figures.census import draw_effort
from blackhole_experiments.studies.blocks import Plan, make_blocks, read_blocks
from blackhole_experiments.studies.census import CLASSES, effort_table, verdict_bits
from blackhole_experiments.studies.published import (
    FISH,
    FISH_ALL_IN_A_ROW,
    FISH_MEAN_SOLVABLE,
    FISH_MEAN_UNSOLVABLE,
    FISH_MEDIAN_SOLVABLE,
)
from blackhole_experiments.studies.results import Page, percent_of, session_of
from blackhole_models.dealers import Shape

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from blackhole_experiments.studies import Task
    from blackhole_models.dealers import Game

GAMES: Final[Mapping[Game, str]] = {"black-hole": "Black Hole", "all-in-a-row": "All in a Row"}
_QUICK: Final = {"black-hole": 20_000, "all-in-a-row": 4_000}
_QUICK_SAMPLE: Final = 50
_SAMPLE: Final = 1_000
_FEWEST: Final = 2
"""Deals of a verdict that a standard error needs."""


def run(task: Task) -> None:
    """Run the study."""
    counts: dict[Game, int] = {game: FISH.deals if task.full else _QUICK[game] for game in GAMES}
    sample = Plan("pysolfc", 1, _SAMPLE if task.full else _QUICK_SAMPLE, Shape(), "dfs+table", mirrored=True, block=50)
    censuses: dict[str, pd.DataFrame] = {}
    with session_of(
        task, {"deals": {str(game): count for game, count in counts.items()}, "order_sample": sample.count}
    ):
        records: dict[str, list[dict[str, Any]]] = {}
        for game, title in GAMES.items():
            plan = Plan("pysolfc", 1, counts[game], Shape(game=game))
            censuses[title], records[title] = _make(task, plan, f"blocks-{game}", title)
        censuses_in_his_order, _ = _make(task, sample, "blocks-order", "a sample in Fish's order of moves")
        page = Page(task, "fish2010", __doc__)
        page.finding(_verdicts(censuses))
        page.table(effort_table(censuses, "effort", f"Positions entered by search on PySolFC deals{_spans(counts)}"))
        page.paragraph(_speed(records))
        page.figure("effort", draw_effort(censuses), "Share of the deals of a verdict decided with so many positions")
        in_order = {f"PySolFC 1 to {sample.count:,}": censuses_in_his_order}
        page.table(
            effort_table(in_order, "order", "Positions entered by dfs+table in Fish's order of moves, fans mirrored")
        )
        page.paragraph(_means(censuses_in_his_order))
        if task.full:
            for game, title in GAMES.items():
                page.data(
                    f"{game}.bits",
                    verdict_bits(censuses[title]),
                    f"verdicts of {title}, a bit a deal from deal 1 on, 1 for solvable, highest bit first",
                )
        page.write()


def _make(task: Task, plan: Plan, folder: str, title: str) -> tuple[pd.DataFrame, list[dict[str, Any]]]:
    task.say(f"{title}: {plan.count:,} deals")
    with task.progress(plan.count) as step:
        make_blocks(plan, task.folder / folder, jobs=task.jobs, executor=task.executor, progress=step)
    return read_blocks(plan, task.folder / folder)


def _spans(counts: Mapping[Game, int]) -> str:
    return " and".join(f" 1 to {counts[game]:,} of {title}" for game, title in GAMES.items())


def _verdicts(censuses: dict[str, pd.DataFrame]) -> str:
    hole, row = censuses.values()
    found = int((hole["solvable"] == 1).sum())
    lost = int((hole["solvable"] == 0).sum())
    text = f"Black Hole: {found:,} solvable, {lost:,} unsolvable, {len(hole) - found - lost:,} not decided."
    if len(hole) == FISH.deals:
        same = found == FISH.solvable and lost == FISH.deals - FISH.solvable
        text += (
            f" Fish published {FISH.solvable:,} and {FISH.deals - FISH.solvable:,}: "
            f"{'the same numbers' if same else 'OTHER NUMBERS, which one of the two programs has to explain'}."
        )
    share = int((row["solvable"] == 1).sum())
    return (
        f"{text} All in a Row: {percent_of(share, len(row))} solvable; Fish published {100 * FISH_ALL_IN_A_ROW:.1f} %."
    )


def _speed(records: dict[str, list[dict[str, Any]]]) -> str:
    sentences = []
    for title, blocks in records.items():
        deals = sum(block["last"] - block["first"] + 1 for block in blocks)
        seconds = sum(block["cpu_seconds"] for block in blocks)
        dealing = sum(block["dealing_cpu_seconds"] for block in blocks)
        sentences.append(
            f"{title}: {1000 * seconds / deals:.3f} ms of CPU a deal, {1000 * dealing / deals:.3f} ms of it to deal"
        )
    return ". ".join(sentences) + "."


def _means(deals: pd.DataFrame) -> str:
    """Return in words whether the published means are those of the classes they are given for, or of the other ones."""
    own = {name: deals.loc[deals["solvable"] == code, "effort"].to_numpy(float) for code, name in CLASSES.items()}
    if min(map(len, own.values())) < _FEWEST:
        return "The sample is too small to say which of the published means belongs to which deals."
    published = {"solvable": FISH_MEAN_SOLVABLE, "unsolvable": FISH_MEAN_UNSOLVABLE}
    means, fits, swapped = [], [], []
    for name, other in (("solvable", "unsolvable"), ("unsolvable", "solvable")):
        effort = own[name]
        error = float(effort.std(ddof=1)) / math.sqrt(len(effort))
        as_given, as_swapped = (abs(effort.mean() - published[each]) / error for each in (name, other))
        swapped.append(as_swapped < as_given)
        means.append(f"{len(effort):,} {name} deals take {effort.mean():,.0f} ± {error:,.0f} positions")
        fits.append(
            f"from the mean of the {name} deals, {published[other]:,} is {as_swapped:.1f} standard errors away, and "
            f"{published[name]:,}, which is published for them, {as_given:.1f}"
        )
    verdict = "his two means seem to be swapped" if all(swapped) else "it stays open whether his two means are swapped"
    middle = deals.loc[deals["solvable"] == 1, "effort"].median()
    return (
        f"In his order of moves {' and '.join(means)} (mean and standard error). By this sample {verdict}: "
        f"{'; '.join(fits)}. The median of the solvable deals is {middle:,.0f} (published: about "
        f"{FISH_MEDIAN_SOLVABLE:,})."
    )
