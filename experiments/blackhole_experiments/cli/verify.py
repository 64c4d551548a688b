"""`blackhole verify`: the referee on an order from elsewhere."""

from __future__ import annotations

import click

from blackhole_experiments.cli import exits, layout
from blackhole_experiments.cli.inputs import STANDARD_INPUT, DealOptions, deal_options, one_deal
from blackhole_experiments.cli.orders import read_order
from blackhole_models.errors import InputError


@click.command(
    epilog="""\b
    Exit codes: 0 the order wins, 1 it does not, 2 some input could not be used.

    \b
    Examples:
      blackhole verify my-deal.txt "AS KH QD JC"
      blackhole solve --json pysolfc:5 | blackhole verify pysolfc:5 -
    """
)
@click.argument("deal", metavar="DEAL")
@click.argument("order", metavar="ORDER")
@deal_options
def verify(deal: str, order: str, options: DealOptions) -> int:
    """Let the referee replay ORDER on DEAL, and say whether it wins or which rule it breaks first.

    ORDER is a file, - for standard input, or the cards themselves between quotes: all cards in the order played, the
    foundation card first, separated by blanks, commas or new lines; ten is T or 10, suits are letters or symbols. JSON
    as 'blackhole solve --json' prints it will do, too; of several lines, the one about this deal is taken.
    """
    from blackhole_models.referee import replay

    if deal == order == STANDARD_INPUT:
        raise InputError("only one of the two can be standard input")
    played = one_deal(deal, options)
    replayed = replay(played, read_order(order, played))
    if replayed.wins:
        click.echo(f"{layout.name(played)}: won, all {layout.count(len(played), 'card')} played by the rules")
        return exits.DONE
    click.echo(f"{layout.name(played)}: not won: {replayed.fault}")
    return exits.SHORT
