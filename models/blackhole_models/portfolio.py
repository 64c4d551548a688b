"""A portfolio of two: the search and SAT in turns, `auto` in the registry.

What either takes on a deal has a heavy tail, and the tails are of different deals: where the search enters millions of
positions in vain, a formula is often refuted within a hundred conflicts, and the other way round. So neither is waited
for. The search has the first turn, which decides nearly every standard deal before a formula is built; then SAT has as
much; then both go on from where they stopped, until each has had twice as much; and so on. (Portfolios: Huberman,
Lukose and Hogg 1997; Gomes and Selman 2001.)

Turns are counted in the solvers' own work, so that a run can be repeated exactly. The unit of effort is the step: a
position entered, or the two hundredth part of a conflict (`CONFLICT`).

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.solvers import decide
>>> result = decide(make("auto", (), {}), Deal.of("AS", "QD KH", "JC"))
>>> result.verdict, result.details["decided_by"]
(<Verdict.SOLVABLE: 'solvable'>, 'search')
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Final

from blackhole_models.errors import InputError, UnsupportedError, shorten
from blackhole_models.result import Json, Limits, Result, Verdict
from blackhole_models.sat import solver as sat
from blackhole_models.sat.attempt import Attempt
from blackhole_models.search import solver as search

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal
    from blackhole_models.search.depth_first import DepthFirst

CONFLICT: Final = 200
"""Steps of a conflict: about as many positions as the search enters in the time of one (150 with decks of 78 cards, 450
with 156)."""

FIRST_TURN: Final = 20_000
"""Steps of the first turn of each."""


@dataclass(frozen=True, slots=True)
class Portfolio:
    """`search` and `sat` in turns: see the module."""

    name: str
    search: search.SearchSolver
    sat: sat.Sat
    effort_unit: str = "steps"

    @property
    def settings(self) -> Mapping[str, Json]:
        """The search's seed and the SAT backend."""
        return {**self.search.settings, "backend": self.sat.backend.name}

    def versions(self) -> Mapping[str, str]:
        """Return the versions of both."""
        return {**self.search.versions(), **self.sat.versions()}

    def prepare(self, deal: Deal) -> None:
        """Prepare both."""
        self.search.prepare(deal)
        self.sat.prepare(deal)

    def solve(self, deal: Deal, limits: Limits) -> Result:
        """Decide `deal`. A search whose table outgrows the memory limit is given up, and SAT goes on alone."""
        if not any(deal.fans):
            return replace(self.search.solve(deal, limits), solver=self.name, effort_unit=self.effort_unit)
        turns = _Turns(self, deal, limits)
        try:
            verdict = turns.take()
            order, message = turns.order() if verdict is Verdict.SOLVABLE else None, ""
        except ValueError as error:
            verdict, order, message = Verdict.ERROR, None, f"{self.sat.backend.name} gives a wrong model: {error}"
        finally:
            turns.close()
        return Result(
            solver=self.name,
            verdict=verdict,
            order=order,
            effort=turns.steps,
            effort_unit=self.effort_unit,
            build_seconds=turns.build_seconds,
            solve_seconds=perf_counter() - turns.begin - turns.build_seconds,
            message=message,
            details={
                **self.settings,
                **({"decided_by": turns.last} if verdict.decided else {}),
                "positions": turns.positions,
                "conflicts": turns.conflicts,
            },
        )


