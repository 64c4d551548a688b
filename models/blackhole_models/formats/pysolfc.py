"""The text board of PySolFC, the Freecell Solver family and `pysol_cards`: one fan a line, the last card its top.

    Foundations: AS
    AH KC 9D
    8S 3H KS

Read with much tolerance: `Foundation:` in any case, the foundation card also as `S-A`, `-` where any card may be
first, ten as T or 10, suit symbols, a colon before a fan, blank lines, and comments from `#` to the end of the line.
Each `Foundations:` line begins a deal. A line of a colon alone is an empty fan.

PySolFC knows ranks to the king and one suffix-free pack. For larger decks this toolkit goes on with `14S` and `AS2`
(see `cards.py`), and a comment `# ranks: 14` says the number of ranks where the highest card does not show it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blackhole_models.cards import parse_card
from blackhole_models.deck import Layout, Seen
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.formats.base import Format
from blackhole_models.formats.limits import refuse_unnamed, shown_ranks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blackhole_models.deal import Deal
    from blackhole_models.formats.base import ReadOptions

_LABEL = re.compile(r"([a-z][a-z ]{0,30}):", re.IGNORECASE)
_FOUNDATION_LABELS = ("foundation", "foundations")
_OTHER_LABELS = ("talon", "freecells", "freecell", "stock", "waste", "reserve", "reserves")
_CARD_FIRST = re.compile(r"(?:[atjqk]|[0-9]{1,3})[shdc♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?[0-9]{0,3}\s", re.IGNORECASE)
_SUIT_FIRST = re.compile(r"([SHDC])-(10|[A2-9TJQK])", re.IGNORECASE)
_RANKS = re.compile(r"ranks: *([0-9]{1,6})", re.IGNORECASE)
_HINT = "'Foundations: AS', or the card that lies there, or 'Foundations: -' if any card may be first"

_Line = tuple[int, str, str]
"""Number, content and comment of a line."""


def _detect(text: str) -> bool:
    contents = (content for _, content, _ in _lines(text) if content)
    return any(
        _label(content)[0] in _FOUNDATION_LABELS + _OTHER_LABELS
        or _CARD_FIRST.match(content.removeprefix(":").lstrip() + " ")
        for content in contents
    )


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.split("\n"), start=1):
        content, _, comment = line.partition("#")
        yield number, content.strip(), comment.strip()


def _label(content: str) -> tuple[str, str]:
    """Return the label at the beginning of a line, in lower case, and what follows its colon; or ("", the line)."""
    match = _LABEL.match(content)
    return (match[1].strip().lower(), content[match.end() :]) if match else ("", content)


def _read(text: str, _options: ReadOptions) -> Iterator[Layout | InputError]:
    deals: list[list[_Line]] = [[]]
    begun = False
    for line in _lines(text):
        if begun and _label(line[1])[0] in _FOUNDATION_LABELS:
            deals.append([])
        begun = begun or bool(line[1])
        deals[-1].append(line)
    for lines in deals:
        try:
            yield _board(lines)
        except InputError as error:
            yield error


def _board(lines: list[_Line]) -> Layout:
    foundations: list[Seen] | None = None
    fans: list[list[Seen]] = []
    ranks: int | None = None
    for number, content, comment in lines:
        said = _RANKS.fullmatch(comment)
        if said is not None:
            ranks = int(said[1])
        label, rest = _label(content)
        if label in _FOUNDATION_LABELS:
            foundations = _foundations(rest.split(), number)
        elif label:
            message = f"a line '{label}:' has no place in this game, whose deals are a foundation card and fans"
            raise UnsupportedError(message, line=number)
        elif content:
            fans.append([_card(token, number) for token in content.removeprefix(":").split()])
    return Layout(fans=fans, foundations=foundations, top="last", ranks=ranks, foundation_hint=_HINT)


def _foundations(tokens: list[str], line: int) -> list[Seen]:
    if not tokens:
        raise InputError(f"no foundation card is given: write {_HINT}", line=line)
    if tokens == ["-"]:
        return []
    return [_card(_SUIT_FIRST.sub(r"\2\1", token) if "-" in token else token, line) for token in tokens]


def _card(token: str, line: int) -> Seen:
    try:
        return Seen(parse_card(token), line)
    except InputError as error:
        raise InputError(error.message, line=line) from None


def _write(deal: Deal) -> str:
    refuse_unnamed(deal)
    foundation = "-" if deal.foundation is None else str(deal.foundation)
    said = "" if deal.ranks == shown_ranks(deal) else f"# ranks: {deal.ranks}\n"
    fans = "".join(" ".join(map(str, fan)) + "\n" if fan else ":\n" for fan in deal.fans)
    return f"Foundations: {foundation}\n{said}{fans}"


FORMAT = Format("text board of PySolFC, one fan a line, its last card the top", _detect, _read, _write)
