"""The scheme `uniform:N`: deal number N of any shape, every deal of the shape equally likely.

The specification, version 1, for whoever wants to deal the same in another language. All arithmetic is on unsigned
integers of 64 bits and wraps around.

1. *Stream.* SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, with the
   mixing constants of Stafford's variant 13, as in Java's SplittableRandom). With gamma = 0x9E3779B97F4A7C15,

       mix(z):  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
                z = (z ^ (z >> 27)) * 0x94D049BB133111EB
                return z ^ (z >> 31)
       next():  state = state + gamma
                return mix(state)

   Deal N of version V, 0 <= N < 2^64, starts from state = mix(N + mix(V * gamma)). The state is a bijection of N, so no
   two deals have the same stream, and mixing puts the streams of neighbouring numbers far apart.
2. *Bounded draw.* draw(b), 0 <= draw(b) < b <= 2^32, without bias (Lemire, "Fast random integer generation in an
   interval", ACM TOMACS 29(1), 2019):

       draw(b): repeat m = (next() >> 32) * b until (m mod 2^32) >= (2^32 mod b)
                return m >> 32

3. *Deck.* Card c = suit * ranks + rank, counted from 0; suits in the order S, H, D, C, S2, H2, … In Black Hole card 0,
   the ace of spades, is taken out first and is the foundation card; the pack is the other cards in ascending order. In
   All in a Row, and where any card may be the foundation card, the pack is the whole deck.
4. *Shuffle* (Fisher and Yates; Durstenfeld, CACM 7(7), 1964). For i = length - 1 down to 1: j = draw(i + 1), then
   exchange pack[i] and pack[j].
5. *Dealing.* Where any card may be the foundation card, pack[0] is. The remaining cards are dealt fan by fan, each from
   its bottom card to its top card; the last fan takes what is left.

A change to any of this is a new version: numbers of deals are quoted, and must not change their meaning.

The code deals a block of numbers at once, a numpy lane for each, and a single deal is a block of one. A draw that is
rejected is repeated in its own lane only, so a deal does not depend on its block.

>>> from blackhole_models.dealers.shape import Shape
>>> deck_block(1, 3, Shape(ranks=3, suits=1))
array([[0, 2, 1],
       [0, 1, 2],
       [0, 1, 2]], dtype=uint8)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.dealers.base import RankBlock, require_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from blackhole_models.dealers.shape import Shape

    Lanes = NDArray[np.uint64]  # one number for each deal of a block

VERSION: Final = 1

_GAMMA: Final = 0x9E3779B97F4A7C15
_MULTIPLIERS: Final = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFTS: Final = (np.uint64(30), np.uint64(27), np.uint64(31))
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)


class UniformDealer:
    """The dealer of the scheme `uniform`."""

    scheme: Final = "uniform"
    numbers: Final = range(1 << 64)

    def check(self, shape: Shape) -> None:
        """Accept every shape."""

    def deals(self, numbers: range, shape: Shape) -> list[Deal]:
        """Return the deals with `numbers`, which are consecutive."""
        return [
            _deal(row, shape, f"{self.scheme}:{number}")
            for number, row in zip(numbers, deck_block(numbers.start, len(numbers), shape).tolist(), strict=True)
        ]

    def rank_block(self, first: int, count: int, shape: Shape) -> RankBlock:
        """Return the ranks of the `count` deals from number `first` on."""
        dtype = np.uint8 if shape.ranks <= 1 << 8 else np.uint16
        rank_of = (np.arange(shape.cards) % shape.ranks).astype(dtype)
        ranks = rank_of[deck_block(first, count, shape)]
        if not shape.has_foundation:
            return RankBlock(ranks, None)
        return RankBlock(np.ascontiguousarray(ranks[:, 1:]), ranks[:, 0].copy())


def make(scheme: str) -> UniformDealer:  # noqa: ARG001 - there is one scheme
    """Return the dealer."""
    return UniformDealer()


def deck_block(first: int, count: int, shape: Shape) -> NDArray[np.unsignedinteger]:
    """Deal the `count` numbers from `first` on.

    Returns:
        An array of shape (count, cards) of card numbers (suit * ranks + rank): the foundation card, where the shape
        has one, then fan by fan from bottom to top. uint8, or uint16 for more than 256 cards.

    Raises:
        InputError: a number outside 0 to 2^64 - 1.
    """
    require_numbers(UniformDealer(), first, first + max(count, 1) - 1)
    ace_apart = shape.has_foundation and not shape.any_foundation
    places = shape.cards - ace_apart
    dtype = np.uint8 if shape.cards <= 1 << 8 else np.uint16
    # A row for each place and a lane for each deal: a step of the shuffle reads and writes whole rows.
    pack = np.repeat(np.arange(shape.cards, dtype=dtype)[:, np.newaxis], count, axis=1)
    cards = pack[shape.cards - places :].reshape(-1)
    lanes = np.arange(count, dtype=np.uint64)
    state = lanes + np.uint64(first)
    state += np.uint64(_key())
    _mix(state)
    for place in range(places - 1, 0, -1):
        other = _draw(state, place + 1)
        other *= np.uint64(count)
        other += lanes
        here = slice(place * count, (place + 1) * count)
        at_other = cards.take(other.view(np.int64))
        cards[other] = cards[here]
        cards[here] = at_other
    return np.ascontiguousarray(pack.T)


def _key() -> int:
    key = np.full(1, VERSION, dtype=np.uint64) * np.uint64(_GAMMA)
    _mix(key)
    return int(key[0])


def _mix(z: Lanes) -> None:
    """Replace each number by its `mix`."""
    z ^= z >> _SHIFTS[0]
    z *= _MULTIPLIERS[0]
    z ^= z >> _SHIFTS[1]
    z *= _MULTIPLIERS[1]
    z ^= z >> _SHIFTS[2]


def _draw(state: Lanes, bound: int) -> Lanes:
    """Advance each stream and return a number below `bound` from each."""
    product = _product(state, bound)
    unfair = (1 << 32) % bound
    rejected = np.flatnonzero((product & _LOW) < unfair)
    while rejected.size:
        again = state[rejected]
        product[rejected] = _product(again, bound)
        state[rejected] = again
        rejected = rejected[(product[rejected] & _LOW) < unfair]
    return product >> _HALF


def _product(state: Lanes, bound: int) -> Lanes:
    state += np.uint64(_GAMMA)
    z = state.copy()
    _mix(z)
    z >>= _HALF
    z *= np.uint64(bound)
    return z


def _deal(cards: list[int], shape: Shape, name: str) -> Deal:
    dealt = [Card(number % shape.ranks, number // shape.ranks) for number in cards]
    fans = []
    start = int(shape.has_foundation)
    for length in shape.fan_lengths:
        fans.append(tuple(dealt[start : start + length]))
        start += length
    foundation = dealt[0] if shape.has_foundation else None
    return Deal(ranks=shape.ranks, fans=tuple(fans), foundation=foundation, name=name)
