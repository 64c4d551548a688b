"""The referee against the rules' worked examples and every rule broken once."""

from __future__ import annotations

import pytest

from blackhole_models.cards import Card, parse_card
from blackhole_models.deal import Deal
from blackhole_models.referee import replay


def order(text: str) -> list[Card]:
    return [parse_card(card) for card in text.split()]


EXAMPLE = Deal.of("AS", "4C QD KH", "JC")


def test_covered_card_becomes_free_once_the_cards_above_it_are_gone() -> None:
    assert replay(EXAMPLE, order("AS KH QD JC"), complete=False).fault == ""
    assert "4C is still covered by KH in fan 1" in replay(EXAMPLE, order("AS 4C")).fault


def test_queen_king_ace_two_is_a_legal_run() -> None:
    deal = Deal.of("QS", "KD", "AH", "2C")
    assert replay(deal, order("QS KD AH 2C")).wins


def test_steps_tell_the_fan_and_what_is_left_of_it() -> None:
    steps = replay(EXAMPLE, order("AS KH QD JC"), complete=False).steps
    assert [(str(step.card), step.fan, step.left) for step in steps] == [
        ("AS", None, 0),
        ("KH", 0, 2),
        ("QD", 0, 1),
        ("JC", 1, 0),
    ]


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ("KH QD", "the order starts with KH, but AS lies in the centre"),
        ("AS AS", "AS lies in the centre from the start"),
        ("AS 7D", "7D is not in this deal"),
        ("AS KH KH", "KH has already been played"),
        ("AS QD", "QD is still covered by KH in fan 1"),
        ("AS JC", "JC is not a neighbour of AS"),
        ("AS KH QD JC", "the order ends with 1 card unplayed, among them 4C"),
        ("", "the order is empty"),
    ],
)
def test_first_broken_rule_is_named(cards: str, fault: str) -> None:
    assert fault in replay(EXAMPLE, order(cards)).fault


def test_any_uncovered_card_may_come_first_without_a_foundation() -> None:
    deal = Deal.of(None, "2S AS", "3S")
    assert replay(deal, order("AS 2S 3S")).wins
    assert replay(deal, order("3S")).fault
    assert "covered" in replay(deal, order("2S")).fault


def test_highest_rank_and_ace_are_neighbours_in_a_short_deck() -> None:
    assert replay(Deal.of("AS", "5S", ranks=5), order("AS 5S")).wins
    assert "not a neighbour" in replay(Deal.of("AS", "5S", ranks=13), order("AS 5S")).fault
