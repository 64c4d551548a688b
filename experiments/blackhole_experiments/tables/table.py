"""A table: headings, cells as text, and the same as numbers; and how numbers become text.

>>> significant(0.0123456), significant(1234.5), count(1234567), count(float("nan")) == MISSING
('0.0123', '1,234', '1,234,567', True)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

MISSING = "\N{EN DASH}"
"""What stands in a cell of which nothing is known."""

_MOST_DECIMALS = 6


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        name: a word for file names and labels.
        caption: what it shows, under what limits: one or more sentences, without the last full stop.
        headings: of the columns, with units.
        alignment: one letter a column, `l` or `r`.
        rows: cells as text.
        data: the same as numbers, with more columns perhaps.
        rules: numbers of the rows with a rule above them.
    """

    name: str
    caption: str
    headings: tuple[str, ...]
    alignment: str
    rows: tuple[tuple[str, ...], ...]
    data: pd.DataFrame
    rules: frozenset[int] = frozenset()


def rules_between(groups: Sequence[object]) -> frozenset[int]:
    """Return the numbers of the rows at which another group of rows begins.

    >>> sorted(rules_between(["a", "a", "b"]))
    [2]
    """
    return frozenset(row for row in range(1, len(groups)) if groups[row] != groups[row - 1])


def significant(value: float) -> str:
    """Return a number with three significant digits, or all digits before the point."""
    if math.isnan(value):
        return MISSING
    if value == 0:
        return "0"
    decimals = 2 - math.floor(math.log10(abs(value)))
    return f"{value:,.{min(max(decimals, 0), _MOST_DECIMALS)}f}"


def count(value: float) -> str:
    """Return a number rounded to a whole one."""
    return MISSING if math.isnan(value) else f"{value:,.0f}"


def percent(share: float) -> str:
    """Return a share from 0 to 1 in percent."""
    return MISSING if math.isnan(share) else f"{100 * share:.1f}"
