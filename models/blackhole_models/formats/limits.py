"""What a deal must be so that a format can hold it: for the writers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_models.cards import ACE_OF_SPADES, MAX_SUITS
from blackhole_models.errors import UnsupportedError

if TYPE_CHECKING:
    from blackhole_models.deal import Deal


def shown_ranks(deal: Deal) -> int:
    """Return the number of ranks that the highest card of `deal` shows."""
    return 1 + max(card.rank for card in deal)


def refuse_unnamed(deal: Deal) -> None:
    """Raise UnsupportedError if a card of `deal` is of a suit that has no name to be read back by."""
    for card in deal:
        if card.suit >= MAX_SUITS:
            raise UnsupportedError(
                f"suits are named up to the {MAX_SUITS}th: a card of suit {card.suit + 1} has no name"
            )


def refuse_other_foundation(deal: Deal, format_name: str) -> None:
    """Raise UnsupportedError unless the foundation card is the ace of spades, as some formats take for granted."""
    if deal.foundation != ACE_OF_SPADES:
        found = "no foundation card" if deal.foundation is None else f"the foundation card {deal.foundation}"
        raise UnsupportedError(f"{format_name} has only deals on the ace of spades, and this one has {found}")
