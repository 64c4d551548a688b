"""Proofs that a deal is unsolvable: written by a SAT solver, checked by a program that shares nothing with it.

For `solve --proof`, `check-proof` and the setting `proof` of the SAT solver. A proof is a pair of texts: the formula
in DIMACS (`cnf.dimacs`), which names the deal, and the clauses the solver learnt from it, down to the empty one, in
DRAT. The checker, `dratify`, follows each step; so can drat-trim, and cake_lpr after drat-trim has turned the proof
into LRAT.

What is proved is that the formula has no model. That the formula says what the rules say is not part of it; with
`dominance` or `exchange` it says so only up to the lemma behind them.
"""

from __future__ import annotations

import importlib
import re
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import StringIO
from typing import TYPE_CHECKING, Any, Final, TextIO

from blackhole_models.cnf.dimacs import write_dimacs
from blackhole_models.errors import InputError, UnsupportedError, shorten
from blackhole_models.result import PROOF_CHECKED, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from blackhole_models.deal import Deal
    from blackhole_models.result import Limits, Result
    from blackhole_models.sat.solver import Sat

_HEADER: Final = re.compile(r"^p\s+cnf\s+(\d{1,18})\s+(\d{1,18})\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Check:
    """What the checker found.

    Attributes:
        accepted: whether every step follows and the last is the empty clause.
        steps: steps checked; 0 where unit propagation alone refutes the formula.
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
    if result.verdict is not Verdict.UNSOLVABLE:
        return result
    with _replacing(formula) as file:
        write_dimacs(deal, solver.options, file, name=solver.name)
    with _replacing(proof) as file:
        file.writelines(_ended(lines))
    return replace(result, details={**result.details, "formula_file": str(formula), "proof_file": str(proof)})


def prove_and_check(solver: Sat, deal: Deal, limits: Limits) -> Result:
    """Decide `deal`; if it is unsolvable, have the proof checked at once.

    The check is no part of `solve_seconds`; what it took is in the details. A proof that is not accepted makes the
    verdict `error`.

    Raises:
        UnsupportedError: as `prove`, or the checker is not installed.
    """
    result, lines = solver.prove(deal, limits)
    if result.verdict is not Verdict.UNSOLVABLE:
        return result
    start = time.perf_counter()
    formula = StringIO()
    write_dimacs(deal, solver.options, formula, name=solver.name)
    found = check(formula.getvalue(), "".join(_ended(lines)))
    if not found.accepted:
        return replace(result, verdict=Verdict.ERROR, message=f"its proof is rejected: {found.reason}")
    told = {PROOF_CHECKED: True, "proof_steps": found.steps, "check_seconds": time.perf_counter() - start}
    return replace(result, details={**result.details, **told})


def check_proof(formula: Path, proof: Path) -> Check:
    """Check `proof`, a DRAT file, against `formula`, a DIMACS file.

    A proof that is cut off or does not parse is not accepted; a formula that does not parse is an error.

    Raises:
        InputError: the formula is no DIMACS file, or the proof is binary.
        UnsupportedError: the checker is not installed.
        OSError: a file cannot be read.
    """
    try:
        text = formula.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError("no DIMACS file: it is not text", source=str(formula)) from None
    try:
        steps = proof.read_text(encoding="ascii")
    except UnicodeDecodeError:
        raise InputError("a binary proof: have the solver write text (often --no-binary)", source=str(proof)) from None
    try:
        return check(text, steps)
    except InputError as error:
        raise error.at(str(formula)) from None


def check(formula: str, proof: str) -> Check:
    """Check a proof in DRAT against a formula in DIMACS; otherwise as `check_proof`."""
    dratify = checker()
    try:
        parsed = dratify.parse_dimacs(formula)
    except ValueError as error:
        raise InputError(f"no DIMACS file: {shorten(error)}") from None
    header = _HEADER.search(formula)
    if header is None:
        raise InputError("no DIMACS file: it has no line p cnf")
    variables, clauses = map(int, header.groups())
    if parsed.nclauses < clauses:
        raise InputError(f"the formula is cut off: {parsed.nclauses:,} of the {clauses:,} clauses of its header")
    used = _largest(parsed.clauses)  # the checker makes room for every variable up to the largest
    if used > variables:
        raise InputError(f"no DIMACS file: variable {shorten(used)} is beyond the {variables:,} of its header")
    try:
        steps = dratify.parse_proof(proof)
        largest = _largest(literals for _, literals in steps)
        if largest > used + len(steps):
            return Check(accepted=False, steps=0, reason=f"there is no variable {shorten(largest)}")
        # Where unit propagation alone refutes the formula the checker would accept a proof that stops short.
        if ("a", ()) not in steps:
            return Check(accepted=False, steps=0, reason="the proof never reaches the empty clause")
        checked = dratify.check_proof(parsed, steps)
    except ValueError as error:
        return Check(accepted=False, steps=0, reason=shorten(error, 100))
    return Check(accepted=bool(checked.ok and checked.reached_empty), steps=checked.steps, reason=checked.reason)


def _largest(clauses: Iterable[Iterable[int]]) -> int:
    """Return the largest variable of clauses as the checker has them: the literals of v are 2 v - 2 and 2 v - 1."""
    return max((literal // 2 + 1 for clause in clauses for literal in clause), default=0)


def checker() -> Any:
    """Return the package that checks proofs.

    Raises:
        UnsupportedError: it is not installed.
    """
    try:
        return importlib.import_module("dratify")
    except ImportError:
        message = "checking proofs needs the package dratify: pip install dratify"
        raise UnsupportedError(message) from None


@contextmanager
def _replacing(path: Path) -> Iterator[TextIO]:
    """Yield a file that takes the place of the one at `path` when it is whole."""
    part = path.with_name(f".{path.name}.part")  # one name, so that what a killed run leaves is written over
    try:
        with part.open("w", encoding="ascii") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _ended(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a proof, the empty clause included, which some solvers leave to unit propagation."""
    yield from (f"{line}\n" for line in lines)
    if "0" not in lines:
        yield "0\n"
