"""How fast the search is: benchmarks, left out of the ordinary run.

    pytest -o addopts=--import-mode=importlib --benchmark-only tests/models/search/test_speed.py

Two versions are compared with `--benchmark-save` and `--benchmark-compare`. Compilation is not measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blackhole_models.dealers import Shape, deals, rank_block
from blackhole_models.result import Limits, Verdict
from blackhole_models.search import state
from blackhole_models.search.batch import decide_block
from blackhole_models.search.depth_first import DepthFirst
from blackhole_models.search.lattice import lattice
from blackhole_models.search.longest import longest
from blackhole_models.search.parts import BASES, Parts
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

ONE = {"rounds": 3, "iterations": 1, "warmup_rounds": 1}
HARDEST = "pysolfc:848571"
"""Of the first million the deal on which the search enters the most positions."""


def test_deals_one_after_the_other(benchmark: BenchmarkFixture) -> None:
    shape = Shape()
    dealt = rank_block("pysolfc", 1, 1000, shape)

    def block() -> int:
        decided = decide_block(dealt.fans, shape.fan_lengths, ranks=13, foundation=0, parts=BASES["search"])
        return int(decided.solvable.sum())

    assert benchmark.pedantic(block, **ONE) == 877


@pytest.mark.parametrize("name", ["dfs", "dfs+table", "search"])
def test_positions_of_a_hard_deal(benchmark: BenchmarkFixture, name: str) -> None:
    base, *parts = name.split("+")
    (deal,) = deals(HARDEST, Shape())

    def enter() -> int:
        search = DepthFirst(deal, Parts.parse(base, tuple(parts)))
        while search.effort < 1_000_000:
            search.run(1_000_000)
            if search.stored >= search.slots.shape[0] // 2:
                search.grow()
        return search.effort

    assert benchmark.pedantic(enter, **ONE) == 1_000_000


def test_hardest_deal_of_a_million(benchmark: BenchmarkFixture) -> None:
    (deal,) = deals(HARDEST, Shape())
    solver = make("search")
    assert benchmark.pedantic(lambda: decide(solver, deal).verdict, **ONE).decided


def test_tables_of_a_deal(benchmark: BenchmarkFixture) -> None:
    (deal,) = deals("pysolfc:5", Shape())
    search = benchmark(lambda: DepthFirst(deal, BASES["search"]))
    assert search.run(state.NEVER) == 0


def test_longest_play(benchmark: BenchmarkFixture) -> None:
    (deal,) = deals("pysolfc:359", Shape())
    assert benchmark.pedantic(lambda: longest(deal).verdict, **ONE) is Verdict.UNSOLVABLE


def test_lattice_of_positions(benchmark: BenchmarkFixture) -> None:
    (deal,) = deals("pysolfc:359", Shape())
    limits = Limits(effort=200_000)
    assert benchmark.pedantic(lambda: lattice(deal, limits).verdict, **ONE) is Verdict.EFFORT_LIMIT
