"""Data files that assign a list of card numbers to a name, as for Essence' and MiniZinc: what both share.

Comments are blanked out rather than cut, so that every position keeps its line. A file with several assignments is
several deals, each read by itself. A comment `ranks: 14` from there on (or before the first) says the number of ranks
where it is not 13; the programs that such a file is for pass over it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blackhole_models.cards import ACE_OF_SPADES
from blackhole_models.deck import Layout, Seen
from blackhole_models.errors import InputError, shorten
from blackhole_models.formats.base import require_ranks
from blackhole_models.formats.numbering import STANDARD_RANKS
from blackhole_models.formats.text import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blackhole_models.formats.numbering import Numbering

_TOKEN = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a format assigns.

    Attributes:
        comment: the character that begins a comment.
        preamble: what may come before the first assignment.
        opening: how an assignment begins.
        wanted: how an assignment looks, for messages.
        numbering: how the cards are numbered.
    """

    comment: str
    preamble: re.Pattern[str]
    opening: re.Pattern[str]
    wanted: str
    numbering: Numbering

    def without_comments(self, text: str) -> str:
        """Return `text` with blanks for its comments."""
        return re.sub(rf"{re.escape(self.comment)}[^\n]*", lambda comment: " " * len(comment[0]), text)

    def assignments(self, text: str, said: int | None) -> Iterator[Assignment | InputError]:
        """Yield each assignment of `text`; `said` is the number of ranks that the caller knows."""
        code = self.without_comments(text)
        lines = Lines(text)
        starts = [opening.start() for opening in self.opening.finditer(code)]
        before = code[: starts[0]] if starts else code
        if not starts or not self.preamble.fullmatch(before):
            first = _TOKEN.search(code)
            at = first.start() if first else 0
            yield InputError(f"expected {self.wanted}, not {shorten(code[at : at + 99], 20)!r}", line=lines.of(at))
            return
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            try:
                own = self._own_ranks(text, 0 if start == starts[0] else start, end, lines)
            except InputError as error:
                yield error
                continue
            yield Assignment(self, code, start, end, lines, ranks=own or said or STANDARD_RANKS)

    def _own_ranks(self, text: str, start: int, end: int, lines: Lines) -> int | None:
        pattern = re.compile(rf"{re.escape(self.comment)} *ranks: *([0-9]{{1,6}})[ \t]*$", re.MULTILINE | re.IGNORECASE)
        said = pattern.search(text, start, end)
        return None if said is None else require_ranks(int(said[1]), lines.of(said.start()))


@dataclass(frozen=True, slots=True)
class Assignment:
    """One assignment, from `start` to `end` of `code`, which has no comments, in a deck of `ranks` ranks."""

    grammar: Grammar
    code: str
    start: int
    end: int
    lines: Lines
    ranks: int

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of `pattern` with this assignment, or None if it begins otherwise.

        Raises:
            InputError: something follows that does not belong to it.
        """
        match = pattern.match(self.code, self.start, self.end)
        rest = match and _TOKEN.search(self.code, match.end(), self.end)
        if rest:
            message = f"{shorten(rest[0], 20)!r} is not expected after {self.grammar.wanted}"
            raise InputError(message, line=self.lines.of(rest.start()))
        return match

    @property
    def fault(self) -> InputError:
        """The error for an assignment that has not the form wanted."""
        code = shorten(self.code[self.start : min(self.end, self.start + 99)], 30)
        return InputError(f"expected {self.grammar.wanted}, not {code!r}", line=self.lines.of(self.start))

    def cards(self, start: int, end: int) -> list[Seen]:
        """Read the card numbers from `start` to `end` of `code`, separated by commas or blanks."""
        read = self.grammar.numbering.seen
        tokens = _TOKEN.finditer(self.code, start, end)
        return [read(token[0], self.lines.of(token.start()), self.ranks) for token in tokens]

    def layout(self, fans: list[list[Seen]], fault: str = "") -> Layout:
        """Return what was seen, with what is wrong with its shape, if anything, on the ace of spades."""
        return Layout(
            fans=fans,
            foundations=[Seen(ACE_OF_SPADES, None)],
            top="first",
            ranks=self.ranks,
            spell=self.grammar.numbering.speller(self.ranks),
            fault=InputError(fault, line=self.lines.of(self.start)) if fault else None,
        )


def rows(cards: list[Seen], width: int) -> list[list[Seen]]:
    """Cut `cards` into fans of `width` cards; the last may be shorter."""
    return [cards[start : start + width] for start in range(0, len(cards), width)]
