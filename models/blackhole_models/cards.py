"""Cards: a rank on a cycle and a suit, and how they are written.

For everyone who reads or shows a card. Ranks are numbered from 0 (the ace) and written A, 2 … 9, T, J, Q, K,
then 14, 15, … for decks that go on; ten may also be written 10. Suits are numbered from 0 and written S, H, D, C;
further packs go on with S2, H2, D2, C2, S3, … so that every card of a deal of many packs has a name of its own.

>>> str(parse_card("10♥"))
'TH'
>>> parse_card("KS2")
Card(rank=12, suit=4)
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from blackhole_models.errors import InputError, shorten

RANK_NAMES: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "SHDC"
MAX_RANKS: Final = 999
"""More ranks than this are taken for a slip of the pen."""

_MAX_PACKS: Final = 999
MAX_SUITS: Final = _MAX_PACKS * len(SUIT_LETTERS)
"""The suits that have a name: four for each pack that can be written."""

_SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"})
_VARIATION_SELECTORS = re.compile("[\ufe0e\ufe0f]")
_CARD = re.compile(r"(?P<rank>[ATJQK]|[0-9]{1,3})(?P<suit>[SHDC])(?P<pack>[0-9]{1,3})?")


class Card(NamedTuple):
    """A card: `rank` from 0 (ace), `suit` from 0 (spades of the first pack)."""

    rank: int
    suit: int

    def __str__(self) -> str:
        return rank_name(self.rank) + suit_name(self.suit)


ACE_OF_SPADES: Final = Card(0, 0)


def rank_name(rank: int) -> str:
    """Return how the rank numbered `rank` (from 0) is written."""
    return RANK_NAMES[rank] if rank < len(RANK_NAMES) else str(rank + 1)


def suit_name(suit: int) -> str:
    """Return how the suit numbered `suit` (from 0) is written: a letter and, from the second pack on, its number."""
    pack, letter = divmod(suit, len(SUIT_LETTERS))
    return SUIT_LETTERS[letter] + (str(pack + 1) if pack else "")


def parse_card(text: str) -> Card:
    """Read one card.

    Raises:
        InputError: `text` is no card; the message quotes it.
    """
    plain = _VARIATION_SELECTORS.sub("", text.strip()).translate(_SYMBOLS).upper()
    match = _CARD.fullmatch(plain)
    if match is None:
        raise InputError(f"{shorten(text, 20)!r} is not a card (a card is a rank and a suit, such as TH)")
    rank = RANK_NAMES.find(match["rank"]) if len(match["rank"]) == 1 else int(match["rank"]) - 1
    if not 0 <= rank < MAX_RANKS:
        raise InputError(f"{shorten(text, 20)!r} is not a card: there is no rank {match['rank']}")
    pack = int(match["pack"] or 1)
    if not 1 <= pack <= _MAX_PACKS:
        raise InputError(f"{shorten(text, 20)!r} is not a card: packs are numbered from 1")
    return Card(rank, (pack - 1) * len(SUIT_LETTERS) + SUIT_LETTERS.index(match["suit"]))
