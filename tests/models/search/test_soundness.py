"""Every combination of the search's parts gives the right verdict: that of brute force, or of an order planted."""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import TYPE_CHECKING

import numpy as np
import pytest

from blackhole_models.referee import replay
from blackhole_models.search import kernel, state
from blackhole_models.search.depth_first import DepthFirst
from blackhole_models.search.parts import BASES, Parts
from blackhole_models.search.tables import VECTOR_WORDS
from blackhole_models.solvers import make

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.models.search.conftest import Decks, Facts

    from blackhole_models.deal import Deal

FULL = BASES["search"]


def number_of(parts: Parts) -> int:
    """A number that sends combinations to different decks, whatever part they have in common."""
    return sum(on * 3**place for place, on in enumerate(astuple(parts)))


def test_small_decks_are_a_fair_sample(small_decks: list[Decks]) -> None:
    verdicts = np.concatenate([decks.solvable for decks in small_decks])
    assert len(verdicts) == 25_000
    assert 0.4 < verdicts.mean() < 0.6
    assert {decks.ranks for decks in small_decks} == {3, 4, 5, 6, 7}
    assert {max(decks.sizes) for decks in small_decks} == {1, 2, 3, 4, 5, 6}
    assert {decks.foundation for decks in small_decks} == {None, 0, 1, 2, 3, 4, 5, 6}


def test_verdict_on_small_decks(parts: Parts, small_decks: list[Decks]) -> None:
    first = number_of(parts) % 10
    for decks in small_decks[first % 2 :: 2]:
        rows = slice(first, None, 10)
        wrong = np.flatnonzero(decks.decide(parts, rows).solvable != decks.solvable[rows])
        assert not wrong.size, f"{decks.deal(first + 10 * int(wrong[0]))} has another verdict"


def finish(search: DepthFirst) -> int:
    """Run `search` to its end."""
    while (answer := search.run(state.NEVER)) == kernel.FULL:
        search.grow()
    return answer


def restarted(search: DepthFirst) -> int:
    """Run `search` to its end with a restart after 1, 2, 3, … positions."""
    positions = 0
    answer = kernel.PAUSED
    while answer in (kernel.PAUSED, kernel.FULL):
        if answer == kernel.FULL:
            search.grow()
        else:
            positions += 1
            search.state.now[state.RESTART_AT] = search.effort + positions
        answer = search.run(search.effort + positions + 1)
    return answer


def test_restarts_and_growth_at_every_turn(parts_with_table: Parts, small_decks: list[Decks]) -> None:
    parts = parts_with_table
    for decks in small_decks[number_of(parts) % 4 :: 4]:
        for number in (0, 1):
            search = DepthFirst(decks.deal(number), parts, seed=number)
            search.slots = np.zeros((2, search.slots.shape[1]), np.int64)
            won = (restarted if parts.restarts else finish)(search) == kernel.WON
            assert won == decks.solvable[number], f"{search.deal} has another verdict"
            assert not won or replay(search.deal, search.order()).wins


def test_nothing_but_dominance_and_table_loses_an_order(
    parts_that_keep_orders: Parts, small_decks: list[Decks], brute_force: Callable[[Deal], Facts]
) -> None:
    name = "+".join(("dfs", *parts_that_keep_orders.names()))
    for decks in small_decks[number_of(parts_that_keep_orders) % 3 :: 3]:
        deal = decks.deal(0)
        expected = brute_force(deal).orders
        if expected < 2000:
            orders = list(make(name).orders(deal))  # type: ignore[attr-defined]  # an Enumerator
            assert len(set(orders)) == len(orders) == expected
            assert all(replay(deal, order).wins for order in orders[:5])


def test_large_decks_need_several_words(large_decks: list[Decks]) -> None:
    searches = [DepthFirst(decks.deal(0), FULL) for decks in large_decks]
    assert [search.state.key.shape[0] for search in searches] == [1, 1, 1, 2, 2, 2, 2, 3]
    for search in searches:
        search.run(10)
    assert [int(search.tables.size[VECTOR_WORDS]) for search in searches] == [1, 1, 1, 1, 1, 1, 2, 2]
    assert min(len(decks.cards) for decks in large_decks) > 6


def test_verdict_on_large_decks(parts: Parts, large_decks: list[Decks]) -> None:
    for decks in large_decks:
        solvable = decks.decide(parts, effort=300).solvable
        wrong = np.flatnonzero((solvable >= 0) & (solvable != decks.solvable))
        assert not wrong.size, f"{decks.deal(int(wrong[0]))} has another verdict"


@pytest.mark.parametrize("changed", ["", *(field.name for field in fields(Parts))])
def test_large_decks_are_decided(changed: str, large_decks: list[Decks]) -> None:
    on = changed in FULL.names()
    parts = Parts.parse("search", ((f"no-{changed}" if on else changed),) if changed else ())
    undecided = 0
    for decks in large_decks:
        for number, solvable in enumerate(decks.solvable):
            search = DepthFirst(decks.deal(number), parts)
            while (answer := search.run(20_000)) == kernel.FULL:
                search.grow()
            undecided += answer == kernel.PAUSED
            assert answer in (kernel.PAUSED, kernel.WON if solvable else kernel.EXHAUSTED)
            assert answer != kernel.WON or replay(search.deal, search.order()).wins
    assert undecided < sum(len(decks.cards) for decks in large_decks) / 3
