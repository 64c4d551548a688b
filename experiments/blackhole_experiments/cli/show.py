"""Prints what came of runs, deal by deal: for `solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from blackhole_experiments.cli import answers, layout
from blackhole_experiments.cli.group import warn
from blackhole_models.errors import InputError
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackhole_experiments.cli.underway import UnderWay
    from blackhole_experiments.runs.outcome import Outcome
    from blackhole_models.referee import Step


class Show:
    """Prints answers.

    Args:
        solver: who answers.
        as_json: print lines of JSON, not text.
        with_order: print the order found; else a line a deal.
        steps: print it step by step.
        spaced: leave a line free between the orders.
        game: the game that the answers are about, if it was under way.
    """

    def __init__(
        self, *, solver: str, as_json: bool, with_order: bool, steps: bool, spaced: bool, game: UnderWay | None = None
    ) -> None:
        self._solver = solver
        self._as_json = as_json
        self._with_order = with_order
        self._steps = steps
        self._spaced = spaced
        self._game = game
        self._symbols = layout.shows_symbols()

    def __call__(self, answer: Outcome | InputError) -> None:
        """Print one answer; an error of an input has already been said to people."""
        if isinstance(answer, InputError):
            if self._as_json:
                click.echo(answers.json_refusal(answer, self._solver))
            return
        if answer.result.verdict is Verdict.ERROR:
            warn(f"{layout.name(answer.run.deal)}: {self._solver} failed: {answer.result.message}")
        if self._as_json:
            click.echo(answers.json_line(answer, steps=self._steps, game=self._game))
            return
        click.echo("\n".join(self._lines(answer)))

    def _lines(self, outcome: Outcome) -> list[str]:
        headline = answers.headline(outcome, self._game)
        if not self._with_order and not self._steps:
            return [f"{headline}; {answers.brief_figures(outcome)}"]
        lines = [headline, ""]
        taken = answers.steps_of(outcome)
        if taken and self._game is not None:
            lines += [self._next(taken[len(self._game.cards) :]), ""]
        if taken and self._steps:
            lines += [*layout.step_rows(outcome.run.deal, taken, symbols=self._symbols), ""]
        elif taken:
            lines.append("The order, each card with the number of its fan:")
            lines += [*layout.order_rows(taken, symbols=self._symbols), ""]
        lines.append(f"{outcome.run.solver}: {answers.figures(outcome)}")
        return [*lines, ""] if self._spaced else lines

    def _next(self, steps: Sequence[Step]) -> str:
        if not steps:
            return "All cards were played already."
        card, fan = layout.spell(steps[0].card, symbols=self._symbols), steps[0].fan
        return f"The next card: {card}" if fan is None else f"The next card: {card}, from fan {fan + 1}"
