"""Formulas as DIMACS files, with the deal and the map of the variables in comments before the header.

For other SAT solvers, proof checkers, and everyone who wants to look. The file says what it needs to be understood:

    c ranks 13
    c foundation AS
    c fan 4C QD KH                  bottom card first, as in `Deal.of`; an empty fan is a line `c fan`
    c encoding sat-timeline+dominance
    c at 17 KH 2                    variable 17: the king of hearts is played at step 2
    p cnf 25 77
    -17 18 0

Comments come before the header only and each clause is a line, which the strictest readers accept. The other
variables have no names: an answer is decoded by those of the form `at` alone, and checked against every clause.

>>> from io import StringIO
>>> from blackhole_models.cnf.options import Options
>>> from blackhole_models.deal import Deal
>>> file = StringIO()
>>> write_dimacs(Deal.of("AS", "QD KH", "JC"), Options.parse("sat", ()), file, name="sat")
>>> file.getvalue().splitlines()[:5]
['c ranks 13', 'c foundation AS', 'c fan QD KH', 'c fan JC', 'c encoding sat']
>>> read_dimacs(file.getvalue()).variables
11
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

import numpy as np

from blackhole_models.cards import parse_card
from blackhole_models.cnf.clauses import Clauses
from blackhole_models.cnf.encode import encode
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, shorten
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blackhole_models.cards import Card
    from blackhole_models.cnf.options import Options
    from blackhole_models.cnf.times import Times


@dataclass(frozen=True, slots=True)
class Dimacs:
    """A formula read from a file.

    Attributes:
        deal: the deal it is about.
        at: for each variable with a name, the card and the step it is about.
        variables: number of variables, by the header.
        clauses: the clauses.
    """

    deal: Deal
    at: Mapping[int, tuple[Card, int]]
    variables: int
    clauses: list[list[int]]


def write_dimacs(deal: Deal, options: Options, file: TextIO, *, name: str) -> None:
    """Write the formula of `deal` to `file`.

    Args:
        deal: the deal.
        options: the encoding and its parts.
        file: an open text file.
        name: what the encoding is called in the file.
    """
    clauses = Clauses()
    times = encode(Sequencing(deal), options, clauses)
    file.writelines(f"{line}\n" for line in dimacs_lines(deal, times, clauses, name=name))


def dimacs_lines(deal: Deal, times: Times, clauses: Clauses, *, name: str) -> Iterator[str]:
    """Yield the lines of the file for a formula already encoded."""
    yield f"c ranks {deal.ranks}"
    if deal.foundation is not None:
        yield f"c foundation {deal.foundation}"
    for fan in deal.fans:
        yield " ".join(("c fan", *map(str, fan)))
    yield f"c encoding {name}"
    for card, step in np.argwhere(times.steps).tolist():
        yield f"c at {times.at[card, step]} {times.problem.cards[card]} {step}"
    yield f"p cnf {times.writer.top} {len(clauses)}"
    for clause in clauses.lists():
        yield f"{' '.join(map(str, clause))} 0"


def read_dimacs(text: str, *, source: str | None = None) -> Dimacs:
    """Read a formula written by `write_dimacs`.

    Raises:
        InputError: it is no such file; the message names the line.
    """
    ranks: int | None = None
    foundation: str | None = None
    fans: list[str] = []
    at: dict[int, tuple[Card, int]] = {}
    size: tuple[int, int] | None = None
    clauses: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            match line.split():
                case ["c", "ranks", count]:
                    ranks = int(count)
                case ["c", "foundation", card]:
                    foundation = card
                case ["c", "fan", *cards]:
                    fans.append(" ".join(cards))
                case ["c", "at", variable, card, step]:
                    at[int(variable)] = (parse_card(card), int(step))
                case ["c", *_] | []:
                    pass
                case ["p", "cnf", variables, count] if size is None:
                    size = int(variables), int(count)
                case [*literals, "0"] if size is not None:
                    clauses.append([_literal(literal, size[0]) for literal in literals])
                case _:
                    raise ValueError("this line does not belong in a DIMACS file")
        except ValueError as error:
            raise InputError(f"{shorten(line, 30)!r}: {_why(error)}", source=source, line=number) from None
    if size is None or len(clauses) != size[1]:
        raise InputError("no complete DIMACS file: the header is missing or promises more clauses", source=source)
    if ranks is None:
        raise InputError("the file does not say what its variables mean, so nothing can be decoded", source=source)
    try:
        deal = Deal.of(foundation, *fans, ranks=ranks, name=source or "")
    except InputError as error:
        raise InputError(error.message, source=source) from None
    return Dimacs(deal, at, size[0], clauses)


def _literal(token: str, variables: int) -> int:
    literal = int(token)
    if not 1 <= abs(literal) <= variables:
        raise ValueError(f"there is no variable {shorten(token, 20)}")
    return literal


def _why(error: ValueError) -> str:
    """Return what is wrong in one line; Python's own message about a bad number quotes it at any length."""
    return error.message if isinstance(error, InputError) else shorten(error)
