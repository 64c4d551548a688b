"""Trials: solvers side by side on the same deals, within the same limits, as part of a study.

For the studies that compare approaches. Such a study names deals, contenders and limits; the runs, their store, the
check that solvers agree, tables and figures are the same for all of them and are here.

>>> trial = make_trial(task, Plan(deals, contenders, limits), "all")  # doctest: +SKIP
>>> trial.tell(page)  # doctest: +SKIP
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from blackhole_experiments.analysis.agreement import decided_by_several, disagreements
from blackhole_experiments.analysis.observations import Clock, observe
from blackhole_experiments.analysis.summary import ALL, summarise
from blackhole_experiments.comparison import complete
from blackhole_experiments.figures import scatter, survival
from blackhole_experiments.runs.rows import frame
from blackhole_experiments.runs.store import Store, read_rows
from blackhole_experiments.studies import DisagreementError
from blackhole_experiments.tables.pairs import pairs_table
from blackhole_experiments.tables.summary import summary_table
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    import pandas as pd

    from blackhole_experiments.comparison import Plan
    from blackhole_experiments.studies import Task
    from blackhole_experiments.studies.results import Page
    from blackhole_models.result import Json

RUNS: Final = "runs"
"""The folder, within the study's, that holds the rows of each of its trials in a folder of its own."""


@dataclass(frozen=True)
class Trial:
    """The runs of a plan, all made.

    Attributes:
        name: a word for the names of its tables and figures.
        rows: a frame with the columns of `runs.rows`.
        observations: what `observe` makes of them, by the solvers' own clock.
    """

    name: str
    rows: pd.DataFrame
    observations: pd.DataFrame

    @property
    def lines(self) -> list[str]:
        """The contenders, as tables and figures name them."""
        return list(self.observations["line"].unique())

    def tell(self, page: Page) -> None:
        """Add who agrees, the summary by class of deals, the survival plot and the rows to `page`."""
        page.paragraph(agreement(self.rows))
        page.table(summary_table(self.observations, Clock.SOLVER, split=True), self.name)
        page.figure(
            f"{self.name}-survival",
            survival.draw(self.observations, Clock.SOLVER),
            "How many deals each solver decided within a time",
        )
        self.keep(page)

    def keep(self, page: Page) -> None:
        """Add the rows to `page`."""
        packed = BytesIO()
        self.rows.to_parquet(packed, index=False, compression="zstd")
        page.data(f"{self.name}-rows.parquet", packed.getvalue(), f"the {len(self.rows):,} rows of the runs")

    def pair(self, page: Page, first: str, second: str) -> None:
        """Add a paired comparison of two lines, and the scatter plot, to `page`."""
        chosen = self.observations.loc[self.observations["line"].isin([first, second])]
        page.table(pairs_table(chosen, Clock.SOLVER), f"{self.name}-paired")
        page.figure(
            f"{self.name}-scatter",
            scatter.draw(self.observations, Clock.SOLVER, first, second),
            f"{first} and {second}, deal by deal",
        )

    def overall(self) -> pd.DataFrame:
        """Return the summary (`analysis.summary`) over the deals of all classes, a row for each of `lines`."""
        summary = summarise(self.observations)
        return summary.loc[summary["class"] == ALL].set_index("line").loc[self.lines].reset_index()

    def details(self) -> pd.DataFrame:
        """Return what the solvers tell of each run beside time and effort, a column each, with `line` and `class`."""
        import pandas as pd

        told: list[dict[str, Any]] = [json.loads(text or "{}") for text in self.rows["details"]]
        times = self.rows[["build_seconds", "solve_seconds"]].astype("Float64")
        return pd.concat([self.observations[["line", "class", "decided"]], times, pd.DataFrame(told)], axis=1)


def facts_of(plan: Plan) -> dict[str, Json]:
    """Return what a study's record says of `plan`."""
    return {
        "solvers": [str(contender) for contender in plan.contenders],
        "limits": asdict(plan.limits),
        "repeats": plan.repeats,
    }


def make_trial(task: Task, plan: Plan, name: str) -> Trial:
    """Make the runs of `plan` that the study's folder lacks, and return all of them.

    Raises:
        KeyboardInterrupt: Ctrl-C; rows that are whole stay.
        DisagreementError: on some deal; all rows are kept.
        InputError: the folder cannot be written to, or another process does.
    """
    folder = task.folder / RUNS / name
    keys = {run.key for run in plan.runs()}
    with Store(folder) as store:
        missing = len(keys - store.done)
        task.say(f"{name}: {missing:,} of {len(keys):,} runs to make")
        with task.progress(missing) as progress:
            jobs = min(task.jobs, max(1, missing))
            if complete(plan, store, jobs=jobs, executor=task.executor, step=lambda: progress(1)):
                raise KeyboardInterrupt
        require_agreement(frame(read_rows(folder)))
        rows = plan.rows(folder)
    for (solver, message), runs in rows.loc[rows["verdict"] == Verdict.ERROR].groupby(["solver", "message"]):
        task.say(f"{len(runs):,} runs of {solver} failed: {message}")
    return Trial(name, rows, observe(rows))


def require_agreement(rows: pd.DataFrame) -> None:
    """Raise DisagreementError, which names three deals at most, if solvers contradict each other in `rows`."""
    found = disagreements(rows)
    if found:
        raise DisagreementError("; ".join(map(str, found[:3])))


def agreement(rows: pd.DataFrame) -> str:
    """Return, for a page, on how many deals solvers agree and what backs the verdicts."""
    decided = rows["verdict"].isin([Verdict.SOLVABLE, Verdict.UNSOLVABLE])
    replayed = int((rows["verdict"] == Verdict.SOLVABLE).sum())
    return (
        f"{len(rows):,} runs, {int(decided.sum()):,} of them decided. The solvers agree on all "
        f"{decided_by_several(rows):,} deals decided by more than one of them; the referee replayed "
        f"{replayed:,} orders."
    )
