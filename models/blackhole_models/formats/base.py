"""What every format is, and what a reader may be told: for the format files beside this one and for their callers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blackhole_models.cards import MAX_RANKS, MAX_SUITS
from blackhole_models.deal import MIN_RANKS
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blackhole_models.deal import Deal
    from blackhole_models.deck import Layout, Top


def require_ranks(ranks: int, line: int | None = None) -> int:
    """Return `ranks` if a deck can have that many, else raise InputError."""
    if not MIN_RANKS <= ranks <= MAX_RANKS:
        raise InputError(f"a deck has {MIN_RANKS} to {MAX_RANKS} ranks, not {ranks}", line=line)
    return ranks


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the caller knows about a file that the file may not say.

    Attributes:
        ranks: the number of ranks; None for what the file, its format or its highest card shows.
        suits: the number of suits the deck must have; None for the suits that occur.
        top: which end of a fan, as written, is its top; None for what the format says. Never guessed.
        allow_odd_deck: read decks that are not complete, or have a card twice.
        format: the name of the format; None for what the content shows.

    Raises:
        InputError: a number of ranks or suits that no deck has.
    """

    ranks: int | None = None
    suits: int | None = None
    top: Top | None = None
    allow_odd_deck: bool = False
    format: str | None = None

    def __post_init__(self) -> None:
        if self.ranks is not None:
            require_ranks(self.ranks)
        if self.suits is not None and not 1 <= self.suits <= MAX_SUITS:
            raise InputError(f"a deck has 1 to {MAX_SUITS} suits, not {self.suits}")


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write deals.

    Attributes:
        summary: the format in a few words.
        detect: whether a text looks like this format; it need not be free of mistakes.
        read: yields for each deal of a text what was seen, or the error with its line.
        write: returns a deal as text; raises UnsupportedError for a deal that the format cannot hold.
    """

    summary: str
    detect: Callable[[str], bool]
    read: Callable[[str, ReadOptions], Iterator[Layout | InputError]]
    write: Callable[[Deal], str]
