"""The public deals of CSPLib and MiniZinc: their statuses by the best formulation, and a sample by the others."""

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


def unsolvable() -> list[tuple[Deal, Verdict]]:
    return [(deal, status) for deal, status in public_deals() if status is Verdict.UNSOLVABLE]


def wrong(name: str, deals: list[tuple[Deal, Verdict]]) -> list[str]:
    """Return those of `deals` on which the solver called `name` does not give the known status."""
    solver = make(name)
    found = []
    for deal, status in deals:
        result = decide(solver, deal, Limits(seconds=300))
        if result.verdict is not status:
            found.append(f"{deal.name}: {result.verdict}")
    return found


def test_statuses() -> None:
    assert len(public_deals()) == 123
    assert len(unsolvable()) == 17
    assert wrong("cp-sat", [*unsolvable(), *public_deals()[::4]]) == []


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("cp-sat-position", 123),
        ("cp-sat-position+lean", 60),
        ("cp-sat-timeline", 60),
        ("cp-sat-timeline+flow+budgets+lean", 20),
    ],
)
def test_statuses_of_a_sample(name: str, step: int) -> None:
    assert wrong(name, public_deals()[::step]) == []


def test_presolve_changes_no_status() -> None:
    solver = make("cp-sat", presolve=True)
    assert {decide(solver, deal).verdict for deal, _ in unsolvable()[::3]} == {Verdict.UNSOLVABLE}
