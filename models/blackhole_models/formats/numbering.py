"""Cards as numbers, as the constraint models write them: for the formats CSPLib, MiniZinc and PyCSP3.

The cards of a suit have consecutive numbers, ace first, and the suits follow one another. Programs differ in the
number of the ace of spades and in the order of the suits; the order goes on in the same way for each further pack.

>>> CSPLIB = Numbering(first=0, suits="SHCD")
>>> str(CSPLIB.card(42, ranks=13)), CSPLIB.number(Card(3, 2), ranks=13)
('4D', 42)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from blackhole_models.cards import MAX_SUITS, SUIT_LETTERS, Card
from blackhole_models.deck import Seen
from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    from collections.abc import Callable

STANDARD_RANKS = 13
"""What the published models take for granted."""

_NUMBER = re.compile("[0-9]{1,9}")
_PACK = len(SUIT_LETTERS)


@dataclass(frozen=True, slots=True)
class Numbering:
    """A numbering of cards.

    Attributes:
        first: the number of the ace of spades.
        suits: the letters of a pack's suits in their order.
    """

    first: int
    suits: str

    def card(self, number: int, ranks: int) -> Card:
        """Return the card with `number` in a deck of `ranks` ranks."""
        place, rank = divmod(number - self.first, ranks)
        pack, letter = divmod(place, _PACK)
        return Card(rank, pack * _PACK + SUIT_LETTERS.index(self.suits[letter]))

    def number(self, card: Card, ranks: int) -> int:
        """Return the number of `card` in a deck of `ranks` ranks."""
        pack, letter = divmod(card.suit, _PACK)
        return self.first + (pack * _PACK + self.suits.index(SUIT_LETTERS[letter])) * ranks + card.rank

    def seen(self, token: str, line: int, ranks: int) -> Seen:
        """Read the card number `token`.

        Raises:
            InputError: it is no card number.
        """
        number = int(token) if _NUMBER.fullmatch(token) else -1
        last = self.first + MAX_SUITS * ranks - 1
        if not self.first <= number <= last:
            message = f"{shorten(token, 20)!r} is not a card number, which go from {self.first} to {last}"
            raise InputError(message, line=line)
        return Seen(self.card(number, ranks), line)

    def speller(self, ranks: int) -> Callable[[Card], str]:
        """Return the function that names a card with its number, as messages about such a file do."""
        return partial(self._spell, ranks=ranks)

    def _spell(self, card: Card, ranks: int) -> str:
        return f"{card} (number {self.number(card, ranks)})"
