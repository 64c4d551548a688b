"""A comparison: several solvers on the same deals within the same limits, resumable.

For `blackhole compare` and for studies. Runs go deal by deal, so that a comparison that is stopped has compared what it
has done.

>>> plan = Plan([deal], [Contender("dfs"), Contender("sat")], Limits(seconds=10))  # doctest: +SKIP
>>> with Store(Path("results/mine")) as store:  # doctest: +SKIP
...     for row in make_runs(plan, store, jobs=2):
...         print(row["deal"], row["solver"], row["verdict"])
...     rows = plan.rows(store.folder)
"""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.agreement import confirm
from blackhole_experiments.analysis.lines import settings_text
from blackhole_experiments.runs.pool import execute
from blackhole_experiments.runs.rows import frame, row
from blackhole_experiments.runs.run import Run
from blackhole_experiments.runs.store import read_rows
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    import pandas as pd

    from blackhole_experiments.runs.rows import Row
    from blackhole_experiments.runs.store import Store
    from blackhole_models.deal import Deal
    from blackhole_models.result import Json, Limits


@dataclass(frozen=True, slots=True)
class Contender:
    """A solver and what it is told beside its name."""

    solver: str
    settings: Mapping[str, Json] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.solver} {settings_text(self.settings)}".rstrip()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run.

    Attributes:
        deals: the deals; dealt anew each time it is iterated over, so it may be a long range of numbers.
        contenders: the solvers.
        limits: of each run.
        repeats: how often each run is made.
    """

    deals: Iterable[Deal]
    contenders: Sequence[Contender]
    limits: Limits
    repeats: int = 1

    def runs(self) -> Iterator[Run]:
        """Yield the runs, deal by deal, and in rounds of all solvers where they are repeated."""
        for deal in self.deals:
            for repeat in range(self.repeats):
                for contender in self.contenders:
                    yield Run(deal, contender.solver, contender.settings, self.limits, repeat=repeat)

    def rows(self, folder: Path) -> pd.DataFrame:
        """Return the rows of this plan that are in `folder`, in the order of the plan, whoever made them and when.

        Raises:
            InputError: there are no rows, or they cannot be read.
        """
        places = {key: place for place, key in enumerate(dict.fromkeys(run.key for run in self.runs()))}
        found = sorted(
            (each for each in read_rows(folder) if each["key"] in places), key=lambda each: places[str(each["key"])]
        )
        return confirm(frame(found))


def make_runs(
    plan: Plan, store: Store, *, jobs: int, pin: bool = False, executor: Executor | None = None
) -> Iterator[Row]:
    """Make the runs of `plan` that `store` lacks, keep their rows, and yield each as it comes.

    `jobs`, `pin` and `executor` are those of `runs.pool.execute`. Ctrl-C ends the iteration as it ends `execute`; rows
    of runs that were interrupted are yielded last and not kept.
    """
    with closing(execute(store.pending(plan.runs()), jobs=jobs, pin=pin, executor=executor)) as outcomes:
        for outcome in outcomes:
            made = row(outcome)
            store.append(made)
            yield made


def complete(
    plan: Plan,
    store: Store,
    *,
    jobs: int,
    pin: bool = False,
    executor: Executor | None = None,
    step: Callable[[], object],
) -> bool:
    """Make the runs of `plan` that `store` lacks, as `make_runs` does, and return whether Ctrl-C put an end to that.

    `step` is called after each.
    """
    interrupted = False
    for made in make_runs(plan, store, jobs=jobs, pin=pin, executor=executor):
        # A solver that stops of its own accord has a build time: nobody pressed Ctrl-C.
        interrupted |= made["verdict"] == Verdict.INTERRUPTED and made["build_seconds"] is None
        step()
    return interrupted


def versions(rows: pd.DataFrame) -> dict[str, Json]:
    """Return the versions of the packages that did the work, as `rows` tell them."""
    found: dict[str, set[str]] = {}
    for text in rows["versions"].unique():
        for name, version in json.loads(text or "{}").items():
            found.setdefault(name, set()).add(version)
    return {name: ", ".join(sorted(each)) for name, each in sorted(found.items())}
