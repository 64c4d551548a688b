"""Reach: which cards can be played at all if a rank once reached stays reachable.

For `explain`. Relax the game: a card in the centre stays there, and any card may be played that is uncovered and a
neighbour of some card played before. Every order of the real game is one of the relaxed game, in which playing a card
never takes anything away, so that one pass to a standstill finds all cards that can be played. A card it leaves can
never be played in the real game either; and then, in a deck that has every rank, some rank has no reachable card at
all, for otherwise every uncovered card would have a reachable neighbour.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.sequencing import Sequencing
>>> problem = Sequencing(Deal.of("AS", "2S", "KH KS", "5S 3S 8S", "7S"))
>>> sorted(str(problem.cards[card]) for card in reachable(problem))
['2S', 'AS', 'KH', 'KS']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blackhole_models.sequencing import Sequencing


def reachable(problem: Sequencing) -> frozenset[int]:
    """Return the cards that can be played in the relaxed game, the foundation card included."""
    tops = [card for card, fan in enumerate(problem.fan) if fan >= 0 and problem.above[card] < 0]
    found = {0} if problem.has_foundation else set(tops)
    ranks = {problem.rank[card] for card in found}
    waiting = [card for card in range(len(problem)) if card not in found]
    while True:
        played = [
            card
            for card in waiting
            if (problem.above[card] < 0 or problem.above[card] in found)
            and not ranks.isdisjoint(problem.neighbours(problem.rank[card]))
        ]
        if not played:
            return frozenset(found)
        found.update(played)
        ranks.update(problem.rank[card] for card in played)
        waiting = [card for card in waiting if card not in found]
