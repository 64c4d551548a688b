"""Study `csplib`: the 102 deals of CSPLib's problem 081, beside the published figures of TabID.

The deals are BMS-100 and BMS-177, which seem to be from the experiments of 2007, and PN-1 to PN-100. Akgün et al.
("TabID: Automatic Identification and Tabulation of Subproblems in Constraint Models", arXiv 2202.13250v2) ran six back
ends of Savile Row on them, with a limit of an hour. Their raw data give the figures below; machine, year and clock
differ from this study's, so factors of two or three say nothing. Theirs are without the time Savile Row takes, save for
PAR-2; the project's own have building the model in every figure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.studies.public import CSPLIB, public_deals, require_known
from blackhole_experiments.studies.published import TABID, TABID_SIZES, TABID_SOURCE
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.studies.timings import OWN, ranking, timings, timings_table
from blackhole_experiments.studies.trials import facts_of, make_trial
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_experiments.studies import Task
    from blackhole_experiments.studies.trials import Trial

SOLVERS: Final = ("dfs", "dfs+table", "search", "cp-sat-position", "cp-sat", "sat-direct", "sat")
"""Of each approach the baseline and the best; plain search spends its whole limit on most deals."""


@dataclass(frozen=True, slots=True)
class _Size:
    """How much is run: the number of deals, from BMS-100 on (None is all), and seconds for a run."""

    deals: int | None
    seconds: float


_SIZES: Final[Mapping[bool, _Size]] = {False: _Size(12, 5.0), True: _Size(None, 10.0)}


def run(task: Task) -> None:
    """Run the study."""
    size = _SIZES[task.full]
    deals = public_deals(task.benchmarks, CSPLIB)[: size.deals]
    plan = Plan(deals, [Contender(name) for name in SOLVERS], Limits(seconds=size.seconds))
    with session_of(task, {"deals": [deal.name for deal in deals], **facts_of(plan)}):
        trial = make_trial(task, plan, "runs")
        known = require_known(trial.rows, task.benchmarks)
        own = timings(trial.observations)
        page = Page(task, "csplib", __doc__)
        page.finding(ranking(own))
        page.paragraph(known)
        page.table(timings_table({OWN: own, TABID_SOURCE: TABID}, "published", "CSPLib's deals, here and as published"))
        page.paragraph(_sizes(trial))
        trial.tell(page)
        page.write()


def _sizes(trial: Trial) -> str:
    """Return how large the formulas are, of the encodings that were run and of the published ones."""
    details = trial.details()
    medians = details.groupby("line", sort=False)[["variables", "clauses"]].median().dropna()
    own = [f"{line} {variables:,.0f} and {clauses:,.0f}" for line, variables, clauses in medians.itertuples()]
    theirs = [
        f"Savile Row with TabID {switch} {variables:,} and {clauses:,}"
        for switch, (variables, clauses) in TABID_SIZES.items()
    ]
    return f"Variables and clauses of the formulas, in the median: {'; '.join([*own, *theirs])}."
