"""What each family of solvers can do beside deciding deals: for `blackhole solvers`.

A family is a module of the registry. What it can do is read from its own declarations where it has any; which limits
it keeps by itself is said here, and tested. All limits hold for every solver, since runs are ended from outside; one
that a solver keeps by itself leaves it time to say how far it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from blackhole_models.solvers import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


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


def _search(solver: Any) -> Abilities:
    from dataclasses import fields

    from blackhole_models.search.parts import Parts

    names = [field.name for field in fields(Parts)]
    every_position = not (solver.parts.table or solver.parts.dominance)
    return Abilities((*names, *(f"no-{name}" for name in names)), ("time", "memory", "effort"), every_position)


def _sat(solver: Any) -> Abilities:
    from blackhole_models.cnf.at_most_one import METHODS
    from blackhole_models.cnf.options import PARTS, RANK_RULES

    kept = {"time": solver.backend.interrupt, "effort": solver.backend.budget}
    parts = (*RANK_RULES, *METHODS, *PARTS, *(f"no-{part}" for part in PARTS))
    return Abilities(parts, tuple(limit for limit, keeps in kept.items() if keeps), lists_orders=True)


def _cp_sat(_solver: Any) -> Abilities:
    return Abilities((), ("time", "effort"), lists_orders=True)


FAMILIES: Mapping[str, Callable[[Any], Abilities]] = {
    "blackhole_models.search.solver": _search,
    "blackhole_models.sat.solver": _sat,
    "blackhole_models.cp_sat.solver": _cp_sat,
}
"""Each module of the registry, and what says what its solvers can do."""


def abilities(name: str, solver: Any) -> Abilities:
    """Return what `solver`, made by the name `name`, can do."""
    return FAMILIES[REGISTRY[name.partition("+")[0]].module](solver)
