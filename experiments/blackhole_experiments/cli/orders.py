"""Lists of cards played, as users give them: for `verify`, and for games that are under way.

A list is a file, `-` for standard input, or the cards themselves in any usual writing; JSON will do, too, such as
`blackhole solve --json` prints.

>>> from blackhole_models.deal import Deal
>>> [str(card) for card in read_order("A♠, 10♥ 9c", Deal.of("AS", "9C TH"))]
['AS', 'TH', '9C']
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blackhole_experiments.cli import layout
from blackhole_experiments.cli.inputs import STANDARD_INPUT, read_bytes
from blackhole_models.cards import parse_card
from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal

_BETWEEN = re.compile(r"[\s,;]+")


def read_order(argument: str, deal: Deal) -> list[Card]:
    """Return the cards that `argument` lists.

    Args:
        argument: a file, `-`, or a list.
        deal: of several answers in JSON, the one about this deal is taken.

    Raises:
        InputError: it is no list of cards.
    """
    source, text = _read(argument)
    try:
        return _cards(text, deal)
    except InputError as error:
        raise error.at(source) from None


def _read(order: str) -> tuple[str, str]:
    """Return where the order comes from, and its text."""
    from blackhole_models.formats.text import decode

    if order != STANDARD_INPUT and not _is_file(order):
        if not order or re.search(r"[\s,;\[{]", order.strip()) or _is_card(order):
            return "the list of cards", order
        raise InputError("there is no such file, and it is no list of cards", source=order)
    source = "standard input" if order == STANDARD_INPUT else order
    try:
        return source, decode(read_bytes(order))
    except InputError as error:
        raise error.at(source) from None


def _is_file(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except OSError:  # a long list of cards is too long for a name
        return False


def _is_card(token: str) -> bool:
    try:
        parse_card(token)
    except InputError:
        return False
    return True


def _cards(text: str, deal: Deal) -> list[Card]:
    if text.lstrip().startswith(("{", "[")):
        return [parse_card(name) for name in _names(_documents(text), deal)]
    cards = []
    for number, line in enumerate(text.split("\n"), start=1):
        for token in filter(None, _BETWEEN.split(line.partition("#")[0])):
            try:
                cards.append(parse_card(token))
            except InputError as error:
                raise InputError(error.message, line=number) from None
    if not cards:
        raise InputError("there are no cards in it")
    return cards


def _documents(text: str) -> list[Any]:
    """Return the JSON values that follow each other in `text`."""
    decoder = json.JSONDecoder()
    values = []
    start, text = 0, text.strip()
    while start < len(text):
        try:
            value, end = decoder.raw_decode(text, start)
        except (json.JSONDecodeError, RecursionError) as error:
            line = text.count("\n", 0, getattr(error, "pos", start)) + 1
            raise InputError("not valid JSON", line=line) from None
        values.append(value)
        start = len(text) - len(text[end:].lstrip())
    return values


def _names(documents: list[Any], deal: Deal) -> list[str]:
    """Return the cards of the order that is about `deal`."""
    if len(documents) > 1:
        documents = [each for each in documents if isinstance(each, dict) and each.get("deal") == deal.name]
        if len(documents) != 1:
            raise InputError(f"one answer about {layout.name(deal)} is wanted, and there are {len(documents)}")
    order = documents[0]
    if isinstance(order, dict):
        if "order" not in order:
            raise InputError("the JSON has no 'order'")
        if order["order"] is None:
            raise InputError(f"there is no order: the verdict is {shorten(order.get('verdict'), 40)}")
        order = order["order"]
    if not isinstance(order, list) or not all(isinstance(card, str) for card in order):
        raise InputError('an order is a list of cards, such as ["AS", "KH"]')
    return order
