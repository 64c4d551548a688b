"""Study `scaling`: how the cost of each approach grows with the deal.

One thing grows at a time: the ranks of the deck (4 suits, fans of 3), its suits (13 ranks, fans of 3), or the fans (13
ranks, 4 suits). Deals are uniform, the same for every approach. Each point shows the median and the 90th percentile of
the time; a law is fitted to the medians, with its uncertainty. With fans of 3 nearly every deal can be won, the more
surely the more cards there are; larger fans leave less to choose from, and hardness comes from there: see the study
`transition`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.growth import growth, quantiles
from blackhole_experiments.analysis.observations import Clock
from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.figures import growth as figure
from blackhole_experiments.runs.run import parse_deal_text
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.studies.trials import facts_of, make_trial
from blackhole_experiments.tables.growth import law_table, quantiles_table
from blackhole_experiments.tables.models import models_table
from blackhole_models.dealers import Shape, deals
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blackhole_experiments.analysis.growth import Growth
    from blackhole_experiments.studies import Task
    from blackhole_models.deal import Deal

SOLVERS: Final = ("dfs", "dfs+table", "search", "auto", "cp-sat", "sat")


@dataclass(frozen=True, slots=True)
class Family:
    """Deals of which one thing grows.

    Attributes:
        size: what grows.
        quick: its values in the quick study.
        full: its values in the full one.
        shape: the shape of the deals of one value.
        of: the value of a deal.
    """

    size: str
    quick: tuple[int, ...]
    full: tuple[int, ...]
    shape: Callable[[int], Shape]
    of: Callable[[Deal], int]


FAMILIES: Final[Mapping[str, Family]] = {
    "ranks": Family(
        "number of ranks",
        (4, 7, 10, 13),
        (*range(4, 14), 16, 20, 26),
        lambda ranks: Shape(ranks=ranks, suits=4, fan_size=3),
        lambda deal: deal.ranks,
    ),
    "suits": Family(
        "number of suits",
        (1, 2, 4, 6),
        (*range(1, 9), 10, 12, 16),
        lambda suits: Shape(ranks=13, suits=suits, fan_size=3),
        lambda deal: len(deal) // deal.ranks,
    ),
    "fans": Family(
        "cards in a fan",
        (2, 3, 4, 6),
        tuple(range(2, 9)),
        lambda cards: Shape(ranks=13, suits=4, fan_size=cards),
        lambda deal: max(map(len, deal.fans)),
    ),
}


@dataclass(frozen=True, slots=True)
class _Size:
    deals: int
    seconds: float


_SIZES: Final = {False: _Size(3, 0.5), True: _Size(10, 5.0)}


def run(task: Task) -> None:
    """Run the study."""
    size = _SIZES[task.full]
    plans = {name: plan_of(family, size, full=task.full) for name, family in FAMILIES.items()}
    facts = {name: facts_of(plan) for name, plan in plans.items()}
    with session_of(task, {"deals": f"uniform:1-{size.deals} of each shape", **facts}):
        trials = {name: make_trial(task, plan, name) for name, plan in plans.items()}
        sized = {
            name: trial.observations.assign(
                size=[FAMILIES[name].of(parse_deal_text(cards)) for cards in trial.rows["cards"]]
            )
            for name, trial in trials.items()
        }
        page = Page(task, "scaling", __doc__)
        laws = {name: growth(each, "seconds") for name, each in sized.items()}
        page.finding(_finding(laws))
        for name, trial in trials.items():
            family = FAMILIES[name]
            page.heading(f"By {family.size}")
            observations = sized[name]
            times, efforts = (quantiles(observations, value) for value in ("seconds", "effort"))
            page.figure(
                f"{name}-growth",
                figure.draw(times, observations, Clock.SOLVER, family.size),
                f"Time by {family.size}",
            )
            page.table(law_table(laws[name], family.size), f"{name}-growth")
            limits = str(observations["limits"].iloc[0])
            page.table(quantiles_table(times, efforts, family.size, limits), f"{name}-quantiles")
            page.table(models_table(trial.details(), observations, family.size, limits), f"{name}-models")
            trial.tell(page)
        page.write()


def _finding(laws: Mapping[str, list[Growth]]) -> str:
    """Return in words by which factor the median time of each solver grows from one size to the next."""
    told = [
        f"by {FAMILIES[name].size} "
        + ", ".join(f"`{law.line}` {law.factor:.2f}" for law in each if not math.isnan(law.factor))
        for name, each in laws.items()
    ]
    return (
        f"Factor of the median time from one size to the next, while half of the deals are decided: {'; '.join(told)}."
    )


def plan_of(family: Family, size: _Size, *, full: bool) -> Plan:
    """Return the runs of one family."""
    values = family.full if full else family.quick
    chosen = [deal for value in values for deal in deals(f"uniform:1-{size.deals}", family.shape(value))]
    return Plan(chosen, [Contender(solver) for solver in SOLVERS], Limits(seconds=size.seconds))
