"""Conditional symmetry: the six published cases, and that some order meets all demands at once."""

from __future__ import annotations

from itertools import pairwise, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.lemmas.dominance import dominated_pairs
from blackhole_models.lemmas.exchange import exchanges
from blackhole_models.sequencing import Sequencing


def test_the_six_published_cases() -> None:
    # Fan 1 is t1 m1 b1 and fan 2 is t2 m2 b2 from the top; all six cards are of one rank, so every case occurs.
    problem = Sequencing(Deal.of("2S", "AC AH AS", "AC2 AH2 AS2"))
    name = dict(zip(range(1, 7), ("t1", "m1", "b1", "t2", "m2", "b2"), strict=True)) | {-1: "-"}
    assert {tuple(name[card] for card in demand) for demand in exchanges(problem)} == {
        ("b1", "b2", "m1", "-"),  # A
        ("t1", "t2", "-", "m2"),  # B
        ("m1", "m2", "t1", "b2"),  # C
        ("t1", "b2", "-", "-"),  # D
        ("t2", "b1", "-", "-"),
        ("t1", "m2", "-", "b2"),  # E
        ("t2", "m1", "-", "b1"),
        ("m1", "b2", "t1", "-"),  # F
        ("m2", "b1", "t2", "-"),
    }


def test_the_foundation_card_is_exchanged_with_none() -> None:
    assert exchanges(Sequencing(Deal.of("AS", "AH", "AC 2C"))) != []
    assert all(0 not in demand for demand in exchanges(Sequencing(Deal.of("AS", "AH", "AC 2C"))))


def test_cards_of_one_fan_are_not_exchanged() -> None:
    assert exchanges(Sequencing(Deal.of("2S", "AS 3S AH"))) == []


@st.composite
def small_problems(draw: st.DrawFn) -> Sequencing:
    rng = draw(st.randoms(use_true_random=False))
    ranks = draw(st.integers(3, 5))
    deck = [Card(rank, suit) for rank in range(ranks) for suit in range(3)]
    rng.shuffle(deck)
    deck = deck[: draw(st.integers(3, 7))]
    fans: list[tuple[Card, ...]] = []
    while deck:
        size = draw(st.integers(1, 4))
        fans.append(tuple(deck[:size]))
        deck = deck[size:]
    return Sequencing(Deal(ranks=ranks, fans=tuple(fans)))


@given(small_problems())
@settings(max_examples=60, deadline=None)
def test_some_order_meets_all_demands_and_makes_no_dominated_move(problem: Sequencing) -> None:
    demands, dominated = exchanges(problem), dominated_pairs(problem)
    orders = 0
    kept = 0
    for order in permutations(range(len(problem))):
        time = {card: step for step, card in enumerate(order)} | {-1: -1}
        follows = all(
            abs(problem.rank[card] - problem.rank[after]) in (1, problem.ranks - 1) for card, after in pairwise(order)
        )
        if not follows or any(time[upper] > time[lower] for upper, lower in problem.precedences):
            continue
        orders += 1
        meets = all(
            time[demand.first] < time[demand.second]
            for demand in demands
            if time[demand.above] < time[demand.second]
            and (demand.below < 0 or time[demand.first] < time[demand.below])
        )
        kept += meets and not any(time[problem.above[y]] < time[x] < time[y] for x, y in dominated)
    assert (kept > 0) == (orders > 0)
