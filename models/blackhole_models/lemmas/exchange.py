"""Conditional symmetry: when two equal cards may change places in an order, and which of the two then comes first.

For the CNF and CP-SAT models. Let x and y be cards of one rank in different fans. In an order that plays x first, x and
y can change places if the card above y was played before x and the card below x is played after y: at every time the
rank stays what it was, and both fans stay in order. (The card above x and the card below y are never in the way, being
even earlier and even later.) So a model may demand, for one of the two, that it comes first whenever they can change
places. For fans of three cards, with t, m, b for top, middle and bottom and 1, 2 for two fans, these are the six cases
of the models that follow Gent et al. (2007), such as CSPLib prob081 (y[c] is the time of card c):

    A  both bottom        y[m1] < y[b2]                   → y[b1] < y[b2]
    B  both top           y[t1] < y[m2]                   → y[t1] < y[t2]
    C  both middle        y[m1] < y[b2] ∧ y[t1] < y[m2]   → y[m1] < y[m2]
    D  top, bottom                                          y[t1] < y[b2]
    E  top, middle        y[t1] < y[b2]                   → y[t1] < y[m2]
    F  middle, bottom     y[t1] < y[b2]                   → y[m1] < y[b2]

where 1 is the fan with the lower number in A to C and either fan in D to F. (The published E and F have a further
condition, y[m2] < y[m1], which nothing depends on: where it fails, m1 comes before m2 and the conclusion holds.)

All demands can be met at once. They prefer cards in one fixed way: more cards below, then the lower fan. Write down for
each step how high its card stands in that preference among the cards of its rank. An exchange that meets a demand puts
a preferred card at the earlier of two steps and leaves all steps before as they were, so the list becomes
lexicographically better, and the best order meets every demand. The moves that dominance drops (`dominance.py`) are
mended in the same way with the same preference, so both can be demanded together.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.sequencing import Sequencing
>>> problem = Sequencing(Deal.of("AS", "5S 4S 2S", "2H 6H KH"))
>>> [[str(problem.cards[card]) if card >= 0 else "-" for card in demand] for demand in exchanges(problem)]
[['2S', '2H', '-', '-']]
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from blackhole_models.sequencing import Sequencing


class Exchange(NamedTuple):
    """If `above` is played before `second`, and `first` before `below`, then `first` is played before `second`.

    Attributes:
        first: the preferred card of the two.
        second: the other card, of equal rank and in another fan.
        above: the card directly above `first`, or -1, which fulfils the first condition.
        below: the card directly below `second`, or -1, which fulfils the second condition.
    """

    first: int
    second: int
    above: int
    below: int


def exchanges(problem: Sequencing) -> list[Exchange]:
    """Return one demand for each two cards of equal rank in different fans."""
    demands = []
    for rank in range(problem.ranks):
        cards = [card for card in problem.of_rank(rank) if problem.fan[card] >= 0]
        preferred = sorted(cards, key=lambda card: (-_cards_below(problem, card), problem.fan[card]))
        demands += [
            Exchange(first, second, problem.above[first], problem.below[second])
            for first, second in combinations(preferred, 2)
            if problem.fan[first] != problem.fan[second]
        ]
    return demands


def _cards_below(problem: Sequencing, card: int) -> int:
    count = 0
    while (card := problem.below[card]) >= 0:
        count += 1
    return count