class _Turns:
    """Both solvers on one deal, which has at least one card in a fan.

    Args:
        portfolio: the two.
        deal: the deal.
        limits: of both together.

    Attributes:
        begin: when the time of `limits` started, by `perf_counter`.
        build_seconds: time that went into tables and formula.
        positions: entered so far.
        conflicts: met so far.
        last: whose turn was the last.
    """

    def __init__(self, portfolio: Portfolio, deal: Deal, limits: Limits) -> None:
        from blackhole_models.search.depth_first import DepthFirst

        self.begin = perf_counter()
        self._sat = portfolio.sat
        self._deal = deal
        self._limits = limits
        self._search: DepthFirst | None = DepthFirst(deal, portfolio.search.parts, seed=portfolio.search.seed)
        self._attempt: Attempt | None = None
        self.positions = self.conflicts = 0
        self.last = "search"
        self.build_seconds = perf_counter() - self.begin

    @property
    def steps(self) -> int:
        """Effort so far."""
        return self.positions + CONFLICT * self.conflicts

    def take(self) -> Verdict:
        """Take turns until one has decided the deal, or a limit is met."""
        steps = FIRST_TURN
        while True:
            for turn in (self._search_on, self._run_on):
                verdict = turn(steps)
                if verdict is not Verdict.EFFORT_LIMIT or self._left(1) == 0:
                    return verdict
            steps *= 2

    def _search_on(self, steps: int) -> Verdict:
        """Search until it has taken so many steps in all."""
        from blackhole_models.search.drive import drive

        if self._search is None:
            return Verdict.EFFORT_LIMIT
        self.last = "search"
        until = self.positions + self._left(steps - self.positions)
        verdict = drive(self._search, replace(self._limits, effort=until), self.begin)
        self.positions = self._search.effort
        if verdict is Verdict.MEMORY_LIMIT:
            self._search = None  # and its table, which SAT may need the room of
            return Verdict.EFFORT_LIMIT
        return verdict

    def _run_on(self, steps: int) -> Verdict:
        """Run SAT until it has taken so many steps in all; backends that count by restarts go beyond."""
        conflicts = self._left(steps - CONFLICT * self.conflicts) // CONFLICT
        if conflicts <= 0 and self._attempt is not None:
            return Verdict.EFFORT_LIMIT
        self.last = "sat"
        if self._attempt is None:
            start = perf_counter()
            self._attempt = Attempt(self._deal, self._sat.options, self._sat.backend)
            self.build_seconds += perf_counter() - start
        spent = perf_counter() - self.begin
        seconds = None if self._limits.seconds is None else self._limits.seconds - spent
        verdict = self._attempt.run(seconds=seconds, conflicts=max(1, conflicts))
        self.conflicts = self._attempt.statistics()["conflicts"]
        return verdict

    def _left(self, steps: int) -> int:
        """Return `steps`, or what the effort limit leaves of them."""
        return steps if self._limits.effort is None else max(0, min(steps, self._limits.effort - self.steps))

    def order(self) -> tuple[Card, ...]:
        """Return the order found.

        Raises:
            ValueError: the SAT solver's model says none.
        """
        found = self._attempt if self.last == "sat" else self._search
        assert found is not None, "whoever had the last turn is there"  # noqa: S101
        return found.order()

    def close(self) -> None:
        """Close the SAT solver."""
        if self._attempt is not None:
            self._attempt.close()


def make(base: str, parts: tuple[str, ...], settings: Mapping[str, Json]) -> Portfolio:
    """Make the portfolio, which has no parts; the settings are `seed` of the search, and `backend` of SAT.

    Raises:
        InputError: an unknown part, setting or backend.
        UnsupportedError: the backend cannot be stopped and gone on with.
    """
    if parts:
        raise InputError(f"{base} has no part {shorten(parts[0], 40)!r}: there are none")
    for setting in settings:
        if setting not in ("seed", "backend"):
            raise InputError(f"{base} has no setting {shorten(setting, 40)!r}: there are seed and backend")
    of_search = {name: value for name, value in settings.items() if name == "seed"}
    of_sat = {name: value for name, value in settings.items() if name == "backend"}
    portfolio = Portfolio(base, search.make("search", (), of_search), sat.make("sat", (), of_sat))
    backend = portfolio.sat.backend
    if not (backend.budget and backend.statistics):
        raise UnsupportedError(f"{backend.name} cannot take turns: it cannot be limited to a number of conflicts")
    return portfolio
