"""A table in Markdown, as GitHub and most others read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blackhole_experiments.tables.table import Table


def markdown(table: Table) -> str:
    """Return `table` in Markdown, its caption below it."""
    marks = {"l": ":---", "r": "---:"}
    lines = [_row(table.headings), _row(marks[side] for side in table.alignment), *map(_row, table.rows)]
    return "\n".join(lines) + f"\n\n{_escape(table.caption)}.\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(_escape, cells))} |"


def _escape(cell: str) -> str:
    for character in "\\|*_`<[":
        cell = cell.replace(character, f"\\{character}")
    return cell
