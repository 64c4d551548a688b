"""What the tests of analysis, tables and figures share: frames of rows written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blackhole_experiments.runs.rows import COLUMNS, frame

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

Cells = dict[str, Any]


@pytest.fixture
def cells() -> Callable[..., Cells]:
    """Return a function that makes the cells of one row; those of no interest have plain values."""

    def make(deal: str, solver: str, verdict: str, seconds: float | None = None, **others: Any) -> Cells:
        plain: Cells = {column.name: "" if column.dtype == "string" else None for column in COLUMNS}
        given = {"deal": deal, "cards": f"13|AS|{deal}", "solver": solver, "verdict": verdict, **others}
        given.setdefault("repeat", 0)
        given.setdefault("settings", {})
        given.setdefault("key", f"{deal}/{solver}/{given['repeat']}")
        if seconds is not None:
            given |= {"build_seconds": 0.0, "solve_seconds": seconds}
        return {**plain, **given}

    return make


@pytest.fixture
def rows(cells: Callable[..., Cells]) -> Callable[..., pd.DataFrame]:
    """Return a function that makes a frame of rows from tuples (deal, solver, verdict, seconds) and common cells."""

    def make(*runs: tuple[Any, ...], **common: Any) -> pd.DataFrame:
        made = [cells(*run[:4], **{**common, **(run[4] if len(run) > 4 else {})}) for run in runs]
        return frame(made)

    return make
