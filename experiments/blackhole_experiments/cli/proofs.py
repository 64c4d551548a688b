"""Proofs of unsolvability in files: for `solve --proof`.

The SAT solver itself writes the two files (`sat.proof`), told where by its setting `proof`: the run's process has the
proof, and nothing of it need travel.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from blackhole_experiments.cli import layout
from blackhole_experiments.cli.group import warn
from blackhole_models.errors import InputError, shorten
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from blackhole_experiments.cli.options import Asked
    from blackhole_experiments.runs.outcome import Outcome

PROVER: Final = "sat"
"""Who decides where a proof is wanted and no solver is named."""


def proving(solver: str, asked: Asked, file: str) -> Asked:
    """Return what to ask of `solver` that it writes a proof to `file`.

    Raises:
        InputError: it writes no proofs, or not there.
    """
    from blackhole_models.cnf.options import BASES

    if solver.partition("+")[0] not in BASES:
        raise InputError(f"{shorten(solver, 40)} writes no proof: {', '.join(BASES)} do")
    if not file:
        raise InputError("'' names no file")
    return replace(asked, other=(*asked.other, ("proof", str(Path(file).absolute()))))


def tell(outcome: Outcome, *, as_json: bool) -> None:
    """Say where the proof is, or why there is none."""
    details = outcome.result.details
    if "proof_file" not in details:
        decided = outcome.result.verdict
        why = "the order is the evidence" if decided is Verdict.SOLVABLE else f"not decided ({decided})"
        warn(f"{layout.name(outcome.run.deal)}: no proof is written: {why}")
    elif not as_json:
        click.echo(f"Proof (DRAT):     {details['proof_file']}\nFormula (DIMACS): {details['formula_file']}")
