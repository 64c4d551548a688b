"""The schemes `pysolfc:N` and `ms:N`: the deals of PySolFC and of the Microsoft generator, by their public numbers.

Everything that decides a deal, generator, shuffle and layout, is the package `pysol_cards`' own. PySolFC numbers up to
32,000 go to the Microsoft generator and those above to the Mersenne twister; `ms` numbers all go to the former, so
`ms:33000` and `pysolfc:33000` are different deals. One pack of 13 ranks in PySolFC's layout is all there is.

A deal takes that package a quarter of a millisecond. For dealing in bulk its shuffle runs on many packs at once: the
pack it is given has a row for each place and a lane for each deal, and its generators draw for all lanes. Its layout,
which depends only on where in the pack the ace of spades lies, is asked once for each such place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from pysol_cards.cards import Card as PysolCard
from pysol_cards.cards import createCards, ms_rearrange
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random import LCRandom31, MTRandom
from pysol_cards.random_base import RandomBase

from blackhole_models.cards import ACE_OF_SPADES, SUIT_LETTERS, Card
from blackhole_models.deal import Deal
from blackhole_models.dealers.base import RankBlock, require_numbers
from blackhole_models.dealers.shape import Shape
from blackhole_models.errors import UnsupportedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cards = NDArray[np.uint8]
    Places = NDArray[np.intp]

_GAMES: Final = {"black-hole": "black_hole", "all-in-a-row": "all_in_a_row"}

_CARDS: Final = [Card(card.rank - 1, SUIT_LETTERS.index(card.suit_s())) for card in createCards(1)]
"""The cards in the numbering of `pysol_cards`."""

_RANKS: Final = np.array([card.rank for card in _CARDS], dtype=np.uint8)
_ACE: Final = _CARDS.index(ACE_OF_SPADES)

_LAST_MICROSOFT: Final = 32_000
"""The last PySolFC number that is a Microsoft deal."""

_LAST_IN_LANES: Final = (1 << 31) - 1
"""Above this seed the Microsoft generator works otherwise (`LCRandom31.random`)."""


@dataclass(frozen=True, slots=True)
class PysolDealer:
    """The dealer of `pysolfc` or `ms`.

    Attributes:
        scheme: what comes before the colon.
        numbers: the numbers that have a deal. Number 0 has none: the Microsoft generator refuses it as a seed.
        numbering: which numbering `pysol_cards` is to use.
    """

    scheme: str
    numbers: range
    numbering: int

    def check(self, shape: Shape) -> None:
        """Raise UnsupportedError for any shape but PySolFC's own."""
        if (shape.ranks, shape.suits) != (13, 4):
            deck = f"{shape.ranks} ranks and {shape.suits} suits"
            raise UnsupportedError(f"{self.scheme} deals one pack of 13 ranks and 4 suits, not {deck}: use uniform")
        if shape.cards_per_fan != Shape(game=shape.game).cards_per_fan:
            raise UnsupportedError(f"{self.scheme} has no fans of {shape.cards_per_fan} in this game: use uniform")
        if shape.any_foundation:
            raise UnsupportedError(f"{self.scheme} deals only the ace of spades as foundation card: use uniform")

    def deals(self, numbers: range, shape: Shape) -> list[Deal]:
        """Return the deals with `numbers`."""
        lengths, foundation = shape.fan_lengths, ACE_OF_SPADES if shape.has_foundation else None
        deals = []
        for number, cards in zip(numbers, self._one_by_one(numbers, shape).tolist(), strict=True):
            dealt = iter(_CARDS[card] for card in cards)
            fans = tuple(tuple(islice(dealt, length)) for length in lengths)
            deals.append(Deal(shape.ranks, fans, foundation, f"{self.scheme}:{number}"))
        return deals

    def rank_block(self, first: int, count: int, shape: Shape) -> RankBlock:
        """Return the ranks of the `count` deals from number `first` on.

        Raises:
            RuntimeError: the installed `pysol_cards` deals otherwise in lanes than one by one, which the first deal of
                every block shows.
        """
        require_numbers(self, first, first + max(count, 1) - 1)
        cards = self._in_bulk(range(first, first + count), shape)
        return RankBlock(_RANKS[cards], np.zeros(count, dtype=np.uint8) if shape.has_foundation else None)

    def _one_by_one(self, numbers: range, shape: Shape) -> Cards:
        """Deal with `pysol_cards` as it is."""
        dealt = []
        for number in numbers:
            game = PysolGame(_GAMES[shape.game], number, self.numbering)
            game.deal()
            dealt.append([card.id for card in _lay_out(game)])
        return np.array(dealt, dtype=np.uint8).reshape(len(dealt), sum(shape.fan_lengths))

    def _in_bulk(self, numbers: range, shape: Shape) -> Cards:
        all_microsoft = self.numbering == RandomBase.DEALS_MS
        turn = 1 + (_LAST_IN_LANES if all_microsoft else _LAST_MICROSOFT)
        if numbers.start < turn < numbers.stop:
            parts = range(numbers.start, turn), range(turn, numbers.stop)
            return np.concatenate([self._in_bulk(part, shape) for part in parts])
        if numbers.start < turn:
            cards = _dealt(_microsoft_lanes(numbers), shape)
        elif all_microsoft:
            return self._one_by_one(numbers, shape)
        else:
            cards = _dealt(_mersenne_lanes(numbers), shape)
        if not np.array_equal(cards[:1], self._one_by_one(numbers[:1], shape)):
            raise RuntimeError(f"the installed pysol_cards deals {self.scheme}:{numbers.start} otherwise in bulk")
        return cards


