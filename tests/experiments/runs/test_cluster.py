"""Runs and blocks on a real cluster: a scheduler and workers of this machine, one of which is killed."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from blackhole_experiments.cli import main
from blackhole_experiments.comparison import Contender, Plan, make_runs
from blackhole_experiments.runs import cluster as clusters
from blackhole_experiments.runs.store import Store
from blackhole_experiments.studies import blocks
from blackhole_models.dealers import Shape, deals
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pandas as pd

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
"""What Dask and the packages under it warn of is not about this project."""

PLAN = Plan(
    deals("uniform:1-12", Shape(ranks=6, suits=3, fan_size=3)),
    [Contender("dfs"), Contender("dfs+table"), Contender("sat")],
    Limits(seconds=30),
)


@pytest.fixture(scope="module")
def place() -> Iterator[clusters.Cluster]:
    with clusters.cluster("local:2") as joined:
        yield joined


def found(folder: Path) -> pd.DataFrame:
    return PLAN.rows(folder)[["key", "deal", "solver", "verdict", "effort", "order"]]


def test_a_cluster_makes_the_rows_of_the_local_pool_though_a_worker_is_killed(
    tmp_path: Path, place: clusters.Cluster
) -> None:
    assert place.lanes == 2
    with Store(tmp_path / "local") as store:
        list(make_runs(PLAN, store, jobs=1))
    processes = {place.executor.submit(os.getpid).result() for _ in range(20)}
    assert os.getpid() not in processes
    keys = []
    with Store(tmp_path / "cluster") as store:
        for row in make_runs(PLAN, store, jobs=place.lanes, executor=place.executor):
            keys.append(row["key"])
            if len(keys) == 5:
                os.kill(min(processes), signal.SIGKILL)
    assert len(keys) == len(set(keys)) == 36
    assert found(tmp_path / "cluster").equals(found(tmp_path / "local"))


def test_limits_hold_on_a_cluster(tmp_path: Path, place: clusters.Cluster) -> None:
    hard = Plan(deals("pysolfc:359", Shape()), [Contender("dfs")], Limits(seconds=0.3))
    with Store(tmp_path) as store:
        (row,) = make_runs(hard, store, jobs=place.lanes, executor=place.executor)
    assert row["verdict"] == "time-limit"
    assert isinstance(row["wall_seconds"], float)
    assert row["wall_seconds"] < 5


def test_blocks_made_on_a_cluster_are_those_made_here(tmp_path: Path, place: clusters.Cluster) -> None:
    plan = blocks.Plan("uniform", 1, 60, Shape(ranks=6), block=20)
    for name, executor in (("here", None), ("there", place.executor)):
        blocks.make_blocks(plan, tmp_path / name, jobs=1, executor=executor)
    here, there = (blocks.read_blocks(plan, tmp_path / name)[0] for name in ("here", "there"))
    assert here.equals(there)
    assert not list((tmp_path / "there").glob(".*.part"))


def test_an_address_that_is_none_is_refused_in_a_line() -> None:
    for address in ("local", "local:0", "nowhere"):
        refused = CliRunner().invoke(main, ["compare", "pysolfc:27", "--solvers", "dfs", "--cluster", address])
        assert refused.exit_code == 2
        assert f"'{address}' is no cluster" in refused.stderr
    pinned = CliRunner().invoke(main, ["compare", "pysolfc:27", "--cluster", "local:1", "--pin"])
    assert pinned.exit_code == 2
    assert "--pin" in pinned.stderr


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_SECONDS", 0.5)
    with pytest.raises(InputError, match="no cluster answers") as caught, clusters.cluster("tcp://127.0.0.1:9"):
        pass
    assert caught.value.source == "tcp://127.0.0.1:9"


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UnsupportedError, match="pip install distributed"), clusters.cluster("local:1"):
        pass
