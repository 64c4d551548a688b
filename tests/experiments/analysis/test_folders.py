"""Rows of several folders joined."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from blackhole_experiments.analysis.folders import joined
from blackhole_experiments.runs.store import ROWS_FILE
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def write(folder: Path, *rows: dict[str, Any]) -> Path:
    folder.mkdir()
    (folder / ROWS_FILE).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def test_a_run_counts_once(tmp_path: Path, cells: Callable[..., dict[str, Any]]) -> None:
    a, b, c = (cells(name, "dfs", "solvable", 1.0) for name in "abc")
    found = joined([write(tmp_path / "one", a, b), write(tmp_path / "two", {**b, "solve_seconds": 9.0}, c)])
    assert list(found.rows["deal"]) == ["a", "b", "c"]
    assert list(found.rows["solve_seconds"]) == [1.0, 1.0, 1.0]
    assert found.left_out == 1


def test_no_rows_yet(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"one, .*two: no rows yet"):
        joined([write(tmp_path / "one"), write(tmp_path / "two")])


def test_no_rows_at_all(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no rows"):
        joined([tmp_path])
