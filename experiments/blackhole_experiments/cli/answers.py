"""What is said of a run: some lines for people, or one line of JSON for programs.

For `solve`. A line of JSON takes its names and figures from the rows of `runs.rows`, whose `COLUMNS` say what each
means; `order` is a list here, and `verified` says in one word whether the referee has replayed it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from blackhole_experiments.cli import layout
from blackhole_experiments.cli.best import best_of
from blackhole_experiments.runs.rows import row
from blackhole_models.referee import replay
from blackhole_models.result import Json, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackhole_experiments.cli.best import Best
    from blackhole_experiments.cli.underway import UnderWay
    from blackhole_experiments.runs.outcome import Outcome
    from blackhole_models.deal import Deal
    from blackhole_models.errors import InputError
    from blackhole_models.referee import Step

FIELDS: Final = (
    "deal",
    "solver",
    "verdict",
    "order",
    "verified",
    "effort",
    "effort_unit",
    "build_seconds",
    "solve_seconds",
    "wall_seconds",
    "cpu_seconds",
    "prepare_seconds",
    "peak_memory_mb",
    "message",
    "trace",
    "all_settings",
    "limit_seconds",
    "limit_memory_mb",
    "limit_effort",
    "details",
    "cards",
    "versions",
    "toolkit_version",
    "python",
    "platform",
)
"""What a line of JSON has, in this order, whatever came of the run; null where there is nothing to say."""


def steps_of(outcome: Outcome) -> tuple[Step, ...]:
    """Return the steps of the order found, as the referee saw them; () if there is none."""
    if outcome.result.verdict is not Verdict.SOLVABLE:
        return ()
    return replay(outcome.run.deal, outcome.result.order or ()).steps


def next_step(steps: Sequence[Step], game: UnderWay) -> Step | None:
    """Return the step to take next on the way of `steps`, which begins as the game did; None if there is none."""
    return steps[len(game.cards)] if len(steps) > len(game.cards) else None


def json_line(outcome: Outcome, *, steps: bool = False, game: UnderWay | None = None, best: bool = False) -> str:
    """Return the line of JSON of an outcome.

    Args:
        outcome: what came of a run.
        steps: add the order step by step: card, fan (from 1) and what remains of it, the top last.
        game: the game that was under way, if any; its cards are added as `played`, the card to play next as `next`.
        best: add the longest play found as `best`; it takes the place of the order for `steps` and `next`.
    """
    cells = row(outcome)
    longest = best_of(outcome) if best else None
    taken = steps_of(outcome) if longest is None else longest.steps
    line: dict[str, Json] = {name: cells.get(name) for name in FIELDS}
    line["order"] = [str(step.card) for step in steps_of(outcome)] or None
    line["verified"] = outcome.result.verified
    if best:
        line["best"] = None if longest is None else longest.to_json()
    if game is not None:
        step = next_step(taken, game)
        line["played"] = [str(card) for card in game.cards]
        line["next"] = None if step is None else str(step.card)
    if steps:
        fans = outcome.run.deal.fans
        line["steps"] = [
            {
                "card": str(step.card),
                "fan": None if step.fan is None else step.fan + 1,
                "left": [] if step.fan is None else [str(card) for card in fans[step.fan][: step.left]],
            }
            for step in taken
        ]
    return json.dumps(line)


def json_refusal(error: InputError, solver: str) -> str:
    """Return the line of JSON that stands for a deal that could not be used."""
    line: dict[str, Json] = dict.fromkeys(FIELDS)
    line |= {
        "deal": error.source or "",
        "solver": solver,
        "verdict": str(Verdict.ERROR),
        "verified": False,
        "message": str(error),
    }
    return json.dumps(line)


def headline(outcome: Outcome, game: UnderWay | None = None, best: Best | None = None) -> str:
    """Return the verdict, or how many cards can be played, with what backs it, in one line."""
    decided = outcome.run.deal if game is None else game.rest
    evidence = _evidence(outcome, decided)
    said = f"{outcome.result.verdict} ({evidence})" if best is None else best.headline(outcome, evidence)
    return f"{layout.name(decided)}: {said}"


def _evidence(outcome: Outcome, decided: Deal) -> str:
    run, result = outcome.run, outcome.result
    limits = run.limits
    match result.verdict:
        case Verdict.SOLVABLE:
            return "the order was replayed by the referee"
        case Verdict.UNSOLVABLE if not has_first_move(decided):
            return f"no first move: no uncovered card is a neighbour of {decided.foundation}"
        case Verdict.UNSOLVABLE:
            return f"{run.solver} ruled out every order"
        case Verdict.TIME_LIMIT if limits.seconds is not None:
            return f"not decided within {limits.seconds:g} s"
        case Verdict.MEMORY_LIMIT if limits.memory_mb is not None:
            return f"not decided within {limits.memory_mb:g} MB"
        case Verdict.EFFORT_LIMIT if limits.effort is not None:
            return f"not decided within {_effort(limits.effort, result.effort_unit)}"
        case _:  # also a limit that nobody set, such as the machine's memory
            return f"not decided: {result.message}" if result.message else "not decided"


def has_first_move(deal: Deal) -> bool:
    """Return whether any card can be played at all."""
    before = () if deal.foundation is None else (deal.foundation,)
    return any(replay(deal, (*before, card), complete=False).wins for card in deal.uncovered)


def figures(outcome: Outcome) -> str:
    """Return what the run took, in one line."""
    result, measured = outcome.result, outcome.measured
    parts = [] if result.effort is None else [_effort(result.effort, result.effort_unit)]
    if measured.answered:
        parts.append(f"{layout.seconds(result.build_seconds)} to build")
        parts.append(f"{layout.seconds(result.solve_seconds)} to solve")
    else:
        parts.append(f"{layout.seconds(measured.wall_seconds)} in all")
    if measured.peak_memory_mb is not None:
        parts.append(f"peak memory {measured.peak_memory_mb:.0f} MB")
    return ", ".join(parts)


def brief_figures(outcome: Outcome) -> str:
    """Return what the run took, for a line that says more."""
    result, measured = outcome.result, outcome.measured
    time = layout.seconds(result.build_seconds + result.solve_seconds if measured.answered else measured.wall_seconds)
    return time if result.effort is None else f"{_effort(result.effort, result.effort_unit)}, {time}"


def _effort(number: int, unit: str) -> str:
    return layout.count(number, unit.removesuffix("s") or "unit")
