"""CP-SAT as a solver of the registry: builds a formulation of a deal, runs it within limits, returns a result.

For `solvers.make`. A name is a base and the parts of `options.py`, settings are those of `settings.py`. Effort is
counted in conflicts. Memory is left to the caller. Presolve is part of CP-SAT's solving, so its time is in
`solve_seconds`.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.result import Limits
>>> make("cp-sat-position", (), {"seed": 7}).solve(Deal.of("AS", "QD KH", "JC"), Limits(seconds=10)).verdict
<Verdict.SOLVABLE: 'solvable'>
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import TYPE_CHECKING

from blackhole_models.cp_sat.options import Options
from blackhole_models.cp_sat.settings import Settings
from blackhole_models.result import Json, Limits, Result, Verdict
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal


def versions() -> dict[str, str]:
    """Return the version of OR-Tools."""
    return {"ortools": metadata.version("ortools")}


def load() -> None:
    """Import OR-Tools, which takes a second or two, and all that uses it."""
    import_module("blackhole_models.cp_sat.build")
    import_module("blackhole_models.cp_sat.engine")


@dataclass(frozen=True, slots=True)
class CpSat:
    """A formulation, and how CP-SAT is run on it."""

    name: str
    options: Options
    run_settings: Settings
    effort_unit: str = "conflicts"

    @property
    def settings(self) -> Mapping[str, Json]:
        """Every setting the result can depend on."""
        return self.run_settings.told(lean=self.options.lean)

    def versions(self) -> Mapping[str, str]:
        """Return the version of OR-Tools."""
        return versions()

    def prepare(self, deal: Deal) -> None:  # noqa: ARG002  # what is imported is the same for every deal
        """Import OR-Tools, which takes a second or two."""
        load()

    def solve(self, deal: Deal, limits: Limits) -> Result:
        """Decide `deal`; a time limit used up by building leaves nothing to solve in."""
        self.prepare(deal)
        from blackhole_models.cp_sat import engine
        from blackhole_models.cp_sat.build import build

        start = time.perf_counter()
        problem = Sequencing(deal)
        formulation = build(problem, self.options)
        build_seconds = time.perf_counter() - start
        seconds = None if limits.seconds is None else limits.seconds - build_seconds
        if seconds is not None and seconds <= 0:
            outcome = engine.Outcome(Verdict.TIME_LIMIT)
        else:
            outcome = engine.run(
                formulation, self.run_settings, lean=self.options.lean, seconds=seconds, conflicts=limits.effort
            )
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
        """Yield each order that wins exactly once, without the parts that lose some; all are found before the first."""
        from blackhole_models.cp_sat import engine
        from blackhole_models.cp_sat.build import build

        problem = Sequencing(deal)
        formulation = build(problem, self.options.complete())
        for order in engine.all_orders(formulation, self.run_settings, lean=self.options.lean):
            yield problem.order(order)


def make(base: str, parts: tuple[str, ...], settings: Mapping[str, Json]) -> CpSat:
    """Make the solver called `base`, with `parts`.

    Raises:
        InputError: an unknown part or setting.
    """
    options = Options.parse(base, parts)
    return CpSat("+".join((base, *options.names(base))), options, Settings.of(settings))
