"""The command `blackhole`.

For people at a terminal and for scripts. `COMMANDS` is the one list of commands: a command joins with a module and one
line here, and nothing of it is imported before it is asked for, so that `blackhole --help` answers at once. Parts that
commands share:

    group     finds commands, turns errors into one line and an exit code
    exits     the exit codes
    inputs    DEAL arguments: files, standard input, numbers and ranges
    options   limits and settings of a solver
    orders    lists of cards played, in any usual writing
    running   runs in the order given, with a progress bar
    answers   what is said of a run: text for people, a line of JSON for programs
    layout    cards, orders, times and tables as text

A command is a click command whose function returns its exit code, or None for 0. Standard output is for what was asked
for; everything else that is said to people goes to standard error.

>>> from click.testing import CliRunner
>>> CliRunner().invoke(main, ["deal", "pysolfc:27"]).output.splitlines()[:3]
['# pysolfc:27', 'Foundations: AS', '6H 3S 5H']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from blackhole_experiments.cli.group import CommandLine, Lazy

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMANDS: Mapping[str, Lazy] = {
    "solve": Lazy("blackhole_experiments.cli.solve:solve", "Decide deals."),
    "compare": Lazy("blackhole_experiments.cli.compare:compare", "Compare several solvers on the same deals."),
    "census": Lazy("blackhole_experiments.cli.census:census", "Count the winnable deals of a range of numbers."),
    "table": Lazy("blackhole_experiments.cli.table:table", "Make a table of rows already collected."),
    "plot": Lazy("blackhole_experiments.cli.plot:plot", "Draw a figure of rows already collected."),
    "deal": Lazy("blackhole_experiments.cli.deals:deal", "Deal by number, as text."),
    "convert": Lazy("blackhole_experiments.cli.deals:convert", "Write deals in another format."),
    "verify": Lazy("blackhole_experiments.cli.verify:verify", "Let the referee replay an order."),
    "explain": Lazy("blackhole_experiments.cli.explain:explain", "Say why a deal cannot be won."),
    "encode": Lazy("blackhole_experiments.cli.encode:encode", "Write the formula or model of a deal."),
    "decode": Lazy("blackhole_experiments.cli.decode:decode", "Turn another SAT solver's answer into an order."),
    "check-proof": Lazy("blackhole_experiments.cli.check_proof:check_proof", "Check a proof of unsolvability."),
    "solvers": Lazy("blackhole_experiments.cli.solver_list:solvers", "List the solvers and what each can do."),
    "reproduce": Lazy("blackhole_experiments.cli.reproduce:reproduce", "Run a named study."),
}
"""Each command, in the order of `blackhole --help`: where it is, and what it does in a few words."""


def _print_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"blackhole-toolkit {version('blackhole-toolkit')}")
        ctx.exit()


main = CommandLine(
    "blackhole",
    commands=COMMANDS,
    help="""Decide deals of the patience game Black Hole, and compare the approaches.

    A DEAL is a file (its format is seen by its content), - for standard input, a number such as pysolfc:5, or a range
    such as pysolfc:1-100.

    \b
    Examples:
      blackhole solve pysolfc:5
      blackhole solve my-deal.txt --solver sat --time-limit 10
    """,
    epilog="'blackhole COMMAND --help' says more about a command.",
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help="Show the toolkit's version and exit.",
        )
    ],
)
"""The command: call it, or hand it to click's test runner."""
