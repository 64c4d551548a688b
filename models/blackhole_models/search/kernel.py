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

from typing import TYPE_CHECKING, Final

from blackhole_models.search.bits import WORD, lowest, mix
from blackhole_models.search.checks import cut, moves, some_vector_fits
from blackhole_models.search.compiled import compiled
from blackhole_models.search.state import (
    BUDGETS,
    CUT_LIMIT,
    DEEPEST,
    DEPTH,
    DOMINANCE,
    EFFORT,
    FLAGS,
    LEAF,
    LOOKAHEAD,
    NEVER,
    RANDOM,
    RESTART_AT,
    RESTARTED,
    RESTARTS,
    STOP_AT,
    STORED,
    TABLE,
    row,
)
from blackhole_models.search.tables import CARDS, RANK_SHIFT, RANKS, Tables, fill_budgets
from blackhole_models.search.visited import FORGOTTEN, find, make_key

if TYPE_CHECKING:
    from blackhole_models.search.state import Narrow, State
    from blackhole_models.search.tables import Ints

WON: Final = 0
EXHAUSTED: Final = 1
PAUSED: Final = 2
FULL: Final = 3

_FIRST_RESTART: Final = 128


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
    moves(s.narrow, s.position, s.todo, t.of_rank, 0, foundation)
    if s.now[FLAGS] & BUDGETS and foundation >= 0 and not some_vector_fits(t, s, 0):
        s.todo[0] = 0


@compiled
def _forget(t: Tables, s: State, slots: Ints) -> None:
    """Take the positions on the stack, which are not given up, out of the table."""
    for level in range(1, s.now[DEPTH] + 1):
        code = make_key(s.narrow, s.position, s.key, t.same, t.first_of, level, s.rank[level], t.size[RANK_SHIFT])
        slot = find(s.narrow, slots, s.key, code)
        if slot >= 0:
            slots[slot] = FORGOTTEN


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
                    alive = some_vector_fits(t, s, child)
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
                                alive = alive and cut(narrow, position, vectors, bite, pair, child, arc, c, both + c)
                        other += 1
            if alive:
                alive = moves(narrow, position, todo, of_rank, child, rank) or not flags & LOOKAHEAD
            if alive and flags & TABLE:
                slot = find(narrow, slots, key, make_key(narrow, position, key, same, first_of, child, rank, shift))
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
