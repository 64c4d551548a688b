"""The text board: its notations, several deals in one file, and what it refuses."""

from __future__ import annotations

import pytest

from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.formats import ReadOptions, read_deals, write_deal

FANS = "2S 3H\n3S AH\n2H TS"
DEAL = Deal.of("AS", "2S 3H", "3S AH", "2H TS")
ODD = ReadOptions(allow_odd_deck=True, ranks=13)


def read(text: str, options: ReadOptions = ODD) -> Deal:
    [deal] = read_deals(text.encode(), source="board", options=options)
    assert isinstance(deal, Deal), deal
    return deal


def refused(text: str, options: ReadOptions = ODD) -> InputError:
    [error] = read_deals(text.encode(), source="board", options=options)
    assert isinstance(error, InputError)
    return error


@pytest.mark.parametrize(
    "text",
    [
        f"Foundations: AS\n{FANS}\n",
        f"foundation: as\n{FANS.lower()}",
        f"FOUNDATIONS : AS\n{FANS}",
        f"  Foundations:S-A\n{FANS}",
        f"# mine\n\nFoundations: AS # the ace\n\n: {FANS}  # fans\n#end",
        f"Foundations: A♠\n{FANS.replace('S', '♠').replace('H', '♥️')}",
        f"Foundations: AS\n{FANS.replace('T', '10')}",
        f"Foundations: AS\n{FANS}\n".replace("\n", "\r\n").replace(" ", "\t  "),
        f"Foundations: AS\n{FANS}\n".replace("\n", "\r"),
    ],
)
def test_notations_of_one_deal(text: str) -> None:
    assert read(text) == DEAL


def test_foundation_of_another_rank_and_none() -> None:
    assert read("Foundations: C-10\nAS 2S").foundation == Deal.of("TC").foundation
    assert read("Foundations: -\nAS 2S").foundation is None


def test_colon_alone_is_an_empty_fan() -> None:
    assert read("Foundations: AS\n:\n2S").fans == Deal.of("AS", "", "2S").fans


def test_each_foundations_line_begins_a_deal_and_one_broken_deal_loses_no_other() -> None:
    text = "# several\nFoundations: AS\n2S 3S\nFoundations: AS\n2S 3X\n\nFoundations: 2S\nAS 3S"
    first, second, third = read_deals(text.encode(), source="deals.txt", options=ReadOptions())
    assert isinstance(first, Deal)
    assert isinstance(third, Deal)
    assert (first.name, third.name) == ("deals.txt#1", "deals.txt#3")
    assert str(second) == "deals.txt#2, line 5: '3X' is not a card (a card is a rank and a suit, such as TH)"


def test_single_deal_is_named_like_its_file() -> None:
    assert read("Foundations: AS\n2S 3S", ReadOptions()).name == "board"


def test_cards_before_the_first_foundations_line_are_a_deal_of_their_own() -> None:
    first, second = read_deals(b"2S 3S\nFoundations: AS\n", source="x", options=ReadOptions())
    assert isinstance(first, Deal)
    assert "no cards in the fans" in str(second)


@pytest.mark.parametrize("label", ["Talon", "Freecells", "Reserve", "Deal", "stock"])
def test_lines_of_other_games_are_refused(label: str) -> None:
    error = refused(f"Foundations: AS\n{label}: 2S\n3S")
    assert isinstance(error, UnsupportedError)
    assert str(error).startswith(f"board, line 2: a line '{label.lower()}:' has no place in this game")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Foundations:\n2S 3S", "line 1: no foundation card is given: write 'Foundations: AS'"),
        ("2S 3S 2H 3H AH AS", "no foundation card is given: write 'Foundations: AS'"),
        ("Foundations: AS KH\n2S", "line 1: AS and KH are foundation cards"),
        ("Foundations: X\n2S", "line 1: 'X' is not a card"),
        ("Foundations: AS-\n2S", "line 1: 'AS-' is not a card"),
        ("Foundations: AS\n-", "line 2: '-' is not a card"),
        ("Foundations: AS\n2S " + "9" * 5000 + "H", "line 2: '9999999999999999999…' is not a card"),
    ],
)
def test_refusals_name_line_and_token(text: str, message: str) -> None:
    assert message in str(refused(text, ReadOptions()))


def test_board_without_foundations_line_is_read_if_only_the_ace_of_spades_is_missing() -> None:
    assert read("2S 3S\nAH 2H 3H", ReadOptions()) == Deal.of("AS", "2S 3S", "AH 2H 3H", ranks=3)


def test_written_board_is_what_pysolfc_prints() -> None:
    assert write_deal(Deal.of("AS", "TS 2H", "KD"), "pysolfc") == "Foundations: AS\nTS 2H\nKD\n"
    assert write_deal(Deal.of(None, "KS"), "pysolfc") == "Foundations: -\nKS\n"


def test_ranks_that_no_card_shows_are_written_and_read_back() -> None:
    deals = [Deal.of("AS", "2S", ranks=5), Deal.of("AS", "2S", ranks=9)]
    text = "".join(write_deal(deal, "pysolfc") for deal in deals)
    assert read_deals(text.encode(), source="x", options=ReadOptions(allow_odd_deck=True)) == deals
