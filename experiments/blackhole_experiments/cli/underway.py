"""A game that has been begun: for `solve --played`.

What is left of the deal is what a solver decides; what is shown is the whole game, from the foundation card on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blackhole_experiments.cli.inputs import STANDARD_INPUT, DealOptions, one_deal
from blackhole_experiments.cli.orders import read_order
from blackhole_models.errors import InputError
from blackhole_models.midgame import played
from blackhole_models.solvers import certify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackhole_experiments.runs.outcome import Outcome
    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal


@dataclass(frozen=True)
class UnderWay:
    """A game under way.

    Attributes:
        deal: the deal.
        cards: the cards that lie in the centre, the foundation card first.
        rest: what is left of the deal; the last of the cards is its foundation card.
    """

    deal: Deal
    cards: tuple[Card, ...]
    rest: Deal

    def whole(self, outcome: Outcome) -> Outcome:
        """Return the outcome of a run on the rest as one on the deal, with the order replayed from the start."""
        result, order = outcome.result, outcome.result.order
        if order is not None:
            result = certify(self.deal, replace(result, order=(*self.cards[:-1], *order)))
        longest = result.details.get("longest")
        if isinstance(longest, list):
            begun = [str(card) for card in self.cards[:-1]]
            result = replace(result, details={**result.details, "longest": [*begun, *longest]})
        return replace(outcome, run=replace(outcome.run, deal=self.deal), result=result)


def begun(arguments: Sequence[str], cards: str, options: DealOptions) -> UnderWay:
    """Return the game on the deal of `arguments` after `cards`.

    Raises:
        InputError: there is not exactly one deal, or the cards cannot be played in this order.
    """
    if len(arguments) != 1:
        raise InputError(f"--played is about one DEAL, not {len(arguments)}")
    if arguments[0] == cards == STANDARD_INPUT:
        raise InputError("only one of the two can be standard input")
    deal = one_deal(arguments[0], options)
    order = read_order(cards, deal)
    rest = played(deal, order)
    if deal.foundation is not None and order[:1] != [deal.foundation]:
        order.insert(0, deal.foundation)
    return UnderWay(deal, tuple(order), rest)
