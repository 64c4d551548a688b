"""Prints what came of runs, deal by deal: for `solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from blackhole_experiments.cli import answers, layout
from blackhole_experiments.cli.best import best_of
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
        best: the answers are about the longest play.
    """

    def __init__(
        self,
        *,
        solver: str,
        as_json: bool,
        with_order: bool,
        steps: bool,
        spaced: bool,
        game: UnderWay | None = None,
        best: bool = False,
    ) -> None:
        self._solver = solver
        self._as_json = as_json
        self._with_order = with_order
        self._steps = steps
        self._spaced = spaced
        self._game = game
        self._best = best
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
            click.echo(answers.json_line(answer, steps=self._steps, game=self._game, best=self._best))
            return
        click.echo("\n".join(self._lines(answer)))

    def _lines(self, outcome: Outcome) -> list[str]:
        best = best_of(outcome) if self._best else None
        headline = answers.headline(outcome, self._game, best)
        taken = answers.steps_of(outcome) if best is None else best.steps
        if not self._with_order and not self._steps:
            return [f"{headline}; {answers.brief_figures(outcome)}", *self._next(outcome, taken)]
        lines = [headline, ""]
        if advice := self._next(outcome, taken):
            lines += [*advice, ""]
        if taken and self._steps:
            lines += [*layout.step_rows(outcome.run.deal, taken, symbols=self._symbols), ""]
        elif taken:
            lines.append("The order, each card with the number of its fan:")
            lines += [*layout.order_rows(taken, symbols=self._symbols), ""]
        lines.append(f"{outcome.run.solver}: {answers.figures(outcome)}")
        return [*lines, ""] if self._spaced else lines

    def _next(self, outcome: Outcome, taken: Sequence[Step]) -> list[str]:
        """Say which card to play next in a game under way; nothing where that is not known."""
        if self._game is None:
            return []
        step = answers.next_step(taken, self._game)
        if step is None:
            over = len(self._game.cards) == len(outcome.run.deal)
            return ["All cards were played already."] if over else []
        card, fan = layout.spell(step.card, symbols=self._symbols), step.fan
        return [f"The next card: {card}" if fan is None else f"The next card: {card}, from fan {fan + 1}"]
