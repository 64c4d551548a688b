"""Cards, orders, times and tables as text for people.

For the commands. Suits are shown as symbols only on a terminal that can show them, and as letters everywhere else;
every command takes both.

>>> from blackhole_models.cards import parse_card
>>> spell(parse_card("TH"), symbols=True), seconds(0.01234), seconds(75)
('T♥', '12.3 ms', '75.0 s')
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from blackhole_models.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal
    from blackhole_models.referee import Step

_SYMBOLS = str.maketrans("SHDC", "♠♥♦♣")
_WIDTH = 79
_PER_ROW = 10
_LONGEST_NAME = 200


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether there is somebody at `stream`, which may be closed."""
    return stream is not None and stream.isatty()


def shows_symbols() -> bool:
    """Return whether standard output is a terminal that can show suits."""
    if not is_terminal(sys.stdout):
        return False
    try:
        "♠♥♦♣".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def name(deal: Deal) -> str:
    """Return the name of `deal` on one line; a file may have any name."""
    return shorten(deal.name, _LONGEST_NAME)


def spell(card: Card, *, symbols: bool) -> str:
    """Return `card` as written for people."""
    return str(card).translate(_SYMBOLS) if symbols else str(card)


def order_rows(steps: Sequence[Step], *, symbols: bool) -> list[str]:
    """Return the cards of an order in numbered rows, each with the number of its fan (from 1) in brackets."""
    cells = [spell(step.card, symbols=symbols) + ("" if step.fan is None else f"({step.fan + 1})") for step in steps]
    width = max(map(len, cells))
    margin = len(str(len(cells)))
    per_row = max(1, min(_PER_ROW, (_WIDTH - margin - 1) // (width + 1)))
    return [
        f"{start + 1:{margin}}  " + " ".join(f"{cell:{width}}" for cell in cells[start : start + per_row]).rstrip()
        for start in range(0, len(cells), per_row)
    ]


def step_rows(deal: Deal, steps: Sequence[Step], *, symbols: bool) -> list[str]:
    """Return a line a step: the card that then lies in the centre, its fan, and what remains of that fan."""
    rows = [("step", "centre", "from", "left in that fan, its top last")]
    for number, step in enumerate(steps, start=1):
        card = spell(step.card, symbols=symbols)
        if step.fan is None:
            rows.append((str(number), card, "", "(the foundation card)"))
            continue
        left = " ".join(spell(card, symbols=symbols) for card in deal.fans[step.fan][: step.left])
        rows.append((str(number), card, f"fan {step.fan + 1}", left or "nothing"))
    return table(rows)


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return `rows` with their columns aligned to the left; the last column may be of any length."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def seconds(value: float) -> str:
    """Return a time in s, or in ms where it is short."""
    return f"{value:,.1f} s" if value >= 10 else f"{value:.2f} s" if value >= 1 else f"{1000 * value:.1f} ms"


def count(number: int, noun: str) -> str:
    """Return `1 deal`, `1,000 deals`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
