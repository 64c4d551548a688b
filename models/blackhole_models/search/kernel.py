"""The depth-first search itself: one loop over an explicit stack, compiled, with its parts switched on by flags.

For `solver.py` and `batch.py`. The loop can be left at any position and entered again, so that whoever drives it keeps
the clock, the memory limit and the signals. What it returns:

- `WON`: the stack holds an order that wins; entering again looks for the next one.
- `EXHAUSTED`: nothing is left to try. Without a win before, the deal is unsolvable.
- `PAUSED`: the effort asked for is spent.
- `FULL`: the table must grow before the search can go on.

A position is entered in the table when it arises. It can arise again only with the same number of cards played, so
never below itself: a position found in the table was given up, or, after a restart, is still open and was therefore
taken out again (`_forget`). Effort counts positions entered, the deal itself not among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from blackhole_models.search.bits import WORD, lowest, mix, population
from blackhole_models.search.compiled import compiled
from blackhole_models.search.tables import (
    CARDS,
    RANK_SHIFT,
    RANKS,
    VECTOR_WORDS,
    Tables,
    fill_budgets,
)

if TYPE_CHECKING:
    from blackhole_models.search.tables import Ints

WON: Final = 0
EXHAUSTED: Final = 1
PAUSED: Final = 2
FULL: Final = 3

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
_FORGOTTEN: Final = -1
_FIRST_RESTART: Final = 128


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


@compiled
def start(t: Tables, s: State, starts: Ints, foundation: int, flags: int, cut_limit: int) -> None:
    """Set `s` to the deal described by `t`, whose fans start at `starts` (see `tables.fill`)."""
    s.now[:] = 0
    s.now[FLAGS] = flags
    s.now[CUT_LIMIT] = cut_limit
    s.now[STOP_AT] = NEVER
    s.now[RESTART_AT] = _FIRST_RESTART if flags & RESTARTS else NEVER
    s.now[RANDOM] = 1
    s.rank[0] = foundation
    s.position[0] = 0
    for card in range(t.size[CARDS]):
        place = t.place[card]
        if place == starts[t.fan[card] + 1] - 1:
            s.position[0, card // WORD] |= 1 << (card % WORD)
    s.vectors[0] = 0
    if flags & BUDGETS and foundation >= 0:
        fill_budgets(t, foundation)
        s.vectors[0] = t.every
    _set_out(t, s)


@compiled
def _set_out(t: Tables, s: State) -> None:
    """Go to the deal itself, with every move untried."""
    s.now[DEPTH] = 0
    s.used[:] = 0
    foundation = s.rank[0]
    _moves(s.narrow, s.position, s.todo, t.of_rank, 0, foundation)
    if s.now[FLAGS] & BUDGETS and foundation >= 0 and not _some_vector_fits(t, s, 0):
        s.todo[0] = 0


@compiled
def _moves(narrow: Narrow, position: Ints, todo: Ints, of_rank: Ints, level: int, rank: int) -> bool:
    """Write the cards that may be played at `level` onto `rank`; return whether there are any."""
    ranks = of_rank.shape[0]
    some = 0
    for w in range(row(narrow, todo)):
        playable = position[level, w]
        if rank >= 0:
            up = rank + 1 if rank + 1 < ranks else 0
            down = rank - 1 if rank > 0 else ranks - 1
            playable &= of_rank[up, w] | of_rank[down, w]
        todo[level, w] = playable
        some |= playable
    return some != 0


@compiled
def _some_vector_fits(t: Tables, s: State, level: int) -> bool:
    """Drop the budget vectors that some cut rules out at `level`; return whether any is left."""
    ranks = t.size[RANKS]
    rank = s.rank[level]
    some = 0
    for v in range(t.size[VECTOR_WORDS]):
        some |= s.vectors[level, v]
    fits = some != 0
    for first in range(ranks):
        for last in range(ranks):
            if first != last and fits:
                inside = (rank - first - 1) % ranks <= (last - first - 1) % ranks
                if not inside:
                    arc = first * ranks + last
                    low = max(0, t.pair_low[arc] - s.used[first] - s.used[last])
                    used = s.used[first] + s.used[last]
                    for c in range(low, s.now[CUT_LIMIT] + 1):
                        fits = fits and _cut(s.narrow, s.position, s.vectors, t.bite, t.pair, level, arc, c, used + c)
    return fits


@compiled
def _cut(
    narrow: Narrow,
    position: Ints,
    vectors: Ints,
    bite: Ints,
    pair: Ints,
    level: int,
    arc: int,
    changes: int,
    crossings: int,
) -> bool:
    """Drop the vectors with `crossings` along the arc's two edges if a fan changes sides more than `changes` times.

    Return whether any vector is left.
    """
    bites = 0
    for w in range(row(narrow, position)):
        bites |= position[level, w] & bite[arc, changes, w]
    if bites == 0:
        return True
    left = 0
    for v in range(row(narrow, vectors)):
        vectors[level, v] &= ~pair[arc, crossings, v]
        left |= vectors[level, v]
    return left != 0


@compiled
def _make_key(
    narrow: Narrow, position: Ints, key: Ints, same: Ints, first_of: Ints, level: int, rank: int, shift: int
) -> int:
    """Write the key of the position at `level` to `key`; return its hash."""
    width = row(narrow, position)
    for w in range(width):
        key[w] = position[level, w]
    for k in range(same.shape[0]):
        members = 0
        for w in range(width):
            members += population(key[w] & same[k, w])
        for w in range(width):
            key[w] = (key[w] & ~same[k, w]) | first_of[k, members, w]
    key[width - 1] |= (rank + 1) << shift
    code = 0
    for w in range(width):
        code = mix(code ^ key[w])
    return code


@compiled
def _find(narrow: Narrow, slots: Ints, key: Ints, code: int) -> int:
    """Return the slot that holds `key`, or -1 - the empty slot where it belongs."""
    width = row(narrow, slots)
    slot: int = code & (slots.shape[0] - 1)
    while slots[slot, width - 1] != 0:
        same = True
        for w in range(width):
            same = same and slots[slot, w] == key[w]
        if same:
            return slot
        slot = (slot + 1) & (slots.shape[0] - 1)
    return -1 - slot


@compiled
def grow(slots: Ints, larger: Ints) -> int:
    """Copy the keys of `slots` to `larger`, a table of zeros; return their number."""
    width = slots.shape[1]
    stored = 0
    for slot in range(slots.shape[0]):
        if slots[slot, width - 1] > 0:
            code = 0
            for w in range(width):
                code = mix(code ^ slots[slot, w])
            larger[-1 - _find((), larger, slots[slot], code)] = slots[slot]
            stored += 1
    return stored


@compiled
def _forget(t: Tables, s: State, slots: Ints) -> None:
    """Take the positions on the stack, which are not given up, out of the table."""
    for level in range(1, s.now[DEPTH] + 1):
        code = _make_key(s.narrow, s.position, s.key, t.same, t.first_of, level, s.rank[level], t.size[RANK_SHIFT])
        slot = _find(s.narrow, slots, s.key, code)
        if slot >= 0:
            slots[slot] = _FORGOTTEN


@compiled
def _restart(t: Tables, s: State, slots: Ints) -> None:
    """Begin again with another order of moves."""
    _forget(t, s, slots)
    s.now[RESTARTED] += 1
    s.now[RESTART_AT] = s.now[EFFORT] + _FIRST_RESTART * _luby(s.now[RESTARTED] + 1)
    random = s.now[RANDOM]
    for card in range(t.size[CARDS]):
        random = mix(random + card + 1)
        s.liking[card] = random & 0xFFFF
    s.now[RANDOM] = random
    _set_out(t, s)


@compiled
def _luby(i: int) -> int:
    """Return the i-th number (from 1) of the sequence 1 1 2 1 1 2 4 … (Luby, Sinclair, Zuckerman 1993)."""
    while True:
        power = 1
        while power - 1 < i:
            power *= 2
        if power - 1 == i:
            return power // 2
        i -= power // 2 - 1


@compiled
def _next_move(narrow: Narrow, todo: Ints, liking: Ints, level: int, restarted: int) -> int:
    """Take the move to try next out of `todo`; return it, or -1."""
    chosen = -1
    if restarted == 0:
        for w in range(row(narrow, todo)):
            if todo[level, w] != 0:
                chosen = w * WORD + lowest(todo[level, w])
                break
    else:
        for w in range(row(narrow, todo)):
            rest = todo[level, w]
            while rest != 0:
                card = w * WORD + lowest(rest)
                rest &= rest - 1
                if chosen < 0 or liking[card] < liking[chosen]:
                    chosen = card
    if chosen >= 0:
        todo[level, chosen // WORD] ^= 1 << (chosen % WORD)
    return chosen


@compiled
def advance(t: Tables, s: State, slots: Ints) -> int:
    """Search on until one of the four things happens that the module's head names; return which."""
    # each array in a variable of its own: to pass or to look into the tuples at every step costs more than the step
    rank_of, below, flip, of_rank, better = t.rank, t.below, t.flip, t.of_rank, t.better
    bottoms, every, ends, enough = t.bottoms, t.every, t.ends, t.enough
    pair, pair_low, bite, same, first_of = t.pair, t.pair_low, t.bite, t.same, t.first_of
    position, todo, vectors, rank_at, card_at, edge_at = s.position, s.todo, s.vectors, s.rank, s.card, s.edge
    used, liking, key = s.used, s.liking, s.key
    ranks = t.size[RANKS]
    cards = t.size[CARDS]
    shift = t.size[RANK_SHIFT]
    vector_words = t.size[VECTOR_WORDS]
    narrow = s.narrow
    width = row(narrow, position)
    vector_words = row(narrow, vectors)
    flags = s.now[FLAGS]
    cut_limit = s.now[CUT_LIMIT]
    room = slots.shape[0] // 2
    level = s.now[DEPTH]
    effort = s.now[EFFORT]
    deepest = s.now[DEEPEST]
    stored = s.now[STORED]
    restarted = s.now[RESTARTED]
    pause = min(s.now[STOP_AT], s.now[RESTART_AT])
    if s.now[LEAF]:
        s.now[LEAF] = 0
        if edge_at[level] >= 0:
            used[edge_at[level]] -= 1
        level -= 1
    answer = -1
    while answer < 0:
        if effort >= pause:
            s.now[DEPTH] = level
            s.now[EFFORT] = effort
            if effort >= s.now[STOP_AT]:
                answer = PAUSED
                continue
            _restart(t, s, slots)
            restarted = s.now[RESTARTED]
            pause = min(s.now[STOP_AT], s.now[RESTART_AT])
            level = 0
        card = _next_move(narrow, todo, liking, level, restarted)
        if card < 0:
            if level == 0:
                answer = EXHAUSTED
                continue
            if edge_at[level] >= 0:
                used[edge_at[level]] -= 1
            level -= 1
            continue
        if flags & DOMINANCE:
            dominated = 0
            for w in range(width):
                dominated |= position[level, w] & better[card, w]
            if dominated != 0:
                continue
        child = level + 1
        rank = rank_of[card]
        some = 0
        for w in range(width):
            position[child, w] = position[level, w] ^ flip[card, w]
            some |= position[child, w]
        before = rank_at[level]
        upwards = before >= 0 and rank == (before + 1 if before + 1 < ranks else 0)
        edge = -1 if before < 0 else (before if upwards else rank)
        rank_at[child] = rank
        card_at[child] = card
        edge_at[child] = edge
        if edge >= 0:
            used[edge] += 1
        alive = True
        if some != 0:
            if flags & BUDGETS:
                if edge < 0:
                    fill_budgets(t, rank)
                    vectors[child] = every
                    alive = _some_vector_fits(t, s, child)
                else:
                    crossed = used[edge]
                    gone = below[card] < 0
                    if gone:
                        rest = 0
                        for w in range(width):
                            rest |= position[child, w] & bottoms[rank, w]
                        gone = rest == 0
                    left = 0
                    for v in range(vector_words):
                        vectors[child, v] = vectors[level, v] & enough[edge, crossed, v]
                        if gone:
                            vectors[child, v] &= ~ends[rank, v]
                        left |= vectors[child, v]
                    alive = left != 0
                    # only the cuts through this edge have changed
                    other = 0
                    while alive and other < ranks:
                        both = crossed + used[other]
                        low = pair_low[edge * ranks + other] - both
                        if low <= cut_limit and other != edge:
                            arc = other * ranks + edge if upwards else edge * ranks + other
                            for c in range(max(low, 0), cut_limit + 1):
                                alive = alive and _cut(narrow, position, vectors, bite, pair, child, arc, c, both + c)
                        other += 1
            if alive:
                alive = _moves(narrow, position, todo, of_rank, child, rank) or not flags & LOOKAHEAD
            if alive and flags & TABLE:
                slot = _find(narrow, slots, key, _make_key(narrow, position, key, same, first_of, child, rank, shift))
                alive = slot < 0
                if alive:
                    if stored >= room:
                        todo[level, card // WORD] |= 1 << (card % WORD)
                        if edge >= 0:
                            used[edge] -= 1
                        answer = FULL
                        continue
                    for w in range(width):
                        slots[-1 - slot, w] = key[w]
                    stored += 1
        if child > deepest:
            deepest = child
            for i in range(1, child + 1):
                s.deepest[i] = card_at[i]
        if not alive:
            if edge >= 0:
                used[edge] -= 1
            continue
        level = child
        effort += 1
        if level == cards:
            s.now[LEAF] = 1
            answer = WON
    s.now[DEPTH] = level
    s.now[EFFORT] = effort
    s.now[DEEPEST] = deepest
    s.now[STORED] = stored
    return answer
