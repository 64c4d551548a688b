"""Limits of the search: kept to the tenth of a second, named, and never taken for a verdict; Ctrl-C gets through."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from filelock import FileLock

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.referee import replay
from blackhole_models.result import Limits, Verdict
from blackhole_models.search import compiled, depth_first, kernel
from blackhole_models.search.depth_first import DepthFirst, prepare
from blackhole_models.search.lattice import lattice
from blackhole_models.search.longest import longest
from blackhole_models.search.parts import Parts
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from types import FrameType

NAMES = ["dfs", "dfs+table", "dfs+table+restarts+canonical", "dfs+dominance+budgets"]


@pytest.mark.parametrize("name", NAMES)
def test_effort_limit_is_kept_exactly(name: str, hard_deal: Deal) -> None:
    for limit in (1, 127, 128, 129, 5000, 20_000):
        result = decide(make(name), hard_deal, Limits(effort=limit))
        assert (result.verdict, result.effort) == (Verdict.EFFORT_LIMIT, limit)
        assert result.order is None


@pytest.mark.parametrize("name", ["dfs+table", "search"])
def test_effort_that_was_needed_is_enough(
    name: str, planted: Callable[..., Deal], seeded: Callable[[int], Random]
) -> None:
    for seed in range(10):
        deal = planted(seeded(seed), ranks=9, suits=2, sizes=[3] * 6, foundation=None)
        needed = decide(make(name), deal).effort
        assert needed is not None
        assert decide(make(name), deal, Limits(effort=needed)).verdict is Verdict.SOLVABLE
        assert decide(make(name), deal, Limits(effort=needed - 1)).verdict is Verdict.EFFORT_LIMIT


@pytest.mark.parametrize("name", NAMES)
def test_time_limit_is_kept(name: str, hard_deal: Deal) -> None:
    solver = make(name)
    solver.prepare(hard_deal)
    late = []
    for seconds in (0.05, 0.1, 0.2):  # a fast machine decides the deal in two thirds of a second
        begin = time.perf_counter()
        assert decide(solver, hard_deal, Limits(seconds=seconds)).verdict is Verdict.TIME_LIMIT
        late.append(time.perf_counter() - begin - seconds)
    assert min(late) >= 0
    assert sorted(late)[1] < 0.1  # the machine may be busy once


def test_memory_limit_is_kept(hard_deal: Deal) -> None:
    efforts: list[int | None] = []
    for megabytes in (0.5, 2, 8):
        result = decide(make("dfs+table"), hard_deal, Limits(memory_mb=megabytes))
        assert result.verdict is Verdict.MEMORY_LIMIT
        assert result.details["table_mb"] <= megabytes  # type: ignore[operator]  # a number
        efforts.append(result.effort)
    assert None not in efforts
    assert efforts[0] < efforts[1] < efforts[2]  # type: ignore[operator]  # numbers, as just said


def test_lack_of_memory_is_a_limit(hard_deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    zeros = np.zeros

    def scarce(shape: Any, dtype: Any = float) -> Any:
        if isinstance(shape, tuple) and shape[0] > depth_first.GROWTH * depth_first.FIRST_SLOTS:
            raise MemoryError
        return zeros(shape, dtype)

    monkeypatch.setattr(np, "zeros", scarce)
    result = decide(make("dfs+table"), hard_deal)
    assert result.verdict is Verdict.MEMORY_LIMIT
    assert result.effort == depth_first.GROWTH * depth_first.FIRST_SLOTS // 2
    found = longest(hard_deal)
    assert found.verdict is Verdict.MEMORY_LIMIT
    assert replay(hard_deal, found.order, complete=False).wins


@pytest.mark.parametrize("limits", [Limits(seconds=0), Limits(effort=0), Limits(memory_mb=0)])
def test_nothing_allowed_decides_nothing(limits: Limits, hard_deal: Deal) -> None:
    result = decide(make("search"), hard_deal, limits)
    assert result.verdict is limits.exhausted
    assert result.effort == 0


WORK: dict[str, Callable[[Deal, Limits], object]] = {
    "dfs": lambda deal, limits: decide(make("dfs"), deal, limits),
    "dfs+table": lambda deal, limits: decide(make("dfs+table"), deal, limits),
    "longest": longest,
    "lattice": lattice,
}


@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
def test_interrupt_gets_through(work: Callable[[Deal, Limits], object], hard_deal: Deal) -> None:
    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    work(hard_deal, Limits(effort=1))
    before = signal.signal(signal.SIGALRM, interrupt)
    late = []
    try:
        for seconds in (0.5, 0.2, 0.4):
            begin = time.perf_counter()
            signal.setitimer(signal.ITIMER_REAL, seconds)
            with pytest.raises(KeyboardInterrupt):
                work(hard_deal, Limits())
            late.append(time.perf_counter() - begin - seconds)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert sorted(late)[1] < 0.1  # the machine may be busy once


COMPILED = """
import random
from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.result import Limits
from blackhole_models.search import bits, kernel, layers, tables
from blackhole_models.search.depth_first import DepthFirst, Parts, prepare
from blackhole_models.search.drive import drive

def compiled():
    modules = (bits, kernel, layers, tables)
    return sum(len(getattr(value, "signatures", ())) for module in modules for value in vars(module).values())

cards = [Card(rank, suit) for rank in range(13) for suit in range(8)]
random.Random(1).shuffle(cards)
deal = Deal(13, tuple(tuple(cards[start : start + 8]) for start in range(1, 104, 8)), cards[0])
table = Parts(table=True)
for warm_up, work in (
    (lambda: prepare(deal, table), lambda: DepthFirst(deal, table)),
    (layers.LayerByLayer(deal).prepare, lambda: layers.LayerByLayer(deal)),
):
    warm_up()
    before = compiled()
    print(drive(work(), Limits(memory_mb=20), 0.0))
    assert compiled() == before > 0, "compiled in the time of a run"
"""


def test_nothing_is_compiled_in_the_time_of_a_run() -> None:
    run = subprocess.run([sys.executable, "-c", COMPILED], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["memory-limit", "memory-limit"]


def test_nobody_waits_for_what_is_compiled_already(hard_deal: Deal) -> None:
    solver = make("search-longest")
    solver.prepare(hard_deal)
    with FileLock(compiled.CACHE / ".lock"):
        begin = time.perf_counter()
        assert decide(solver, hard_deal, Limits(effort=10)).verdict is Verdict.EFFORT_LIMIT
        assert time.perf_counter() - begin < 1


def test_the_width_of_what_is_compiled_is_that_of_the_cards_in_fans() -> None:
    deck = [Card(rank, suit) for suit in range(12) for rank in range(5)]
    one = Deal(5, tuple((card,) for card in deck[1:]), deck[0])
    other = Deal(5, tuple((card,) for card in deck), None)
    for deal in (one, other):
        prepare(deal, Parts())
    signatures = len(kernel.advance.signatures) if hasattr(kernel.advance, "signatures") else 0
    for deal in (one, other):
        assert DepthFirst(deal, Parts()).run(effort=10_000) in (kernel.WON, kernel.PAUSED)
    assert len(getattr(kernel.advance, "signatures", ())) == signatures
