"""What every dealer is, and what dealing in bulk gives: for the dealers beside this file and for their callers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from blackhole_models.deal import Deal
    from blackhole_models.dealers.shape import Shape


class RankBlock(NamedTuple):
    """The ranks of consecutive deals of one shape; suits, which the rules ignore, are left out.

    Attributes:
        fans: shape (deals, cards in fans), the ranks from 0 of each deal, fan by fan (`Shape.fan_lengths`), each from
            its bottom card to its top card. uint8, or uint16 for more than 256 ranks.
        foundations: shape (deals,), the rank of each foundation card, or None in a game without one.
    """

    fans: NDArray[np.unsignedinteger]
    foundations: NDArray[np.unsignedinteger] | None


class Dealer(Protocol):
    """Turns numbers into deals, for one scheme. The same number gives the same deal on every machine."""

    @property
    def scheme(self) -> str:
        """What comes before the colon."""

    @property
    def numbers(self) -> range:
        """The numbers that have a deal."""

    def check(self, shape: Shape) -> None:
        """Raise UnsupportedError if the scheme cannot deal `shape`."""

    def deals(self, numbers: range, shape: Shape) -> list[Deal]:
        """Return the deals with `numbers`, each named `scheme:number`; a few at a time are dealt fastest."""

    def rank_block(self, first: int, count: int, shape: Shape) -> RankBlock:
        """Return the ranks of the `count` deals from number `first` on."""


def require_numbers(dealer: Dealer, first: int, last: int) -> None:
    """Raise InputError unless `dealer` has a deal for every number from `first` to `last`."""
    known = dealer.numbers
    for number in (first, last):
        if not known.start <= number < known.stop:
            span = f"{known.start} to {known.stop - 1}"
            raise InputError(f"{dealer.scheme} numbers go from {span}: there is no deal {shorten(number, 30)}")
