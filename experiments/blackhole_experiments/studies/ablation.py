"""Study `ablation`: what each part of the search is worth.

Each part is left out of the full search by itself, and added by itself to the plain one, since a part may be worth
much alone and little beside the others, or the other way round. (`search+canonical` has the one part that the full
search leaves out; leaving out the table takes the restarts along, leaving out budgets takes connectedness and cuts.)
The deals are PySolFC's from 1 on, the same that the published programs were run on. The tables have the form of Blake
and Gent's ablation (JAIR 85, 2026, table 5): share decided, effort, time and memory, solvable and unsolvable apart.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.figures import ecdf
from blackhole_experiments.studies.neighbours import what_buys_what
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.studies.trials import facts_of, make_trial
from blackhole_models.dealers import Shape, deals
from blackhole_models.result import Limits
from blackhole_models.search.parts import BASES, Parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_experiments.studies import Task
    from blackhole_experiments.studies.trials import Trial

_PARTS: Final = tuple(field.name for field in fields(Parts))
_FULL: Final = BASES["search"]
LEFT_OUT: Final = (
    "search",
    *(f"search+no-{part}" if getattr(_FULL, part) else f"search+{part}" for part in _PARTS),
    "dfs+table",
)
"""The full search, its neighbours, and the search that the published programs have in common."""

ALONE: Final = ("dfs", *(f"dfs+{part}" for part in _PARTS))
"""The plain search, and each part by itself, with those it rests on."""


@dataclass(frozen=True, slots=True)
class _Size:
    """How much is run: deals and seconds for a run, of the full search's neighbours and of the plain one's."""

    left_out: str
    left_out_seconds: float
    alone: str
    alone_seconds: float


_SIZES: Final[Mapping[bool, _Size]] = {
    False: _Size("pysolfc:1-40", 1.0, "pysolfc:1-10", 0.2),
    True: _Size("pysolfc:1-1000", 2.0, "pysolfc:1-60", 1.0),
}


def run(task: Task) -> None:
    """Run the study."""
    size = _SIZES[task.full]
    plans = {
        "left-out": (size.left_out, _plan(size.left_out, LEFT_OUT, size.left_out_seconds)),
        "alone": (size.alone, _plan(size.alone, ALONE, size.alone_seconds)),
    }
    with session_of(task, {name: {"deals": spec, **facts_of(plan)} for name, (spec, plan) in plans.items()}):
        left_out, alone = (make_trial(task, plan, name) for name, (_, plan) in plans.items())
        page = Page(task, "ablation", __doc__)
        page.finding(_efforts(left_out))
        page.heading("Each part left out")
        page.paragraph(what_buys_what(left_out, LEFT_OUT[0]))
        left_out.tell(page)
        page.figure("effort", ecdf.draw(left_out.observations), "Deals decided within so many positions")
        page.heading("Each part alone")
        page.paragraph(what_buys_what(alone, ALONE[0]))
        alone.tell(page)
        page.write()


def _efforts(trial: Trial) -> str:
    """Return in a sentence the mean positions of each line, the fewest first."""
    lines = trial.overall().sort_values("effort_mean")
    told = [
        f"`{line}` {'at least ' if open_ else ''}{mean:,.0f}"
        for line, open_, mean in lines[["line", "not_decided", "effort_mean"]].itertuples(index=False)
    ]
    return f"Positions entered in the mean: {', '.join(told)}."


def _plan(spec: str, names: tuple[str, ...], seconds: float) -> Plan:
    return Plan(deals(spec, Shape()), [Contender(name) for name in names], Limits(seconds=seconds))
