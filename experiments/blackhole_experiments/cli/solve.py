"""`blackhole solve`: decides deals, each in a process of its own that is ended at its limits."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.inputs import DealOptions, Inputs, deal_options, open_deals
from blackhole_experiments.cli.options import Asked, default_jobs, jobs_option, limit_options
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from blackhole_experiments.cli.underway import UnderWay
    from blackhole_models.deal import Deal

DEFAULT_SOLVER = "search"


@click.command(
    epilog="""\b
    Exit codes:
      one deal       10 solvable, 20 unsolvable, 0 not decided, as SAT solvers do
      several deals  0 each was decided, 1 some was not
      either         1 a run failed, 2 some input could not be used (the rest is done),
                     130 after Ctrl-C (what is done is printed)

    \b
    Examples:
      blackhole solve pysolfc:5
      blackhole solve my-deal.txt other.json --solver sat --time-limit 10
      blackhole solve pysolfc:1-1000 --json > answers.jsonl
      blackhole solve uniform:7 --game all-in-a-row --steps
      blackhole solve pysolfc:5 --played "KS AD 2H"
      blackhole solve pysolfc:27-29 --best
      blackhole solve pysolfc:400 --proof 400.drat
      blackhole solve pysolfc:5 --solver cp-sat --log
    """
)
@click.argument("deals", metavar="DEAL...", nargs=-1, required=True)
@click.option(
    "--solver",
    default=DEFAULT_SOLVER,
    show_default=True,
    metavar="NAME",
    help="Who decides: a name of 'blackhole solvers', with parts joined by +.",
)
@limit_options
@jobs_option
@click.option(
    "--played",
    metavar="CARDS",
    help="Cards of one deal that were played already: can the rest still be won? A list between quotes, or a file.",
)
@click.option(
    "--best",
    is_flag=True,
    help="Find the most cards that can be played, and an order that plays them. With search or cp-sat.",
)
@click.option(
    "--log", is_flag=True, help="Show CP-SAT's own log on standard error; then one deal is decided at a time."
)
@click.option(
    "--proof",
    metavar="FILE",
    help="Of one deal, found unsolvable by a SAT solver (default: sat): write the proof there in DRAT, and the formula "
    "beside it, with the ending .cnf. See 'blackhole check-proof'.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON a deal, in the order given.")
@click.option("--order/--no-order", "with_order", default=None, help="Print the order found. Default: for one deal.")
@click.option("--steps", is_flag=True, help="Print the order step by step: the centre, and what is left of the fan.")
@deal_options
@click.pass_context
def solve(
    ctx: click.Context,
    /,
    deals: tuple[str, ...],
    solver: str,
    asked: Asked,
    jobs: int | None,
    played: str | None,
    best: bool,
    log: bool,
    proof: str | None,
    as_json: bool,
    with_order: bool | None,
    steps: bool,
    options: DealOptions,
) -> int:
    """Decide each DEAL: can it be won, and how?

    A DEAL is a file (its format is seen by its content; it may hold several deals), - for standard input, a number such
    as pysolfc:5, ms:5 or uniform:5, or a range such as pysolfc:1-100.

    An order that wins is replayed by the referee before it is shown. A deal that is not decided within the limits is
    never called unsolvable; with --best, a deal is decided when no longer play is possible than the one found.
    """
    from blackhole_experiments.cli.best import solver_for
    from blackhole_experiments.cli.log import shown_log
    from blackhole_experiments.cli.proofs import PROVER, proving, tell
    from blackhole_experiments.cli.running import Progress, outcomes_in_order
    from blackhole_experiments.cli.show import Show
    from blackhole_experiments.cli.tally import Tally
    from blackhole_experiments.runs.run import Run

    if best:
        solver = solver_for(solver)
    elif proof is not None and ctx.get_parameter_source("solver") is ParameterSource.DEFAULT:
        solver = PROVER
    if proof is not None:
        asked = proving(solver, asked, proof)
    _check(solver, asked, log=log)
    game = None if played is None else _begun(deals, played, options)
    inputs = open_deals(deals, options) if game is None else Inputs([[game.rest]])
    several = len(inputs) > 1
    if proof is not None and several:
        raise InputError(f"--proof is about one deal, and there are {len(inputs):,}")
    show = Show(
        solver=solver,
        as_json=as_json,
        with_order=not several if with_order is None else with_order,
        steps=steps,
        spaced=several,
        game=game,
        best=best,
    )

    def plan(deal: Deal) -> Run:
        return Run(deal, solver, {**asked.settings, **log_setting}, asked.limits)

    tally = Tally(len(inputs))
    lanes = 1 if log else min(len(inputs), jobs or default_jobs(asked.workers))
    with (
        shown_log(wanted=log) as log_setting,
        Progress(len(inputs), solver) as progress,
        closing(outcomes_in_order(inputs, plan, jobs=lanes)) as found,  # however the loop is left, all runs end
    ):
        for answer in found:
            told = answer if game is None or isinstance(answer, InputError) else game.whole(answer)
            tally.add(told)
            with progress.step():
                show(told)
            if proof is not None and not isinstance(told, InputError):
                tell(told, as_json=as_json)
    if several:
        warn(tally)
    return tally.exit_code


def _begun(deals: tuple[str, ...], played: str, options: DealOptions) -> UnderWay:
    from blackhole_experiments.cli.underway import begun

    return begun(deals, played, options)


def _check(name: str, asked: Asked, *, log: bool) -> None:
    """Refuse at once what every run would come to grief over."""
    from blackhole_experiments.cli.abilities import abilities
    from blackhole_models import solvers

    if log and not name.startswith("cp-sat"):
        raise InputError(f"--log shows the log of CP-SAT, and {name} works without it")
    solver = solvers.make(name, **asked.settings)
    if asked.effort_limit is not None and "effort" not in abilities(name, solver).limits:
        told = "".join(f", {setting} {value}" for setting, value in asked.settings.items())
        raise InputError(f"the effort of {name}{told} cannot be limited")
