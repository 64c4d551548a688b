"""Deals in files: read by content, whoever wrote them, and written for other programs.

For everyone who has a file. One file of this package is one format, and joins with one line here.

>>> deals = read_deals(b"Foundations: AS\\n2S 3S\\n3H 2H AH\\n", source="my.txt", options=ReadOptions())
>>> print(write_deal(deals[0], "pycsp3"), end="")
{
  "nCardsPerSuit": 3,
  "piles": [
    [2, 1],
    [3, 4, 5]
  ]
}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_models.deck import to_deal
from blackhole_models.errors import InputError, shorten
from blackhole_models.formats import csplib, minizinc, pycsp3, pysolfc, solvitaire
from blackhole_models.formats.base import Format, ReadOptions
from blackhole_models.formats.text import decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_models.deal import Deal
    from blackhole_models.deck import Layout

__all__ = ["FORMATS", "Format", "ReadOptions", "read_deals", "write_deal"]

FORMATS: Mapping[str, Format] = {
    "pysolfc": pysolfc.FORMAT,
    "solvitaire": solvitaire.FORMAT,
    "csplib": csplib.FORMAT,
    "minizinc": minizinc.FORMAT,
    "pycsp3": pycsp3.FORMAT,
}


def read_deals(data: bytes, *, source: str, options: ReadOptions) -> list[Deal | InputError]:
    """Read every deal of a file.

    Args:
        data: the bytes of the file.
        source: its name. A single deal is named like it, several are named `source#1`, `source#2`, …
        options: what the caller knows beside the content.

    Returns:
        One entry a deal, in the order of the file: the deal, or what is wrong with it, so that one broken deal does
        not lose the others. A file of no use as a whole gives one error.

    Raises:
        InputError: `options` asks for a format that does not exist.
    """
    chosen = None if options.format is None else _format(options.format)
    try:
        text = decode(data)
        layouts = list((chosen or _detected(text)).read(text, options))
    except InputError as error:
        return [error.at(source)]
    if not layouts:
        return [InputError("there is no deal in it", source=source)]
    if len(layouts) == 1:
        return [_deal(layouts[0], source, options)]
    return [_deal(layout, f"{source}#{number}", options) for number, layout in enumerate(layouts, start=1)]


def write_deal(deal: Deal, format: str) -> str:  # noqa: A002 - the word users know
    """Return `deal` as text in the format called `format`, ending in a newline.

    Raises:
        InputError: there is no such format.
        UnsupportedError: the format cannot hold the deal.
    """
    return _format(format).write(deal)


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise InputError(f"unknown format {shorten(name, 20)!r}: there are {', '.join(FORMATS)}")
    return FORMATS[name]


def _detected(text: str) -> Format:
    found = [name for name, known in FORMATS.items() if known.detect(text)]
    if len(found) == 1:
        return FORMATS[found[0]]
    if found:
        raise InputError(f"the content could be {' or '.join(found)}: say which with --format")
    raise InputError(f"the content is no deal in a known format ({', '.join(FORMATS)})")


def _deal(layout: Layout | InputError, name: str, options: ReadOptions) -> Deal | InputError:
    if isinstance(layout, InputError):
        return layout.at(name)
    try:
        return to_deal(
            layout,
            name=name,
            ranks=options.ranks,
            suits=options.suits,
            top=options.top,
            allow_odd_deck=options.allow_odd_deck,
        )
    except InputError as error:
        return error.at(name)
