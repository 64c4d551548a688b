"""`blackhole encode`, `decode` and `check-proof`: formulas for other solvers, their answers, and proofs."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest
from google.protobuf import text_format  # type: ignore[import-untyped]  # its stubs are a package apart
from ortools.sat import cp_model_pb2
from pysat.formula import CNF
from pysat.solvers import Solver

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result


def answer(cnf: str) -> str:
    """Return what a SAT solver prints about a formula, 10 literals a line."""
    with Solver(name="minisat22", bootstrap_with=CNF(from_string=cnf)) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        literals = [*solver.get_model(), 0]
    lines = [" ".join(map(str, literals[start : start + 10])) for start in range(0, len(literals), 10)]
    return "c a comment\ns SATISFIABLE\n" + "".join(f"v {line}\n" for line in lines)


@pytest.mark.parametrize("options", [(), ("--solver", "sat-direct+budgets")])
def test_another_solver_s_answer_becomes_an_order(
    blackhole: Callable[..., Result], small: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    cnf = tmp_path / "small.cnf"
    assert blackhole("encode", small, "--to", "dimacs", *options, "--out", cnf).stdout == ""
    text = cnf.read_text()
    assert blackhole("encode", small, "--to", "dimacs", *options).stdout == text
    said = answer(text)
    decoded = blackhole("decode", small, "--cnf", cnf, "--json", stdin=said)
    assert decoded.exit_code == 10
    line = json.loads(decoded.stdout)
    assert (line["deal"], line["verdict"], line["verified"]) == (str(small), "solvable", True)
    assert blackhole("verify", small, "-", stdin=decoded.stdout).exit_code == 0
    shown = blackhole("decode", small, *options, stdin=said)
    assert shown.exit_code == 10
    assert "solvable (the order was replayed by the referee)" in shown.stdout
    assert all(card in shown.stdout for card in line["order"])


def test_unsatisfiable_is_the_solver_s_word(blackhole: Callable[..., Result], blocked: Path) -> None:
    said = blackhole("decode", blocked, stdin=answer(blackhole("encode", blocked, "--to", "dimacs").stdout))
    assert said.exit_code == 20
    assert said.stdout == f"{blocked}: unsolvable, by the solver's word alone\n"
    line = json.loads(blackhole("decode", blocked, "-", "--json", stdin="s UNSATISFIABLE\n").stdout)
    assert (line["verdict"], line["order"], line["verified"]) == ("unsolvable", None, False)


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("", "no answer"),
        ("s UNKNOWN\n", "the solver says only 'UNKNOWN'"),
        ("s SATISFIABLE\nv 1 -2\n", "cut off"),
        ("s SATISFIABLE\nv 0\n", "incomplete"),
        ("s SATISFIABLE\nv 1 x 0\n", "standard input, line 2: 'x' is no literal"),
        ("v 1 99999 0\n", "variable 99999"),
        (b"v \xff 0\n", "no literal"),
    ],
)
def test_an_answer_of_no_use_is_one_line(
    blackhole: Callable[..., Result], small: Path, said: str | bytes, complaint: str
) -> None:
    decoded = blackhole("decode", "--ranks", 3, small, stdin=said)
    assert (decoded.exit_code, decoded.stdout) == (2, "")
    assert decoded.stderr.startswith("blackhole: standard input")
    assert complaint in decoded.stderr
    assert decoded.stderr.count("\n") == 1


def test_an_answer_must_fit_the_formula_and_the_formula_the_deal(
    blackhole: Callable[..., Result], small: Path, blocked: Path, tmp_path: Path
) -> None:
    cnf = tmp_path / "small.cnf"
    blackhole("encode", small, "--to", "dimacs", "--out", cnf)
    said = answer(cnf.read_text())
    flipped = said.replace("v 1 ", "v -1 ") if "v 1 " in said else said.replace("v -1 ", "v 1 ")
    assert "makes clause" in blackhole("decode", small, stdin=flipped).stderr
    for arguments, complaint in (
        (("--ranks", 3, small, "--solver", "search"), "search has no formula"),
        (("--ranks", 3, small, "--solver", "sat", "--cnf", cnf), "give one of them"),
        (("--ranks", 3, small, "--cnf", "-"), "only once"),
        (("--ranks", 5, blocked, "--cnf", cnf), f"{cnf}: the formula is about another deal"),
        (("--ranks", 3, small, "--cnf", small), f"{small}, line 1: "),
        (("--ranks", 3, small, tmp_path / "none"), "there is no such file"),
    ):
        refused = blackhole("decode", *arguments, stdin=said)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert complaint in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_models_of_cp_sat_as_text_and_as_a_message(
    blackhole: Callable[..., Result], small: Path, tmp_path: Path
) -> None:
    message = tmp_path / "model.pb"
    arguments = ("encode", small, "--to", "cp-sat", "--solver", "cp-sat-position")
    assert blackhole(*arguments, "--out", message).exit_code == 0
    binary = cp_model_pb2.CpModelProto.FromString(message.read_bytes())
    text = text_format.Parse(blackhole(*arguments).stdout, cp_model_pb2.CpModelProto())
    assert binary == text
    assert "position_of_3S" in {variable.name for variable in binary.variables}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("pysolfc:1-2", "--to", "dimacs"), "one deal is wanted"),
        (("pysolfc:1", "--to", "dimacs", "--solver", "cp-sat"), "cp-sat has no formula in CNF"),
        (("pysolfc:1", "--to", "cp-sat", "--solver", "sat"), "there is no CP-SAT model 'sat'"),
        (("pysolfc:1", "--to", "dimacs", "--out", ""), "'' names no file"),
        (("pysolfc:1", "--to", "dimacs", "--out", "/none/1.cnf"), "/none/1.cnf: cannot be written"),
        (("pysolfc:1", "--to", "smt"), "smt"),
        (("pysolfc:1",), "--to"),
    ],
)
def test_what_cannot_be_encoded_is_one_line(
    blackhole: Callable[..., Result], arguments: tuple[str, ...], complaint: str
) -> None:
    refused = blackhole("encode", *arguments)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert complaint in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_check_proof(blackhole: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cnf, proof = tmp_path / "a.cnf", tmp_path / "a.drat"
    cnf.write_text("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
    proof.write_text("1 0\n0\n")
    good = blackhole("check-proof", cnf, proof)
    assert (good.exit_code, good.stdout) == (0, f"{proof}: verified: the formula is refuted in 2 steps\n")
    proof.write_text("1 0\n")
    cut = blackhole("check-proof", cnf, proof)
    assert (cut.exit_code, cut.stdout) == (1, f"{proof}: rejected: the proof never reaches the empty clause\n")
    deal = tmp_path / "deal.txt"
    deal.write_text("Foundations: AS\n2S 3S\n")
    for arguments, complaint in (
        ((cnf, tmp_path / "none"), f"{tmp_path / 'none'}: cannot be read"),
        ((tmp_path, proof), f"{tmp_path}: cannot be read"),
        ((deal, proof), f"{deal}: no DIMACS file"),
    ):
        refused = blackhole("check-proof", *arguments)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert complaint in refused.stderr
    monkeypatch.setitem(sys.modules, "dratify", None)
    missing = blackhole("check-proof", cnf, proof)
    assert (missing.exit_code, missing.stderr.count("\n")) == (2, 1)
    assert "pip install dratify" in missing.stderr
