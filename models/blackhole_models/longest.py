"""The longest play of a deal as solvers of the registry: `search-longest` and `cp-sat-longest`.

For `solve --best`, and for comparing the two. The question is harder than whether a deal can be won, and answers that
on the way: `solvable` with a complete order, `unsolvable` if the longest play found leaves cards and none leaves
fewer. A run that a limit ends before that is proven says so by its verdict, whatever it knows by then. The details of a
result hold the play, for a deal that cannot be won too:

    longest       cards of the longest play found, the foundation card first; replayed by the referee
    fewest_left   no play leaves fewer cards than this

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.solvers import decide
>>> result = decide(make("search-longest", (), {}), Deal.of("AS", "4C QD KH", "2C"))
>>> result.verdict, result.details
(<Verdict.UNSOLVABLE: 'unsolvable'>, {'longest': ['AS', 'KH', 'QD'], 'fewest_left': 2})
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blackhole_models.cp_sat import solver as cp_sat
from blackhole_models.cp_sat.settings import Settings
from blackhole_models.errors import InputError, shorten
from blackhole_models.result import Json, Limits, Result, Verdict
from blackhole_models.search import solver as search

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal

_ONE_POSITION = Limits(effort=1)


@dataclass(frozen=True, slots=True)
class SearchLongest:
    """`search.longest` as a solver."""

    name: str
    effort_unit: str = "positions"

    @property
    def settings(self) -> Mapping[str, Json]:
        """Nothing."""
        return {}

    def versions(self) -> Mapping[str, str]:
        """Return the versions of the compiler and of this toolkit."""
        return search.versions()

    def prepare(self, deal: Deal) -> None:
        """Compile the search, or load it from the cache, for deals as wide as `deal`."""
        from blackhole_models.search.longest import longest

        longest(deal, _ONE_POSITION)

    def solve(self, deal: Deal, limits: Limits) -> Result:
        """Find the longest play of `deal`; a limit leaves the longest so far."""
        from blackhole_models.search.longest import longest

        found = longest(deal, limits)
        return Result(
            solver=self.name,
            verdict=found.verdict,
            order=found.order if found.verdict is Verdict.SOLVABLE else None,
            effort=found.effort,
            effort_unit=self.effort_unit,
            solve_seconds=found.seconds,
            message=found.message,
            details=_told(found.order, len(deal) - len(found.order) if found.proven else 0),
        )


@dataclass(frozen=True, slots=True)
class CpSatLongest:
    """`cp_sat.longest` as a solver."""

    name: str
    run_settings: Settings
    effort_unit: str = "conflicts"

    @property
    def settings(self) -> Mapping[str, Json]:
        """Every setting the result can depend on."""
        return self.run_settings.told(lean=True)

    def versions(self) -> Mapping[str, str]:
        """Return the version of OR-Tools."""
        return cp_sat.versions()

    def prepare(self, deal: Deal) -> None:  # noqa: ARG002  # what is imported is the same for every deal
        """Import OR-Tools, which takes a second or two."""
        cp_sat.load()

    def solve(self, deal: Deal, limits: Limits) -> Result:
        """Find the longest play of `deal`; a limit leaves the longest so far, and what is proven of the others."""
        from blackhole_models.cp_sat.longest import longest

        found = longest(deal, limits, self.run_settings)
        if len(found.order) == len(deal):
            verdict = Verdict.SOLVABLE
        else:
            verdict = Verdict.UNSOLVABLE if found.proven else found.stopped or Verdict.ERROR
        return Result(
            solver=self.name,
            verdict=verdict,
            order=found.order if verdict is Verdict.SOLVABLE else None,
            effort=found.conflicts,
            effort_unit=self.effort_unit,
            solve_seconds=found.seconds,
            message="CP-SAT ended without a proof" if verdict is Verdict.ERROR else "",
            details={**_told(found.order, len(deal) - found.most), **self.settings, **self.versions()},
        )


def _told(order: Sequence[Card], fewest_left: int) -> dict[str, Json]:
    return {"longest": [str(card) for card in order], "fewest_left": fewest_left}


def make(base: str, parts: tuple[str, ...], settings: Mapping[str, Json]) -> SearchLongest | CpSatLongest:
    """Make the solver called `base`, which has no parts; `cp-sat-longest` has the settings of CP-SAT.

    Raises:
        InputError: an unknown part or setting.
    """
    if parts:
        raise InputError(f"{base} has no part {shorten(parts[0], 40)!r}: there are none")
    if base == "cp-sat-longest":
        return CpSatLongest(base, Settings.of(settings))
    if settings:
        raise InputError(f"{base} has no setting {shorten(min(settings), 40)!r}: it leaves nothing to chance")
    return SearchLongest(base)
