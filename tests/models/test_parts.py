"""Parts that lose orders: which they leave is what their demands say, in every formulation and encoding."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.cnf.options import Options as CnfOptions
from blackhole_models.cp_sat import engine
from blackhole_models.cp_sat.build import build
from blackhole_models.cp_sat.options import Options
from blackhole_models.cp_sat.settings import Settings
from blackhole_models.deal import Deal
from blackhole_models.lemmas.budgets import WalkBudget
from blackhole_models.lemmas.dominance import dominated_pairs
from blackhole_models.lemmas.exchange import exchanges
from blackhole_models.sat import solver as sat
from blackhole_models.sat.backends import find
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from collections.abc import Callable

BASES = ["cp-sat-position", "cp-sat-circuit", "cp-sat-timeline"]
ENCODINGS = ["sat-direct", "sat-timeline"]
PLACES = {
    "a": {"bottom"},
    "b": {"top"},
    "c": {"middle"},
    "d": {"top", "bottom"},
    "e": {"top", "middle"},
    "f": {"middle", "bottom"},
}


def kept(name: str, *parts: str, problem: Sequencing) -> list[list[int]]:
    """Return the orders that the formulation or encoding `name` with `parts` keeps."""
    if name in ENCODINGS:
        return sorted(sat.all_orders(problem, CnfOptions.parse(name, parts), find("glucose4")))
    return sorted(engine.all_orders(build(problem, Options.parse(name, parts)), Settings()))


@st.composite
def decks_of_many_equals(draw: st.DrawFn) -> Sequencing:
    """Decks of three or four ranks in fans of three or four, most of which can be won in many ways."""
    ranks = draw(st.integers(3, 4))
    suits = draw(st.integers(2, 3))
    cards = draw(st.permutations([Card(rank, suit) for rank in range(ranks) for suit in range(suits)]))[:9]
    foundation = None if draw(st.booleans()) else cards.pop()
    size = draw(st.integers(3, 4))
    fans = tuple(tuple(cards[start : start + size]) for start in range(0, len(cards), size))
    return Sequencing(Deal(ranks, fans, foundation))


def without_dominated_moves(problem: Sequencing) -> Callable[[list[int]], bool]:
    pairs = dominated_pairs(problem)

    def keeps(order: list[int]) -> bool:
        time = {card: step for step, card in enumerate(order)} | {-1: -1}
        return not any(time[problem.above[better]] < time[card] < time[better] for card, better in pairs)

    return keeps


def meeting_demands(problem: Sequencing, *cases: str) -> Callable[[list[int]], bool]:
    def place(card: int) -> str:
        return "top" if problem.above[card] < 0 else "bottom" if problem.below[card] < 0 else "middle"

    places = [PLACES[case] for case in cases]
    demands = [demand for demand in exchanges(problem) if {place(demand.first), place(demand.second)} in places]

    def keeps(order: list[int]) -> bool:
        time = {card: step for step, card in enumerate(order)}
        return not any(
            (above < 0 or time[above] < time[second])
            and (below < 0 or time[first] < time[below])
            and time[second] < time[first]
            for first, second, above, below in demands
        )

    return keeps


@pytest.mark.parametrize("name", BASES + ENCODINGS)
@given(problem=decks_of_many_equals())
@settings(max_examples=12, deadline=None, derandomize=True)
def test_dominance_leaves_the_orders_without_dominated_moves(name: str, problem: Sequencing) -> None:
    orders = kept("cp-sat-timeline", problem=problem)
    assert kept(name, "dominance", problem=problem) == list(filter(without_dominated_moves(problem), orders))


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize("case", PLACES)
@given(problem=decks_of_many_equals())
@settings(max_examples=4, deadline=None, derandomize=True)
def test_case_leaves_the_orders_that_meet_its_demands(name: str, case: str, problem: Sequencing) -> None:
    orders = kept("cp-sat-timeline", problem=problem)
    assert kept(name, f"case-{case}", problem=problem) == list(filter(meeting_demands(problem, case), orders))


@pytest.mark.parametrize("name", ENCODINGS)
@given(problem=decks_of_many_equals())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_exchange_leaves_the_orders_that_meet_all_demands(name: str, problem: Sequencing) -> None:
    orders = kept(name, problem=problem)
    assert kept(name, "exchange", problem=problem) == list(filter(meeting_demands(problem, *PLACES), orders))


@pytest.mark.parametrize("name", BASES + ENCODINGS)
@given(problem=decks_of_many_equals())
@settings(max_examples=8, deadline=None, derandomize=True)
def test_all_cases_and_dominance_leave_an_order_where_there_is_one(name: str, problem: Sequencing) -> None:
    orders = kept("cp-sat-timeline", problem=problem)
    assert bool(kept(name, "exchange", "dominance", problem=problem)) == bool(orders)


def budget_of(order: list[int], problem: Sequencing) -> WalkBudget:
    """Return how often an order crosses the edge from each rank to the next, and where it begins and ends."""
    ranks = [problem.rank[card] for card in order]
    crossings = [0] * problem.ranks
    for rank, following in pairwise(ranks):
        crossings[rank if following == (rank + 1) % problem.ranks else following] += 1
    return WalkBudget(ranks[0], ranks[-1], tuple(crossings))


@pytest.mark.parametrize("name", ENCODINGS)
@given(problem=decks_of_many_equals())
@settings(max_examples=10, deadline=None, derandomize=True)
def test_budgets_leave_the_orders_that_keep_to_them(name: str, problem: Sequencing) -> None:
    orders = kept(name, problem=problem)
    budgets = {budget_of(order, problem) for order in orders}
    for budget in budgets:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("blackhole_models.cnf.budgets.walk_budgets", lambda _, only=budget: [only])
            left = kept(name, "budgets", problem=problem)
        assert left == [order for order in orders if budget_of(order, problem) == budget]
