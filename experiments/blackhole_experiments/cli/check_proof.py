"""`blackhole check-proof`: an independent checker on a proof that a deal is unsolvable."""

from __future__ import annotations

from pathlib import Path

import click

from blackhole_experiments.cli import exits, layout
from blackhole_models.errors import InputError


@click.command(
    epilog="""\b
    Exit codes: 0 the proof holds, 1 it does not, 2 some input could not be used.

    \b
    Examples:
      blackhole solve pysolfc:400 --proof 400.drat
      blackhole check-proof 400.cnf 400.drat
    """
)
@click.argument("cnf", metavar="CNF")
@click.argument("proof", metavar="PROOF")
def check_proof(cnf: str, proof: str) -> int:
    """Check PROOF, a file in DRAT, against CNF, the formula in DIMACS that it is about.

    Every step must follow from the clauses before it, down to the empty clause. The checker is dratify, a package of
    its own that shares no code with any solver. What a proof shows is that the formula has no model; for a formula of
    'blackhole encode' or 'blackhole solve --proof', that the deal it names is unsolvable.
    """
    from blackhole_models.sat import proof as proofs

    try:
        found = proofs.check_proof(Path(cnf), Path(proof))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=error.filename) from None
    if found.accepted:
        how = f"in {layout.count(found.steps, 'step')}" if found.steps else "by unit propagation alone, without a step"
        click.echo(f"{proof}: verified: the formula is refuted {how}")
        return exits.DONE
    click.echo(f"{proof}: rejected: {found.reason}")
    return exits.SHORT
