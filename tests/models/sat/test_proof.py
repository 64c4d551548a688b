"""Proofs of unsolvability: accepted as written, rejected when damaged."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.result import PROOF_CHECKED, Limits, Verdict
from blackhole_models.sat.backends import BACKENDS
from blackhole_models.sat.proof import check, check_proof, prove
from blackhole_models.sat.solver import make
from blackhole_models.solvers import decide

if TYPE_CHECKING:
    from pathlib import Path

CROWD = Deal(8, tuple((Card(1, suit),) for suit in range(6)) + tuple((Card(2, suit),) for suit in range(4)))
"""Six twos and four cards to keep them apart: unsolvable, but not by unit propagation."""

GOOD = [name for name, backend in BACKENDS.items() if backend.present and backend.proof]
BAD = [name for name, backend in BACKENDS.items() if backend.present and not backend.proof]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "deal.cnf", tmp_path / "deal.drat"


@pytest.mark.parametrize("backend", GOOD)
def test_every_backend_with_proofs_proves(backend: str, files: tuple[Path, Path]) -> None:
    formula, proof = files
    result = prove(make("sat-timeline", (), {"backend": backend}), CROWD, Limits(), formula=formula, proof=proof)
    assert result.verdict is Verdict.UNSOLVABLE
    check = check_proof(formula, proof)
    assert check.accepted, check.reason
    assert check.steps > 10


@pytest.mark.parametrize("deal", [Deal.of("AS", "2S 3S", "KS 4S", "QS"), Deal.of("AS", "7S")])
@pytest.mark.parametrize("backend", GOOD)
def test_what_unit_propagation_refutes_has_a_proof_too(deal: Deal, backend: str, files: tuple[Path, Path]) -> None:
    formula, proof = files
    prove(make("sat", (), {"backend": backend}), deal, Limits(), formula=formula, proof=proof)
    assert check_proof(formula, proof).accepted


@pytest.mark.parametrize(
    "backend", [name for name, backend in BACKENDS.items() if not backend.proof and backend.present]
)
def test_backends_without_good_proofs_are_refused(backend: str, files: tuple[Path, Path]) -> None:
    formula, proof = files
    with pytest.raises(UnsupportedError, match="no proof that can be trusted"):
        prove(make("sat", (), {"backend": backend}), CROWD, Limits(), formula=formula, proof=proof)
    assert not proof.exists()


def test_a_solvable_deal_leaves_no_files(files: tuple[Path, Path]) -> None:
    formula, proof = files
    result = prove(make("sat", (), {}), Deal.of("AS", "QD KH", "JC"), Limits(), formula=formula, proof=proof)
    assert result.verdict is Verdict.SOLVABLE
    assert result.order is not None
    assert not formula.exists()
    assert not proof.exists()


def test_a_limit_leaves_no_files(files: tuple[Path, Path]) -> None:
    formula, proof = files
    solver = make("sat-timeline", (), {"backend": "cadical195"})
    assert prove(solver, CROWD, Limits(effort=1), formula=formula, proof=proof).verdict is Verdict.EFFORT_LIMIT
    assert not proof.exists()


@pytest.fixture
def proved(files: tuple[Path, Path]) -> tuple[Path, Path]:
    formula, proof = files
    prove(make("sat-timeline", (), {}), CROWD, Limits(), formula=formula, proof=proof)
    return files


def test_a_proof_cut_off_is_rejected(proved: tuple[Path, Path]) -> None:
    formula, proof = proved
    text = proof.read_text()
    lines = text.splitlines()
    for kept in (0, 1, len(lines) // 2, lines.index("0")):
        proof.write_text("".join(f"{line}\n" for line in lines[:kept]))
        assert not check_proof(formula, proof).accepted
    proof.write_text(text[: len(text) // 2])
    assert not check_proof(formula, proof).accepted


def test_a_proof_that_skips_to_the_end_is_rejected(proved: tuple[Path, Path]) -> None:
    formula, proof = proved
    proof.write_text("0\n")
    assert not check_proof(formula, proof).accepted


def test_a_clause_that_does_not_follow_is_rejected(proved: tuple[Path, Path]) -> None:
    formula, proof = proved
    proof.write_text("1 2 0\n" + proof.read_text())
    check = check_proof(formula, proof)
    assert not check.accepted
    assert check.reason


def test_a_proof_of_another_deal_is_rejected(proved: tuple[Path, Path], tmp_path: Path) -> None:
    _, proof = proved
    other = Deal(8, (*((Card(1, suit),) for suit in range(7)), *((Card(2, suit),) for suit in range(5))))
    formula = tmp_path / "other.cnf"
    prove(make("sat-timeline", (), {}), other, Limits(), formula=formula, proof=tmp_path / "other.drat")
    assert not check_proof(formula, proof).accepted


@pytest.mark.parametrize("junk", ["hello\n", "1 2\n", "{}", "1 d 2 0\n0\n", "s VERIFIED\n"])
def test_what_is_no_proof_is_rejected(junk: str, proved: tuple[Path, Path]) -> None:
    formula, proof = proved
    proof.write_text(junk)
    check = check_proof(formula, proof)
    assert not check.accepted
    assert "\n" not in check.reason


def test_what_is_no_formula_is_an_error(proved: tuple[Path, Path]) -> None:
    formula, proof = proved
    formula.write_text("AS\n2S 3S 4S\n")
    with pytest.raises(InputError, match="no DIMACS file"):
        check_proof(formula, proof)


def test_a_solver_can_check_its_proofs_itself() -> None:
    solver = make("sat-timeline", (), {"proof": True})
    result = decide(solver, CROWD)
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.details[PROOF_CHECKED] is True
    assert isinstance(result.details["proof_steps"], int)
    assert result.details["proof_steps"] > 10
    assert result.details["check_seconds"] > 0  # type: ignore[operator]  # a number
    solvable = decide(solver, Deal.of("AS", "QD KH", "JC"))
    assert solvable.verdict is Verdict.SOLVABLE
    assert solvable.verified
    assert PROOF_CHECKED not in solvable.details


def test_a_proof_that_does_not_hold_is_an_error_and_not_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    import pysat.solvers

    monkeypatch.setattr(pysat.solvers.Solver, "get_proof", lambda _: ["1 2 0", "0"])
    result = decide(make("sat-timeline", (), {"proof": True}), CROWD)
    assert result.verdict is Verdict.ERROR
    assert "proof is rejected" in result.message
    assert PROOF_CHECKED not in result.details


def test_a_solver_writes_its_proof_where_it_is_told(tmp_path: Path) -> None:
    proof = tmp_path / "crowd.drat"
    result = decide(make("sat-timeline", (), {"proof": str(proof)}), CROWD)
    assert result.details["formula_file"] == str(tmp_path / "crowd.cnf")
    assert check_proof(tmp_path / "crowd.cnf", proof).accepted


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"proof": 3}, "proof cannot be 3"),
        ({"proof": ""}, "proof cannot be ''"),
        ({"proof": "deal.cnf"}, "the name of its formula"),
        ({"proof": True, "backend": "maplesat"}, "no proof that can be trusted"),
    ],
)
def test_proofs_that_cannot_be_had_are_refused_at_once(settings: dict[str, str | int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make("sat", (), settings)


def test_without_the_checker_proofs_are_still_written(
    monkeypatch: pytest.MonkeyPatch, files: tuple[Path, Path]
) -> None:
    formula, proof = files
    monkeypatch.setitem(sys.modules, "dratify", None)
    with pytest.raises(UnsupportedError, match=r"pip install dratify"):
        make("sat", (), {"proof": True})
    prove(make("sat", (), {}), CROWD, Limits(), formula=formula, proof=proof)
    with pytest.raises(UnsupportedError, match="dratify"):
        check_proof(formula, proof)


def test_files_that_are_not_text_are_errors(proved: tuple[Path, Path]) -> None:
    formula, proof = proved
    proof.write_bytes(b"a\x80\x02\x00")
    with pytest.raises(InputError, match=r"deal\.drat: a binary proof"):
        check_proof(formula, proof)
    formula.write_bytes(b"\xff")
    with pytest.raises(InputError, match=r"deal\.cnf: no DIMACS file"):
        check_proof(formula, proof)


@pytest.mark.parametrize("number", [2, 300_000_000, 3_000_000_000_000, 10**23])
def test_a_formula_with_variables_beyond_its_header_is_refused(number: int) -> None:
    with pytest.raises(InputError, match="beyond the 1 of its header"):
        check(f"p cnf 1 1\n{number} 0\n", "0\n")


@pytest.mark.parametrize("number", [300_000_000, 3_000_000_000_000, 10**23])
def test_a_proof_with_variables_beyond_all_measure_is_rejected(number: int) -> None:
    found = check("p cnf 1 2\n1 0\n-1 0\n", f"{number} 0\n0\n")
    assert not found.accepted
    assert "no variable" in found.reason


@pytest.mark.parametrize(
    ("formula", "complaint"),
    [
        ("", "it has no line p cnf"),
        ("1 0\n", "it has no line p cnf"),
        ("p cnf 1 2\n1 0\n", "cut off: 1 of the 2 clauses"),
    ],
)
def test_a_formula_that_is_not_whole_is_refused(formula: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        check(formula, "0\n")


def test_a_proof_may_bring_in_a_variable_of_its_own() -> None:
    assert check("p cnf 1 2\n1 0\n-1 0\n", "2 0\n0\n").accepted
