"""Which fans make a deal unsolvable: one formula with a switch for each fan, and the cores of its refutations.

For `explain`. The timeline encoding, with every card possible at every step, and the order of the cards in a fan
demanded only under a literal of that fan. Switching a fan off lets its cards lie free, as if each were a fan of its
own. Solved under assumptions, the solver says which switches an unsatisfiable answer rests on: a set of fans whose
order alone makes the deal unsolvable. It need not be the smallest.

>>> from blackhole_models.deal import Deal
>>> with FanCores(Deal.of("AS", "2S 3S", "5S 4S")) as cores:
...     answer = cores.ask({0, 1}, conflicts=1000)
>>> answer.solvable, sorted(answer.core)
(False, [0])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from blackhole_models.cnf.clauses import Clauses, Writer
from blackhole_models.cnf.options import Options
from blackhole_models.cnf.timeline import write_timeline
from blackhole_models.cnf.times import Times
from blackhole_models.sat.backends import find
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from typing import Self

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal


@dataclass(frozen=True, slots=True)
class CoreAnswer:
    """What came of holding some fans.

    Attributes:
        solvable: the answer, or None if the conflicts did not suffice.
        order: an order if it is solvable.
        core: fans that suffice to make it unsolvable.
    """

    solvable: bool | None
    order: tuple[Card, ...] = ()
    core: frozenset[int] = frozenset()


class FanCores:
    """The formula of one deal in a solver; a context manager.

    Args:
        deal: the deal.
        backend: a backend with cores and budgets.
    """

    name = "sat-timeline"

    def __init__(self, deal: Deal, backend: str = "cadical153") -> None:
        problem = Sequencing(deal)
        size = len(problem)
        steps = np.ones((size, size), dtype=np.bool_)
        if problem.has_foundation:
            steps[0, :] = steps[:, 0] = np.arange(size) == 0
        clauses = Clauses()
        self._times = Times(problem, Writer(clauses), steps)
        self._held = self._times.writer.new(len(deal.fans))
        write_timeline(self._times, Options.parse("sat-timeline", ()), held=self._held)
        self._solver = find(backend).open()
        self._solver.append_formula(clauses.lists())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def ask(self, fans: AbstractSet[int], *, conflicts: int) -> CoreAnswer:
        """Decide the deal in which the cards of `fans`, counted from 0, keep their order and all others lie free."""
        switches = self._held.tolist()
        self._solver.conf_budget(conflicts)
        answer = self._solver.solve_limited(
            assumptions=[switch if fan in fans else -switch for fan, switch in enumerate(switches)]
        )
        if answer is None:
            return CoreAnswer(None)
        if answer:
            order = self._times.decode(self._solver.get_model())
            return CoreAnswer(solvable=True, order=self._times.problem.order(order))
        needed = set(self._solver.get_core() or ())
        return CoreAnswer(
            solvable=False, core=frozenset(fan for fan, switch in enumerate(switches) if switch in needed)
        )
