"""What is left of a deal after some cards were played, and that it is decided like any deal."""

from __future__ import annotations

import pytest

from blackhole_models.cards import Card, parse_card
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError
from blackhole_models.midgame import played
from blackhole_models.referee import replay
from blackhole_models.result import Verdict
from blackhole_models.solvers import decide, make

DEAL = Deal.of("AS", "5S 4S 2S", "3S 3H 2H", "AH 5H 4H", ranks=5, name="a game")


def cards(text: str) -> list[Card]:
    return [parse_card(card) for card in text.split()]


def test_nothing_played_leaves_the_deal() -> None:
    assert played(DEAL, []) == DEAL
    assert played(DEAL, cards("AS")) == DEAL
    free = Deal.of(None, "AS 2S", "3S")
    assert played(free, []) == free


def test_last_card_played_is_the_foundation_of_the_rest() -> None:
    rest = played(DEAL, cards("2H 3H 4H"))
    assert rest == Deal.of("4H", "5S 4S 2S", "3S", "AH 5H", ranks=5)
    assert rest.name == "a game"
    assert played(DEAL, cards("AS 2H 3H 4H")) == rest


def test_any_uncovered_card_may_begin_without_a_foundation() -> None:
    assert played(Deal.of(None, "AS 2S", "3S"), cards("3S")) == Deal.of("3S", "AS 2S", "")


def test_everything_played_leaves_the_last_card() -> None:
    rest = played(Deal.of("AS", "2S"), cards("2S"))
    assert len(rest) == 1
    assert decide(make("dfs"), rest).verdict is Verdict.SOLVABLE


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("4S", "a game: card 2: 4S is still covered by 2S in fan 1"),
        ("2S 2H", "a game: card 3: 2H is not a neighbour of 2S"),
        ("2S 2S", "has already been played"),
        ("KD", "KD is not in this deal"),
    ],
)
def test_illegal_play_is_named(order: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        played(DEAL, cards(order))


@pytest.mark.parametrize("solver", ["dfs", "search", "sat", "cp-sat"])
def test_every_solver_plays_on_or_says_that_it_is_lost(solver: str) -> None:
    lost = decide(make(solver), played(DEAL, cards("2S")))
    assert lost.verdict is Verdict.UNSOLVABLE
    alive = decide(make(solver), played(DEAL, cards("2H")))
    assert alive.verdict is Verdict.SOLVABLE
    assert alive.order is not None
    assert replay(DEAL, [*cards("AS"), *alive.order]).wins
