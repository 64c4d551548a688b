"""Where a search stands: its stack, as arrays that compiled code works on, and its flags.

For the kernel and for those who drive it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from blackhole_models.search.compiled import compiled
from blackhole_models.search.tables import CARDS, RANKS, Tables

if TYPE_CHECKING:
    from blackhole_models.search.tables import Ints

# flags: which parts are on
TABLE: Final = 1
DOMINANCE: Final = 2
BUDGETS: Final = 4
LOOKAHEAD: Final = 8
RESTARTS: Final = 16

# places in `State.now`
DEPTH: Final = 0
EFFORT: Final = 1
STOP_AT: Final = 2
DEEPEST: Final = 3
STORED: Final = 4
FLAGS: Final = 5
CUT_LIMIT: Final = 6
RESTART_AT: Final = 7
RESTARTED: Final = 8
RANDOM: Final = 9
LEAF: Final = 10
_PLACES: Final = 11

NEVER: Final = 1 << 62

Narrow = tuple[int, ...]
"""(0,) if a set of cards and a set of budget vectors are one word each, else (): a type of its own, so that loops over
the words of a row are compiled away where there is but one."""


class State(NamedTuple):
    """Where a search stands; D = number of cards + 1 levels.

    Attributes:
        now: (11,) depth, effort so far, effort at which to pause, cards played at most so far, keys in the table,
            flags, the largest c for which cuts are looked at (-1 for none), effort at the next restart, restarts so
            far, state of the random numbers, and whether the last level is a leaf that has been shown.
        position: (D, W) the uncovered cards at each level.
        todo: (D, W) the moves not yet tried at each level.
        vectors: (D, V) the budget vectors still possible at each level.
        rank: (D,) the rank in the centre at each level, -1 for none.
        card: (D,) the card whose play led to each level.
        edge: (D,) the edge crossed on the way to each level, -1 for none.
        used: (R,) crossings of each edge so far.
        deepest: (D,) the cards of the longest play so far.
        liking: (M,) the order of moves after a restart: the card with the least number first.
        key: (W,) room for a key.
        narrow: whether rows are one word wide.
    """

    now: Ints
    position: Ints
    todo: Ints
    vectors: Ints
    rank: Ints
    card: Ints
    edge: Ints
    used: Ints
    deepest: Ints
    liking: Ints
    key: Ints
    narrow: Narrow


def narrow(t: Tables) -> Narrow:
    """Return what `allocate_state` is to be told of the tables' width."""
    return (0,) if t.of_rank.shape[1] == 1 and t.every.shape[0] == 1 else ()


@compiled
def row(narrow: Narrow, words: Ints) -> int:
    """Return how many words a row of `words` has."""
    return 1 if len(narrow) == 1 else words.shape[1]


@compiled
def allocate_state(t: Tables, narrow: Narrow) -> State:
    """Return a state for searches with tables of this shape."""
    levels = t.size[CARDS] + 1
    width = t.of_rank.shape[1]
    return State(
        now=np.zeros(_PLACES, np.int64),
        position=np.zeros((levels, width), np.int64),
        todo=np.zeros((levels, width), np.int64),
        vectors=np.zeros((levels, t.every.shape[0]), np.int64),
        rank=np.zeros(levels, np.int64),
        card=np.zeros(levels, np.int64),
        edge=np.zeros(levels, np.int64),
        used=np.zeros(t.size[RANKS], np.int64),
        deepest=np.zeros(levels, np.int64),
        liking=np.zeros(t.size[CARDS], np.int64),
        key=np.zeros(width, np.int64),
        narrow=narrow,
    )
