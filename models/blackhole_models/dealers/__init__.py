"""Deals by number: `pysolfc:5`, `ms:33000`, `uniform:7`, and ranges such as `uniform:1-1000000`.

For everyone who wants deals without files. The same number gives the same deal everywhere and always.

>>> deal = deals("pysolfc:5", Shape())[0]
>>> deal.name, [str(card) for card in deal.fans[0]]
('pysolfc:5', ['AH', 'KC', '9D'])
>>> len(deals("ms:1-1000000", Shape(game="all-in-a-row")))
1000000
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, cast, overload

from blackhole_models.dealers.base import Dealer, RankBlock, require_numbers
from blackhole_models.dealers.shape import Game, Shape
from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blackhole_models.deal import Deal

__all__ = ["SCHEMES", "Deals", "Game", "RankBlock", "Shape", "deals", "is_spec", "rank_block"]

SCHEMES: Final[Mapping[str, str]] = {
    "pysolfc": "blackhole_models.dealers.pysol",
    "ms": "blackhole_models.dealers.pysol",
    "uniform": "blackhole_models.dealers.uniform",
}
"""Each scheme and the module with the `make` function of its dealer, which is not imported before it deals."""

_SPEC: Final = re.compile(r"([a-z][a-z0-9_-]+):(.*)", re.IGNORECASE | re.DOTALL)
_NUMBERS: Final = re.compile(r"([0-9]{1,99})(?:-([0-9]{1,99}))?")
_MOST_CARDS: Final = 1 << 14
"""Cards dealt at once while iterating; enough to share the cost of a block."""


def is_spec(text: str) -> bool:
    """Return whether `text` is meant as a number or range of a scheme, rather than as the name of a file.

    >>> is_spec("pysolfc:5"), is_spec("uniform:x"), is_spec("elsewhere:5"), is_spec("deals/pysolfc.txt")
    (True, True, True, False)
    """
    match = _SPEC.fullmatch(text)
    return match is not None and (match[1].lower() in SCHEMES or _NUMBERS.fullmatch(match[2]) is not None)


def deals(spec: str, shape: Shape) -> Deals:
    """Return the deals of `spec`, `scheme:number` or `scheme:first-last`. None is dealt before it is asked for.

    Raises:
        InputError: no such scheme, number or range.
        UnsupportedError: the scheme cannot deal `shape`.
    """
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise InputError(f"{shorten(spec, 40)!r} is not a deal number, which is written like pysolfc:5")
    dealer = _dealer(match[1].lower())
    numbers = _NUMBERS.fullmatch(match[2])
    if numbers is None:
        raise InputError(f"{dealer.scheme} takes a number or a range such as 1-100, not {shorten(match[2], 40)!r}")
    first, last = int(numbers[1]), int(numbers[2] or numbers[1])
    require_numbers(dealer, first, last)
    if first > last:
        raise InputError(f"the range {dealer.scheme}:{first}-{last} is empty: its first number comes first")
    if last - first >= sys.maxsize:
        raise InputError(f"the range {dealer.scheme}:{first}-{last} has too many deals to count")
    dealer.check(shape)
    return Deals(dealer, range(first, last + 1), shape)


def rank_block(scheme: str, first: int, count: int, shape: Shape) -> RankBlock:
    """Deal `count` numbers of `scheme` from `first` on in bulk, ranks only.

    Raises:
        InputError: no such scheme or number.
        UnsupportedError: the scheme cannot deal `shape`.
    """
    dealer = _dealer(scheme)
    dealer.check(shape)
    return dealer.rank_block(first, count, shape)


class Deals(Sequence["Deal"]):
    """Deals of consecutive numbers, dealt when asked for."""

    def __init__(self, dealer: Dealer, numbers: range, shape: Shape) -> None:
        self._dealer = dealer
        self._numbers = numbers
        self._shape = shape

    @property
    def scheme(self) -> str:
        """What comes before the colon."""
        return self._dealer.scheme

    @property
    def numbers(self) -> range:
        """The numbers of the deals."""
        return self._numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Deal: ...

    @overload
    def __getitem__(self, index: slice) -> Deals: ...

    def __getitem__(self, index: int | slice) -> Deal | Deals:
        if isinstance(index, slice):
            return Deals(self._dealer, self._numbers[index], self._shape)
        number = self._numbers[index]
        return self._dealer.deals(range(number, number + 1), self._shape)[0]

    def __iter__(self) -> Iterator[Deal]:
        start, block = 0, 1
        while start < len(self._numbers):
            yield from self._dealer.deals(self._numbers[start : start + block], self._shape)
            start += block
            block = max(1, min(2 * block, _MOST_CARDS // self._shape.cards))  # so the first deal is there at once


def _dealer(scheme: str) -> Dealer:
    if scheme not in SCHEMES:
        raise InputError(f"there is no dealer {shorten(scheme, 20)!r}: there are {', '.join(SCHEMES)}")
    return cast("Dealer", import_module(SCHEMES[scheme]).make(scheme))
