"""`blackhole explain`: why a deal is unsolvable, in words for players, and how far one can get all the same."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click

from blackhole_experiments.cli import exits, layout
from blackhole_experiments.cli.inputs import DealOptions, deal_options, one_deal
from blackhole_experiments.cli.options import amount
from blackhole_models.result import Limits, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal
    from blackhole_models.explain import Explanation
    from blackhole_models.referee import Step
    from blackhole_models.result import Json
    from blackhole_models.search.longest import Longest

SECOND: Final = "search"
"""The approach beside SAT, which confirms what SAT found out."""

SECONDS: Final = 60.0
MEGABYTES: Final = 1000.0

LATTICE: Final = Limits(memory_mb=MEGABYTES, effort=2_000_000)
"""Beyond this the figures on all positions of a deal are left out: they are an extra, and some deals have billions."""

_WIDTH: Final = 79
_FEW: Final = 6
"""Fans whose cards are shown to the last; of more only the uncovered cards are."""


@click.command(
    epilog="""\b
    Exit codes: 10 the deal can be won, 20 it is unsolvable, 0 not decided, 2 some input could not be used,
    130 after Ctrl-C.

    \b
    Examples:
      blackhole explain pysolfc:27
      blackhole explain my-deal.txt --json
    """
)
@click.argument("deal", metavar="DEAL")
@click.option(
    "--time-limit",
    type=amount("seconds"),
    default=SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Wall time for the reason, once the formula is built, and as much again for how far one can get.",
)
@click.option(
    "--memory-limit",
    type=amount("megabytes"),
    default=MEGABYTES,
    show_default=True,
    metavar="MB",
    help="Memory for the tables of the search, in MB of 10^6 bytes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON, with figures on all positions as well.")
@deal_options
def explain(deal: str, time_limit: float, memory_limit: float, as_json: bool, options: DealOptions) -> int:
    """Say why DEAL cannot be won: which fans rule it out by the order of their cards alone.

    All other cards might lie free, and it still could not be won; and none of the fans named can be left out. SAT finds
    them, and the search confirms them, or the other way round. Hard deals have no small reason.

    Then the most cards that can be played, and where play ends. With --json also, for deals with no more than millions
    of positions, how many positions can be reached, how many orders win, and how often random play does.
    """
    from blackhole_models.explain import Kind
    from blackhole_models.explain import explain as ask
    from blackhole_models.solvers import make

    chosen = one_deal(deal, options)
    limits = Limits(time_limit, memory_limit)
    start = time.perf_counter()
    why = ask(chosen, make(SECOND), limits)
    took = time.perf_counter() - start
    reached = None if why.kind is Kind.SOLVABLE else _reached(chosen, limits)
    if as_json:
        click.echo(json.dumps(_data(chosen, why, reached, took)))
    else:
        click.echo("\n".join(_lines(chosen, why, reached, symbols=layout.shows_symbols())))
    codes = {Kind.SOLVABLE: exits.SOLVABLE, Kind.UNDECIDED: exits.DONE}
    return codes.get(why.kind, exits.UNSOLVABLE)


@dataclass(frozen=True, slots=True)
class _Reached:
    """The longest play, step by step, and what is left of the fans after it.

    Attributes:
        longest: what was found.
        steps: its steps, the foundation card first.
        left: for each fan that still has cards, its number from 0 and the cards, the top last.
    """

    longest: Longest
    steps: tuple[Step, ...]
    left: tuple[tuple[int, tuple[Card, ...]], ...]


def _reached(deal: Deal, limits: Limits) -> _Reached:
    from blackhole_models.referee import replay
    from blackhole_models.search.longest import longest

    found = longest(deal, limits)
    steps = replay(deal, found.order, complete=False).steps if found.order else ()
    sizes = {number: len(fan) for number, fan in enumerate(deal.fans)}
    sizes |= {step.fan: step.left for step in steps if step.fan is not None}
    left = tuple((number, deal.fans[number][:size]) for number, size in sizes.items() if size)
    return _Reached(found, steps, left)


def _lines(deal: Deal, why: Explanation, reached: _Reached | None, *, symbols: bool) -> list[str]:
    """Return the explanation for people."""
    from blackhole_models.explain import Kind

    name = layout.name(deal)
    if why.kind is Kind.SOLVABLE:
        return [f"{name}: solvable (the order was replayed by the referee); 'blackhole solve' shows an order"]
    if why.kind is Kind.UNDECIDED:
        lines = [f"{name}: not decided", "", *wrap(why.sentence(), _WIDTH)]
    else:
        lines = [f"{name}: unsolvable ({_backing(why)})", "", *wrap(why.sentence(), _WIDTH)]
        if len(why.fans) <= _FEW:
            lines += _fans([(fan, deal.fans[fan]) for fan in why.fans], symbols=symbols)
    ending = [] if reached is None else _ending(deal, reached, symbols=symbols)
    return [*lines, "", *ending] if ending else lines


def _backing(why: Explanation) -> str:
    finder, *others = why.confirmed_by
    return f"found by {finder}, confirmed by {others[0]}" if others else f"found by {finder}, confirmed by nobody yet"


def _ending(deal: Deal, reached: _Reached, *, symbols: bool) -> list[str]:
    """Say how many cards can be played, which, and where play ends."""
    found, steps = reached.longest, reached.steps
    total = len(deal) - (deal.foundation is not None)
    if not found.cards:
        return [] if found.proven else ["It was not found out within the limits how many cards can be played."]
    most = "At most" if found.proven else "At least"
    lines = [f"{most} {found.cards} of {layout.count(total, 'card')} can be played, such as:"]
    lines += layout.order_rows(steps, symbols=symbols)
    last = layout.spell(steps[-1].card, symbols=symbols)
    stuck = "and no uncovered card is its neighbour" if found.proven else "and uncovered are"
    lines.append(f"Then {last} lies in the centre, {stuck}:")
    if len(reached.left) <= _FEW:
        return lines + _fans(reached.left, symbols=symbols)
    uncovered = " ".join(f"{layout.spell(cards[-1], symbols=symbols)}({number + 1})" for number, cards in reached.left)
    return [*lines, *wrap(uncovered, _WIDTH, initial_indent="  ", subsequent_indent="  ")]


def _fans(fans: Iterable[tuple[int, tuple[Card, ...]]], *, symbols: bool) -> list[str]:
    """Return a line for each fan: its number, and its cards, the top last."""
    return [
        f"  fan {number + 1}: {' '.join(layout.spell(card, symbols=symbols) for card in cards)}"
        for number, cards in fans
    ]


def _data(deal: Deal, why: Explanation, reached: _Reached | None, seconds: float) -> dict[str, Json]:
    """Return all of it, fit for JSON."""
    from blackhole_models.explain import Kind
    from blackhole_models.search.lattice import lattice

    verdict = {Kind.SOLVABLE: str(Verdict.SOLVABLE), Kind.UNDECIDED: None}.get(why.kind, str(Verdict.UNSOLVABLE))
    order: Json = [str(card) for card in why.order] or None
    longest: Json = None
    if reached is not None:
        longest = {
            "cards": reached.longest.cards,
            "proven": reached.longest.proven,
            "order": [str(step.card) for step in reached.steps],
            "left": {str(number + 1): [str(card) for card in cards] for number, cards in reached.left},
        }
    counted = lattice(deal, LATTICE)
    return {
        "deal": deal.name,
        "verdict": verdict,
        "order": order,
        **why.data(),
        "longest": longest,
        "positions": counted.positions,
        "winning_orders": counted.winning_orders,
        "random_play_wins": counted.chance,
        "seconds": seconds,
    }
