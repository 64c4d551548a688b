"""Literals of a CP-SAT model of which some are settled before any solver sees them.

For the formulations, which are written as if every card could be played at every step; where it cannot, the literal is
False. What is settled is left out of the model: a clause with a true literal, a false literal in a clause.

>>> model = CpModel()
>>> variable = model.new_bool_var("free")
>>> clause(model, variable, True)
>>> exactly_one(model, [variable, False, True])
>>> [list(constraint.bool_or.literals) for constraint in model.proto.constraints]
[[-1]]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ortools.sat.python.cp_model import BoolVarT, CpModel, LinearExpr

if TYPE_CHECKING:
    from collections.abc import Iterable

Literal: TypeAlias = BoolVarT | bool
"""A Boolean variable, its negation, or what is settled."""


def negated(literal: Literal) -> Literal:
    """Return the opposite literal."""
    return not literal if isinstance(literal, bool) else ~literal


def clause(model: CpModel, *literals: Literal) -> None:
    """Add that at least one of `literals` is true; without any, the model is infeasible."""
    if not any(literal is True for literal in literals):
        model.add_bool_or([literal for literal in literals if literal is not False])


def exactly_one(model: CpModel, literals: Iterable[Literal]) -> None:
    """Add that exactly one of `literals` is true."""
    settled = 0
    free = []
    for literal in literals:
        if isinstance(literal, bool):
            settled += literal
        else:
            free.append(literal)
    if settled == 0:
        model.add_exactly_one(free)
    elif settled == 1:
        for literal in free:
            model.add_bool_or(~literal)
    else:
        model.add_bool_or([])


def total(literals: Iterable[Literal]) -> LinearExpr | int:
    """Return how many of `literals` are true, as a linear expression."""
    return LinearExpr.sum([literal for literal in literals if literal is not False])


def both(model: CpModel, first: Literal, second: Literal, name: str) -> Literal:
    """Return a literal that is true if and only if `first` and `second` are."""
    if first is False or second is False:
        return False
    if first is True or second is True:
        return second if first is True else first
    literal = model.new_bool_var(name)
    model.add_bool_and(first, second).only_enforce_if(literal)
    model.add_bool_or(literal, ~first, ~second)
    return literal
