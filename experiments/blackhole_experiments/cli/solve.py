"""`blackhole solve`: decides deals, each in a process of its own that is ended at its limits."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from blackhole_experiments.cli import exits, layout
from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.inputs import DealOptions, deal_options, open_deals
from blackhole_experiments.cli.options import Asked, default_jobs, jobs_option, limit_options
from blackhole_models.errors import InputError
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from blackhole_experiments.runs.outcome import Outcome
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
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON a deal, in the order given.")
@click.option("--order/--no-order", "with_order", default=None, help="Print the order found. Default: for one deal.")
@click.option("--steps", is_flag=True, help="Print the order step by step: the centre, and what is left of the fan.")
@deal_options
def solve(
    deals: tuple[str, ...],
    solver: str,
    asked: Asked,
    jobs: int | None,
    as_json: bool,
    with_order: bool | None,
    steps: bool,
    options: DealOptions,
) -> int:
    """Decide each DEAL: can it be won, and how?

    A DEAL is a file (its format is seen by its content; it may hold several deals), - for standard input, a number such
    as pysolfc:5, ms:5 or uniform:5, or a range such as pysolfc:1-100.

    An order that wins is replayed by the referee before it is shown. A deal that is not decided within the limits is
    never called unsolvable.
    """
    from blackhole_experiments.cli.running import Progress, outcomes_in_order
    from blackhole_experiments.runs.run import Run

    _check(solver, asked)
    inputs = open_deals(deals, options)
    several = len(inputs) > 1
    show = _Show(
        solver=solver,
        as_json=as_json,
        with_order=not several if with_order is None else with_order,
        steps=steps,
        spaced=several,
    )

    def plan(deal: Deal) -> Run:
        return Run(deal, solver, asked.settings, asked.limits)

    tally = Tally(len(inputs))
    lanes = min(len(inputs), jobs or default_jobs(asked.workers))
    with Progress(len(inputs), solver) as progress:
        for answer in outcomes_in_order(inputs, plan, jobs=lanes):
            tally.add(answer)
            with progress.step():
                show(answer)
    if several:
        warn(tally)
    return tally.exit_code


def _check(name: str, asked: Asked) -> None:
    """Refuse at once what every run would come to grief over."""
    from blackhole_experiments.cli.abilities import abilities
    from blackhole_models import solvers

    solver = solvers.make(name, **asked.settings)
    if asked.effort_limit is not None and "effort" not in abilities(name, solver).limits:
        told = "".join(f", {setting} {value}" for setting, value in asked.settings.items())
        raise InputError(f"the effort of {name}{told} cannot be limited")


class Tally:
    """Counts verdicts, and says how the command is to end.

    Args:
        total: deals and inputs that cannot be used, in all.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._verdicts: Counter[Verdict] = Counter()
        self._unusable = 0
        self._cancelled = False

    def add(self, answer: Outcome | InputError) -> None:
        """Count an answer."""
        if isinstance(answer, InputError):
            self._unusable += 1
            return
        self._verdicts[answer.result.verdict] += 1
        # A solver may stop of its own accord, too; then there is an answer.
        self._cancelled |= answer.result.verdict is Verdict.INTERRUPTED and not answer.measured.answered

    @property
    def exit_code(self) -> int:
        """How the command is to end; see `exits`."""
        if self._cancelled:
            return exits.INTERRUPTED
        if self._unusable:
            return exits.UNUSABLE
        if self._verdicts[Verdict.ERROR]:
            return exits.SHORT
        if self._total > 1:
            return exits.DONE if all(verdict.decided for verdict in self._verdicts) else exits.SHORT
        codes = {Verdict.SOLVABLE: exits.SOLVABLE, Verdict.UNSOLVABLE: exits.UNSOLVABLE}
        return next((codes.get(verdict, exits.DONE) for verdict in self._verdicts), exits.DONE)

    def __str__(self) -> str:
        """Return the counts in one line."""
        parts = [f"{self._verdicts[verdict]:,} {verdict}" for verdict in Verdict if self._verdicts[verdict]]
        if self._unusable:
            parts.append(f"{self._unusable:,} unusable")
        left = self._total - self._verdicts.total() - self._unusable
        if left:
            parts.append(f"{left:,} not begun")
        return f"{layout.count(self._total, 'deal')}: {', '.join(parts)}"


class _Show:
    """Prints answers as they come."""

    def __init__(self, *, solver: str, as_json: bool, with_order: bool, steps: bool, spaced: bool) -> None:
        self._solver = solver
        self._as_json = as_json
        self._with_order = with_order
        self._steps = steps
        self._spaced = spaced
        self._symbols = layout.shows_symbols()

    def __call__(self, answer: Outcome | InputError) -> None:
        """Print one answer; an error of an input has already been said to people."""
        from blackhole_experiments.cli import answers

        if isinstance(answer, InputError):
            if self._as_json:
                click.echo(answers.json_refusal(answer, self._solver))
            return
        if answer.result.verdict is Verdict.ERROR:
            warn(f"{layout.name(answer.run.deal)}: {self._solver} failed: {answer.result.message}")
        if self._as_json:
            click.echo(answers.json_line(answer, steps=self._steps))
            return
        click.echo("\n".join(self._lines(answer)))

    def _lines(self, outcome: Outcome) -> list[str]:
        from blackhole_experiments.cli import answers

        if not self._with_order and not self._steps:
            return [f"{answers.headline(outcome)}; {answers.brief_figures(outcome)}"]
        lines = [answers.headline(outcome), ""]
        taken = answers.steps_of(outcome)
        if taken and self._steps:
            lines += [*layout.step_rows(outcome.run.deal, taken, symbols=self._symbols), ""]
        elif taken:
            lines.append("The order, each card with the number of its fan:")
            lines += [*layout.order_rows(taken, symbols=self._symbols), ""]
        lines.append(f"{outcome.run.solver}: {answers.figures(outcome)}")
        return [*lines, ""] if self._spaced else lines
