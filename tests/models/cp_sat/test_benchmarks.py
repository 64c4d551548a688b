"""The public deals of CSPLib and MiniZinc: every status, by the best formulation, and a sample by the published one."""

from __future__ import annotations

import csv
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blackhole_models.errors import InputError
from blackhole_models.formats import ReadOptions, read_deals
from blackhole_models.result import Limits, Verdict
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from blackhole_models.deal import Deal

FOLDER = os.environ.get("BLACKHOLE_BENCHMARKS")

pytestmark = pytest.mark.skipif(FOLDER is None, reason="BLACKHOLE_BENCHMARKS names no folder")


@cache
def public_deals() -> list[tuple[Deal, Verdict]]:
    folder = Path(FOLDER or "")
    with (folder / "known_status.csv").open(newline="") as file:
        statuses = {row["file"]: row["status"] for row in csv.DictReader(file)}
    deals = []
    for name, status in statuses.items():
        if name.startswith(("csplib-prob081/", "minizinc-benchmarks/")):
            [deal] = read_deals((folder / name).read_bytes(), source=name, options=ReadOptions())
            assert not isinstance(deal, InputError)
            deals.append((deal, Verdict.SOLVABLE if status == "sat" else Verdict.UNSOLVABLE))
    return deals


def wrong(name: str, step: int) -> list[str]:
    """Return the deals, every `step`-th of all, on which the solver called `name` does not give the known status."""
    solver = make(name)
    found = []
    for deal, status in public_deals()[::step]:
        result = decide(solver, deal, Limits(seconds=60))
        if result.verdict is not status:
            found.append(f"{deal.name}: {result.verdict}")
    return found


def test_all_statuses() -> None:
    assert len(public_deals()) == 123
    assert wrong("cp-sat", 1) == []


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("cp-sat-position", 100),
        ("cp-sat-position+lean", 60),
        ("cp-sat-timeline", 60),
        ("cp-sat-timeline+flow+budgets+lean", 20),
    ],
)
def test_statuses_of_a_sample(name: str, step: int) -> None:
    assert wrong(name, step) == []


def test_presolve_changes_no_status() -> None:
    solver = make("cp-sat", presolve=True)
    unsolvable = [deal for deal, status in public_deals() if status is Verdict.UNSOLVABLE]
    assert {decide(solver, deal).verdict for deal in unsolvable[::2]} == {Verdict.UNSOLVABLE}
