"""The longest play: the most cards that can be played from a deal, and an order that plays them.

For whoever asks how far one can get on a deal that cannot be won. The search visits every position that undominated
moves can reach, each once, and remembers where it was deepest. Dominance holds for the longest play as it does for a
win (`lemmas.dominance`); budgets, cuts and looking ahead give positions up because they cannot be won, and are off.

>>> from blackhole_models.deal import Deal
>>> found = longest(Deal.of("AS", "4C QD KH", "2C"))
>>> found.cards, found.proven, [str(card) for card in found.order]
(2, True, ['AS', 'KH', 'QD'])
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from blackhole_models.referee import replay
from blackhole_models.result import Limits, Verdict

if TYPE_CHECKING:
    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest play found.

    Attributes:
        verdict: `solvable` if every card can be played, `unsolvable` if `cards` is the most and less than that, a
            limit if more than `cards` may be possible, `error` if the referee refused the order.
        cards: cards played, the foundation card not counted.
        order: an order that plays them, the foundation card first; replayed by the referee.
        effort: positions entered.
        seconds: wall time, imports and compilation apart.
        message: for `error`, the rule that the order breaks.
    """

    verdict: Verdict
    cards: int = 0
    order: tuple[Card, ...] = ()
    effort: int = 0
    seconds: float = 0.0
    message: str = ""

    @property
    def proven(self) -> bool:
        """Whether no play is longer."""
        return self.verdict.decided


def longest(deal: Deal, limits: Limits | None = None) -> Longest:
    """Find the longest play of `deal`, or the longest one within `limits`, which are those of the search.

    Args:
        deal: a deal of any shape.
        limits: what may be used: wall time, memory for the table of positions, positions entered.
    """
    limits = limits or Limits()
    laid = () if deal.foundation is None else (deal.foundation,)
    if limits.exhausted is not None:
        return Longest(limits.exhausted, order=laid)
    if not any(deal.fans):
        return Longest(Verdict.SOLVABLE, order=laid)
    from blackhole_models.search.depth_first import DepthFirst, Parts, prepare
    from blackhole_models.search.drive import drive

    parts = Parts(table=True, dominance=True, tall=True)
    prepare(deal, parts)
    begin = perf_counter()
    search = DepthFirst(deal, parts)
    verdict = drive(search, limits, begin)
    order = search.deepest()
    fault = replay(deal, order, complete=verdict is Verdict.SOLVABLE).fault if order else ""
    if fault:
        return Longest(Verdict.ERROR, order=laid, effort=search.effort, message=f"the referee refuses it: {fault}")
    return Longest(verdict, len(order) - len(laid), order, search.effort, perf_counter() - begin)
