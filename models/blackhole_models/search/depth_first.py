"""One search on one deal: builds the tables, runs the kernel in slices, grows the table of positions.

For the solver and for tools that look closer than a verdict. Between two slices the caller has the clock, the memory
and the signals.

>>> from blackhole_models.deal import Deal
>>> search = DepthFirst(Deal.of("AS", "QD KH", "JC"), BASES["search"])
>>> search.run(effort=1000), [str(card) for card in search.order()]
(0, ['AS', 'KH', 'QD', 'JC'])
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from blackhole_models.search import kernel, state, tables, visited
from blackhole_models.search.compiled import compile_once
from blackhole_models.search.parts import BASES, Parts

if TYPE_CHECKING:
    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal

__all__ = ["BASES", "DepthFirst", "Parts", "flags_of"]

FIRST_SLOTS: Final = 1 << 12
GROWTH: Final = 4
_COPIED_AT_ONCE: Final = 1 << 16


def flags_of(parts: Parts) -> int:
    """Return the kernel's flags for these parts."""
    return (
        state.TABLE * parts.table
        | state.DOMINANCE * parts.dominance
        | state.BUDGETS * parts.budgets
        | state.LOOKAHEAD * parts.lookahead
        | state.RESTARTS * parts.restarts
    )


def cut_limit_of(parts: Parts, longest: int) -> int:
    """Return the largest number of crossings left at which a cut is looked at, or -1."""
    return longest - 1 if parts.cuts else 0 if parts.connected else -1


class DepthFirst:
    """A search that can be run on and on.

    Args:
        deal: the deal; it has at least one card in a fan.
        parts: what is switched on.
        seed: of the order of moves after each restart.
    """

    def __init__(self, deal: Deal, parts: Parts, *, seed: int = 1) -> None:
        self.deal = deal
        ranks, starts = fan_ranks(deal)
        self._cards = [card for fan in deal.fans for card in fan]
        longest = max(map(len, deal.fans))
        counts = np.bincount([card.rank for card in deal])
        self.tables = tables.allocate(
            deal.ranks,
            len(ranks),
            len(deal.fans),
            longest,
            int(counts.max()),
            parts.budgets,
            parts.canonical,
        )
        foundation = -1 if deal.foundation is None else deal.foundation.rank
        tables.fill(self.tables, ranks, starts, foundation, parts.tall)
        if parts.dominance:
            tables.fill_dominance(self.tables)
        if parts.canonical:
            tables.fill_classes(self.tables)
        cut_limit = cut_limit_of(parts, longest)
        if cut_limit >= 0:
            tables.fill_cuts(self.tables, ranks, starts)
        self.state = state.allocate_state(self.tables, state.narrow(self.tables))
        kernel.start(self.tables, self.state, starts, foundation, flags_of(parts), cut_limit)
        self.state.now[state.RANDOM] = seed
        self.slots = np.zeros((FIRST_SLOTS if parts.table else 1, self.state.key.shape[0]), np.int64)
        self._larger: tables.Ints | None = None
        self._copied = 0
        self._kept = 0

    @property
    def effort(self) -> int:
        """Positions entered so far."""
        return int(self.state.now[state.EFFORT])

    @property
    def restarts(self) -> int:
        """Restarts so far."""
        return int(self.state.now[state.RESTARTED])

    @property
    def stored(self) -> int:
        """Positions in the table, those taken out again at a restart included."""
        return int(self.state.now[state.STORED])

    @property
    def table_bytes(self) -> int:
        """Size of the table of positions."""
        return int(self.slots.nbytes)

    def run(self, effort: int) -> int:
        """Search on until `effort` positions have been entered in all; return the kernel's answer (`kernel.WON` …)."""
        if self._larger is not None:
            return kernel.FULL
        self.state.now[state.STOP_AT] = effort
        return int(kernel.advance(self.tables, self.state, self.slots))

    def growth_bytes(self) -> int:
        """Return how much memory the next growth of the table takes while both tables are there."""
        return self.table_bytes * (GROWTH + 1)

    def grow(self) -> None:
        """Make the table larger, after `kernel.FULL`.

        A large table is copied a part at each call, so that the caller keeps the clock: until it is whole, `run` says
        `FULL` again.

        Raises:
            MemoryError: the system has no room for it; the search can be read but not run on.
        """
        if self._larger is None:
            self._larger = np.zeros((self.slots.shape[0] * GROWTH, self.slots.shape[1]), np.int64)
            self._copied = self._kept = 0
        end = self._copied + _COPIED_AT_ONCE
        self._kept += int(visited.grow(self.slots[self._copied : end], self._larger))
        self._copied = end
        if end >= self.slots.shape[0]:
            self.state.now[state.STORED] = self._kept
            self.slots, self._larger = self._larger, None

    def order(self) -> tuple[Card, ...]:
        """Return the cards played on the way to where the search stands, the foundation card first."""
        return self._played(self.state.card, int(self.state.now[state.DEPTH]))

    def deepest(self) -> tuple[Card, ...]:
        """Return the longest play met so far, the foundation card first."""
        return self._played(self.state.deepest, int(self.state.now[state.DEEPEST]))

    def _played(self, numbers: tables.Ints, level: int) -> tuple[Card, ...]:
        played = tuple(self._cards[self.tables.place[card]] for card in numbers[1 : level + 1])
        return played if self.deal.foundation is None else (self.deal.foundation, *played)


def prepare(deal: Deal, parts: Parts) -> None:
    """Have all that a search of `deal` needs compiled, or loaded from the cache."""

    def warm_up() -> None:
        search = DepthFirst(deal, parts)
        search.run(effort=0)
        search.grow()

    most = max(Counter(card.rank for card in deal).values())
    compile_once((parts, deal.ranks, sum(map(len, deal.fans)), most), warm_up)


def fan_ranks(deal: Deal) -> tuple[tables.Ints, tables.Ints]:
    """Return the ranks of the fans' cards, fan by fan from the bottom, (M,), and where each fan starts, (fans + 1,)."""
    ranks = np.array([card.rank for fan in deal.fans for card in fan], np.int64)
    starts = np.cumsum([0, *map(len, deal.fans)], dtype=np.int64)
    return ranks, starts
