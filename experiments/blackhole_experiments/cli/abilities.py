"""What each family of solvers can do beside deciding deals: for `blackhole solvers`.

A family is a module of the registry. What it can do is read from its own declarations where it has any; which limits
it keeps by itself is said here, and tested. All limits hold for every solver, since runs are ended from outside; one
that a solver keeps by itself leaves it time to say how far it came.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from blackhole_models.errors import InputError
from blackhole_models.solvers import REGISTRY, make

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Abilities(NamedTuple):
    """What a solver can do.

    Attributes:
        parts: the words that can be joined to its name by `+`.
        limits: which of time, memory and effort it keeps by itself.
        lists_orders: whether it can list every order that wins.
    """

    parts: tuple[str, ...]
    limits: tuple[str, ...]
    lists_orders: bool


def _search(name: str, solver: Any) -> Abilities:
    from blackhole_models.search.parts import Parts

    parts = _accepted(name, [field.name for field in fields(Parts)])
    every_position = not (solver.parts.table or solver.parts.dominance)
    return Abilities(parts, ("time", "memory", "effort"), every_position)


def _sat(name: str, solver: Any) -> Abilities:
    from blackhole_models.cnf.at_most_one import METHODS
    from blackhole_models.cnf.options import PARTS, RANK_RULES

    kept = {"time": solver.backend.interrupt, "effort": solver.backend.budget}
    parts = _accepted(name, [*RANK_RULES, *METHODS, *PARTS])
    return Abilities(parts, tuple(limit for limit, keeps in kept.items() if keeps), lists_orders=True)


def _cp_sat(name: str, _solver: Any) -> Abilities:
    from blackhole_models.cp_sat.options import CASES, RANK_RULES, Options

    rules = [rule for rules in RANK_RULES.values() for rule in rules]
    switches = [field.name for field in fields(Options) if field.default is False]
    parts = _accepted(name, [*rules, *switches, "exchange", *(f"case-{case}" for case in sorted(CASES))])
    return Abilities(parts, ("time", "effort"), lists_orders=True)


def _longest(name: str, _solver: Any) -> Abilities:
    kept = ("time", "effort") if name == "cp-sat-longest" else ("time", "memory", "effort")
    return Abilities((), kept, lists_orders=False)


def _portfolio(_name: str, solver: Any) -> Abilities:
    kept = ("time", "effort") if solver.sat.backend.interrupt else ("effort",)
    return Abilities((), kept, lists_orders=False)


def _accepted(name: str, words: Iterable[str]) -> tuple[str, ...]:
    """Return which of `words`, and of the same with `no-` before them, the solver called `name` takes."""
    accepted = []
    for word in chain.from_iterable((word, f"no-{word}") for word in words):
        try:
            make(f"{name.partition('+')[0]}+{word}")
        except InputError:
            continue
        accepted.append(word)
    return tuple(accepted)


FAMILIES: Mapping[str, Callable[[str, Any], Abilities]] = {
    "blackhole_models.search.solver": _search,
    "blackhole_models.sat.solver": _sat,
    "blackhole_models.cp_sat.solver": _cp_sat,
    "blackhole_models.longest": _longest,
    "blackhole_models.portfolio": _portfolio,
}
"""Each module of the registry, and what says what its solvers can do."""


def abilities(name: str, solver: Any) -> Abilities:
    """Return what `solver`, made by the name `name`, can do."""
    return FAMILIES[REGISTRY[name.partition("+")[0]].module](name, solver)
