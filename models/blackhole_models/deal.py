"""A deal: fans of cards and a foundation card, or none.

For everyone. A deal knows its ranks, its fans and where play starts, and no solver. Cards are unique; a deck in
which a card appears twice gets pack numbers where it is read (`deck.py`).

>>> deal = Deal.of("AS", "4C QD KH", "JC", ranks=13)
>>> [str(card) for card in deal.uncovered]
['KH', 'JC']
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blackhole_models.cards import MAX_RANKS, Card, parse_card
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

MIN_RANKS = 3
"""On a cycle of two ranks the next rank up and the next rank down are the same: another game."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal.

    Attributes:
        ranks: number of ranks on the cycle, at least 3; the highest rank is a neighbour of the ace.
        fans: each fan from its bottom card to its top card, which is the uncovered one; fans may be empty.
        foundation: the card in the centre, or None where any uncovered card may be played first.
        name: where the deal comes from (a file or a number); not part of its identity.

    Raises:
        InputError: fewer than 3 ranks, a rank outside the deck, a card that is there twice, no cards at all.
    """

    ranks: int
    fans: tuple[tuple[Card, ...], ...]
    foundation: Card | None = None
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not MIN_RANKS <= self.ranks <= MAX_RANKS:
            raise InputError(f"a deck has {MIN_RANKS} to {MAX_RANKS} ranks, not {self.ranks}")
        seen: set[Card] = set()
        for card in self:
            if not 0 <= card.rank < self.ranks:
                raise InputError(f"{card} is outside a deck of {self.ranks} ranks")
            if card.suit < 0:
                raise InputError(f"a suit cannot be numbered {card.suit}")
            if card in seen:
                raise InputError(f"{card} is there twice")
            seen.add(card)
        if not seen:
            raise InputError("no cards")

    @classmethod
    def of(cls, foundation: str | None, *fans: str, ranks: int = 13, name: str = "") -> Deal:
        """Make a deal from written cards: `Deal.of("AS", "4C QD KH", "JC")`; the last card of a fan is its top."""
        return cls(
            ranks=ranks,
            fans=tuple(tuple(parse_card(token) for token in fan.split()) for fan in fans),
            foundation=None if foundation is None else parse_card(foundation),
            name=name,
        )

    def __iter__(self) -> Iterator[Card]:
        """Iterate over all cards, the foundation first, then fan by fan from the bottom card to the top card."""
        if self.foundation is not None:
            yield self.foundation
        for fan in self.fans:
            yield from fan

    def __len__(self) -> int:
        """Return the number of cards, the foundation card included: the length of an order that wins."""
        return (self.foundation is not None) + sum(map(len, self.fans))

    @property
    def uncovered(self) -> tuple[Card, ...]:
        """The top cards of the fans that are not empty, in the order of the fans."""
        return tuple(fan[-1] for fan in self.fans if fan)

    def named(self, name: str) -> Deal:
        """Return the same deal under another name."""
        return replace(self, name=name)
