"""The formats of tables, by name and by the ending of a file's name.

People's formats (text, Markdown, LaTeX) hold the cells; programs' formats (CSV, Parquet) the numbers, every digit of
them.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from blackhole_experiments.tables.latex import latex
from blackhole_experiments.tables.markdown import markdown
from blackhole_experiments.tables.text import text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blackhole_experiments.tables.table import Table


def csv(table: Table) -> str:
    """Return the numbers of `table` as CSV; missing ones are empty cells, and infinite ones `inf`."""
    return table.data.to_csv(index=False, lineterminator="\n")


def parquet(table: Table) -> bytes:
    """Return the numbers of `table` as a Parquet file, their types included."""
    buffer = BytesIO()
    table.data.to_parquet(buffer, index=False)
    return buffer.getvalue()


WRITERS: Mapping[str, Callable[[Table], str | bytes]] = {
    "text": text,
    "csv": csv,
    "markdown": markdown,
    "latex": latex,
    "parquet": parquet,
}
"""Each format by its name."""

ENDINGS: Mapping[str, str] = {
    ".txt": "text",
    ".csv": "csv",
    ".md": "markdown",
    ".tex": "latex",
    ".parquet": "parquet",
}
"""The format that the ending of a file's name asks for."""
