"""A deal as a sequencing problem: cards numbered from 0, time steps, and which card must come before which.

For the models (CNF, CP-SAT), which all start from here. In the constraint model of Gent et al. (2007) an order is
a permutation of the cards in which consecutive cards are of neighbouring ranks and a card comes after the card that
covers it; the foundation card, where there is one, comes at step 0.

>>> from blackhole_models.deal import Deal
>>> problem = Sequencing(Deal.of("AS", "QD KH", "JC"))
>>> [str(card) for card in problem.cards], problem.precedences
(['AS', 'KH', 'QD', 'JC'], [(1, 2)])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal


class Sequencing:
    """The cards of a deal in a fixed numbering.

    Attributes:
        cards: the foundation card, if any, then fan by fan from the top card to the bottom card.
        rank: the rank of each card.
        fan: the fan of each card, counted from 0; -1 for the foundation card.
        above: the card that directly covers each card, or -1.
        below: the card that each card directly covers, or -1.
        ranks: number of ranks on the cycle.
        has_foundation: whether card 0 is the foundation card and fixed at step 0.
    """

    def __init__(self, deal: Deal) -> None:
        self.cards: list[Card] = []
        self.fan: list[int] = []
        self.above: list[int] = []
        self.below: list[int] = []
        self.ranks = deal.ranks
        self.has_foundation = deal.foundation is not None
        if deal.foundation is not None:
            self._add(deal.foundation, fan=-1, above=-1)
        for number, fan in enumerate(deal.fans):
            above = -1
            for card in reversed(fan):
                above = self._add(card, fan=number, above=above)
        self.rank = [card.rank for card in self.cards]

    def _add(self, card: Card, *, fan: int, above: int) -> int:
        index = len(self.cards)
        self.cards.append(card)
        self.fan.append(fan)
        self.above.append(above)
        self.below.append(-1)
        if above >= 0:
            self.below[above] = index
        return index

    def __len__(self) -> int:
        """Return the number of cards, which is also the number of steps."""
        return len(self.cards)

    @property
    def precedences(self) -> list[tuple[int, int]]:
        """Pairs (upper card, card directly below it): the first is played before the second."""
        return [(above, card) for card, above in enumerate(self.above) if above >= 0]

    def of_rank(self, rank: int) -> list[int]:
        """Return the cards of one rank."""
        return [card for card, value in enumerate(self.rank) if value == rank]

    def neighbours(self, rank: int) -> tuple[int, int]:
        """Return the rank below and the rank above `rank` on the cycle."""
        return (rank - 1) % self.ranks, (rank + 1) % self.ranks

    def order(self, indices: Sequence[int]) -> tuple[Card, ...]:
        """Return the cards of `indices`, in that order."""
        return tuple(self.cards[index] for index in indices)
