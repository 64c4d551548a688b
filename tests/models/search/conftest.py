"""What the tests of the search share: deals of many shapes with their verdicts, and brute force by the rules."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.search import state
from blackhole_models.search.batch import Block, decide_block
from blackhole_models.search.parts import Parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

ALL = slice(None)


def combinations() -> list[Parts]:
    """Every set of parts that is left as it is by what its parts rest on."""
    names = [field.name for field in fields(Parts)]
    sets = (tuple(name for name, on in zip(names, ons, strict=True) if on) for ons in product((False, True), repeat=9))
    return [parts for chosen in sets if (parts := Parts.parse("dfs", chosen)).names() == chosen]


COMBINATIONS = combinations()
PARAMETERS = {
    "parts": COMBINATIONS,
    "parts_with_table": [parts for parts in COMBINATIONS if parts.table],
    "parts_that_keep_orders": [parts for parts in COMBINATIONS if not parts.table and not parts.dominance],
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `parts` once for each combination of the search's parts."""
    for name, choice in PARAMETERS.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, choice, ids=lambda parts: "+".join(parts.names()) or "dfs")


class Facts(NamedTuple):
    """What trying every legal card at every step tells of a deal.

    Attributes:
        layers: number of positions after 0, 1, … cards, for as many cards as can be played.
        orders: number of orders that win.
        chance: that uniformly random play wins.
    """

    layers: tuple[int, ...]
    orders: int
    chance: Fraction

    @property
    def solvable(self) -> bool:
        return self.orders > 0

    @property
    def longest(self) -> int:
        return len(self.layers) - 1


def explore(deal: Deal) -> Facts:
    """Try every uncovered card at each step, each position once."""
    fans = [[card.rank for card in fan] for fan in deal.fans]
    known: dict[tuple[tuple[int, ...], int | None], tuple[int, Fraction]] = {}

    def visit(left: tuple[int, ...], centre: int | None) -> tuple[int, Fraction]:
        if (left, centre) not in known:
            orders, chances = 0, []
            for number, size in enumerate(left):
                rank = fans[number][size - 1] if size else -1
                if size and (centre is None or (rank - centre) % deal.ranks in (1, deal.ranks - 1)):
                    more, chance = visit((*left[:number], size - 1, *left[number + 1 :]), rank)
                    orders += more
                    chances.append(chance)
            won = not any(left)
            known[left, centre] = (orders + won, sum(chances, Fraction(won)) / max(1, len(chances)))
        return known[left, centre]

    sizes = tuple(map(len, fans))
    orders, chance = visit(sizes, None if deal.foundation is None else deal.foundation.rank)
    layers = Counter(sum(sizes) - sum(left) for left, _ in known)
    return Facts(tuple(layers[played] for played in range(len(layers))), orders, chance)


def plant(rng: random.Random, *, ranks: int, suits: int, sizes: list[int], foundation: Card | None) -> Deal:
    """Return a deal that can be won: a random walk over the deck, dealt backwards onto random fans of these sizes.

    The walk prefers the ranks of which most is left, or it would hardly ever get through the deck.
    """
    while True:
        deck = [Card(rank, suit) for rank in range(ranks) for suit in range(suits)]
        order = [foundation if foundation is not None else rng.choice(deck)]
        deck.remove(order[0])
        while choices := [card for card in deck if (card.rank - order[-1].rank) % ranks in (1, ranks - 1)]:
            left = Counter(card.rank for card in deck)
            order.append(max(choices, key=lambda card: (left[card.rank] + rng.random() * suits, card)))
            deck.remove(order[-1])
        if not deck:
            break
    fans: list[list[Card]] = [[] for _ in sizes]
    for card in reversed(order[foundation is not None :]):
        rng.choice([fan for fan, size in zip(fans, sizes, strict=True) if len(fan) < size]).append(card)
    return Deal(ranks, tuple(map(tuple, fans)), foundation)


