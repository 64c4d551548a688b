"""Proofs that a deal is unsolvable: written by a SAT solver, checked by a program that shares nothing with it.

For `solve --proof` and `check-proof`. A proof is a pair of files: the formula in DIMACS (`cnf.dimacs`), which names the
deal, and the clauses the solver learnt from it, down to the empty one, in DRAT. The checker, `dratify`, follows each
step; so can drat-trim, and cake_lpr after drat-trim has turned the proof into LRAT.

What is proved is that the formula has no model. That the formula says what the rules say is not part of it; with
`dominance` or `exchange` it says so only up to the lemma behind them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blackhole_models.cnf.dimacs import write_dimacs
from blackhole_models.errors import InputError, UnsupportedError, shorten
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from blackhole_models.deal import Deal
    from blackhole_models.result import Limits, Result
    from blackhole_models.sat.solver import Sat


@dataclass(frozen=True, slots=True)
class Check:
    """What the checker found.

    Attributes:
        accepted: whether every step follows and the last is the empty clause.
        steps: steps checked.
        reason: the checker's own words.
    """

    accepted: bool
    steps: int
    reason: str


def prove(solver: Sat, deal: Deal, limits: Limits, *, formula: Path, proof: Path) -> Result:
    """Decide `deal`; if it is unsolvable, write the formula and its proof, else write neither.

    Raises:
        UnsupportedError: the backend's proofs are wrong or absent, or it cannot keep to an effort limit.
        OSError: a file cannot be written.
    """
    result, lines = solver.prove(deal, limits)
    if result.verdict is Verdict.UNSOLVABLE:
        with formula.open("w", encoding="ascii") as file:
            write_dimacs(deal, solver.options, file, name=solver.name)
        # Some solvers leave the empty clause out where unit propagation reaches it from the clauses before.
        end = [] if "0" in lines else ["0"]
        with proof.open("w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in [*lines, *end])
    return result


def check_proof(formula: Path, proof: Path) -> Check:
    """Check `proof`, a DRAT file, against `formula`, a DIMACS file.

    A proof that is cut off or does not parse is not accepted; a formula that does not parse is an error.

    Raises:
        InputError: the formula is no DIMACS file.
        UnsupportedError: the checker is not installed.
        OSError: a file cannot be read.
    """
    try:
        import dratify
    except ImportError:
        raise UnsupportedError("checking proofs needs the package dratify: pip install dratify") from None

    try:
        parsed = dratify.parse_dimacs(formula.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"no DIMACS file: {shorten(error)}", source=str(formula)) from None
    try:
        steps = dratify.parse_proof(proof.read_text(encoding="utf-8"))
        # Where unit propagation alone refutes the formula the checker would accept a proof that stops short.
        if ("a", ()) not in steps:
            return Check(accepted=False, steps=0, reason="the proof never reaches the empty clause")
        checked = dratify.check_proof(parsed, steps)
    except ValueError as error:
        return Check(accepted=False, steps=0, reason=shorten(error, 100))
    return Check(accepted=bool(checked.ok and checked.reached_empty), steps=checked.steps, reason=checked.reason)
