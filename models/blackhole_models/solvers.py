"""The registry: a solver's name, what it is, and the module that makes it.

For everyone who wants a deal decided. A name is a base, entered in `REGISTRY`, and parts joined to it by `+`:
`dfs`, `dfs+table`, `sat-direct+dominance`. A solver joins with one file that has a `make` function and one line
here. Nothing of a solver is imported before it is made.

>>> from blackhole_models.deal import Deal
>>> result = decide(make("dfs"), Deal.of("AS", "QD KH", "JC"))
>>> result.verdict, [str(card) for card in result.order]
(<Verdict.SOLVABLE: 'solvable'>, ['AS', 'KH', 'QD', 'JC'])
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from blackhole_models.errors import InputError, shorten
from blackhole_models.referee import replay
from blackhole_models.result import Limits, Result, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal
    from blackhole_models.result import Json


class Solver(Protocol):
    """Decides deals. An instance holds its settings, never a deal, and may be used for many deals in turn."""

    @property
    def name(self) -> str:
        """The full name in the registry, as `make` would take it."""

    @property
    def effort_unit(self) -> str:
        """What `Result.effort` counts: positions, conflicts."""

    @property
    def settings(self) -> Mapping[str, Json]:
        """Every setting the result depends on that is not in the name."""

    def versions(self) -> Mapping[str, str]:
        """Return the packages that do the work and their versions, read from the packages."""

    def prepare(self, deal: Deal) -> None:
        """Import and compile all that solving `deal` needs. Never counted as time of a run."""

    def solve(self, deal: Deal, limits: Limits) -> Result:
        """Decide `deal` within `limits`.

        The order of a `solvable` result has not been replayed yet: `decide` does that. A solver that cannot stop
        itself at a limit may overrun it; runs that must not are made in a child process and killed.
        """


@runtime_checkable
class Enumerator(Protocol):
    """A solver that can also list every order that wins, for small decks and for tests."""

    def orders(self, deal: Deal) -> Iterator[tuple[Card, ...]]:
        """Yield each order that wins exactly once, the foundation card first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the registry: the module with the `make` function, and what the solver is in a few words."""

    module: str
    summary: str


REGISTRY: Mapping[str, Entry] = {
    "dfs": Entry("blackhole_models.search.solver", "plain depth-first search, the baseline"),
    "search": Entry("blackhole_models.search.solver", "depth-first search with every pruning rule switched on"),
    "sat": Entry("blackhole_models.sat.solver", "CNF formula for a SAT solver, the best measured encoding"),
    "sat-direct": Entry("blackhole_models.sat.solver", "CNF formula on card at step alone"),
    "sat-timeline": Entry("blackhole_models.sat.solver", "CNF formula on card played by step, with a layer of ranks"),
    "auto": Entry("blackhole_models.portfolio", "the search and SAT in turns, each turn twice as long as the last"),
    "cp-sat": Entry("blackhole_models.cp_sat.solver", "OR-Tools CP-SAT, the best measured formulation"),
    "cp-sat-position": Entry("blackhole_models.cp_sat.solver", "CP-SAT, the published sequencing model of Gent et al."),
    "cp-sat-circuit": Entry("blackhole_models.cp_sat.solver", "CP-SAT, a Hamiltonian path of cards"),
    "cp-sat-timeline": Entry("blackhole_models.cp_sat.solver", "CP-SAT, Booleans: card played by step, rank at step"),
    "search-longest": Entry("blackhole_models.longest", "the longest play, by the search; decides the deal as well"),
    "cp-sat-longest": Entry("blackhole_models.longest", "the longest play, by CP-SAT; decides the deal as well"),
}


def make(name: str, **settings: Json) -> Solver:
    """Make the solver called `name`.

    Args:
        name: a base of `REGISTRY`, with parts joined by `+`.
        **settings: what the solver can be told beside its name (`workers`, `seed`, `backend`, …).

    Raises:
        InputError: no such solver, part or setting; the message names what there is.
    """
    base, *parts = name.split("+")
    if base not in REGISTRY:
        close = difflib.get_close_matches(base, REGISTRY, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(REGISTRY)}"
        raise InputError(f"unknown solver {shorten(base, 40)!r}: {hint}")
    module = import_module(REGISTRY[base].module)
    return cast("Solver", module.make(base, tuple(parts), settings))


def decide(solver: Solver, deal: Deal, limits: Limits | None = None) -> Result:
    """Run `solver` on `deal` in this process and let the referee replay the order it finds.

    An order that breaks a rule makes the verdict `error`.
    """
    limits = limits or Limits()
    if limits.exhausted is not None:
        return Result(solver=solver.name, verdict=limits.exhausted, effort=0, effort_unit=solver.effort_unit)
    return certify(deal, solver.solve(deal, limits))


def certify(deal: Deal, result: Result) -> Result:
    """Return `result` with its order replayed by the referee, or an `error` that quotes the rule it breaks."""
    if result.verdict is not Verdict.SOLVABLE:
        return result
    fault = replay(deal, result.order or ()).fault
    if fault:
        return replace(result, verdict=Verdict.ERROR, message=f"the referee refuses the order: {fault}")
    return replace(result, verified=True)
