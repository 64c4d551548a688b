"""The longest playable order against brute force, and what it does at a limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.cp_sat.longest import longest
from blackhole_models.deal import Deal
from blackhole_models.dealers import Shape, deals
from blackhole_models.referee import replay
from blackhole_models.result import Limits, Verdict
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from collections.abc import Sequence


def most_cards(deal: Deal) -> int:
    """Return the greatest number of cards of an order that begins well, by trying everything."""
    fans = [list(fan) for fan in deal.fans]

    def play_on(centre: Card | None) -> int:
        best = 0
        for fan in fans:
            if fan and (centre is None or (fan[-1].rank - centre.rank) % deal.ranks in (1, deal.ranks - 1)):
                card = fan.pop()
                best = max(best, 1 + play_on(card))
                fan.append(card)
        return best

    return (deal.foundation is not None) + play_on(deal.foundation)


@st.composite
def small_deals(draw: st.DrawFn) -> Deal:
    """Decks of up to 15 cards, complete or not, so that few can be played to the end."""
    ranks = draw(st.integers(3, 8))
    deck = [Card(rank, suit) for rank in range(ranks) for suit in range(3)]
    cards = draw(st.lists(st.sampled_from(deck), min_size=2, max_size=min(15, len(deck)), unique=True))
    foundation = None if draw(st.booleans()) else cards.pop()
    size = draw(st.integers(1, 5))
    return Deal(ranks, tuple(tuple(cards[start : start + size]) for start in range(0, len(cards), size)), foundation)


@given(deal=small_deals())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_longest_order_is_that_of_brute_force(deal: Deal) -> None:
    result = longest(deal)
    assert result.proven
    assert result.stopped is None
    assert len(result.order) == most_cards(deal)
    assert replay(deal, result.order, complete=False).fault == ""


@pytest.mark.parametrize(
    ("fans", "cards"),
    [
        (["3S", "4S"], 1),
        (["2S", "5S", "4S 6S"], 2),
        (["2S 4S 3S", "2H"], 4),
        ([""], 1),
    ],
)
def test_worked_example(fans: Sequence[str], cards: int) -> None:
    result = longest(Deal.of("AS", *fans))
    assert (len(result.order), result.most, result.proven) == (cards, cards, True)


[ALL_BUT_ONE] = deals("pysolfc:354", Shape())


def test_all_cards_but_one() -> None:
    result = longest(ALL_BUT_ONE)
    assert (len(result.order), result.most, result.proven) == (51, 51, True)


def test_limit_leaves_what_was_found() -> None:
    result = longest(ALL_BUT_ONE, Limits(seconds=0.001))
    assert result.stopped is Verdict.TIME_LIMIT
    assert not result.proven
    assert [str(card) for card in result.order] == ["AS"]
    assert result.most == 52


def test_limit_after_the_decision_leaves_its_bound() -> None:
    decision = decide(make("cp-sat"), ALL_BUT_ONE)
    assert decision.effort is not None
    result = longest(ALL_BUT_ONE, Limits(effort=decision.effort + 1))
    assert result.stopped is Verdict.EFFORT_LIMIT
    assert not result.proven
    assert result.most == 51
    assert result.conflicts > decision.effort
