"""Time windows: no order is cut off, and the steps they leave are those of some walk."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.lemmas.windows import steps_by_depth, steps_by_walk, windows
from blackhole_models.sequencing import Sequencing


def all_orders(problem: Sequencing) -> list[list[int]]:
    """Return every order by the rules, as card numbers."""
    found: list[list[int]] = []

    def play(order: list[int]) -> None:
        if len(order) == len(problem):
            found.append(order)
        for card in range(len(problem)):
            covered = problem.above[card] >= 0 and problem.above[card] not in order
            if card in order or covered or (not order and problem.has_foundation and card != 0):
                continue
            if not order or abs(problem.rank[card] - problem.rank[order[-1]]) in (1, problem.ranks - 1):
                play([*order, card])

    play([])
    return found


@st.composite
def small_problems(draw: st.DrawFn) -> Sequencing:
    ranks = draw(st.integers(3, 7))
    rng = draw(st.randoms(use_true_random=False))
    deck = [Card(rank, suit) for rank in range(ranks) for suit in range(3)]
    rng.shuffle(deck)
    deck = deck[: draw(st.integers(1, 8))]
    foundation = deck.pop() if draw(st.booleans()) else None
    fans: list[tuple[Card, ...]] = []
    while deck:
        size = draw(st.integers(1, 4))
        fans.append(tuple(deck[:size]))
        deck = deck[size:]
    return Sequencing(Deal(ranks=ranks, fans=tuple(fans), foundation=foundation))


@given(small_problems())
@settings(deadline=None)
def test_every_order_keeps_to_the_steps(problem: Sequencing) -> None:
    for steps in (steps_by_depth(problem), steps_by_walk(problem)):
        for order in all_orders(problem):
            assert steps[order, range(len(order))].all()


@given(small_problems())
@settings(deadline=None)
def test_walks_leave_no_step_that_depth_forbids(problem: Sequencing) -> None:
    assert not (steps_by_walk(problem) & ~steps_by_depth(problem)).any()


def test_the_standard_deal_has_three_steps_less_for_each_card() -> None:
    deck = [Card(rank, suit) for rank in range(13) for suit in range(4)][1:]
    deal = Deal(ranks=13, fans=tuple(tuple(deck[n : n + 3]) for n in range(0, 51, 3)), foundation=Card(0, 0))
    found = windows(steps_by_depth(Sequencing(deal)))
    assert found[:4] == [(0, 0), (1, 49), (2, 50), (3, 51)]


def test_a_far_rank_takes_as_many_steps_as_it_is_away() -> None:
    problem = Sequencing(Deal.of("AS", "7S", "AH 2H 3H 4H 5H 6H 8H 9H TH JH QH KH"))
    earliest, _ = windows(steps_by_walk(problem))[1]
    assert earliest == 6


def test_the_way_round_changes_parity_only_with_an_odd_number_of_ranks() -> None:
    even = steps_by_walk(Sequencing(Deal.of("AS", "2S", "3S", "4S", "AH", "2H", "3H", "4H", ranks=4)))
    odd = steps_by_walk(Sequencing(Deal.of("AS", "2S", "3S", "4S", "5S", "AH", "2H", "3H", ranks=5)))
    assert np.flatnonzero(even[1]).tolist() == [1, 3, 5, 7]
    assert np.flatnonzero(odd[1]).tolist() == [1, 3, 4, 5, 6, 7]


def test_a_card_that_no_walk_reaches_has_no_window() -> None:
    problem = Sequencing(Deal.of("AS", "4S", "2S", ranks=8))
    assert windows(steps_by_walk(problem))[1] == (3, -1)


@pytest.mark.parametrize("foundation", ["AS", None])
def test_a_deal_of_one_card(foundation: str | None) -> None:
    deal = Deal.of("AS") if foundation else Deal.of(None, "AS")
    assert windows(steps_by_walk(Sequencing(deal))) == [(0, 0)]
