"""Every CP-SAT formulation against brute force, planted orders and known deals."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.result import Verdict
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from collections.abc import Iterator

ALL_PARTS = "+windows+dominance+exchange+budgets"
FORMULATIONS = [
    "cp-sat",
    "cp-sat-position",
    "cp-sat-position+arithmetic",
    "cp-sat-position+automaton",
    "cp-sat-circuit",
    "cp-sat-timeline",
    "cp-sat-timeline+flow",
]
LOSSLESS = [
    "cp-sat-position+windows+budgets+counts",
    "cp-sat-position+budgets",
    "cp-sat-circuit+windows+budgets",
    "cp-sat-timeline+budgets",
    "cp-sat-timeline+flow+windows+budgets+counts",
]
PARTS = [
    "cp-sat-position+counts" + ALL_PARTS,
    "cp-sat-circuit" + ALL_PARTS,
    "cp-sat-circuit+lean",
    "cp-sat-timeline+counts" + ALL_PARTS,
    "cp-sat-timeline+flow+budgets",
    "cp-sat+exchange+budgets",
    *(
        f"{base}+lean+{part}"  # on decks as small as these, presolve takes most of the time
        for base in ("cp-sat-position", "cp-sat-timeline")
        for part in ("windows", "dominance", "exchange", "budgets", "counts", *(f"case-{case}" for case in "abcdef"))
    ),
]

SMALL_DECKS = {
    "one card, no foundation": Deal.of(None, "AS", ranks=3),
    "foundation alone": Deal.of("3S", ranks=3),
    "foundation and empty fans": Deal.of("3S", "", "", ranks=3),
    "the highest rank and the ace are neighbours": Deal.of("AS", "5S", "4S", ranks=5),
    "infeasible to the inverse constraint of OR-Tools 9.15": Deal.of("5S", "AS", "2S", "3S", "4S", ranks=5),
    "and to it with the foundation fixed by domains": Deal.of("7S", "4S 5S 6S", "8S AS 2S 3S", ranks=8),
    "two ranks apart": Deal.of("AS", "3S", ranks=4),
    "three ranks, all neighbours": Deal.of("AS", "2S 3S AH", "2H 3H", ranks=3),
    "equal ranks never follow each other": Deal.of("AS", "AH", "AC", ranks=3),
    "uneven fans": Deal.of("2S", "3S AS", "", "AH", "4S 2H 3H", "4H", ranks=4),
    "even ranks, free start": Deal.of(None, "AS 2S", "3S 4S", "5S 6S AH", "2H", ranks=6),
    "foundation of another rank, two packs": Deal.of("KS", "QS AS", "KS2 AS2", "QS2", "KH AH", ranks=13),
    "a covered card without neighbours": Deal.of("AS", "2S 9S", "3S"),
    "two cards, one step": Deal.of("AS", "2S", "4S", ranks=4),
    "missing ranks": Deal.of("5S", "6S 9S", "7S", "8S", "5H 4H", ranks=13),
    "rules' example": Deal.of("AS", "4C QD KH", "JC"),
    "Solvitaire, unsolvable": Deal.of(
        "AS", "3H 2D 4C AD", "2C 5H 3C 4D AC", "5S 4H 2S 5D AH", "5C 3D 2H 4S 3S", ranks=5
    ),
}


def brute_force(deal: Deal) -> Iterator[tuple[Card, ...]]:
    """Yield every order that wins, by trying every uncovered card at each step."""
    fans = [list(fan) for fan in deal.fans]
    played = [] if deal.foundation is None else [deal.foundation]

    def play_on() -> Iterator[tuple[Card, ...]]:
        if len(played) == len(deal):
            yield tuple(played)
        for fan in fans:
            if fan and (not played or (fan[-1].rank - played[-1].rank) % deal.ranks in (1, deal.ranks - 1)):
                played.append(fan.pop())
                yield from play_on()
                fan.append(played.pop())

    return play_on()


def planted(seed: int, *, ranks: int, suits: int, fan_size: int, free_start: bool) -> tuple[Deal, tuple[Card, ...]]:
    """Return a deal made from an order that wins it: a random walk over the deck, dealt backwards onto random fans."""
    rng = random.Random(seed)  # noqa: S311  # any walk will do
    order: list[Card] = []
    while len(order) < ranks * suits:
        deck = [Card(rank, suit) for rank in range(ranks) for suit in range(suits)]
        order = [deck.pop(rng.randrange(len(deck)))]
        while choices := [card for card in deck if (card.rank - order[-1].rank) % ranks in (1, ranks - 1)]:
            order.append(rng.choice(choices))
            deck.remove(order[-1])
    dealt = order if free_start else order[1:]
    fans: list[list[Card]] = [[] for _ in range(-(-len(dealt) // fan_size))]
    for card in reversed(dealt):
        rng.choice([fan for fan in fans if len(fan) < fan_size]).append(card)
    return Deal(ranks, tuple(map(tuple, fans)), None if free_start else order[0]), tuple(order)


@st.composite
def small_deals(draw: st.DrawFn) -> Deal:
    """Complete decks of at most 13 cards, any foundation or none, fans of 1 to 6."""
    ranks = draw(st.integers(3, 8))
    suits = draw(st.integers(1, max(1, min(4, 13 // ranks))))
    cards = draw(st.permutations([Card(rank, suit) for rank in range(ranks) for suit in range(suits)]))
    foundation = None if draw(st.booleans()) else cards.pop()
    size = draw(st.integers(1, 6))
    fans = tuple(tuple(cards[start : start + size]) for start in range(0, len(cards), size))
    return Deal(ranks, fans, foundation)


@pytest.mark.parametrize("name", FORMULATIONS + LOSSLESS)
@pytest.mark.parametrize("deal", SMALL_DECKS.values(), ids=SMALL_DECKS.keys())
def test_orders_are_those_of_brute_force_each_once(name: str, deal: Deal) -> None:
    solver = make(name)
    expected = sorted(brute_force(deal))
    assert sorted(solver.orders(deal)) == expected  # type: ignore[attr-defined]  # an Enumerator
    assert (decide(solver, deal).verdict is Verdict.SOLVABLE) == bool(expected)


def test_orders_are_listed_once_whatever_the_number_of_workers() -> None:
    deal = SMALL_DECKS["uneven fans"]
    assert sorted(make("cp-sat-position", workers=3).orders(deal)) == sorted(brute_force(deal))  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", FORMULATIONS + PARTS)
@given(deal=small_deals())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_verdict_on_random_small_deals(name: str, deal: Deal) -> None:
    expected = Verdict.UNSOLVABLE if next(brute_force(deal), None) is None else Verdict.SOLVABLE
    result = decide(make(name), deal)
    assert result.verdict is expected
    assert result.verified == (expected is Verdict.SOLVABLE)


@pytest.mark.parametrize("name", FORMULATIONS)
@given(deal=small_deals())
@settings(max_examples=10, deadline=None, derandomize=True)
def test_presolve_changes_nothing(name: str, deal: Deal) -> None:
    verdicts = {decide(make(name, presolve=presolve), deal).verdict for presolve in (True, False)}
    assert len(verdicts) == 1


@pytest.mark.parametrize("name", FORMULATIONS)
@pytest.mark.parametrize("seed", range(2))
def test_fixed_search_finds_an_order_too(name: str, seed: int) -> None:
    deal, _ = planted(seed, ranks=6, suits=2, fan_size=3, free_start=seed == 1)
    assert decide(make(name, fixed_search=True), deal).verdict is Verdict.SOLVABLE


@pytest.mark.parametrize("name", FORMULATIONS + PARTS)
@pytest.mark.parametrize("seed", range(3))
def test_planted_order_is_not_excluded(name: str, seed: int) -> None:
    deal, _ = planted(seed, ranks=5 + seed, suits=2, fan_size=1 + seed % 4, free_start=seed % 2 == 1)
    assert decide(make(name), deal).verdict is Verdict.SOLVABLE
