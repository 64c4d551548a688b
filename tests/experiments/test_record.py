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
