"""The compiled search enters exactly the positions that the lemmas leave.

A second search, written from the text of the lemmas for one position at a time, without bits, increments or tables
made in advance, must come to the same verdict after the same number of positions. So a part that prunes too little
is found as well as one that prunes too much.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.search import kernel, state
from blackhole_models.search.depth_first import DepthFirst
from blackhole_models.search.parts import Parts

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Remains = tuple[tuple[int, ...], ...]
"""The ranks left in each fan, from the top card to the bottom card."""


class ByTheLemmas:
    """A depth-first search in the kernel's order of moves.

    Attributes:
        effort: positions entered.
        longest: the most cards played.
    """

    def __init__(self, deal: Deal, parts: Parts) -> None:
        self.ranks = deal.ranks
        self.parts = parts
        self.seen: set[object] = set()
        self.effort = 0
        self.longest = 0
        left = tuple(tuple(card.rank for card in reversed(fan)) for fan in deal.fans)
        rank = None if deal.foundation is None else deal.foundation.rank
        self.won = not (rank is not None and parts.budgets and self.hopeless(left, rank)) and self.wins(left, rank, 0)

    def wins(self, left: Remains, rank: int | None, played: int) -> bool:
        fans = [fan for fan in self.playable(left, rank) if not (self.parts.dominance and dominated(left, fan))]
        for fan in sorted(fans, key=lambda fan: (-len(left[fan]) * self.parts.tall, fan)):
            card = left[fan][0]
            after = (*left[:fan], left[fan][1:], *left[fan + 1 :])
            self.longest = max(self.longest, played + 1)
            if any(after):
                key = (tuple(sorted(after)) if self.parts.canonical else after, card)
                if self.parts.budgets and self.hopeless(after, card):
                    continue
                if self.parts.lookahead and not self.playable(after, card):
                    continue
                if self.parts.table and key in self.seen:
                    continue
                self.seen.add(key)
            self.effort += 1
            if not any(after) or self.wins(after, card, played + 1):
                return True
        return False

    def playable(self, left: Remains, rank: int | None) -> list[int]:
        """The fans whose top card may be played."""
        return [fan for fan, cards in enumerate(left) if cards and (rank is None or self.next_to(cards[0], rank))]

    def next_to(self, rank: int, other: int) -> bool:
        return (rank - other) % self.ranks in (1, self.ranks - 1)

    def hopeless(self, left: Remains, rank: int) -> bool:
        """Whether no vector of crossings can be met by what is left."""
        return all(self.cut(left, rank, crossings) for crossings in self.budgets(left, rank))

    def budgets(self, left: Remains, rank: int) -> list[list[int]]:
        """Every vector of crossings of a walk from `rank` through the ranks left to the bottom of some fan."""
        visits = [sum(fan.count(r) for fan in left) + (r == rank) for r in range(self.ranks)]
        vectors = []
        for end in {fan[-1] for fan in left if fan}:
            for last in range(2 * max(visits) + 1):
                crossings = [last]  # of the edge from the highest rank to rank 0, and then from each rank upwards
                for r in range(self.ranks):
                    crossings.append(2 * visits[r] - (r == rank) - (r == end) - crossings[-1])
                if crossings[-1] == last and min(crossings) >= 0:
                    vectors.append(crossings[1:])
        return vectors

    def cut(self, left: Remains, rank: int, crossings: list[int]) -> bool:
        """Whether some fan must change sides of some arc more often than the crossings allow."""
        for low in range(self.ranks):
            for length in range(1, self.ranks):
                arc = {(low + step) % self.ranks for step in range(length)}
                allowed = crossings[(low - 1) % self.ranks] + crossings[(low + length - 1) % self.ranks]
                if rank not in arc and (self.parts.cuts or (self.parts.connected and allowed == 0)):
                    for fan in left:
                        sides = [False, *(card in arc for card in fan)]
                        if sum(one != other for one, other in pairwise(sides)) > allowed:
                            return True
        return False


def dominated(left: Remains, x: int) -> bool:
    """Whether another top card of the rank of fan `x` can be played instead of that fan's."""
    return any(
        left[y][: len(left[x])] == left[x] and (len(left[y]) > len(left[x]) or y < x)
        for y in range(len(left))
        if y != x
    )


def compare(deal: Deal, parts: Parts) -> None:
    expected = ByTheLemmas(deal, parts)
    search = DepthFirst(deal, parts)
    answer = search.run(state.NEVER)
    assert answer == (kernel.WON if expected.won else kernel.EXHAUSTED)
    assert search.effort == expected.effort
    assert len(search.deepest()) - (deal.foundation is not None) == expected.longest


@given(data=st.data())
@settings(max_examples=500, deadline=None, derandomize=True)
def test_small_deals_and_any_parts(data: st.DataObject, small_deals: st.SearchStrategy[Deal]) -> None:
    names = [field.name for field in fields(Parts) if field.name != "restarts"]
    chosen = data.draw(st.sets(st.sampled_from(names)))
    deal = data.draw(small_deals.filter(lambda deal: any(deal.fans)))
    compare(deal, Parts.parse("dfs", tuple(sorted(chosen))))


@pytest.mark.parametrize(
    ("ranks", "suits", "size", "foundation"),
    [(13, 2, 5, 0), (12, 2, 6, None), (9, 3, 9, 8), (10, 3, 7, 4), (7, 6, 4, 1)],
)
def test_larger_deals_and_all_parts(
    ranks: int,
    suits: int,
    size: int,
    foundation: int | None,
    planted: Callable[..., Deal],
    seeded: Callable[[int], Random],
) -> None:
    rng = seeded(size)
    parts = Parts.parse("search", ("no-restarts", "canonical"))
    first = None if foundation is None else Card(foundation, 0)
    cards = ranks * suits - (first is not None)
    sizes = [min(size, cards - start) for start in range(0, cards, size)]
    for _ in range(3):
        deal = planted(rng, ranks=ranks, suits=suits, sizes=sizes, foundation=first)
        compare(deal, parts)
        pack = [card for fan in deal.fans for card in fan]
        rng.shuffle(pack)
        compare(Deal(ranks, tuple(tuple(pack[start : start + size]) for start in range(0, cards, size)), first), parts)
