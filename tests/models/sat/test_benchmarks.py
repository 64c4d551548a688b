"""The public deals of CSPLib and MiniZinc by the default formula: every status, and no deal that takes a second."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from statistics import median

import pytest

from blackhole_models.errors import InputError
from blackhole_models.formats import ReadOptions, read_deals
from blackhole_models.result import Limits, Verdict
from blackhole_models.sat.proof import check_proof, prove
from blackhole_models.sat.solver import make
from blackhole_models.solvers import decide

FOLDER = os.environ.get("BLACKHOLE_BENCHMARKS")

pytestmark = pytest.mark.skipif(FOLDER is None, reason="BLACKHOLE_BENCHMARKS names no folder")


def known(*prefixes: str) -> dict[str, Verdict]:
    with (Path(FOLDER or "") / "known_status.csv").open(newline="") as file:
        return {
            row["file"]: Verdict.SOLVABLE if row["status"] == "sat" else Verdict.UNSOLVABLE
            for row in csv.DictReader(file)
            if row["file"].startswith(prefixes)
        }


def test_statuses_and_times() -> None:
    expected = known("csplib-prob081/", "minizinc-benchmarks/")
    assert len(expected) == 123
    solver = make("sat", (), {})
    found = {}
    seconds = []
    for name in expected:
        [deal] = read_deals((Path(FOLDER or "") / name).read_bytes(), source=name, options=ReadOptions())
        assert not isinstance(deal, InputError)
        result = decide(solver, deal)
        found[name] = result.verdict
        seconds.append(result.solve_seconds)
    assert found == expected
    # Loose: the machine that runs the tests may have other work as well.
    assert median(seconds) < 0.5


@pytest.mark.parametrize("level", ["level4", "level5"])
def test_deals_that_are_hard_for_search(level: str) -> None:
    solver = make("sat", (), {})
    for name, status in known(f"resolvitaire/{level}/").items():
        [deal] = read_deals((Path(FOLDER or "") / name).read_bytes(), source=name, options=ReadOptions())
        assert not isinstance(deal, InputError)
        assert decide(solver, deal).verdict is status


def test_a_public_unsolvable_deal_has_a_proof(tmp_path: Path) -> None:
    name = "csplib-prob081/PN-60.param"
    [deal] = read_deals((Path(FOLDER or "") / name).read_bytes(), source=name, options=ReadOptions())
    assert not isinstance(deal, InputError)
    formula, proof = tmp_path / "deal.cnf", tmp_path / "deal.drat"
    prove(make("sat-timeline", (), {}), deal, Limits(), formula=formula, proof=proof)
    assert check_proof(formula, proof).accepted
