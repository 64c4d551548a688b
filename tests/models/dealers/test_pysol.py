"""PySolFC's and Microsoft's numbers are dealt as `pysol_cards` prints them, one by one and in bulk."""

from __future__ import annotations

import numpy as np
import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random import LCRandom31
from pysol_cards.random_base import RandomBase

from blackhole_models.dealers import Shape, deals, pysol, rank_block
from blackhole_models.formats import write_deal

SHAPES = {"black_hole": Shape(), "all_in_a_row": Shape(game="all-in-a-row")}
NUMBERINGS = {"pysolfc": RandomBase.DEALS_PYSOLFC, "ms": RandomBase.DEALS_MS}
TURNING_POINTS = (1, 31_999, 32_000, 32_001, 33_000, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 33) - 1)
LONG = (12345678901234567890, 99999999999999999999, 10**20)

PYSOLFC_5 = """\
Foundations: AS
AH KC 9D
8S 3H KS
2D KD QD
QS 5H 4H
4C 6S AC
9H 8D 2H
2S TD TC
3D 7S TH
5C JD 6D
9C 7H 6H
KH 8H 6C
4D JH QC
2C JC JS
3C 7D 9S
4S 5S AD
3S QH 7C
5D 8C TS
"""


def test_a_published_board() -> None:
    assert write_deal(deals("pysolfc:5", Shape())[0], "pysolfc") == PYSOLFC_5
    assert write_deal(deals("ms:5", Shape())[0], "pysolfc") == PYSOLFC_5


@pytest.mark.parametrize("game", SHAPES)
@pytest.mark.parametrize(
    ("scheme", "number"),
    [("pysolfc", number) for number in TURNING_POINTS + LONG] + [("ms", number) for number in TURNING_POINTS],
)
def test_boards_are_those_that_pysol_cards_prints(scheme: str, number: int, game: str) -> None:
    printed = Game(game, number, NUMBERINGS[scheme]).calc_layout_string(CardRenderer(print_ts=True))
    [deal] = deals(f"{scheme}:{number}", SHAPES[game])
    assert write_deal(deal, "pysolfc") == printed
    assert deal.name == f"{scheme}:{number}"


def test_microsoft_numbers_above_32000_are_other_deals() -> None:
    assert deals("ms:32000", Shape())[0] == deals("pysolfc:32000", Shape())[0]
    assert deals("ms:33000", Shape())[0] != deals("pysolfc:33000", Shape())[0]


def test_number_zero_is_no_seed_of_the_microsoft_generator() -> None:
    with pytest.raises(ValueError, match="out of range"):
        LCRandom31(0)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize(
    ("scheme", "first"),
    [
        *(("pysolfc", first) for first in (1, 31_980, 32_001, 10**6, 10**20 - 39)),
        *(("ms", first) for first in (1, 31_980, (1 << 31) - 20, (1 << 33) - 40)),
    ],
)
def test_bulk_gives_the_ranks_of_the_single_deals(scheme: str, first: int, shape: Shape) -> None:
    block = rank_block(scheme, first, 40, shape)
    single = [
        [card.rank for fan in deal.fans for card in fan] for deal in deals(f"{scheme}:{first}-{first + 39}", shape)
    ]
    assert block.fans.dtype == np.uint8
    assert block.fans.tolist() == single
    assert (block.foundations is None) == (not shape.has_foundation)
    assert block.foundations is None or block.foundations.tolist() == [0] * 40


def test_empty_block() -> None:
    assert rank_block("pysolfc", 5, 0, Shape()).fans.shape == (0, 51)
    assert rank_block("ms", 1 << 32, 0, Shape()).fans.shape == (0, 51)


def test_bulk_that_no_longer_agrees_with_pysol_cards_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pysol, "ms_rearrange", lambda cards: cards)
    with pytest.raises(RuntimeError, match="deals pysolfc:7 otherwise in bulk"):
        rank_block("pysolfc", 7, 10, Shape())
