"""Named studies: what is run, what it reproduces, and how its results are told.

For `blackhole reproduce`. A study is one file with a function `run(task)`, and one line in `STUDIES`. It puts its
tables, figures and record into the task's folder; what it computes on the way is kept there too, so that a study that
was stopped goes on where it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of `STUDIES`: where the study is, what it reproduces, and what it takes on two processors."""

    module: str
    reproduces: str
    quick: str
    full: str


@dataclass(frozen=True, slots=True)
class Task:
    """One run of a study.

    Attributes:
        folder: where results go.
        full: the published size, instead of one that takes a minute or two.
        jobs: processors to use.
        progress: given how many deals a stretch of work has, a context manager that yields a function to be told how
            many more are done.
        say: told, in a line, what is being done.
        benchmarks: folder of public deals, for the studies that need them; see `studies.public`.
        executor: where runs and blocks are made, `jobs` at a time, instead of on this machine.
    """

    folder: Path
    full: bool
    jobs: int
    progress: Callable[[int], AbstractContextManager[Callable[[int], object]]]
    say: Callable[[str], object]
    benchmarks: Path | None = None
    executor: Executor | None = None


STUDIES: Mapping[str, Entry] = {
    "gent2007": Entry(
        "blackhole_experiments.studies.gent2007",
        "Gent et al. 2007: search, constraint programming and SAT side by side, in the paper's form",
        "a minute",
        "20 minutes",
    ),
    "csplib": Entry(
        "blackhole_experiments.studies.csplib",
        "the 102 deals of CSPLib, beside the published figures of TabID; needs --benchmarks",
        "a minute",
        "a quarter of an hour",
    ),
    "minizinc": Entry(
        "blackhole_experiments.studies.minizinc",
        "the 21 deals of the MiniZinc benchmarks, beside the Challenges' results; needs --benchmarks",
        "a minute",
        "5 minutes",
    ),
    "fish2010": Entry(
        "blackhole_experiments.studies.fish2010",
        "Fish 2010: PySolFC deals 1 to 1,000,000 of Black Hole, and of All in a Row",
        "a minute",
        "half an hour",
    ),
    "ablation": Entry(
        "blackhole_experiments.studies.ablation",
        "what each part of the search is worth, each left out and each alone",
        "half a minute",
        "a quarter of an hour",
    ),
    "winnability": Entry(
        "blackhole_experiments.studies.winnability",
        "Blake and Gent 2026, Masten, Fish: the share of deals that can be won",
        "a minute",
        "an hour",
    ),
    "formulations": Entry(
        "blackhole_experiments.studies.formulations",
        "TabID 2022, MiniZinc Challenge 2025: CP-SAT on public deals, by formulation and option (--benchmarks)",
        "two minutes",
        "half an hour",
    ),
    "scaling": Entry(
        "blackhole_experiments.studies.scaling",
        "how the cost of each approach grows with ranks, suits and fans",
        "a minute",
        "a quarter of an hour",
    ),
    "transition": Entry(
        "blackhole_experiments.studies.transition",
        "where deals turn from winnable to not, by suits and fans, and how hard they are there",
        "half a minute",
        "an hour",
    ),
    "encodings": Entry(
        "blackhole_experiments.studies.encodings",
        "CNF encodings, their options and backends side by side, and their sizes beside the published ones",
        "half a minute",
        "10 minutes",
    ),
}
"""Each study by its name."""


class DisagreementError(RuntimeError):
    """Two runs of a study have opposite verdicts on one deal: nothing else it measured can be trusted."""


def run_study(name: str, task: Task) -> None:
    """Run the study called `name`.

    Raises:
        DisagreementError: solvers contradict each other, or what is known of a deal.
        InputError: the task's folder cannot be used, or the study needs another.
    """
    import_module(STUDIES[name].module).run(task)
