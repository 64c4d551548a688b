"""`blackhole encode`: the formula or model of a deal in a file, for other solvers."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from blackhole_experiments.cli.inputs import STANDARD_INPUT, DealOptions, deal_options, one_deal
from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    from blackhole_models.deal import Deal
    from blackhole_models.sat.solver import Sat

DEFAULTS: Final = {"dimacs": "sat", "cp-sat": "cp-sat"}
"""Each target, and the solver whose formula or model is written if none is named."""

BINARY: Final = (".pb", ".bin")
"""Endings of files into which a model goes as a binary message, not as text."""


@click.command(
    epilog="""\b
    Examples:
      blackhole encode pysolfc:5 --to dimacs | cadical -q | blackhole decode pysolfc:5
      blackhole encode my-deal.txt --to dimacs --solver sat-direct+budgets --out my-deal.cnf
      blackhole encode pysolfc:5 --to cp-sat --solver cp-sat-position --out model.pb
    """
)
@click.argument("deal", metavar="DEAL")
@click.option("--to", "target", type=click.Choice([*DEFAULTS]), required=True, help="What to write.")
@click.option(
    "--solver",
    metavar="NAME",
    help="Whose formula or model: a name of 'blackhole solvers', with parts joined by +. Default: sat, or cp-sat.",
)
@click.option(
    "--out",
    default=STANDARD_INPUT,
    metavar="FILE",
    help="Write there, over what it holds. Default: - for standard output.",
)
@deal_options
def encode(deal: str, target: str, solver: str | None, out: str, options: DealOptions) -> None:
    """Write the formula or the model of DEAL, for another program to solve.

    dimacs is a CNF formula for SAT solvers. Comments before its header tell the deal, and for each variable of that
    kind the card and the step it is about; 'blackhole decode' turns a solver's answer into an order.

    cp-sat is a model for OR-Tools CP-SAT, whose variables have telling names: as protobuf text, or as a binary message
    into a file that ends in .pb or .bin.
    """
    name = solver or DEFAULTS[target]
    encoder = sat_solver(name) if target == "dimacs" else None
    chosen = one_deal(deal, options)
    data = _model(chosen, name, binary=out.endswith(BINARY)) if encoder is None else formula(chosen, encoder)
    if out == STANDARD_INPUT:
        click.echo(data, nl=False)
        return
    from blackhole_experiments.files import write_file

    if not out:
        raise InputError("'' names no file")
    write_file(Path(out), data)


def sat_solver(name: str) -> Sat:
    """Return the SAT solver called `name`, whose formula is wanted.

    Raises:
        InputError: there is none, or it is no SAT solver.
    """
    from blackhole_models import solvers
    from blackhole_models.cnf.options import BASES
    from blackhole_models.sat.solver import Sat

    made = solvers.make(name)
    if not isinstance(made, Sat):
        raise InputError(f"{shorten(name, 40)} has no formula in CNF: {', '.join(BASES)} have")
    return made


def formula(deal: Deal, solver: Sat) -> str:
    """Return the formula that `solver` solves for `deal`, as the text of a DIMACS file."""
    from blackhole_models.cnf.dimacs import write_dimacs

    text = StringIO()
    write_dimacs(deal, solver.options, text, name=solver.name)
    return text.getvalue()


def _model(deal: Deal, name: str, *, binary: bool) -> str | bytes:
    from blackhole_models.cp_sat.export import model_bytes, model_text

    return model_bytes(deal, name) if binary else model_text(deal, name)
