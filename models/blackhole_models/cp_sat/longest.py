"""How far one can get: the longest order that begins well, as an optimisation with a proven optimum.

For explaining an unsolvable deal. First the deal is decided as always, by the best formulation: a complete order is the
longest, and without one at least one card stays behind. Then comes the timeline (`timeline.py`) with one literal more
a step, which says that play is over: a step has one rank or is over, and once over it stays over, because a card needs
a neighbour before it. Wanted are the fewest steps that are over. A card need not be played any more, so it has no last
step, and windows, budgets and counts of complete orders do not hold; that a rank takes no more steps than it has cards
does, and so does dominance (`lemmas.dominance`).

Deciding first pays where all cards but one can be played: most of the work of the second model would be to find that
out without the windows, budgets and counts of the first.

>>> from blackhole_models.deal import Deal
>>> result = longest(Deal.of("AS", "4C QD KH", "JC"))
>>> len(result.order), result.proven
(4, True)
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

from blackhole_models.cp_sat.options import BASES
from blackhole_models.cp_sat.settings import Settings
from blackhole_models.lemmas.windows import steps_by_depth
from blackhole_models.referee import replay
from blackhole_models.result import Limits, Verdict
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from blackhole_models.cards import Card
    from blackhole_models.cp_sat.base import Formulation
    from blackhole_models.cp_sat.engine import Outcome
    from blackhole_models.deal import Deal

_SPARE_SECONDS: Final = 0.2
_SPARE_SHARE: Final = 0.1
"""What is left of a time limit to read the order back in; a run that overstays its limit loses what it found."""


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest order found.

    Attributes:
        order: the cards played, the foundation card first.
        most: no order has more cards than this.
        stopped: the limit that ended the search before that was proven of `order`, else None.
        conflicts: conflicts of the search.
        seconds: wall time.
    """

    order: tuple[Card, ...]
    most: int
    stopped: Verdict | None
    conflicts: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Whether no order is longer."""
        return len(self.order) == self.most


def longest(deal: Deal, limits: Limits | None = None, settings: Settings | None = None) -> Longest:
    """Find the longest order of cards that can be played from the start of `deal`.

    Args:
        deal: the deal.
        limits: seconds and conflicts to stop after; what was found until then is returned.
        settings: how to run CP-SAT; presolve is off unless it is asked for.

    Raises:
        InputError: the settings' log cannot be written.
        RuntimeError: CP-SAT refuses a model or denies that a single card can be played, or the referee the order.
    """
    from blackhole_models.cp_sat.build import build

    problem = Sequencing(deal)
    search = _Search(settings or Settings(), limits or Limits())
    outcome = search.run(build(problem, BASES["cp-sat"]))
    best = outcome.order or [0]
    most = len(problem)
    if outcome.verdict is Verdict.UNSOLVABLE:
        outcome = search.run(_partial(problem))
        best = outcome.order or [0]
        most -= max(1, ceil(outcome.bound))
        if outcome.verdict is Verdict.UNSOLVABLE:
            raise RuntimeError("CP-SAT denies that one card can be played")
    order = problem.order(best)
    fault = replay(deal, order, complete=False).fault
    if fault:
        raise RuntimeError(f"the referee refuses the longest order: {fault}")
    stopped = None if len(order) == most else outcome.stopped
    return Longest(order, most, stopped, search.conflicts, time.perf_counter() - search.start)


class _Search:
    """One model after another within the same limits."""

    def __init__(self, settings: Settings, limits: Limits) -> None:
        self.settings = settings
        self.limits = limits
        self.start = time.perf_counter()
        self.conflicts = 0

    def run(self, formulation: Formulation) -> Outcome:
        from blackhole_models.cp_sat import engine

        seconds = conflicts = None
        if self.limits.seconds is not None:
            spare = min(_SPARE_SECONDS, self.limits.seconds * _SPARE_SHARE)
            seconds = max(0.0, self.limits.seconds - spare - (time.perf_counter() - self.start))
        if self.limits.effort is not None:
            conflicts = max(0, self.limits.effort - self.conflicts)
        outcome = engine.run(formulation, self.settings, lean=True, seconds=seconds, conflicts=conflicts)
        if outcome.verdict is Verdict.ERROR:
            raise RuntimeError(outcome.message)
        self.conflicts += outcome.conflicts
        return outcome


def _partial(problem: Sequencing) -> Formulation:
    """Return a model of the orders that leave at least one card, longest first."""
    from blackhole_models.cp_sat.literals import clause, total
    from blackhole_models.cp_sat.parts import add_dominance
    from blackhole_models.cp_sat.timeline import Timeline

    # The steps by depth hold here, too: the cards below a card are not among those played before it.
    timeline = Timeline(problem, steps_by_depth(problem), "clauses", complete=False)
    model = timeline.model
    clause(model, timeline.over[-1])
    for rank in range(problem.ranks):
        played = total(timeline.rank_at(rank, step) for step in range(len(problem)))
        model.add(played <= len(problem.of_rank(rank)))
    add_dominance(timeline)
    model.minimize(total(timeline.over))
    return timeline
