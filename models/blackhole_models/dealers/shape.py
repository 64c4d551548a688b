"""What is dealt: the game, the deck and the length of the fans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from blackhole_models.cards import MAX_RANKS, MAX_SUITS
from blackhole_models.deal import MIN_RANKS
from blackhole_models.errors import InputError, UnsupportedError

Game = Literal["black-hole", "all-in-a-row"]

MAX_CARDS: Final = 1 << 16
"""More cards than this are taken for a slip of the pen."""

_FAN_SIZES: Final = {"black-hole": 3, "all-in-a-row": 4}


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a deal.

    Attributes:
        game: `black-hole`, on the ace of spades, or `all-in-a-row`, where any uncovered card may be first.
        ranks: number of ranks.
        suits: number of suits.
        fan_size: cards in a fan, the last of which may be shorter; None for 3, or 4 in All in a Row.
        any_foundation: Black Hole as some rules have it, on whichever card comes first.

    Raises:
        InputError: no such deck or game.
        UnsupportedError: a foundation card is asked for in a game without one.

    >>> Shape(ranks=5, suits=4).fan_lengths
    (3, 3, 3, 3, 3, 3, 1)
    """

    game: Game = "black-hole"
    ranks: int = 13
    suits: int = 4
    fan_size: int | None = None
    any_foundation: bool = False

    def __post_init__(self) -> None:
        if self.game not in _FAN_SIZES:
            raise InputError(f"unknown game {self.game!r}: there are {' and '.join(_FAN_SIZES)}")
        if not MIN_RANKS <= self.ranks <= MAX_RANKS:
            raise InputError(f"a deck has {MIN_RANKS} to {MAX_RANKS} ranks, not {self.ranks}")
        if not 1 <= self.suits <= MAX_SUITS:
            raise InputError(f"a deck has 1 to {MAX_SUITS} suits, not {self.suits}")
        if self.cards > MAX_CARDS:
            raise InputError(f"decks are dealt up to {MAX_CARDS:,} cards, not {self.cards:,}")
        if self.fan_size is not None and self.fan_size < 1:
            raise InputError(f"a fan has at least one card, not {self.fan_size}")
        if self.any_foundation and not self.has_foundation:
            raise UnsupportedError("All in a Row has no foundation card, so none can be dealt")

    @property
    def cards(self) -> int:
        """The number of cards of the deck."""
        return self.ranks * self.suits

    @property
    def has_foundation(self) -> bool:
        """Whether a card is dealt to the foundation."""
        return self.game == "black-hole"

    @property
    def cards_per_fan(self) -> int:
        """The number of cards of every fan but perhaps the last."""
        return _FAN_SIZES[self.game] if self.fan_size is None else self.fan_size

    @property
    def fan_lengths(self) -> tuple[int, ...]:
        """The number of cards of each fan."""
        whole, rest = divmod(self.cards - self.has_foundation, self.cards_per_fan)
        return (self.cards_per_fan,) * whole + (rest,) * (rest > 0)
