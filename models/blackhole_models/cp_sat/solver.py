"""CP-SAT as a solver of the registry: builds a formulation of a deal, runs it within limits, returns a result.

For `solvers.make`. Settings are those of `settings.py`, effort is counted in conflicts. Memory is left to the caller.
Presolve is part of CP-SAT's solving, so its time is in `solve_seconds`.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.result import Limits
>>> make("cp-sat-position", (), {"seed": 7}).solve(Deal.of("AS", "QD KH", "JC"), Limits(seconds=10)).verdict
<Verdict.SOLVABLE: 'solvable'>
"""

from __future__ import annotations

import time
from importlib import import_module, metadata
from typing import TYPE_CHECKING

from blackhole_models.cp_sat.settings import Settings
from blackhole_models.errors import InputError, shorten
from blackhole_models.result import Json, Limits, Result, Verdict
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blackhole_models.cards import Card
    from blackhole_models.cp_sat.base import Built
    from blackhole_models.deal import Deal

FORMULATIONS: Mapping[str, str] = {
    "cp-sat": "blackhole_models.cp_sat.position",
    "cp-sat-position": "blackhole_models.cp_sat.position",
}
"""The module of each formulation."""


class CpSat:
    """A formulation with its settings."""

    effort_unit = "conflicts"

    def __init__(self, name: str, module: str, settings: Settings) -> None:
        self.name = name
        self._module = module
        self._settings = settings

    @property
    def settings(self) -> Mapping[str, Json]:
        """Every setting the result can depend on."""
        return self._settings.values()

    def versions(self) -> Mapping[str, str]:
        """Return the version of OR-Tools."""
        return {"ortools": metadata.version("ortools")}

    def prepare(self, deal: Deal) -> None:  # noqa: ARG002  # what is imported is the same for every deal
        """Import OR-Tools, which takes a second or two."""
        import_module(self._module)
        import_module("blackhole_models.cp_sat.engine")

    def build(self, problem: Sequencing) -> Built:
        """Return the model of `problem`."""
        built: Built = import_module(self._module).build(problem)
        return built

    def solve(self, deal: Deal, limits: Limits) -> Result:
        """Decide `deal`; a time limit used up by building leaves nothing to solve in."""
        self.prepare(deal)
        from blackhole_models.cp_sat import engine

        start = time.perf_counter()
        problem = Sequencing(deal)
        built = self.build(problem)
        build_seconds = time.perf_counter() - start
        seconds = None if limits.seconds is None else limits.seconds - build_seconds
        if seconds is not None and seconds <= 0:
            outcome = engine.Outcome(Verdict.TIME_LIMIT)
        else:
            outcome = engine.run(built, self._settings, seconds=seconds, conflicts=limits.effort)
        order = None if outcome.order is None else problem.order(outcome.order)
        return Result(
            solver=self.name,
            verdict=outcome.verdict,
            order=order,
            effort=outcome.conflicts,
            effort_unit=self.effort_unit,
            build_seconds=build_seconds,
            solve_seconds=time.perf_counter() - start - build_seconds,
            message=outcome.message,
            details={**self.settings, **self.versions(), **outcome.details},
        )

    def orders(self, deal: Deal) -> Iterator[tuple[Card, ...]]:
        """Yield each order that wins exactly once; all are found before the first is yielded."""
        from blackhole_models.cp_sat import engine

        problem = Sequencing(deal)
        for order in engine.all_orders(self.build(problem), self._settings):
            yield problem.order(order)


def make(base: str, parts: tuple[str, ...], settings: Mapping[str, Json]) -> CpSat:
    """Make the solver called `base`, with `parts`.

    Raises:
        InputError: an unknown part or setting.
    """
    if parts:
        raise InputError(f"{base} has no part {shorten(parts[0], 40)!r}")
    return CpSat(base, FORMULATIONS[base], Settings.of(settings))
