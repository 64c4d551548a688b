"""The Essence' parameter of CSPLib problem 81: 51 card numbers, three to a fan, the first of each three the top.

    letting initialStacks = [47, 38, 13, 12, 15, 7]

Numbers begin at 0, the ace of spades, which is the foundation and not in the list; the suits are spades, hearts,
clubs and diamonds (comments of the model in CSPLib, https://www.csplib.org/Problems/prob081). A `language` line, `be`
for `=`, an index set after `;`, `$` comments and line breaks are understood.
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

_FAN = 3
_NUMBERING = Numbering(first=0, suits="SHCD")
_GRAMMAR = Grammar(
    comment="$",
    preamble=re.compile(r"\s*(?:language\s+\S+(?:\s+[0-9.]+)?\s*)?", re.IGNORECASE),
    opening=re.compile(r"\bletting\s+initialStacks\b"),
    wanted="'letting initialStacks = [card numbers]'",
    numbering=_NUMBERING,
)
_ASSIGNMENT = re.compile(
    r"letting\s+initialStacks\s*(?:=|be\b)\s*\[(?P<cards>[^\[\];]*)(?:;\s*int\s*\([0-9.\s]*\)\s*)?\]"
)


def _detect(text: str) -> bool:
    return _GRAMMAR.opening.search(_GRAMMAR.without_comments(text)) is not None


def _read(text: str, options: ReadOptions) -> Iterator[Layout | InputError]:
    for assignment in _GRAMMAR.assignments(text, options.ranks):
        try:
            yield _layout(assignment) if isinstance(assignment, Assignment) else assignment
        except InputError as error:
            yield error


def _layout(assignment: Assignment) -> Layout:
    match = assignment.match(_ASSIGNMENT)
    if match is None:
        raise assignment.fault
    cards = assignment.cards(*match.span("cards"))
    uneven = f"{len(cards)} cards do not make fans of three" if len(cards) % _FAN else ""
    return assignment.layout(rows(cards, _FAN), uneven)


def _write(deal: Deal) -> str:
    refuse_other_foundation(deal, "CSPLib's format")
    refuse_unnamed(deal)
    for number, fan in enumerate(deal.fans, start=1):
        if len(fan) != _FAN:
            raise UnsupportedError(f"CSPLib's format has only fans of three cards, and fan {number} has {len(fan)}")
    cards = [_NUMBERING.number(card, deal.ranks) for fan in deal.fans for card in fan[::-1]]
    said = "" if deal.ranks == STANDARD_RANKS else f"$ ranks: {deal.ranks}\n"
    return f"letting initialStacks = {cards}\n{said}"


FORMAT = Format("Essence' parameter of CSPLib problem 81, the first card of each three the top", _detect, _read, _write)
