"""Study `encodings`: the rules as CNF formulas, and what each way to put them costs a SAT solver.

The deals are the 102 of CSPLib prob081, where the folder of public deals is given, and `uniform:1` and the numbers
after it. Encodings are run with the backend that is the default; options are left out of the best encoding (`sat`) and
added to it, each by itself; the best encodings are run with other backends; and two packs in one deck, in fans of three
and of five, show how far the best of them carries. Building is Python's time and solving the backend's; both count.

The published sizes are of formulas that Savile Row makes of a constraint model; they stand beside the study's own for
what they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.studies.neighbours import what_buys_what
from blackhole_experiments.studies.parts import Part, named
from blackhole_experiments.studies.public import CSPLIB, public_deals, require_known
from blackhole_experiments.studies.published import FORMULAS
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.studies.timings import ranking, timings
from blackhole_experiments.studies.trials import Trial, facts_of, make_trial
from blackhole_experiments.tables.table import Table, count, significant
from blackhole_models.dealers import Shape, deals
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from blackhole_experiments.studies import Task

BEST: Final = "sat"


def _with_backends(name: str, *backends: str) -> list[Contender]:
    return [Contender(name, {"backend": backend}) for backend in backends]


PARTS: Final[Mapping[str, Part]] = {
    "timeline": Part(
        "The timeline: rank rule and at-most-one",
        named("sat-timeline", *(f"sat-timeline+{way}" for way in ("ranks", "cards+sequential", "product"))),
    ),
    "direct": Part(
        "The direct encoding: rank rule, at-most-one and options",
        named(
            "sat-direct",
            *(f"sat-direct+{way}" for way in ("pairwise", "product", "ranks", "directions")),
            *(f"sat-direct+{part}" for part in ("windows", "dominance", "exchange", "budgets")),
        ),
        every=(6, 4),
    ),
    "options": Part(
        "The best encoding without each option, and with others",
        named(
            BEST,
            *(f"{BEST}+{part}" for part in ("no-windows", "no-dominance", "ranks", "product", "exchange", "budgets")),
            "sat-timeline",
        ),
    ),
    "backends": Part(
        "Backends",
        [
            *named(BEST),
            *_with_backends(BEST, "cadical103", "cadical153", "cadical195", "cadical300", "glucose4", "kissat404"),
            *_with_backends(BEST, "lingeling", "maplechrono", "maplecm", "mergesat3", "minisat22"),
            *_with_backends(f"{BEST}+ranks", "cadical153", "glucose4"),
            *_with_backends(f"{BEST}+no-dominance", "cadical153", "glucose4"),
        ],
        every=(2, 4),
    ),
}
"""Each part by the word in the names of its files."""

SUITS: Final = 8
"""Of two packs."""

TWO_PACKS: Final = named(BEST, "search")
"""Who is run on decks of 104 cards."""


@dataclass(frozen=True, slots=True)
class _Size:
    """How much is run.

    Attributes:
        every: each how many-th of CSPLib's deals.
        uniform: standard deals.
        two_packs: deals of two packs, for each size of fans.
        seconds: limit of a run.
    """

    every: int
    uniform: str
    two_packs: str
    seconds: float


_SIZES: Final[Mapping[bool, _Size]] = {
    False: _Size(15, "uniform:1-3", "uniform:1-2", 3.0),
    True: _Size(1, "uniform:1-48", "uniform:1-20", 10.0),
}


def run(task: Task) -> None:
    """Run the study."""
    size = _SIZES[task.full]
    standard = [*deals(size.uniform, Shape())]
    if task.benchmarks is not None:
        standard += public_deals(task.benchmarks, CSPLIB)[:: size.every]
    limits = Limits(seconds=size.seconds)
    plans = {
        name: Plan(standard[:: part.every[not task.full]], part.contenders, limits) for name, part in PARTS.items()
    }
    for fan_size in (3, 5):
        packs = deals(size.two_packs, Shape(suits=SUITS, fan_size=fan_size))
        plans[f"two-packs-{fan_size}"] = Plan(packs, TWO_PACKS, limits)
    with session_of(task, {name: facts_of(plan) for name, plan in plans.items()}):
        trials = {name: make_trial(task, plan, name) for name, plan in plans.items()}
        page = Page(task, "encodings", __doc__)
        page.finding(_finding(trials))
        page.heading("Sizes")
        page.table(sizes_table([trials[name] for name in ("timeline", "direct", "options")]))
        for name, trial in trials.items():
            part = PARTS.get(name)
            page.heading(f"Two packs, fans of {name[-1]}" if part is None else part.title)
            page.paragraph(ranking(timings(trial.observations)))
            if part is not None:
                page.paragraph(require_known(trial.rows, task.benchmarks))
                page.paragraph(what_buys_what(trial, trial.lines[0]))
            trial.tell(page)
        page.write()


def sizes_table(trials: Sequence[Trial]) -> Table:
    """Return the sizes of the formulas of all lines of `trials`, and below them those that others have published."""
    import pandas as pd

    details = pd.concat([trial.details() for trial in trials], ignore_index=True)
    own = [_sizes(line, runs) for line, runs in details.groupby("line", sort=False)]
    lines = own + [{"formula": each.source, "variables": each.variables, "clauses": each.clauses} for each in FORMULAS]
    data = pd.DataFrame(lines)
    return Table(
        name="sizes",
        caption=(
            "Sizes of formulas, medians over the deals of 52 cards; time to build them, conflicts and time to solve "
            "likewise, over the runs that came to an end; below the line sizes that others have published"
        ),
        headings=("formula", *_SHOWN.values()),
        alignment="l" + "r" * len(_SHOWN),
        rows=tuple(
            (
                line["formula"],
                *((significant if name.endswith("seconds") else count)(line[name]) for name in _SHOWN),
            )
            for line in data.to_dict("records")
        ),
        data=data,
        rules=frozenset({len(own)}),
    )


_SHOWN: Final[Mapping[str, str]] = {
    "variables": "variables",
    "clauses": "clauses",
    "literals": "literals",
    "build_seconds": "build (s)",
    "conflicts": "conflicts",
    "solve_seconds": "solve (s)",
}
"""What the table of sizes shows, and under which heading."""


def _sizes(line: Any, runs: pd.DataFrame) -> dict[str, Any]:
    medians = runs[list(_SHOWN)].astype("Float64").median().to_numpy(float)
    return {"formula": str(line), **dict(zip(_SHOWN, medians, strict=True))}


def _finding(trials: Mapping[str, Trial]) -> str:
    """Return in a sentence how large the best formula is and how it does."""
    options = trials["options"]
    details = options.details()
    size = _sizes(BEST, details.loc[details["line"] == BEST])
    smallest = min(FORMULAS, key=lambda each: each.clauses)
    best = next(each for each in timings(options.observations) if each.solver == BEST)
    return (
        f"The default formula has {count(size['variables'])} variables and {count(size['clauses'])} clauses (smallest "
        f"published: {smallest.variables:,} and {smallest.clauses:,}) and decides {best.decided:,} of {best.deals:,} "
        f"deals within {best.limit:g} s, {significant(best.median)} s in the median and {significant(best.longest)} s "
        f"at most, building included."
    )
