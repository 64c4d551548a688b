"""The answer of another SAT solver, read from its output and turned into an order.

For `decode`. A solver that follows the rules of the SAT competitions says `s SATISFIABLE` or `s UNSATISFIABLE`, and
gives its model in lines that begin with `v` and end with a 0. Everything about it is checked: each variable has exactly
one value, each clause of the formula has a true literal, and the referee replays the order.

>>> answer = read_answer("c some solver\\ns SATISFIABLE\\nv 1 -2\\nv 3 0\\n")
>>> answer.satisfiable, answer.literals
(True, (1, -2, 3))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blackhole_models.errors import InputError, shorten
from blackhole_models.referee import replay

if TYPE_CHECKING:
    from blackhole_models.cards import Card
    from blackhole_models.cnf.dimacs import Dimacs


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver said.

    Attributes:
        satisfiable: its answer.
        literals: its model, empty for an unsatisfiable formula.
    """

    satisfiable: bool
    literals: tuple[int, ...] = ()


def read_answer(text: str, *, source: str | None = None) -> Answer:
    """Read a solver's output.

    Raises:
        InputError: there is no answer in it, it is cut off, or it contradicts itself; the message names the line.
    """
    said: set[bool] = set()
    literals: list[int] = []
    ended = False
    for number, line in enumerate(text.splitlines(), start=1):
        match line.split():
            case ["s", "SATISFIABLE"]:
                said.add(True)
            case ["s", "UNSATISFIABLE"]:
                said.add(False)
            case ["s", *words]:
                raise InputError(f"the solver says only {shorten(' '.join(words))!r}", source=source, line=number)
            case ["v", *tokens]:
                for token in tokens:
                    if ended:
                        raise InputError("the model goes on after its 0", source=source, line=number)
                    try:
                        literal = int(token)
                    except ValueError:
                        raise InputError(f"{shorten(token, 20)!r} is no literal", source=source, line=number) from None
                    ended = literal == 0
                    literals += [] if ended else [literal]
    if literals and not said:
        said.add(True)
    if len(said) != 1:
        raise InputError("two answers" if said else "no answer: neither an s line nor v lines", source=source)
    satisfiable = said.pop()
    if satisfiable and not ended:
        raise InputError("the model is cut off: its v lines do not end with 0", source=source)
    if literals and not satisfiable:
        raise InputError("a model of a formula said to be unsatisfiable", source=source)
    return Answer(satisfiable, tuple(literals))


def order_of(formula: Dimacs, answer: Answer) -> tuple[Card, ...]:
    """Return the order that a satisfiable answer stands for, replayed by the referee.

    Raises:
        InputError: the answer is incomplete, contradicts itself, or is no answer to this formula.
    """
    true = set(answer.literals)
    for literal in answer.literals:
        if -literal in true:
            raise InputError(f"the model says both {abs(literal)} and -{abs(literal)}")
        if abs(literal) > formula.variables:
            raise InputError(f"the model has a variable {abs(literal)}, the formula only {formula.variables}")
    for variable in range(1, formula.variables + 1):
        if variable not in true and -variable not in true:
            raise InputError(f"the model is incomplete: it says nothing of variable {variable}")
    for number, clause in enumerate(formula.clauses, start=1):
        if true.isdisjoint(clause):
            raise InputError(f"the model makes clause {number} false: it answers another formula")
    played = sorted((step, card) for variable, (card, step) in formula.at.items() if variable in true)
    order = tuple(card for _, card in played)
    fault = replay(formula.deal, order).fault
    if fault:
        raise InputError(f"the formula's own map of variables does not fit it: {fault}")
    return order
