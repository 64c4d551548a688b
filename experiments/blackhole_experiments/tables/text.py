"""A table as text for a terminal: aligned columns under a caption."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from blackhole_experiments.tables.table import Table

_NARROWEST: Final = 60
"""Characters in a line of the caption, where the table is no wider."""


def text(table: Table) -> str:
    """Return `table` as lines of text."""
    widths = [max(map(len, column)) for column in zip(table.headings, *table.rows, strict=True)]

    def line(cells: tuple[str, ...]) -> str:
        aligned = zip(cells, widths, table.alignment, strict=True)
        return "  ".join(f"{cell:{'<' if side == 'l' else '>'}{width}}" for cell, width, side in aligned).rstrip()

    rule = "-" * len(line(tuple("x" * width for width in widths)))
    caption = fill(f"{table.caption}.", max(len(rule), _NARROWEST), break_long_words=False, break_on_hyphens=False)
    lines = [caption, "", line(table.headings), rule]
    for number, row in enumerate(table.rows):
        if number in table.rules:
            lines.append(rule)
        lines.append(line(row))
    return "\n".join(lines) + "\n"
