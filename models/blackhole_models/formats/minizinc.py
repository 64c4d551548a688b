"""The data of MiniZinc's `black-hole` benchmark: an array of card numbers, a fan a row, its first card the top.

    layout = array2d(1..17,1..3, [
    48, 39, 14,
    ...
    9, 33, 43
    ]);

Numbers begin at 1, the ace of spades, which is the foundation and not in the array. The deals come from Gecode's
`examples/black-hole.cpp` (M. Z. Lagerkvist), which prints the suits as spades, clubs, hearts and diamonds. An array
literal `[| 48, 39, 14 | … |]`, `%` comments, line breaks and trailing commas are understood.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.formats.assignments import Assignment, Grammar, rows
from blackhole_models.formats.base import Format
from blackhole_models.formats.limits import refuse_other_foundation, refuse_unnamed
from blackhole_models.formats.numbering import STANDARD_RANKS, Numbering

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blackhole_models.deal import Deal
    from blackhole_models.deck import Layout
    from blackhole_models.formats.base import ReadOptions

_NUMBERING = Numbering(first=1, suits="SCHD")
_GRAMMAR = Grammar(
    comment="%",
    preamble=re.compile(r"\s*"),
    opening=re.compile(r"\blayout\s*=\s*(?:array2d\b|\[)"),
    wanted="'layout = array2d(1..rows, 1..cards, [card numbers]);'",
    numbering=_NUMBERING,
)
_RANGE = r"\s*([0-9]{1,6})\s*\.\.\s*([0-9]{1,6})\s*,"
_CALL = re.compile(rf"layout\s*=\s*array2d\s*\({_RANGE}{_RANGE}\s*\[(?P<cards>[^\[\]|]*)\]\s*\)\s*;?")
_ROW = re.compile(r"[^|]+")
_LITERAL = re.compile(r"layout\s*=\s*\[\|(?P<cards>[^\[\]]*)\|\]\s*;?")


def _detect(text: str) -> bool:
    return _GRAMMAR.opening.search(_GRAMMAR.without_comments(text)) is not None


def _read(text: str, options: ReadOptions) -> Iterator[Layout | InputError]:
    for assignment in _GRAMMAR.assignments(text, options.ranks):
        try:
            yield _layout(assignment) if isinstance(assignment, Assignment) else assignment
        except InputError as error:
            yield error


def _layout(assignment: Assignment) -> Layout:
    call = assignment.match(_CALL)
    if call is not None:
        first_row, last_row, first, last = map(int, call.groups()[:4])
        height, width = last_row - first_row + 1, last - first + 1
        cards = assignment.cards(*call.span("cards"))
        filled = height * width == len(cards)
        misfit = "" if filled else f"the array has {height} rows of {width}, which {len(cards)} cards do not fill"
        return assignment.layout(rows(cards, max(width, 1)), misfit)
    literal = assignment.match(_LITERAL)
    if literal is None:
        raise assignment.fault
    fans = [assignment.cards(*row.span()) for row in _ROW.finditer(assignment.code, *literal.span("cards"))]
    uneven = "the rows of the array are not of one length" if len({len(fan) for fan in fans}) > 1 else ""
    return assignment.layout(fans, uneven)


def _write(deal: Deal) -> str:
    refuse_other_foundation(deal, "MiniZinc's format")
    refuse_unnamed(deal)
    lengths = sorted({len(fan) for fan in deal.fans})
    if len(lengths) != 1 or not lengths[0]:
        shown = ", ".join(map(str, lengths)) or "none"
        raise UnsupportedError(f"MiniZinc's format has only fans of one length, and these are of: {shown}")
    cards = [[str(_NUMBERING.number(card, deal.ranks)) for card in fan[::-1]] for fan in deal.fans]
    array = ",\n".join(", ".join(row) for row in cards)
    said = "" if deal.ranks == STANDARD_RANKS else f"% ranks: {deal.ranks}\n"
    return f"layout = array2d(1..{len(cards)},1..{lengths[0]}, [\n{array}\n]);\n{said}"


FORMAT = Format("MiniZinc data, a fan a row, its first card the top", _detect, _read, _write)
