"""`blackhole solve --proof`: a proof and its formula in files, or one line that says why not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result


def test_a_proof_is_written_beside_its_formula_and_checks(
    blackhole: Callable[..., Result], blocked: Path, tmp_path: Path
) -> None:
    proof, formula = tmp_path / "a.b.drat", tmp_path / "a.b.cnf"
    said = blackhole("solve", blocked, "--proof", proof)
    assert said.exit_code == 20
    assert f"Proof (DRAT):     {proof}\nFormula (DIMACS): {formula}\n" in said.stdout
    assert "sat: " in said.stdout
    assert blackhole("check-proof", formula, proof).exit_code == 0
    assert blackhole("decode", blocked, "--cnf", formula, stdin="s UNSATISFIABLE\n").exit_code == 20


def test_the_named_solver_writes_the_proof_and_json_says_where(
    blackhole: Callable[..., Result], blocked: Path, tmp_path: Path
) -> None:
    proof = tmp_path / "proof"
    arguments = ("--solver", "sat-direct", "--backend", "glucose4", "--json")
    line = json.loads(blackhole("solve", blocked, *arguments, "--proof", proof).stdout)
    assert (line["solver"], line["verdict"]) == ("sat-direct", "unsolvable")
    assert (line["details"]["proof_file"], line["details"]["formula_file"]) == (str(proof), f"{proof}.cnf")
    assert "c encoding sat-direct" in (tmp_path / "proof.cnf").read_text()


def test_a_deal_that_is_not_unsolvable_leaves_no_files(
    blackhole: Callable[..., Result], small: Path, blocked: Path, tmp_path: Path
) -> None:
    proof = tmp_path / "a.drat"
    for arguments, code, why in (
        ((small,), 10, "the order is the evidence"),
        ((blocked, "--time-limit", 0), 0, "not decided (time-limit)"),
    ):
        said = blackhole("solve", *arguments, "--proof", proof)
        assert said.exit_code == code
        assert f"{arguments[0]}: no proof is written: {why}\n" in said.stderr
        assert not list(tmp_path.glob("a.*"))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("pysolfc:1-2", "--proof", "a.drat"), "--proof is about one deal, and there are 2"),
        (("pysolfc:1", "--proof", "a.drat", "--solver", "search"), "search writes no proof: sat"),
        (("pysolfc:1", "--proof", "a.drat", "--best"), "search-longest writes no proof"),
        (("pysolfc:1", "--proof", "a.drat", "--backend", "minisat22"), "minisat22 writes no proof that can be trusted"),
        (("pysolfc:1", "--proof", "a.cnf"), "the name of its formula"),
        (("pysolfc:1", "--proof", "none/a.drat"), "none/a.drat: cannot be written"),
        (("pysolfc:1", "--proof", "/"), "/: a proof is a file, and this is a folder"),
        (("pysolfc:1", "--proof", ""), "'' names no file"),
    ],
)
def test_a_proof_that_cannot_be_had_is_one_line(
    blackhole: Callable[..., Result], arguments: tuple[str, ...], complaint: str
) -> None:
    refused = blackhole("solve", *arguments)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert complaint in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_rows_of_a_comparison_say_that_proofs_were_checked(
    blackhole: Callable[..., Result], small: Path, blocked: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert blackhole("compare", small, blocked, "--solvers", "sat:proof=true,dfs", "--out", out).exit_code == 0
    rows = [json.loads(line) for line in (out / "rows.jsonl").read_text().splitlines()]
    said = {(row["solver"], row["verdict"]): row["confirmation"] for row in rows}
    assert said["sat", "unsolvable"] == "proof checked"
    assert said["sat", "solvable"] == "order replayed"
    checked = next(row for row in rows if row["confirmation"] == "proof checked")
    assert checked["details"]["check_seconds"] + checked["solve_seconds"] < checked["wall_seconds"]
