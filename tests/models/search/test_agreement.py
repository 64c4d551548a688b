"""The search agrees with itself, however it is run, and with a SAT solver on standard deals.

`BLACKHOLE_LONG=1` compares 2,000 standard deals with the SAT solver instead of a few.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from blackhole_models.dealers import Shape, deals
from blackhole_models.referee import replay
from blackhole_models.result import Verdict
from blackhole_models.search import kernel, state
from blackhole_models.search.batch import decide_block
from blackhole_models.search.depth_first import DepthFirst
from blackhole_models.search.parts import BASES, Parts
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.models.search.conftest import Decks

LONG = os.environ.get("BLACKHOLE_LONG") == "1"


def test_one_search_does_as_a_block(parts: Parts, small_decks: list[Decks]) -> None:
    for decks in small_decks[len(parts.names()) % 5 :: 5]:
        block = decks.decide(parts, slice(2))
        for number in range(2):
            deal = decks.deal(number)
            search = DepthFirst(deal, parts)
            won = search.run(state.NEVER) == kernel.WON
            played = len(search.deepest()) - (deal.foundation is not None)
            figures = (won, search.effort, played, search.restarts)
            assert figures == tuple(array[number] for array in block)
            assert replay(deal, search.deepest(), complete=won).wins
            assert not won or replay(deal, search.order()).wins


def test_deals_of_a_block_may_have_different_decks() -> None:
    decks = np.array([[1, 2, 3, 4, 0, 1, 2, 3], [1, 2, 1, 2, 1, 2, 1, 0], [3, 3, 3, 1, 3, 3, 3, 3]])
    together, *alone = (
        decide_block(rows, (4, 4), ranks=5, foundation=0, parts=BASES["search"])
        for rows in (decks, decks[:1], decks[1:2], decks[2:])
    )
    for name in together._fields:
        assert getattr(together, name).tolist() == [getattr(block, name)[0] for block in alone]
    assert together.solvable.tolist() == [1, 0, 0]


@pytest.mark.parametrize(
    ("rows", "fans"),
    [([[0, 1]], (3,)), ([[0, 1]], ()), ([[]], (0,)), ([[0, 5]], (1, 1)), ([[-1, 0]], (2,)), ([0, 1], (1, 1))],
)
def test_rows_that_are_no_deals_are_refused(rows: list[list[int]], fans: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"columns|ranks"):
        decide_block(np.array(rows, dtype=np.int64), fans, ranks=5, foundation=0, parts=BASES["search"])


FIGURES = """
import json, sys
import numpy as np
from blackhole_models.search.batch import decide_block
from blackhole_models.search.parts import Parts

for parts, cards, sizes, ranks, foundation in json.load(sys.stdin):
    parts = Parts.parse("dfs", parts)
    block = decide_block(np.array(cards), sizes, ranks=ranks, foundation=foundation, parts=parts, effort=150)
    print(json.dumps([column.tolist() for column in block]))
"""


def test_uncompiled_code_does_the_same(
    parts_of_a_sample: list[Parts], small_decks: list[Decks], large_decks: list[Decks]
) -> None:
    asked = [
        *zip(parts_of_a_sample, small_decks, strict=False),
        *((BASES["search"], decks) for decks in large_decks[3:]),
    ]
    first_and_last = [0, -1]
    questions = [
        (parts.names(), decks.cards[first_and_last].tolist(), decks.sizes, decks.ranks, decks.foundation)
        for parts, decks in asked
    ]
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", FIGURES],
        input=json.dumps(questions),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    for (parts, decks), line in zip(asked, run.stdout.splitlines(), strict=True):
        block = decks.decide(parts, first_and_last, effort=150)
        assert json.loads(line) == [column.tolist() for column in block]


def test_verdict_of_sat_on_standard_deals(parts_of_a_sample: list[Parts], seeded: Callable[[int], Random]) -> None:
    search, sat = make("search"), make("sat", backend="glucose4")
    left = dict.fromkeys((Verdict.SOLVABLE, Verdict.UNSOLVABLE), 2000 if LONG else 12)
    rng = seeded(3)
    for deal in deals("pysolfc:1-2000", Shape()):
        if not any(left.values()):
            break
        verdict = decide(search, deal).verdict
        if left[verdict]:
            left[verdict] -= 1
            assert decide(sat, deal).verdict is verdict
            for parts in rng.sample(parts_of_a_sample, 5):
                other = DepthFirst(deal, parts)
                while (answer := other.run(3_000)) == kernel.FULL:
                    other.grow()
                assert answer in (kernel.PAUSED, kernel.WON if verdict is Verdict.SOLVABLE else kernel.EXHAUSTED)
