"""What a player is told about a broken deck, and how packs are numbered."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.cards import ACE_OF_SPADES, Card, parse_card
from blackhole_models.deal import Deal
from blackhole_models.deck import Layout, Seen, Top, to_deal
from blackhole_models.errors import InputError, UnsupportedError


def layout(foundations: str | None, *fans: str, top: Top = "last", **more: Any) -> Layout:
    """The foundation cards in line 1, fan k in line k + 1."""
    return Layout(
        fans=[[Seen(parse_card(card), line) for card in fan.split()] for line, fan in enumerate(fans, start=2)],
        foundations=None if foundations is None else [Seen(parse_card(card), 1) for card in foundations.split()],
        top=top,
        **more,
    )


def told(*args: Any, **options: Any) -> str:
    with pytest.raises(InputError) as error:
        to_deal(layout(*args), **options)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400
    return str(error.value)


def test_complete_deck_gives_the_deal_as_seen() -> None:
    deal = to_deal(layout("AS", "2S 3H", "3S AH", "2H"), name="mine")
    assert deal == Deal.of("AS", "2S 3H", "3S AH", "2H", ranks=3)
    assert deal.name == "mine"


def test_highest_card_shows_the_ranks_of_a_complete_deck() -> None:
    assert to_deal(layout("AS", "2S 3S 4S 5S")).ranks == 5


def test_top_is_the_layouts_unless_the_caller_says_otherwise() -> None:
    seen = layout("AS", "2S 3S", top="first")
    assert to_deal(seen).fans == Deal.of(None, "3S 2S").fans
    assert to_deal(seen, top="last").fans == Deal.of(None, "2S 3S").fans


def test_deck_without_foundation_is_complete_in_its_fans() -> None:
    assert to_deal(layout("", "2S 3S", "AS")).foundation is None


@pytest.mark.parametrize(
    ("fans", "message"),
    [
        (
            ("AH 2H 3H", "2S AH"),
            "AH is in line 2 and again in line 3; 3S is missing from a deck of 3 ranks and 2 suits",
        ),
        (("2S AH AH", "3S 2H 3H"), "AH is in line 2 twice"),
        (("2S 3S AH", "AH 2H", "AH 3H"), "AH is there 3 times, first in line 2"),
        (("AS 2S 3S",), "AS is the foundation card (line 1) and also in line 2"),
        (("2S 3S 4S", "AH 3H", "4H 2S"), "2S is in line 2 and again in line 4; 2H is missing"),
        (("2S 3S AH", "2H"), "3H is missing from a deck of 3 ranks and 2 suits, perhaps from line 3, the shortest fan"),
        (("2S 3S 9S", "AH 2H 3H 4H 5H"), "4S, 5S, 6S and 6 more are missing from a deck of 9 ranks and 2 suits"),
        (("2S 3S 4S 5S", "2C"), "2C in line 3 is of a suit that has hardly any other cards"),
        ((), "line 1: there are no cards in the fans"),
    ],
)
def test_broken_deck_is_refused_with_what_to_mend(fans: tuple[str, ...], message: str) -> None:
    assert message in told("AS", *fans)


def test_shortest_fan_is_not_blamed_for_more_cards_than_it_can_have_lost() -> None:
    assert "shortest" in told("AS", "2S 3S 4S", "5S 6S", ranks=7)
    assert "shortest" not in told("AS", "2S 3S 4S", "5S 6S", ranks=8)
    assert "shortest" not in told("AS", "2S 3S 4S", "5S 6S", "7S 8S", ranks=9)


def test_card_of_a_rank_or_suit_outside_the_deck_is_named_with_its_line() -> None:
    assert told("AS", "2S 3S", "4S", ranks=3) == "line 3: 4S is outside a deck of 3 ranks"
    assert told("AS", "2S 3S", "AH", suits=1) == "line 3: AH is outside a deck of 1 suit"


def test_suits_that_are_said_must_all_be_there() -> None:
    assert "AH, 2H and 3H are missing from a deck of 3 ranks and 2 suits" in told("AS", "2S 3S", suits=2)


def test_ranks_that_are_said_must_all_be_there() -> None:
    assert "4S is missing from a deck of 4 ranks and 1 suit" in told("AS", "2S 3S", ranks=4)


def test_file_and_caller_may_not_disagree_on_the_ranks() -> None:
    with pytest.raises(InputError, match="the file says that its deck has 3 ranks, not 4"):
        to_deal(layout("AS", "2S 3S", ranks=3), ranks=4)


@pytest.mark.parametrize("ranks", [0, 2, 1000])
def test_number_of_ranks_that_no_deck_has(ranks: int) -> None:
    assert "3 to 999 ranks" in told("AS", "2S", ranks=ranks)


def test_deck_that_shows_too_few_ranks_asks_for_their_number() -> None:
    assert "--ranks" in told("AS", "2S")


def test_several_foundation_cards_are_another_game() -> None:
    with pytest.raises(UnsupportedError, match=r"line 1: AS and KH are foundation cards.*Binary Star.*not supported"):
        to_deal(layout("AS KH", "2S 3S"))


def test_fault_of_the_shape_is_told_only_if_the_deck_is_complete() -> None:
    fault = InputError("not in threes", line=7)
    with pytest.raises(InputError, match="line 7: not in threes"):
        to_deal(layout("AS", "2S 3S", fault=fault))
    with pytest.raises(InputError, match="2S is missing"):
        to_deal(layout("AS", "3S", fault=fault))


def test_foundation_not_given_is_the_ace_of_spades_if_it_alone_is_missing() -> None:
    assert to_deal(layout(None, "2S 3S")).foundation == ACE_OF_SPADES
    assert to_deal(layout(None, "2S 3S"), allow_odd_deck=True).foundation == ACE_OF_SPADES


@pytest.mark.parametrize("fans", [("2S 3S AS",), ("AS 3S", "2H 3H AH"), ("3S",)])
@pytest.mark.parametrize("odd", [False, True])
def test_foundation_not_given_is_never_guessed(fans: tuple[str, ...], odd: bool) -> None:
    seen = layout(None, *fans, foundation_hint="'Foundations: -'")
    with pytest.raises(InputError, match="no foundation card is given: write 'Foundations: -'"):
        to_deal(seen, allow_odd_deck=odd)


def test_odd_deck_is_read_where_the_caller_allows_it() -> None:
    deal = to_deal(layout("AS", "3S AH AH", "AH2 AH"), allow_odd_deck=True)
    assert [str(card) for card in deal] == ["AS", "3S", "AH", "AH3", "AH2", "AH4"]
    assert deal.ranks == 3


def test_foundation_card_keeps_its_name_in_an_odd_deck() -> None:
    deal = to_deal(layout("AS", "AS 3S"), allow_odd_deck=True)
    assert [str(card) for card in deal] == ["AS", "AS2", "3S"]


def test_odd_deck_may_be_a_foundation_card_alone() -> None:
    assert len(to_deal(layout("AS"), allow_odd_deck=True, ranks=13)) == 1


def test_two_packs_shuffled_together_are_numbered_in_the_order_of_the_file() -> None:
    pack = "2S 3S AH 2H 3H AD 2D 3D AC 2C 3C"
    deal = to_deal(layout("AS", pack, f"AS {pack}"), suits=8)
    assert str(deal.fans[1][0]) == "AS2"
    assert {card.suit for card in deal} == set(range(8))


def test_two_packs_that_the_file_numbers_itself_are_taken_as_written() -> None:
    packs = [f"{rank}{suit}{pack}" for pack in ("", "2") for suit in "SHDC" for rank in "A23"]
    packs.remove("AS")
    assert len(to_deal(layout("AS", " ".join(packs)), suits=8)) == 24
    assert "AS2 is in line 2 and again in line 3" in told("AS", " ".join(packs), "AS2", suits=8)


def test_third_copy_of_a_card_of_two_packs_is_one_too_many() -> None:
    pack = "2S 3S AH 2H 3H AD 2D 3D AC 2C 3C"
    message = told("AS", pack, f"AS {pack[3:]} AH", suits=8)
    assert "AH3 in line 3 is one too many for a deck of 8 suits; 2S2 is missing" in message


def test_copies_without_end_are_refused() -> None:
    assert "too many times" in told("AS", "2S 3S " + "AH " * 1001, allow_odd_deck=True)


def test_messages_name_cards_as_the_file_does() -> None:
    seen = layout("AS", "3S", spell=lambda card: f"number {card.rank}")
    with pytest.raises(InputError, match="number 1 is missing"):
        to_deal(seen)


def test_twenty_thousand_cards_are_refused_at_once_in_one_short_line() -> None:
    cards = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC"]
    start = time.process_time()
    told("AS", " ".join(cards[(7 * number) % 52] for number in range(20_000)))
    told("AS", *(f"{number % 997 + 3}S{number // 997 + 2}" for number in range(20_000)))
    assert time.process_time() - start < 2  # twice, on a machine that is busy with other things


@settings(deadline=None)
@given(st.data())
def test_any_one_slip_is_found_and_its_cards_are_named(data: st.DataObject) -> None:
    ranks, suits = data.draw(st.integers(3, 6)), data.draw(st.integers(2, 4))
    cards = [Card(rank, suit) for suit in range(suits) for rank in range(ranks)][1:]
    shuffled = data.draw(st.permutations(cards))
    lost = data.draw(st.sampled_from(shuffled))
    twice = data.draw(st.sampled_from([card for card in shuffled if card != lost]))
    written = [str(twice if card == lost else card) for card in shuffled]
    message = told("AS", " ".join(written[:4]), " ".join(written[4:]), ranks=ranks, suits=suits)
    assert f"{twice} is in line" in message
    assert f"{lost} is missing" in message