def make(scheme: str) -> PysolDealer:
    """Return the dealer of `pysolfc` or `ms`."""
    if scheme == "ms":
        return PysolDealer(scheme, range(1, LCRandom31.MAX_SEED + 1), RandomBase.DEALS_MS)
    return PysolDealer(scheme, range(1, MTRandom.MAX_SEED + 1), RandomBase.DEALS_PYSOLFC)


class _Lanes:
    """Many packs that a shuffle takes for one: a row for each place, a lane for each deal."""

    def __init__(self, pack: list[int], count: int) -> None:
        self.rows = np.repeat(np.array(pack, dtype=np.uint8)[:, np.newaxis], count, axis=1)
        self._lanes = np.arange(count)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int | Places) -> Cards:
        cards: Cards = self.rows[place, self._lanes]  # a copy, whether the place is one for all lanes or one for each
        return cards

    def __setitem__(self, place: int | Places, cards: Cards) -> None:
        self.rows[place, self._lanes] = cards


class _MersenneLanes(RandomBase):  # type: ignore[misc] # pysol_cards has no types
    """A Mersenne twister for each lane, drawing at once what `MTRandom` draws one by one."""

    def __init__(self, numbers: range) -> None:
        super().__init__()
        generator = MTRandom(0)
        draws = np.empty((len(numbers), len(_CARDS) - 1))
        for lane, number in enumerate(numbers):
            generator.seed(number)
            draws[lane] = [generator.random() for _ in range(draws.shape[1])]
        self._draws = iter(draws.T)

    def random(self) -> NDArray[np.float64]:
        return next(self._draws)

    def randint(self, a: int, b: int) -> Places:
        return a + (self.random() * (b + 1 - a)).astype(np.intp)


def _mersenne_lanes(numbers: range) -> Cards:
    pack = _Lanes(list(range(len(_CARDS))), len(numbers))
    _MersenneLanes(numbers).shuffle(pack)
    return pack.rows


def _microsoft_lanes(numbers: range) -> Cards:
    pack = _Lanes(ms_rearrange(list(range(len(_CARDS)))), len(numbers))
    generator = LCRandom31(1)
    # The state is a pair: the seed, which only chooses the branch, and the number that is stepped, here one a lane.
    generator.setstate((1, np.arange(numbers.start, numbers.stop, dtype=np.int64)))
    generator.shuffle(pack)
    return pack.rows


def _dealt(shuffled: Cards, shape: Shape) -> Cards:
    """Lay out packs, a row for each place and a lane for each deal, as (deals, cards in fans)."""
    turned = shuffled[::-1]  # as Game.deal does
    ace_at = (turned == _ACE).argmax(axis=0)
    places = _places(shape.game)[ace_at]
    cards: Cards = turned[places, np.arange(len(places))[:, np.newaxis]]
    return cards


@lru_cache
def _places(game: str) -> Places:
    """Return for each place of the ace of spades in the pack the places whose cards make up the fans."""
    table = []
    for ace_at in range(len(_CARDS)):
        ids = [_ACE if place == ace_at else -1 - place for place in range(len(_CARDS))]
        laid_out = PysolGame(_GAMES[game], 1, RandomBase.DEALS_PYSOLFC)
        laid_out.new_cards([PysolCard(number, 1, 0) for number in ids])
        table.append([ids.index(card.id) for card in _lay_out(laid_out)])
    return np.array(table, dtype=np.intp)


def _lay_out(game: Any) -> list[PysolCard]:
    """Lay out the pack of `game` and return its cards fan by fan, each from its bottom card to its top card."""
    getattr(game, game.game_class)()
    return [card for fan in game.board.columns.cols for card in fan]
