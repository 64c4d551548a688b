"""Study `formulations`: the same rules as constraint models, and what each way to put them costs CP-SAT.

The deals are the 102 of CSPLib prob081 and the 21 of the MiniZinc benchmarks, on which others have published runs of
OR-Tools. The published model (`cp-sat-position`) and others are run on all of them; each option by itself is added to
the published model, and added to or taken from the best one (`cp-sat`), so that it shows what an option buys at either
end. One worker, unless it says otherwise. `lean` is not a constraint but CP-SAT without presolve and its company; the
best model has it.

The published figures stand beside the study's own for what they are: other machines, other versions, another layer of
modelling in between.
"""

from __future__ import annotations

import math
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.paired import compare_pair
from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.studies.neighbours import neighbours_table, what_buys_what
from blackhole_experiments.studies.parts import Part, named
from blackhole_experiments.studies.public import CSPLIB, MINIZINC, public_deals, require_known
from blackhole_experiments.studies.published import CP_SAT_TIMES, Times
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.studies.timings import timings
from blackhole_experiments.studies.trials import Trial, facts_of, make_trial
from blackhole_experiments.tables.pairs import ratio_at_limit_cell
from blackhole_experiments.tables.table import Table, significant
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blackhole_experiments.studies import Task
    from blackhole_models.deal import Deal

PUBLISHED: Final = "cp-sat-position"
LEAN: Final = f"{PUBLISHED}+lean"
BEST: Final = "cp-sat"
_TWO: Final = {"workers": 2}


PARTS: Final[Mapping[str, Part]] = {
    "models": Part(
        "Formulations",
        named(PUBLISHED, f"{PUBLISHED}+arithmetic", LEAN, "cp-sat-timeline", BEST),
        every=(1, 60),
    ),
    "published": Part(
        "The published model with each option",
        [
            *named(PUBLISHED, f"{PUBLISHED}+automaton", f"{PUBLISHED}+exchange", f"{PUBLISHED}+dominance"),
            *named(f"{PUBLISHED}+windows", f"{PUBLISHED}+budgets", f"{PUBLISHED}+counts", LEAN),
            Contender(PUBLISHED, {"fixed_search": True}),
            *named("cp-sat-circuit", "cp-sat-circuit+lean"),
        ],
        every=(6, 100),
    ),
    "best": Part(
        "The best model without each option, and with others",
        [
            *named(BEST, *(f"{BEST}+no-{part}" for part in ("counts", "windows", "lean"))),
            *named(*(f"{BEST}+{part}" for part in ("dominance", "budgets", "exchange", "flow", "flow+budgets"))),
        ],
        every=(1, 30),
    ),
    "symmetry": Part(
        "Conditional symmetry, case by case, and dominance",
        named(BEST, *(f"{BEST}+{part}" for part in (*(f"case-{case}" for case in "abcdef"), "exchange", "dominance"))),
        every=(3, 40),
    ),
    "workers": Part(
        "Two workers",
        [*named(BEST, PUBLISHED), Contender(BEST, _TWO), Contender(PUBLISHED, _TWO)],
        every=(3, 100),
        threads=2,
    ),
}
"""Each part by the word in the names of its files."""

_SECONDS: Final = (20.0, 10.0)
"""Limit of a run, in the full study and in the quick one."""


def run(task: Task) -> None:
    """Run the study."""
    deals = [deal for collection in (CSPLIB, MINIZINC) for deal in public_deals(task.benchmarks, collection)]
    plans = {name: _plan(part, deals, full=task.full) for name, part in PARTS.items()}
    with session_of(task, {name: {"deals": len(list(plan.deals)), **facts_of(plan)} for name, plan in plans.items()}):
        page = Page(task, "formulations", __doc__)
        for name, part in PARTS.items():
            trial = make_trial(replace(task, jobs=max(1, task.jobs // part.threads)), plans[name], name)
            known = require_known(trial.rows, task.benchmarks)
            page.heading(part.title)
            page.paragraph(known)
            _tell(page, trial, str(part.contenders[0]))
            if name == "models":
                page.finding(_finding(trial))
                trial.pair(page, PUBLISHED, BEST)
                page.table(published_table(trial))
        page.write()


def published_table(trial: Trial) -> Table:
    """Return what others have published of CP-SAT on these deals, and the study's own medians below it."""
    import pandas as pd

    own = trial.overall().astype({"median_seconds": float})
    lines = [
        *CP_SAT_TIMES,
        *(
            Times(f"this study, {line}, one worker, {runs:,} deals", seconds, seconds, median=True)
            for line, runs, seconds in own[["line", "runs", "median_seconds"]].itertuples(index=False)
        ),
    ]
    return Table(
        name="beside-published",
        caption="Published times of OR-Tools CP-SAT on these deals and the study's own; machines and versions differ",
        headings=("source", "time of a deal (s)"),
        alignment="lr",
        rows=tuple((each.source, _shown(each)) for each in lines),
        data=pd.DataFrame([asdict(each) for each in lines]),
        rules=frozenset({len(CP_SAT_TIMES)}),
    )


def _finding(trial: Trial) -> str:
    """Return in words how the best formulation does, how much faster than the published model, and by what."""
    best = next(each for each in timings(trial.observations) if each.solver == BEST)
    published, lean = (ratio_at_limit_cell(compare_pair(trial.observations, line, BEST)) for line in (PUBLISHED, LEAN))
    return (
        f"`{BEST}` decides {best.decided:,} of {best.deals:,} deals within {best.limit:g} s, "
        f"{significant(best.median)} s in the median and {significant(best.longest)} s at most; "
        f"`{PUBLISHED}`, the published model, takes {published} times as long (geometric mean; time-outs at "
        f"the limit). Much of that is presolve, which `{BEST}` leaves out: without it (`{LEAN}`) the published model "
        f"takes {lean} times as long."
    )


def _shown(times: Times) -> str:
    if times.median:
        return "median beyond the limit" if math.isinf(times.low) else f"median {significant(times.low)}"
    return f"{significant(times.low)} to {significant(times.high)}"


def _tell(page: Page, trial: Trial, base: str) -> None:
    """Add what came of a part: what buys what, sizes and work, and what is said of every trial."""
    page.paragraph(what_buys_what(trial, base))
    page.table(neighbours_table(trial, base))
    trial.tell(page)


def _plan(part: Part, deals: Sequence[Deal], *, full: bool) -> Plan:
    every, seconds = (part.every[0], _SECONDS[0]) if full else (part.every[1], _SECONDS[1])
    return Plan(deals[::every], part.contenders, Limits(seconds=seconds))
