"""The record of a study: what it keeps of the command line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from blackhole_experiments.record import read_record, session

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_no_path_of_the_machine_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "public deals"
    words = ["reproduce", "csplib", "--benchmarks", str(folder), f"--out={folder}", "--index", "results/README.md"]
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "bin" / "blackhole"), *words])
    with session(tmp_path, {}):
        pass
    (kept,) = read_record(tmp_path)
    assert kept["command"] == (
        "blackhole reproduce csplib --benchmarks 'public deals' '--out=public deals' --index results/README.md"
    )


def test_sessions_add_up_unless_begun_anew(tmp_path: Path) -> None:
    for number, anew in enumerate((False, False, True, False)):
        with session(tmp_path, {"number": number}, anew=anew) as notes:
            notes["seen"] = True
        if number == 1:
            assert [each["number"] for each in read_record(tmp_path)] == [0, 1]
    kept = read_record(tmp_path)
    assert [each["number"] for each in kept] == [2, 3]
    assert all(each["seen"] and each["ended"] for each in kept)
