"""Rows of one folder, or of several joined.

For tables and plots, which work from rows alone. A run has one row: where two folders hold rows of the same run (one
is a copy, or both machines made it), the first counts and the others are counted as left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from blackhole_experiments.runs.rows import frame
from blackhole_experiments.runs.store import read_rows
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pandas as pd


@dataclass(frozen=True, slots=True)
class Joined:
    """Rows of several folders.

    Attributes:
        rows: a frame with the columns of `runs.rows`, one row per run.
        left_out: how many rows were left out because an earlier folder holds one of the same run.
    """

    rows: pd.DataFrame
    left_out: int


def joined(folders: Sequence[Path]) -> Joined:
    """Return the rows in `folders`.

    Raises:
        InputError: a folder has no rows, or rows that cannot be read.
    """
    rows = frame(chain.from_iterable(map(read_rows, folders)))
    if rows.empty:
        raise InputError("no rows yet", source=", ".join(map(str, folders)))
    once = rows.drop_duplicates("key", ignore_index=True)
    return Joined(once, len(rows) - len(once))
