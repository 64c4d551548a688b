"""Every encoding with every option, against brute force by the rules, planted orders and its own size formula."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from blackhole_models.cards import Card
from blackhole_models.cnf.at_most_one import METHODS
from blackhole_models.cnf.clauses import Clauses
from blackhole_models.cnf.encode import encode
from blackhole_models.cnf.options import RANK_RULES, Options
from blackhole_models.deal import Deal
from blackhole_models.sat.backends import find
from blackhole_models.sat.solver import all_orders
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blackhole_models.cnf.times import Times

PLAIN = [
    f"{base}+{rule}+{method}" for base in ("sat-direct", "sat-timeline") for rule in RANK_RULES for method in METHODS
]
COMPLETE = [
    *PLAIN,
    *(
        f"{base}+{part}"
        for base in ("sat-direct", "sat-timeline")
        for part in ("windows", "budgets", "windows+budgets")
    ),
    "sat-direct+directions+windows+budgets",
]
"""Encodings that keep all orders."""
LOSSY = [
    "sat",
    *(
        f"{base}+{part}"
        for base in ("sat-direct", "sat-timeline")
        for part in ("dominance", "exchange", "dominance+exchange", "windows+dominance+exchange+budgets")
    ),
    "sat+cards+product+exchange",
]
"""Encodings that keep an order of each solvable deal."""

DECKS = {
    "one card, no foundation": Deal.of(None, "AS", ranks=3),
    "foundation alone": Deal.of("3S", ranks=3),
    "foundation and empty fans": Deal.of("3S", "", "", ranks=3),
    "nothing above nothing": Deal.of(None, "2D", "3H", "AS", "", ranks=3),
    "the highest rank and the ace are neighbours": Deal.of("AS", "5S", "4S", ranks=5),
    "two ranks apart": Deal.of("AS", "3S", ranks=4),
    "three ranks, all neighbours": Deal.of("AS", "2S 3S AH", "2H 3H", ranks=3),
    "equal ranks never follow each other": Deal.of("AS", "AH", "AC", ranks=3),
    "equal ranks on top of each other": Deal.of("AS", "2S 2H 2C", "3S AH", ranks=3),
    "uneven fans": Deal.of("2S", "3S AS", "", "AH", "4S 2H 3H", "4H", ranks=4),
    "even ranks, free start": Deal.of(None, "AS 2S", "3S 4S", "5S 6S AH", "2H", ranks=6),
    "an edge of the cycle crossed again and again": Deal.of("AS", "2S AH", "2H AC 2C", "AD", ranks=8),
    "foundation of another rank, two packs": Deal.of("KS", "QS AS", "KS2 AS2", "QS2", "KH AH", ranks=13),
    "missing ranks": Deal.of("5S", "6S 9S", "7S", "8S", "5H 4H", ranks=13),
    "one fan of six": Deal.of("AS", "3H 2H 3S 2S AH 2C", "AC", ranks=4),
    "rules' example": Deal.of("AS", "4C QD KH", "JC"),
    "no first move": Deal.of("AS", "2S 3S", "KS 4S", "QS"),
}


def winning_orders(deal: Deal) -> Iterator[tuple[Card, ...]]:
    """Yield every order that wins, by the rules: any uncovered card that is a neighbour of the card in the centre."""
    fans = [list(fan) for fan in deal.fans]

    def play(order: list[Card]) -> Iterator[tuple[Card, ...]]:
        if len(order) == len(deal):
            yield tuple(order)
        for fan in fans:
            if fan and (not order or (fan[-1].rank - order[-1].rank) % deal.ranks in (1, deal.ranks - 1)):
                card = fan.pop()
                yield from play([*order, card])
                fan.append(card)

    yield from play([] if deal.foundation is None else [deal.foundation])


@st.composite
def small_deals(draw: st.DrawFn, cards: int) -> Deal:
    """Deals of up to so many cards: shuffled, or dealt backwards from a walk so that they can be won."""
    ranks, suits = draw(st.integers(3, 8)), draw(st.integers(1, 4))
    rng = draw(st.randoms(use_true_random=False))
    deck = [Card(rank, suit) for rank in range(ranks) for suit in range(suits)]
    rng.shuffle(deck)
    if draw(st.booleans()):
        deck = walk(rng, deck[: 2 * cards], ranks)
    deck = deck[:cards]
    foundation = deck.pop(0) if draw(st.booleans()) else None
    return Deal(ranks, deal_backwards(rng, deck, draw(st.integers(1, 6))), foundation)


def walk(rng: random.Random, deck: list[Card], ranks: int) -> list[Card]:
    """Return cards of `deck` in an order in which neighbours follow each other, until none is left that can."""
    left = deck.copy()
    order = [left.pop()]
    while choices := [card for card in left if (card.rank - order[-1].rank) % ranks in (1, ranks - 1)]:
        count = Counter(card.rank for card in left)
        order.append(max(choices, key=lambda card: (count[card.rank] + rng.random(), card)))
        left.remove(order[-1])
    return order


def deal_backwards(rng: random.Random, order: list[Card], longest: int) -> tuple[tuple[Card, ...], ...]:
    """Lay the cards on fans of up to `longest` cards from the last to the first, so that `order` can be played."""
    fans: list[list[Card]] = [[] for _ in range(max(1, len(order)))]
    for card in reversed(order):
        rng.choice([fan for fan in fans if len(fan) < longest]).append(card)
    return tuple(tuple(fan) for fan in fans if fan)


def options_of(name: str) -> Options:
    base, *parts = name.split("+")
    return Options.parse(base, tuple(parts))


def formula(deal: Deal, name: str) -> tuple[Clauses, Times]:
    clauses = Clauses()
    times = encode(Sequencing(deal), options_of(name), clauses)
    return clauses, times


def satisfiable(deal: Deal, name: str) -> bool:
    clauses, _ = formula(deal, name)
    with Solver(name="minisat22", bootstrap_with=clauses.lists()) as solver:
        return bool(solver.solve())


def modelled_orders(deal: Deal, name: str) -> list[tuple[Card, ...]]:
    """Return the orders of all models."""
    problem = Sequencing(deal)
    return [problem.order(order) for order in all_orders(problem, options_of(name), find("minisat22"))]


@pytest.mark.parametrize("name", COMPLETE)
def test_the_models_are_the_orders(name: str) -> None:
    for what, deal in DECKS.items():
        found = modelled_orders(deal, name)
        assert sorted(found) == sorted(winning_orders(deal)), what


@pytest.mark.parametrize("name", LOSSY)
def test_the_models_are_orders_and_some_order_is_left(name: str) -> None:
    for what, deal in DECKS.items():
        found, orders = set(modelled_orders(deal, name)), set(winning_orders(deal))
        assert found <= orders, what
        assert bool(found) == bool(orders), what


@given(small_deals(8), st.sampled_from(COMPLETE))
@settings(max_examples=60, deadline=None)
def test_small_deals_have_their_orders(deal: Deal, name: str) -> None:
    assert sorted(modelled_orders(deal, name)) == sorted(winning_orders(deal))


@given(small_deals(11), st.sets(st.sampled_from(COMPLETE + LOSSY), min_size=4, max_size=8))
@settings(max_examples=80, deadline=None)
def test_encodings_agree_with_brute_force(deal: Deal, names: set[str]) -> None:
    solvable = any(True for _ in winning_orders(deal))
    assert {name: satisfiable(deal, name) for name in names} == dict.fromkeys(names, solvable)


@pytest.fixture(scope="module")
def planted() -> list[tuple[Deal, list[Card]]]:
    """Deals of several shapes with an order that wins, too large for brute force."""
    made = []
    for seed, (ranks, suits, longest, free) in enumerate(
        [(13, 4, 3, False), (13, 4, 6, True), (8, 4, 3, False), (6, 3, 2, True), (3, 6, 4, False), (10, 2, 17, True)]
    ):
        rng = random.Random(seed)  # noqa: S311  # any walk will do
        deck = [Card(rank, suit) for rank in range(ranks) for suit in range(suits)]
        rng.shuffle(deck)
        order = walk(rng, deck, ranks)
        assert len(order) > len(deck) // 2
        fans = deal_backwards(rng, order if free else order[1:], longest)
        made.append((Deal(ranks, fans, None if free else order[0]), order))
    return made


@pytest.mark.parametrize("name", COMPLETE)
def test_no_encoding_excludes_a_planted_order(name: str, planted: list[tuple[Deal, list[Card]]]) -> None:
    for deal, order in planted:
        clauses, times = formula(deal, name)
        literals = times.planted([times.problem.cards.index(card) for card in order])
        with Solver(name="minisat22", bootstrap_with=clauses.lists()) as solver:
            assert solver.solve(assumptions=literals), deal


@pytest.mark.parametrize("name", LOSSY)
def test_a_planted_deal_stays_solvable(name: str, planted: list[tuple[Deal, list[Card]]]) -> None:
    for deal, _ in planted:
        clauses, times = formula(deal, name)
        with Solver(name="glucose4", bootstrap_with=clauses.lists()) as solver:
            assert solver.solve()
            order = times.problem.order(times.decode(solver.get_model()))
        assert sorted(order) == sorted(deal)
        assert all((card.rank - after.rank) % deal.ranks in (1, deal.ranks - 1) for card, after in pairwise(order))


STANDARD = Deal(
    13,
    tuple(tuple(Card((5 * n + k) % 51 % 13, (5 * n + k) % 51 // 13) for k in range(0, 51, 17)) for n in range(17)),
    Card(12, 3),
)


def sizes(deal: Deal) -> dict[str, tuple[int, int]]:
    """Work the size formulas of the module texts out for a deal whose windows are those by depth."""
    problem = Sequencing(deal)
    steps: list[range] = []
    first = int(problem.has_foundation)
    for card in range(len(problem)):
        over = under = card
        height = depth = 0
        while (over := problem.above[over]) >= 0:
            depth += 1
        while (under := problem.below[under]) >= 0:
            height += 1
        steps.append(range(first + depth, len(problem) - height))
    if first:
        steps[0] = range(1)
    n = t = len(problem)
    total = sum(map(len, steps))
    at_rank = Counter((problem.rank[card], step) for card in range(n) for step in steps[card])
    at_step = Counter(step for card in range(n) for step in steps[card])
    ranks_at = Counter(step for _, step in at_rank)
    u = len(at_rank)
    p = sum(sum(step <= steps[above][-1] for step in steps[card]) for above, card in problem.precedences)
    pairs = sum(comb(ranks_at[step], 2) for step in range(t)) + sum(comb(count, 2) for count in at_rank.values())
    ladder = sum(4 * len(s) - 4 if len(s) > 1 else 1 for s in steps)
    return {
        "sat-timeline": (
            2 * total - n + u + t - 1,
            ladder + p + total + u + t + pairs + 4 * u - 3 * ranks_at[0] - ranks_at[t - 1],
        ),
        "sat-timeline+ranks": (
            2 * total - n + u,
            ladder + p + total + u + t + pairs + 2 * u - ranks_at[0] - ranks_at[t - 1],
        ),
        "sat-direct+pairwise": (
            total,
            n + sum(comb(len(s), 2) for s in steps) + t + sum(comb(count, 2) for count in at_step.values())
            + p + 2 * total - at_step[0] - at_step[t - 1],
        ),
    }  # fmt: skip


@pytest.mark.parametrize("name", ["sat-timeline", "sat-timeline+ranks", "sat-direct+pairwise"])
@pytest.mark.parametrize("what", ["standard", "rules' example", "uneven fans", "even ranks, free start"])
def test_an_encoding_is_as_large_as_it_says(name: str, what: str) -> None:
    deal = STANDARD if what == "standard" else DECKS[what]
    clauses, times = formula(deal, name)
    assert (times.writer.top, len(clauses)) == sizes(deal)[name]


def test_the_default_is_smaller_than_any_published_formula() -> None:
    for name in ("sat", "sat-timeline"):
        clauses, times = formula(STANDARD, name)
        assert times.writer.top <= 6_000
        assert len(clauses) <= 26_000


def test_every_variable_occurs_and_none_beyond() -> None:
    for name in COMPLETE + LOSSY:
        clauses, times = formula(DECKS["uneven fans"], name)
        used = {abs(literal) for clause in clauses.lists() for literal in clause}
        assert used == set(range(1, times.writer.top + 1)), name


def test_the_formula_of_a_deal_is_always_the_same() -> None:
    for name in ("sat", "sat-direct+budgets+exchange"):
        assert formula(STANDARD, name)[0].lists() == formula(STANDARD, name)[0].lists()


def test_a_model_that_plays_no_permutation_is_refused() -> None:
    _, times = formula(DECKS["rules' example"], "sat-timeline")
    model = times.planted([0, 1, 2, 4, 3])
    assert times.decode(model) == [0, 1, 2, 4, 3]
    for broken in (model[1:], [*model, *np.setdiff1d(times.at[times.steps], model).tolist()], []):
        with pytest.raises(ValueError, match="exactly one card at each step"):
            times.decode(broken)


def test_an_order_outside_the_windows_cannot_be_planted() -> None:
    _, times = formula(DECKS["rules' example"], "sat-timeline")
    with pytest.raises(ValueError, match="step 1"):
        times.planted([0, 2, 1, 4, 3])
