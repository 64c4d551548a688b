"""The JSON of Solvitaire and ReSolvitaire: piles of cards, the last card of each its top, and the hole.

    {"tableau piles": [["AH", "KC", "9D"], ["8S", "3H", "KS"]], "hole": "AS"}

Ten is `10`. Solvitaire's schema allows no other members and no larger cards than the king's, so neither the number of
ranks nor a second pack can be said; such deals are refused on writing. A deal where any card may be first, which
Solvitaire does not know, has the hole null. Members that Solvitaire does not know are passed over on reading.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from blackhole_models.cards import RANK_NAMES, SUIT_LETTERS, Card, parse_card
from blackhole_models.deck import Layout, Seen
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.formats.base import Format
from blackhole_models.formats.json_text import Node, documents
from blackhole_models.formats.limits import shown_ranks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blackhole_models.deal import Deal
    from blackhole_models.formats.base import ReadOptions

_PILES, _HOLE = "tableau piles", "hole"
_OTHER_GAMES = ("foundations", "cells", "stock", "waste", "reserve", "sequences", "accordion")
_SIGN = re.compile(rf'"{_PILES}"\s*:')
_HINT = '"hole": "AS", or the card that lies there, or "hole": null if any card may be first'


def _detect(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[") and _SIGN.search(text) is not None


def _read(text: str, _options: ReadOptions) -> Iterator[Layout | InputError]:
    for document in documents(text):
        try:
            yield _layout(document) if isinstance(document, Node) else document
        except InputError as error:
            yield error


def _layout(deal: Node) -> Layout:
    fans = [[_card(card) for card in pile.elements("a pile")] for pile in deal.get(_PILES).elements(repr(_PILES))]
    for key in _OTHER_GAMES:
        if deal.has(key) and deal.get(key).value:
            message = f"{key!r} has no place in this game, whose deals are a hole and tableau piles"
            raise UnsupportedError(message, line=deal.get(key).line)
    foundations: list[Seen] | None = None
    if deal.has(_HOLE):
        hole = deal.get(_HOLE)
        cards = hole.value if isinstance(hole.value, list) else [] if hole.value is None else [hole]
        foundations = [_card(card) for card in cards]
    return Layout(fans=fans, foundations=foundations, top="last", foundation_hint=_HINT)


def _card(node: Node) -> Seen:
    if not isinstance(node.value, str):
        raise InputError(f'a card is written as text, such as "10H", not {node}', line=node.line)
    try:
        return Seen(parse_card(node.value), node.line)
    except InputError as error:
        raise InputError(error.message, line=node.line) from None


def _write(deal: Deal) -> str:
    for card in deal:
        if card.rank >= len(RANK_NAMES) or card.suit >= len(SUIT_LETTERS):
            raise UnsupportedError(f"Solvitaire's format has one pack with ranks up to the king, and no {card}")
    if deal.ranks != shown_ranks(deal):
        raise UnsupportedError(
            f"Solvitaire's format cannot say that a deck has {deal.ranks} ranks where its highest card shows "
            f"{shown_ranks(deal)}"
        )
    piles = ",\n".join(f"    {json.dumps([_name(card) for card in fan])}" for fan in deal.fans)
    hole = None if deal.foundation is None else _name(deal.foundation)
    return f'{{\n  "{_PILES}": [\n{piles}\n  ],\n  "{_HOLE}": {json.dumps(hole)}\n}}\n'


def _name(card: Card) -> str:
    return str(card).replace("T", "10")


FORMAT = Format("JSON of Solvitaire and ReSolvitaire, the last card of a pile the top", _detect, _read, _write)
