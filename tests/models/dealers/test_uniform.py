"""The uniform dealer against its own specification, written down a second time in plain integers."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.dealers import Shape, deals, rank_block, uniform
from blackhole_models.dealers.uniform import VERSION, deck_block
from blackhole_models.errors import InputError
from blackhole_models.formats import write_deal

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
LAST = WORD


def mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


class Stream:
    """The draws of one deal, and how many of them were rejected."""

    def __init__(self, number: int) -> None:
        self.state = mix((number + mix(VERSION * GAMMA & WORD)) & WORD)
        self.rejected = 0

    def draw(self, bound: int) -> int:
        while True:
            self.state = (self.state + GAMMA) & WORD
            product = (mix(self.state) >> 32) * bound
            if product % (1 << 32) >= (1 << 32) % bound:
                return product >> 32
            self.rejected += 1


def dealt_by_the_book(number: int, shape: Shape) -> tuple[list[int], int]:
    """Return the cards of a deal, the foundation card first, and the number of rejected draws."""
    stream = Stream(number)
    deck = list(range(shape.ranks * shape.suits))
    apart = 1 if shape.game == "black-hole" and not shape.any_foundation else 0
    pack = deck[apart:]
    for place in range(len(pack) - 1, 0, -1):
        other = stream.draw(place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return deck[:apart] + pack, stream.rejected


SHAPES = (
    Shape(),
    Shape(any_foundation=True),
    Shape(game="all-in-a-row"),
    Shape(ranks=3, suits=1),
    Shape(ranks=7, suits=5, fan_size=4),
    Shape(ranks=300, suits=2, fan_size=10),
)


def test_splitmix64_gives_its_published_first_outputs() -> None:
    # https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64: seed 1234567
    state, outputs = 1234567, []
    for _ in range(3):
        state = (state + GAMMA) & WORD
        outputs.append(mix(state))
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


VERSION_1 = """\
Foundations: AS
TC QD 6C
6D 7C AC
KS AH 5S
5H 5C 9D
2D KH 3C
3H QC TH
KC 6H 4D
9S 4C TS
3S 8D JC
6S 8S JD
KD 5D 7S
TD 7D 2C
8H QH JH
9C QS AD
4S 2H 4H
8C 7H 3D
9H JS 2S
"""


def test_deals_of_version_1_never_change() -> None:
    assert VERSION == 1
    assert write_deal(deals("uniform:1", Shape())[0], "pysolfc") == VERSION_1
    small = deals("uniform:18446744073709551615", Shape(ranks=5, suits=2, any_foundation=True))[0]
    assert write_deal(small, "pysolfc") == "Foundations: 5H\n5S 4S AS\n2H 4H 2S\n3H 3S AH\n"


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("number", [0, 1, 2, 1_000_003, 1 << 63, LAST])
def test_deals_follow_the_specification(shape: Shape, number: int) -> None:
    assert deck_block(number, 1, shape)[0].tolist() == dealt_by_the_book(number, shape)[0]


def test_rejected_draw_is_repeated_in_its_own_deal() -> None:
    # 946,630 is the first number of this shape with a rejected draw.
    book = [dealt_by_the_book(number, Shape()) for number in (946_629, 946_630, 946_631)]
    assert [rejected for _, rejected in book] == [0, 1, 0]
    assert deck_block(946_629, 3, Shape()).tolist() == [cards for cards, _ in book]


def test_draws_rejected_many_times_over() -> None:
    bound = (1 << 31) + 1  # nearly every second draw is rejected
    streams = [Stream(number) for number in range(100)]
    state = np.array([stream.state for stream in streams], dtype=np.uint64)
    for _ in range(5):
        assert uniform._draw(state, bound).tolist() == [stream.draw(bound) for stream in streams]
    assert sum(stream.rejected for stream in streams) > 200


@settings(max_examples=50, deadline=None)
@given(st.integers(0, LAST - 50), st.integers(1, 40), st.sampled_from(SHAPES))
def test_a_deal_does_not_depend_on_its_block(first: int, count: int, shape: Shape) -> None:
    block = deck_block(first, count, shape)
    assert block.shape == (count, shape.cards)
    for lane in {0, count // 2, count - 1}:
        assert np.array_equal(block[lane], deck_block(first + lane, 1, shape)[0])


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_deal_is_the_whole_deck_in_its_shape(shape: Shape) -> None:
    for deal in deals("uniform:5-14", shape):
        assert len({(card.rank, card.suit) for card in deal}) == len(deal) == shape.cards
        assert tuple(map(len, deal.fans)) == shape.fan_lengths
        assert (deal.foundation is not None) == shape.has_foundation
        assert deal.ranks == shape.ranks


def test_foundation_card_is_the_ace_of_spades_unless_any_may_be() -> None:
    assert {str(deal.foundation) for deal in deals("uniform:1-50", Shape())} == {"AS"}
    assert len({deal.foundation for deal in deals("uniform:1-50", Shape(any_foundation=True))}) > 20


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_rank_block_gives_the_ranks_of_the_deals(shape: Shape) -> None:
    block = rank_block("uniform", 7, 20, shape)
    dealt = list(deals("uniform:7-26", shape))
    assert block.fans.tolist() == [[card.rank for fan in deal.fans for card in fan] for deal in dealt]
    assert block.fans.dtype == (np.uint8 if shape.ranks <= 256 else np.uint16)
    assert block.fans.flags.c_contiguous
    if block.foundations is None:
        assert not shape.has_foundation
    else:
        assert block.foundations.tolist() == [deal.foundation.rank for deal in dealt if deal.foundation]


@pytest.mark.parametrize(("first", "count"), [(-1, 1), (1 << 64, 1), (LAST, 2)])
def test_numbers_without_a_deal(first: int, count: int) -> None:
    with pytest.raises(InputError, match="uniform numbers go from 0 to 18446744073709551615"):
        rank_block("uniform", first, count, Shape())


def test_empty_block() -> None:
    assert deck_block(5, 0, Shape()).shape == (0, 52)


def test_all_orders_of_a_small_deck_are_equally_likely() -> None:
    decks = deck_block(0, 60_000, Shape(ranks=5, suits=1))
    counts = Counter(map(tuple, decks.tolist()))
    expected = 60_000 / 24
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert len(counts) == 24
    assert chi_square < 49.7  # 23 degrees of freedom, exceeded by chance in one of a thousand versions


def test_every_card_is_as_likely_in_every_place() -> None:
    decks = deck_block(1, 20_000, Shape())[:, 1:]
    expected = 20_000 / 51
    chi_squares = [((np.bincount(place, minlength=52)[1:] - expected) ** 2 / expected).sum() for place in decks.T]
    assert sum(chi_squares) < 2700  # 51 * 50 = 2,550 degrees of freedom, standard deviation 71
