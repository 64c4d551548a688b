"""What the search knows of a deal before it starts, as sets of cards and of budget vectors.

For the search kernel. Cards other than the foundation are numbered in the order in which they are preferred, and that
number is the card's bit. A position is the set of uncovered cards: it tells how many cards are left in each fan, so
together with the rank in the centre it is an exact key. Each question the kernel asks at every move is then one AND:
which cards may be played (`of_rank`), which card is dominated (`better`), which budget vectors are left (`enough`,
`pair`), which fan changes sides too often (`bite`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from blackhole_models.lemmas import budgets, dominance
from blackhole_models.search.bits import WORD, words
from blackhole_models.search.compiled import compiled

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_dominates: Callable[..., bool] = compiled(dominance.dominates)
_fill_budget: Callable[..., bool] = compiled(budgets.fill_budget)
_free_values: Callable[..., int] = compiled(budgets.free_values)

# places in `Tables.size`
RANKS: Final = 0
CARDS: Final = 1
VECTOR_WORDS: Final = 2
RANK_SHIFT: Final = 3
_SIZES: Final = 4


class Tables(NamedTuple):
    """Facts about one deal; M cards in the fans, R ranks, W words of cards, V words of budget vectors, fans of up to K.

    Attributes:
        size: (4,) number of ranks, of cards and of words of budget vectors, and the bit of the last word where a key
            carries the rank.
        counts: (R,) cards of each rank, the foundation card included.
        place: (M,) place of each card in the list of the fans' cards, fan by fan from the bottom.
        rank: (M,) rank of each card.
        fan: (M,) fan of each card.
        below: (M,) the card directly under each card, or -1.
        flip: (M, W) a card and the card under it: what changes when it is played.
        of_rank: (R, W) the cards of each rank.
        better: (M, W) the cards that dominate each card.
        bottoms: (R, W) all cards of the fans whose bottom card is of that rank.
        every: (V,) all budget vectors.
        ends: (R, V) the budget vectors that end at each rank.
        enough: (R, U, V) the budget vectors with at least u crossings of an edge.
        pair: (R², 2 U, V) the budget vectors with exactly s crossings of two edges together.
        pair_low: (R²,) the least s for which `pair` is not empty.
        bite: (R², K, W) uncovered cards below which, itself included, a fan changes sides more than c times, starting
            outside the arc between two edges.
        same: (C, W) classes of cards with equal remains: the same ranks from the card down to its bottom.
        first_of: (C, fans + 1, W) the first n cards of each class.
    """

    size: Ints
    counts: Ints
    place: Ints
    rank: Ints
    fan: Ints
    below: Ints
    flip: Ints
    of_rank: Ints
    better: Ints
    bottoms: Ints
    every: Ints
    ends: Ints
    enough: Ints
    pair: Ints
    pair_low: Ints
    bite: Ints
    same: Ints
    first_of: Ints


@compiled
def allocate(ranks: int, cards: int, fans: int, longest: int, most: int, budgeted: bool, classed: bool) -> Tables:
    """Return empty tables for deals of one shape.

    Args:
        ranks: number of ranks.
        cards: number of cards in the fans.
        fans: number of fans.
        longest: cards in the longest fan.
        most: cards of the most frequent rank.
        budgeted: whether tables of walk budgets and cuts are wanted.
        classed: whether classes of equal remains are wanted.
    """
    key_bits = 1
    while 1 << key_bits <= ranks:
        key_bits += 1
    width = words(cards)
    if cards - WORD * (width - 1) + key_bits > WORD:
        width += 1
    vectors = ranks * (1 if ranks % 2 == 1 else 2 * most + 1)
    wide = words(vectors) if budgeted else 1
    edges = ranks if budgeted else 1
    up_to = 2 * most + 2 if budgeted else 1
    classes = cards // 2 if classed else 0
    size = np.zeros(_SIZES, np.int64)
    size[RANKS] = ranks
    size[CARDS] = cards
    size[RANK_SHIFT] = max(0, cards - WORD * (width - 1))
    return Tables(
        size=size,
        counts=np.zeros(ranks, np.int64),
        place=np.zeros(cards, np.int64),
        rank=np.zeros(cards, np.int64),
        fan=np.zeros(cards, np.int64),
        below=np.zeros(cards, np.int64),
        flip=np.zeros((cards, width), np.int64),
        of_rank=np.zeros((ranks, width), np.int64),
        better=np.zeros((cards, width), np.int64),
        bottoms=np.zeros((ranks, width), np.int64),
        every=np.zeros(wide, np.int64),
        ends=np.zeros((ranks, wide), np.int64),
        enough=np.zeros((edges, up_to + 1, wide), np.int64),
        pair=np.zeros((edges * edges, 2 * up_to + longest, wide), np.int64),
        pair_low=np.zeros(edges * edges, np.int64),
        bite=np.zeros((edges * edges, longest, width), np.int64),
        same=np.zeros((classes, width), np.int64),
        first_of=np.zeros((classes, fans + 1, width), np.int64),
    )


@compiled
def _put(row: Ints, bit: int) -> None:
    row[bit // WORD] |= 1 << (bit % WORD)


@compiled
def fill(t: Tables, ranks: Ints, starts: Ints, foundation: int, tall: bool) -> None:
    """Fill all tables but those of the walk budgets.

    Args:
        t: tables allocated for the deal's shape.
        ranks: (M,) ranks of the fans' cards, fan by fan from the bottom.
        starts: (fans + 1,) where each fan starts in `ranks`.
        foundation: rank of the foundation card, or -1.
        tall: prefer cards with more cards below them; else number the cards as they come.
    """
    cards = ranks.shape[0]
    fans = starts.shape[0] - 1
    longest = 0
    for f in range(fans):
        longest = max(longest, starts[f + 1] - starts[f])
    # number the cards
    card = 0
    bit_of = np.zeros(cards, np.int64)
    for level in range(longest if tall else 1):
        for f in range(fans):
            low, high = starts[f], starts[f + 1]
            if tall:
                low = low + longest - 1 - level
                high = min(high, low + 1)
            for place in range(low, high):
                t.place[card] = place
                t.fan[card] = f
                t.rank[card] = ranks[place]
                bit_of[place] = card
                card += 1
    t.flip[:] = 0
    t.of_rank[:] = 0
    t.bottoms[:] = 0
    t.counts[:] = 0
    if foundation >= 0:
        t.counts[foundation] += 1
    for f in range(fans):
        for place in range(starts[f], starts[f + 1]):
            card = bit_of[place]
            t.counts[ranks[place]] += 1
            _put(t.flip[card], card)
            _put(t.of_rank[ranks[place]], card)
            _put(t.bottoms[ranks[starts[f]]], card)
            t.below[card] = -1
            if place > starts[f]:
                t.below[card] = bit_of[place - 1]
                _put(t.flip[card], bit_of[place - 1])


@compiled
def fill_dominance(t: Tables) -> None:
    """Fill `better`."""
    cards = t.size[CARDS]
    t.better[:] = 0
    for x in range(cards):
        for y in range(cards):
            if t.rank[x] == t.rank[y] and _dominates(y, x, t.rank, t.below, t.fan):
                _put(t.better[x], y)


@compiled
def fill_classes(t: Tables) -> None:
    """Fill `same` and `first_of` with the classes of at least two cards."""
    cards = t.size[CARDS]
    t.same[:] = 0
    t.first_of[:] = 0
    classes = 0
    done = np.zeros(cards, np.bool_)
    for x in range(cards):
        if done[x]:
            continue
        members = 1
        for y in range(x + 1, cards):
            if _equal_remains(t, x, y):
                if members == 1:
                    _put(t.same[classes], x)
                    _put(t.first_of[classes, 1], x)
                done[y] = True
                _put(t.same[classes], y)
                members += 1
                t.first_of[classes, members] = t.same[classes]
        classes += members > 1


@compiled
def _equal_remains(t: Tables, x: int, y: int) -> bool:
    while x >= 0 and y >= 0 and t.rank[x] == t.rank[y]:
        x = t.below[x]
        y = t.below[y]
    return x < 0 and y < 0


@compiled
def fill_cuts(t: Tables, ranks: Ints, starts: Ints) -> None:
    """Fill `bite`: for each arc and each card, how often the fan changes sides from that card down."""
    edges = t.size[RANKS]
    cards = t.size[CARDS]
    longest = t.bite.shape[1]
    t.bite[:] = 0
    word_of = np.zeros(cards, np.int64)
    mask_of = np.zeros(cards, np.int64)
    for card in range(cards):
        word_of[t.place[card]] = card // WORD
        mask_of[t.place[card]] = 1 << (card % WORD)
    is_bottom = np.zeros(cards, np.bool_)
    for f in range(starts.shape[0] - 1):
        if starts[f] < starts[f + 1]:
            is_bottom[starts[f]] = True
    inside = np.zeros(edges, np.int64)
    for first in range(edges):
        inside[:] = 0
        # the arc between two edges grows from the rank above edge `first` to the lower end of edge `last`
        for length in range(1, edges):
            last = (first + length) % edges
            inside[last] = 1
            bite = t.bite[first * edges + last]
            changes = 0
            before = 0
            for place in range(cards):
                side = inside[ranks[place]]
                changes = 0 if is_bottom[place] else changes + (side ^ before)
                before = side
                for c in range(min(changes + side, longest)):
                    bite[c, word_of[place]] |= mask_of[place]


@compiled
def fill_budgets(t: Tables, first: int) -> None:
    """Fill the tables of the walk budgets for play that starts at rank `first`."""
    ranks = t.size[RANKS]
    t.every[:] = 0
    t.ends[:] = 0
    t.enough[:] = 0
    t.pair[:] = 0
    t.pair_low[:] = t.pair.shape[1]
    crossings = np.zeros(ranks, np.int64)
    vectors = 0
    for last in range(ranks):
        is_bottom = False
        for w in range(t.bottoms.shape[1]):
            is_bottom = is_bottom or t.bottoms[last, w] != 0
        if not is_bottom:
            continue
        for free in range(_free_values(t.counts, ranks)):
            if not _fill_budget(t.counts, ranks, first, last, free, crossings):
                continue
            _put(t.every, vectors)
            _put(t.ends[last], vectors)
            for e in range(ranks):
                for u in range(crossings[e] + 1):
                    _put(t.enough[e, u], vectors)
                for other in range(ranks):
                    if other != e:
                        both = crossings[e] + crossings[other]
                        _put(t.pair[e * ranks + other, both], vectors)
                        t.pair_low[e * ranks + other] = min(t.pair_low[e * ranks + other], both)
            vectors += 1
    t.size[VECTOR_WORDS] = words(vectors)
