"""The referee: replays an order card by card and names the first rule it breaks.

For everyone who is shown an order. Written from the rules of the game alone, with no code of any model, so that a
model's mistake cannot hide in it. The rules:

1. The foundation card lies in the centre from the start and comes first in the order. In a deal without one, any
   uncovered card may be played first.
2. Only the uncovered card of a fan may be played.
3. A card is played onto the centre if its rank is one above or one below the rank of the card there; the highest
   rank and the ace are neighbours. Suits do not matter.
4. The deal is won when every card lies in the centre.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.cards import parse_card
>>> deal = Deal.of("AS", "QD KH", "JC")
>>> print(replay(deal, [parse_card(card) for card in "AS QD KH JC".split()]).fault)
card 2: QD is still covered by KH in fan 1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal


@dataclass(frozen=True, slots=True)
class Step:
    """One card laid in the centre: from which fan (from 0; None for the foundation) and how many it leaves there."""

    card: Card
    fan: int | None
    left: int


@dataclass(frozen=True, slots=True)
class Replay:
    """What the referee saw: the legal steps, and the first rule broken, if any.

    Attributes:
        steps: the steps up to the first broken rule.
        fault: the first broken rule in one line, or "" for an order that wins.
    """

    steps: tuple[Step, ...]
    fault: str

    @property
    def wins(self) -> bool:
        """Whether every card was played by the rules."""
        return not self.fault


def replay(deal: Deal, order: Sequence[Card], *, complete: bool = True) -> Replay:
    """Replay `order` on `deal`.

    Args:
        deal: the deal.
        order: cards in the order played, the foundation card first where the deal has one.
        complete: also demand that every card is played; without it, an order that only begins well passes.
    """
    fans = [list(fan) for fan in deal.fans]
    home = {card: number for number, fan in enumerate(deal.fans) for card in fan}
    steps: list[Step] = []
    centre: Card | None = None
    for number, card in enumerate(order, start=1):
        fault = ""
        fan = home.get(card)
        if centre is None and deal.foundation is not None:
            if card != deal.foundation:
                fault = f"the order starts with {card}, but {deal.foundation} lies in the centre"
            fan = None
        elif card == deal.foundation:
            fault = f"{card} lies in the centre from the start and cannot be played again"
        elif fan is None:
            fault = f"{card} is not in this deal"
        elif card not in fans[fan]:
            fault = f"{card} has already been played"
        elif fans[fan][-1] != card:
            fault = f"{card} is still covered by {fans[fan][-1]} in fan {fan + 1}"
        elif centre is not None and not _neighbours(card.rank, centre.rank, deal.ranks):
            fault = f"{card} is not a neighbour of {centre}, the card in the centre"
        if fault:
            return Replay(tuple(steps), f"card {number}: {fault}")
        if fan is not None:
            fans[fan].pop()
        steps.append(Step(card, fan, len(fans[fan]) if fan is not None else 0))
        centre = card
    if not steps:
        return Replay((), "the order is empty")
    left = [card for fan_left in fans for card in fan_left]
    if complete and left:
        cards = "1 card" if len(left) == 1 else f"{len(left)} cards"
        return Replay(tuple(steps), f"the order ends with {cards} unplayed, among them {left[-1]}")
    return Replay(tuple(steps), "")


def _neighbours(rank: int, other: int, ranks: int) -> bool:
    distance = abs(rank - other)
    return distance in (1, ranks - 1)
