"""The longest play against brute force, the lattice and known deals; limits are never taken for proofs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.referee import replay
from blackhole_models.result import Limits, Verdict
from blackhole_models.search.lattice import lattice
from blackhole_models.search.longest import longest

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    import pytest
    from tests.models.search.conftest import Facts

    from blackhole_models.search.depth_first import DepthFirst

# fmt: off
UNSOLVABLE = Deal.of(
    "AS",
    "KD 2H TS", "KS 4D JH", "KH 6H QS", "KC 4S QC", "JD 8D 7S", "9S QD 5D", "8S 4C 7D", "8C 7C 6D", "7H 5H QH",
    "6C JS 6S", "5S 9C 3C", "5C 2C 8H", "4H AD 2S", "3D 9D 9H", "3S AC TD", "2D JC TH", "AH TC 3H",
)
"""Only 2S can be played, and then 3C or 3H."""
# fmt: on


@given(data=st.data())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_random_small_deals(
    data: st.DataObject, small_deals: st.SearchStrategy[Deal], brute_force: Callable[[Deal], Facts]
) -> None:
    deal = data.draw(small_deals)
    facts = brute_force(deal)
    found = longest(deal)
    assert found.proven
    assert found.verdict is (Verdict.SOLVABLE if facts.solvable else Verdict.UNSOLVABLE)
    assert found.cards == facts.longest
    assert len(found.order) == facts.longest + (deal.foundation is not None)
    assert replay(deal, found.order, complete=facts.solvable).wins


def test_known_deal() -> None:
    found = longest(UNSOLVABLE)
    assert (found.verdict, found.cards, found.proven) == (Verdict.UNSOLVABLE, 2, True)
    assert [str(card) for card in found.order] in (["AS", "2S", "3C"], ["AS", "2S", "3H"])


def test_foundation_alone_is_all_there_is_to_play() -> None:
    found = longest(Deal.of("3S", "", ranks=5))
    assert (found.verdict, found.cards, [str(card) for card in found.order]) == (Verdict.SOLVABLE, 0, ["3S"])


def test_planted_deals_are_played_to_their_end(planted: Callable[..., Deal], seeded: Callable[[int], Random]) -> None:
    for seed in range(5):
        deal = planted(seeded(seed), ranks=13, suits=4, sizes=[3] * 17 + [1], foundation=None)
        found = longest(deal)
        assert (found.verdict, found.cards) == (Verdict.SOLVABLE, 52)


def test_limit_gives_a_play_but_no_proof(hard_deal: Deal) -> None:
    for limits, verdict in (
        (Limits(effort=1000), Verdict.EFFORT_LIMIT),
        (Limits(seconds=0.05), Verdict.TIME_LIMIT),
        (Limits(memory_mb=0.5), Verdict.MEMORY_LIMIT),
    ):
        found = longest(hard_deal, limits)
        assert (found.verdict, found.proven) == (verdict, False)
        assert len(found.order) == found.cards + 1 > 1
        assert replay(hard_deal, found.order, complete=False).wins


def test_nothing_allowed_is_a_limit() -> None:
    for limits, verdict in (
        (Limits(effort=0), Verdict.EFFORT_LIMIT),
        (Limits(seconds=0), Verdict.TIME_LIMIT),
        (Limits(memory_mb=0), Verdict.MEMORY_LIMIT),
    ):
        found = longest(UNSOLVABLE, limits)
        assert (found.verdict, found.cards, found.proven) == (verdict, 0, False)


def test_time_limit_is_kept_while_the_table_grows(hard_deal: Deal) -> None:
    longest(hard_deal, Limits(effort=1))
    begin = time.perf_counter()
    assert longest(hard_deal, Limits(seconds=1.0)).verdict is Verdict.TIME_LIMIT
    assert time.perf_counter() - begin < 1.5


def test_order_that_breaks_a_rule_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from blackhole_models.search import depth_first

    def backwards(search: DepthFirst) -> tuple[Any, ...]:
        return search.order()[::-1] + tuple(search.deal.fans[0])

    monkeypatch.setattr(depth_first.DepthFirst, "deepest", backwards)
    found = longest(UNSOLVABLE)
    assert found.verdict is Verdict.ERROR
    assert "the referee refuses it" in found.message
    assert not found.proven


def test_longest_play_is_as_long_as_the_lattice_is_high(seeded: Callable[[int], Random]) -> None:
    rng = seeded(5)
    deck = [Card(rank, suit) for rank in range(9) for suit in range(3)]
    for _ in range(30):
        rng.shuffle(deck)
        deal = Deal(9, tuple(tuple(deck[start : start + 5]) for start in range(1, len(deck), 5)), deck[0])
        assert longest(deal).cards == len(lattice(deal).layers) - 1