@st.composite
def _small_deals(draw: st.DrawFn) -> Deal:
    """Decks of at most 14 cards: 3 to 7 ranks, 1 to 4 suits, fans of 0 to 6, any foundation or none, cards missing."""
    ranks = draw(st.integers(3, 7))
    suits = draw(st.integers(1, max(1, min(4, 14 // ranks))))
    cards = draw(st.permutations([Card(rank, suit) for rank in range(ranks) for suit in range(suits)]))
    cards = cards[: len(cards) - draw(st.sampled_from([0, 0, 1, 2]))]
    foundation = None if draw(st.booleans()) else cards.pop()
    size = draw(st.integers(1, 6))
    fans = [tuple(cards[start : start + size]) for start in range(0, len(cards), size)]
    if draw(st.booleans()):
        fans = [fans[0][:-1], *fans[1:], fans[0][-1:]] if fans else [()]
    return Deal(ranks, tuple(fans), foundation)


class Decks(NamedTuple):
    """Shuffles of one deck, dealt to fans of given sizes: what `decide_block` takes, and the verdicts.

    Attributes:
        cards: (n, M) ranks of the fans' cards, fan by fan from the bottom card.
        solvable: (n,) the verdicts.
    """

    ranks: int
    foundation: int | None
    sizes: tuple[int, ...]
    cards: NDArray[np.int64]
    solvable: NDArray[np.bool_]

    def deal(self, number: int) -> Deal:
        return to_deal(self.ranks, self.foundation, self.sizes, self.cards[number].tolist())

    def decide(self, parts: Parts, rows: slice | list[int] = ALL, effort: int = state.NEVER) -> Block:
        return decide_block(
            self.cards[rows], self.sizes, ranks=self.ranks, foundation=self.foundation, parts=parts, effort=effort
        )


def to_deal(ranks: int, foundation: int | None, sizes: Iterable[int], cards: list[int]) -> Deal:
    """Return the deal with these ranks, each card of a suit of its own."""
    left = iter(enumerate(cards, start=1))
    fans = tuple(tuple(Card(rank, suit) for suit, rank in islice(left, size)) for size in sizes)
    return Deal(ranks, fans, None if foundation is None else Card(foundation, 0))


def winnable(ranks: int, foundation: int | None, sizes: tuple[int, ...], cards: list[int]) -> bool:
    """Brute force: try every uncovered card at each step, each position once."""
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    lost: set[tuple[tuple[int, ...], int | None]] = set()

    def play_on(left: tuple[int, ...], centre: int | None) -> bool:
        if not any(left):
            return True
        if (left, centre) in lost:
            return False
        for number, size in enumerate(left):
            if size:
                rank = cards[starts[number] + size - 1]
                if centre is None or (rank - centre) % ranks in (1, ranks - 1):
                    after = (*left[:number], size - 1, *left[number + 1 :])
                    if play_on(after, rank):
                        return True
        lost.add((left, centre))
        return False

    return play_on(sizes, foundation)


def shuffles(rng: random.Random, count: int) -> Decks:
    """Return `count` deals of a random shape: at most 14 cards of 3 to 7 ranks and 1 to 4 suits, fans of 1 to 6."""
    ranks = rng.randint(3, 7)
    suits = rng.randint(1, min(4, 14 // ranks))
    deck = [rank for rank in range(ranks) for _ in range(suits)]
    foundation = None if rng.random() < 0.3 else rng.randrange(ranks)
    if foundation is not None:
        deck.remove(foundation)
    if rng.random() < 0.25:
        for rank in rng.sample(deck, min(len(deck) - 1, 2)):
            deck.remove(rank)
        deck += rng.choices(range(ranks), k=rng.randint(0, 2))
    size = rng.randint(1, 6)
    sizes = [len(deck[start : start + size]) for start in range(0, len(deck), size)]
    if rng.random() < 0.3:
        sizes.insert(rng.randrange(len(sizes) + 1), 0)
    if rng.random() < 0.3:
        uneven = sorted(rng.choices(range(len(deck) + 1), k=max(1, len(deck) // 3)))
        sizes = [high - low for low, high in zip([0, *uneven], [*uneven, len(deck)], strict=True) if high - low <= 6]
        sizes += [1] * (len(deck) - sum(sizes))
    rows = [rng.sample(deck, len(deck)) for _ in range(count)]
    verdicts = [winnable(ranks, foundation, tuple(sizes), row) for row in rows]
    return Decks(ranks, foundation, tuple(sizes), np.array(rows, np.int64), np.array(verdicts))


LARGE = {
    "standard": (13, 4, [3] * 17, 0),
    "any card first": (13, 4, [4] * 13, None),
    "even number of ranks": (12, 4, [3] * 15 + [2], 5),
    "61 cards, key of one word and the next": (13, 5, [6] * 10 + [4], 12),
    "two words": (13, 6, [7] * 11, 0),
    "two words, few ranks": (7, 10, [10] * 7, None),
    "two words of budget vectors": (12, 7, [6] * 14, None),
    "two words of budget vectors, three of cards": (14, 9, [14] * 8 + [13], 3),
}


def dealt(deal: Deal) -> list[int]:
    return [card.rank for fan in deal.fans for card in fan]


@pytest.fixture(scope="session")
def small_deals() -> st.SearchStrategy[Deal]:
    return _small_deals()


@pytest.fixture(scope="session")
def brute_force() -> Callable[[Deal], Facts]:
    return explore


@pytest.fixture(scope="session")
def planted() -> Callable[..., Deal]:
    return plant


def seed(number: int) -> random.Random:
    return random.Random(number)  # noqa: S311  # nothing here is a secret


@pytest.fixture(scope="session")
def seeded() -> Callable[[int], random.Random]:
    return seed


@pytest.fixture(scope="session")
def hard_deal() -> Deal:
    """Two packs in fans of eight; without pruning neither a win nor the end of the search is in sight."""
    cards = [Card(rank, suit) for rank in range(13) for suit in range(8)]
    seed(1).shuffle(cards)
    return Deal(13, tuple(tuple(cards[start : start + 8]) for start in range(1, len(cards), 8)), cards[0])


@pytest.fixture(scope="session")
def parts_of_a_sample() -> list[Parts]:
    return seed(9).sample(COMBINATIONS, 30)


@pytest.fixture(scope="session")
def small_decks() -> list[Decks]:
    """25,000 decks of a hundred shapes, about as many to be won as not."""
    rng = seed(20)
    return [shuffles(rng, 250) for _ in range(100)]


@pytest.fixture(scope="session")
def large_decks() -> list[Decks]:
    """Deals with a planted order, and shuffles that the table alone proves unsolvable within 5,000 positions."""
    rng = seed(4)
    blocks = []
    for ranks, suits, sizes, foundation in LARGE.values():
        first = None if foundation is None else Card(foundation, 0)
        solvable = [
            [
                card.rank
                for fan in plant(rng, ranks=ranks, suits=suits, sizes=sizes, foundation=first).fans
                for card in fan
            ]
            for _ in range(6)
        ]
        shuffled = np.array([rng.sample(solvable[0], len(solvable[0])) for _ in range(300)])
        unknown = Decks(ranks, foundation, tuple(sizes), shuffled, np.zeros(300, np.bool_))
        table = unknown.decide(Parts(table=True), effort=5000)
        unsolvable = shuffled[(table.solvable == 0) & (table.effort > 20)][:6]
        cards = np.concatenate([np.array(solvable), unsolvable])
        blocks.append(Decks(ranks, foundation, tuple(sizes), cards, np.arange(len(cards)) < 6))
    return blocks
