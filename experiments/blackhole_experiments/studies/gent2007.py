"""Study `gent2007`: the approaches side by side, in the form of the paper that brought Black Hole to the field.

Gent, Jefferson, Kelsey, Lynce, Miguel, Nightingale, Smith and Tarim ("Search in the Patience Game 'Black Hole'", AI
Communications 20(3), 2007) compare plain search, search that remembers positions and handles symmetry, constraint
programming with and without conditional symmetry breaking, and SAT on random deals with the ace of spades as
foundation. The figures of their table are not to be had, nor their limit and machine: all figures here are this
project's own, from its own solvers. What can be held against the paper is what it says in words: that caching and the
handling of symmetry improve search dramatically, and that about 87 % of deals can be won.

The deals are `uniform:1` and the numbers after it; and, where the folder of public deals is given, BMS-100, BMS-177
and PN-1 to PN-10 of CSPLib, which later papers report one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.classes import SOLVABLE
from blackhole_experiments.analysis.observations import Clock
from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.studies.public import CSPLIB, public_deals, require_known
from blackhole_experiments.studies.results import Page, percent_of, session_of
from blackhole_experiments.studies.trials import facts_of, make_trial
from blackhole_experiments.tables.summary import bound_cell, median_cell, summary_caption
from blackhole_experiments.tables.table import Table, percent, significant
from blackhole_models.dealers import Shape, deals
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from blackhole_experiments.studies import Task
    from blackhole_experiments.studies.trials import Trial
    from blackhole_models.deal import Deal

_IN_ORDER: Final = {"fixed_search": True}

PARADIGMS: Final[Mapping[str, Contender]] = {
    "plain search": Contender("dfs"),
    "search with caching": Contender("dfs+table"),
    "search with caching and dominance": Contender("dfs+table+dominance"),
    "best search": Contender("search"),
    "CP, published model, by position": Contender("cp-sat-position", _IN_ORDER),
    "CP with conditional symmetry breaking": Contender("cp-sat-position+exchange", _IN_ORDER),
    "best CP": Contender("cp-sat"),
    "SAT, direct encoding": Contender("sat-direct"),
    "best SAT": Contender("sat"),
}
"""The paper's approaches, and the solver that stands for each. CP-SAT stands for CP: it also learns from conflicts."""


@dataclass(frozen=True, slots=True)
class _Size:
    """How much is run: uniform deals, how many of CSPLib's, and seconds for a run."""

    uniform: str
    csplib: int
    seconds: float


_SIZES: Final[Mapping[bool, _Size]] = {False: _Size("uniform:1-10", 2, 2.0), True: _Size("uniform:1-50", 12, 5.0)}


def run(task: Task) -> None:
    """Run the study."""
    size = _SIZES[task.full]
    samples: dict[str, Sequence[Deal]] = {"uniform": deals(size.uniform, Shape())}
    if task.benchmarks is not None:
        samples["csplib"] = public_deals(task.benchmarks, CSPLIB)[: size.csplib]
    limits = Limits(seconds=size.seconds)
    plans = {name: Plan(sample, list(PARADIGMS.values()), limits) for name, sample in samples.items()}
    with session_of(task, {name: facts_of(plan) for name, plan in plans.items()}):
        trials = {name: make_trial(task, plan, name) for name, plan in plans.items()}
        page = Page(task, "gent2007", __doc__)
        page.finding(_finding(trials["uniform"]))
        for name, trial in trials.items():
            page.heading("Uniform deals" if name == "uniform" else "Deals of CSPLib")
            page.table(paradigm_table(trial, f"{name}-paradigms"))
            if name != "uniform":
                page.paragraph(require_known(trial.rows, task.benchmarks))
            trial.tell(page)
        page.write()


def paradigm_table(trial: Trial, name: str) -> Table:
    """Return the table of approaches: shares of deals, and times in which undecided deals count."""
    data = _figures(trial)
    figures = [{str(name): cell for name, cell in row.items()} for row in data.to_dict("records")]
    return Table(
        name=name,
        caption=(
            f"The approaches, figures of this project. {summary_caption(trial.observations, Clock.SOLVER)}. Undecided "
            "deals count: in the median as longer than any, in mean and max with the limit"
        ),
        headings=("approach", "solver", "won (%)", "unwinnable (%)", "open (%)", "median (s)", "mean (s)", "max (s)"),
        alignment="llrrrrrr",
        rows=tuple(
            (
                row["approach"],
                row["contender"],
                *(percent(row[column] / row["runs"]) for column in ("solvable", "unsolvable", "not_decided")),
                median_cell(row),
                bound_cell("mean_seconds", significant)(row),
                bound_cell("max_seconds", significant)(row),
            )
            for row in figures
        ),
        data=data,
        rules=frozenset({4, 7}),
    )


def _figures(trial: Trial) -> pd.DataFrame:
    """Return the summary over all deals, a row for each of `PARADIGMS`."""
    figures = trial.overall()
    figures.insert(0, "approach", list(PARADIGMS))
    figures.insert(1, "contender", [str(contender) for contender in PARADIGMS.values()])
    return figures.astype({"median_seconds": float, "mean_seconds": float, "max_seconds": float})


def _finding(trial: Trial) -> str:
    """Return, in a sentence, what share each approach decides, and how many deals can be won."""
    figures = _figures(trial)
    decided = 1 - figures["not_decided"] / figures["runs"]
    told = "; ".join(f"{name} {percent(share)} %" for name, share in zip(PARADIGMS, decided, strict=True))
    won = trial.observations.drop_duplicates("deal")["class"].eq(SOLVABLE)
    limit = figures["limit_seconds"].iloc[0]
    return f"Decided within {limit:g} s: {told}. Uniform deals that can be won: {percent_of(int(won.sum()), len(won))}."
