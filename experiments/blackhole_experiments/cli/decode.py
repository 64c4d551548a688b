"""`blackhole decode`: the answer of another SAT solver, turned into an order that the referee has replayed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from blackhole_experiments.cli import exits, layout
from blackhole_experiments.cli.encode import DEFAULTS, formula, sat_solver
from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.inputs import STANDARD_INPUT, DealOptions, deal_options, one_deal, read_bytes
from blackhole_models.errors import InputError
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from blackhole_models.cards import Card
    from blackhole_models.cnf.dimacs import Dimacs
    from blackhole_models.deal import Deal


@click.command(
    epilog="""\b
    Exit codes: 10 an order that wins, 20 the solver says that there is none, 2 some input could not be used.

    \b
    Examples:
      blackhole encode pysolfc:5 --to dimacs --out 5.cnf
      cadical -q 5.cnf > 5.answer
      blackhole decode pysolfc:5 5.answer
      blackhole encode pysolfc:5 --to dimacs | cadical -q | blackhole decode pysolfc:5
    """
)
@click.argument("deal", metavar="DEAL")
@click.argument("answer", metavar="[ANSWER]", default=STANDARD_INPUT)
@click.option(
    "--solver",
    metavar="NAME",
    help="The solver that 'blackhole encode' was told, which fixes the formula. Default: sat.",
)
@click.option(
    "--cnf", metavar="FILE", help="The formula itself, as 'blackhole encode' wrote it. Default: written once more."
)
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON: deal, verdict, order, verified.")
@deal_options
def decode(deal: str, answer: str, solver: str | None, cnf: str | None, as_json: bool, options: DealOptions) -> int:
    """Read what a SAT solver said of the formula of DEAL, and print the order it found.

    ANSWER is a file, or - for standard input, with what the solver printed: a line "s SATISFIABLE" and its model in
    lines that begin with v. The model must make every clause true, and the referee replays the order. "s UNSATISFIABLE"
    is passed on as the solver's word.
    """
    from blackhole_models.cnf.answer import order_of, read_answer

    if solver is not None and cnf is not None:
        raise InputError("--solver and --cnf both name the formula: give one of them")
    if [deal, answer, cnf].count(STANDARD_INPUT) > 1:
        raise InputError("standard input can be read only once")
    encoder = sat_solver(solver or DEFAULTS["dimacs"])
    chosen = one_deal(deal, options)
    solved = _formula(chosen, formula(chosen, encoder), "") if cnf is None else _formula(chosen, _text(cnf), cnf)
    source = "standard input" if answer == STANDARD_INPUT else answer
    said = read_answer(_text(answer), source=source)
    try:
        order = order_of(solved, said) if said.satisfiable else None
    except InputError as error:
        raise error.at(source) from None
    _show(chosen, order, as_json=as_json)
    return exits.UNSOLVABLE if order is None else exits.SOLVABLE


def _text(path: str) -> str:
    return read_bytes(path).decode("utf-8", errors="replace")


def _formula(deal: Deal, text: str, source: str) -> Dimacs:
    """Read a formula.

    Raises:
        InputError: it is none, or is about another deal.
    """
    from blackhole_models.cnf.dimacs import read_dimacs

    read = read_dimacs(text, source=source or None)
    if (read.deal.foundation, read.deal.fans, read.deal.ranks) != (deal.foundation, deal.fans, deal.ranks):
        raise InputError(f"the formula is about another deal than {layout.name(deal)}", source=source)
    return read


def _show(deal: Deal, order: tuple[Card, ...] | None, *, as_json: bool) -> None:
    from blackhole_models.referee import replay

    if as_json:
        line = {
            "deal": deal.name,
            "verdict": Verdict.UNSOLVABLE if order is None else Verdict.SOLVABLE,
            "order": None if order is None else [str(card) for card in order],
            "verified": order is not None,
        }
        click.echo(json.dumps(line))
        return
    name = layout.name(deal)
    if order is None:
        click.echo(f"{name}: unsolvable, by the solver's word alone")
        warn("for evidence have the solver write a proof, and see 'blackhole check-proof'")
        return
    click.echo(f"{name}: solvable (the order was replayed by the referee)\n")
    click.echo("The order, each card with the number of its fan:")
    click.echo("\n".join(layout.order_rows(replay(deal, order).steps, symbols=layout.shows_symbols())))
