"""Positions, winning orders and the chance of random play against brute force and published counts."""

from __future__ import annotations

import csv
import os
import time
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.formats import ReadOptions, read_deals
from blackhole_models.result import MEGABYTE, Limits, Verdict
from blackhole_models.search import kernel, layers
from blackhole_models.search.lattice import lattice
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.models.search.conftest import Facts

BENCHMARKS = os.environ.get("BLACKHOLE_BENCHMARKS")


def bound(deal: Deal) -> float:
    """The relative error that the chance may have, as its description says."""
    return (len(deal) + 1) * (len(deal.fans) + 1) * 2.0**-52


def two_fans(rng: Random, size: int) -> Deal:
    """A free start on two fans of three ranks: a square of positions, and more ways through it than a word holds."""
    return Deal(3, tuple(tuple(Card(rng.randrange(3), 2 * n + fan) for n in range(size)) for fan in range(2)))


def temptation(length: int) -> Deal:
    """A deal with one winning order, on which each second step is a choice between winning on and losing at once."""
    return Deal(5, (tuple(Card((n + 1) % 2, n) for n in range(length)), (Card(2, 0),)), Card(0, length))


@given(data=st.data())
@settings(max_examples=250, deadline=None, derandomize=True)
def test_random_small_deals(
    data: st.DataObject, small_deals: st.SearchStrategy[Deal], brute_force: Callable[[Deal], Facts]
) -> None:
    deal = data.draw(small_deals)
    facts = brute_force(deal)
    found = lattice(deal)
    assert found.verdict is (Verdict.SOLVABLE if facts.solvable else Verdict.UNSOLVABLE)
    assert found.layers == facts.layers
    assert found.positions == sum(facts.layers)
    assert found.winning_orders == facts.orders
    assert found.chance is not None
    assert isclose(found.chance, facts.chance, rel_tol=bound(deal), abs_tol=0)


@pytest.mark.parametrize("cards", [57, 58, 59, 61, 62, 63, 64, 120, 121, 124, 125])
def test_keys_wider_than_a_word(
    cards: int, brute_force: Callable[[Deal], Facts], seeded: Callable[[int], Random]
) -> None:
    rng = seeded(cards)
    deck = [Card(rank, suit) for rank in range(13) for suit in range(10)][: cards + 1]
    for _ in range(6):
        rng.shuffle(deck)
        fans = tuple(tuple(deck[start : min(start + 15, cards)]) for start in range(0, cards, 15))
        deal = Deal(13, fans, deck[cards] if rng.random() < 0.7 else None)
        facts = brute_force(deal)
        found = lattice(deal)
        assert (found.layers, found.winning_orders) == (facts.layers, facts.orders)


def test_winning_orders_beyond_one_word(brute_force: Callable[[Deal], Facts], seeded: Callable[[int], Random]) -> None:
    rng = seeded(7)
    most = 0
    for _ in range(12):
        deal = two_fans(rng, 90)
        facts = brute_force(deal)
        found = lattice(deal)
        assert (found.layers, found.winning_orders) == (facts.layers, facts.orders)
        assert found.chance is not None
        assert isclose(found.chance, facts.chance, rel_tol=bound(deal), abs_tol=0)
        most = max(most, facts.orders)
    assert most > 2**62


def test_way_count_is_bounded_by_the_interleavings() -> None:
    assert layers.most_ways([3, 2, 0, 1]) == 60
    assert layers.most_ways([3] * 17).bit_length() == 176


def test_orders_are_those_that_the_search_lists(planted: Callable[..., Deal], seeded: Callable[[int], Random]) -> None:
    for seed in range(5):
        deal = planted(seeded(seed), ranks=6, suits=2, sizes=[3, 3, 3, 2], foundation=Card(2, 1))
        listed = list(make("dfs").orders(deal))  # type: ignore[attr-defined]  # an Enumerator
        assert lattice(deal).winning_orders == len(set(listed)) == len(listed)


@pytest.mark.skipif(not BENCHMARKS, reason="BLACKHOLE_BENCHMARKS does not say where the public deals are")
def test_published_counts_of_unsolvable_deals() -> None:
    # the counts of ReSolvitaire's own oracles, 5 to 642, and those of an exhaustive search of all other public deals
    folder = Path(BENCHMARKS or "")
    with (folder / "known_status.csv").open() as lines:
        rows = [row for row in csv.DictReader(lines) if row["status"] == "unsat"]
    counts = {row["file"]: int(row["dfs_states"]) for row in rows if int(row["dfs_states"]) < 200_000}
    assert {5, 18, 33, 34, 642} <= set(counts.values())
    table = make("dfs+table")
    found = {}
    for file in counts:
        options = ReadOptions(allow_odd_deck=file == "solvitaire/ComplexUnsolvable.json")
        (deal,) = read_deals((folder / file).read_bytes(), source=file, options=options)
        assert isinstance(deal, Deal)
        found[file] = lattice(deal).positions
        assert decide(table, deal).effort == counts[file] - 1  # which does not count the deal itself
    assert found == counts


def test_foundation_alone_is_won() -> None:
    found = lattice(Deal.of("3S", "", ranks=5))
    assert (found.verdict, found.layers, found.positions) == (Verdict.SOLVABLE, (1,), 1)
    assert (found.winning_orders, found.chance) == (1, 1.0)


def test_chance_too_small_for_float64_is_not_told() -> None:
    likely, unlikely = lattice(temptation(1601)), lattice(temptation(1901))
    assert likely.winning_orders == unlikely.winning_orders == 1
    assert likely.chance == 2.0**-800
    assert unlikely.chance is None


@pytest.mark.parametrize(
    ("limits", "verdict"),
    [
        (Limits(effort=1000), Verdict.EFFORT_LIMIT),
        (Limits(effort=0), Verdict.EFFORT_LIMIT),
        (Limits(seconds=0.05), Verdict.TIME_LIMIT),
        (Limits(seconds=0), Verdict.TIME_LIMIT),
        (Limits(memory_mb=1), Verdict.MEMORY_LIMIT),
        (Limits(memory_mb=0), Verdict.MEMORY_LIMIT),
    ],
)
def test_limit_gives_no_figure_but_whole_layers(limits: Limits, verdict: Verdict, hard_deal: Deal) -> None:
    found = lattice(hard_deal, limits)
    assert found.verdict is verdict
    assert (found.positions, found.winning_orders, found.chance) == (None, None, None)
    if limits.exhausted is None:
        longer = lattice(hard_deal, Limits(effort=3 * found.effort + 1000))
        assert 1 < len(found.layers) <= len(longer.layers)
        assert longer.layers[: len(found.layers)] == found.layers
    else:
        assert found.layers == ()


def test_memory_limit_is_what_growth_needs(hard_deal: Deal) -> None:
    work = layers.LayerByLayer(hard_deal)
    effort = 400_000
    needed = 0
    while work.run(effort) == kernel.FULL:
        needed = max(needed, work.growth_bytes())
        work.grow()
    megabytes = needed / MEGABYTE
    assert lattice(hard_deal, Limits(memory_mb=megabytes, effort=effort)).verdict is Verdict.EFFORT_LIMIT
    assert lattice(hard_deal, Limits(memory_mb=megabytes * 0.99, effort=effort)).verdict is Verdict.MEMORY_LIMIT


def test_time_limit_is_kept_while_layers_grow(hard_deal: Deal) -> None:
    lattice(hard_deal, Limits(effort=1))
    begin = time.perf_counter()
    assert lattice(hard_deal, Limits(seconds=1.0)).verdict is Verdict.TIME_LIMIT
    assert time.perf_counter() - begin < 1.5
