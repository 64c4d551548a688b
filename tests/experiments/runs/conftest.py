"""What the tests of runs share: a worker with misbehaving solvers, and a look at which processes are alive."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from blackhole_experiments.runs.isolation import IsolatedWorker
from blackhole_experiments.runs.run import Run
from blackhole_models.deal import Deal
from blackhole_models.result import Json, Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DEAL = Deal.of("AS", "2S", "3S", name="planted")
"""Won in the order its cards are listed."""


@pytest.fixture(scope="session")
def command() -> tuple[str, ...]:
    """How a worker with misbehaving solvers is started."""
    return (sys.executable, str(Path(__file__).with_name("misbehaving_worker.py")))


@pytest.fixture(scope="module")
def worker(command: tuple[str, ...]) -> Iterator[IsolatedWorker]:
    """A warm worker, shared by the tests of a module: no misdeed may harm the next run."""
    with IsolatedWorker(command=command) as worker:
        yield worker


@pytest.fixture
def bad() -> Callable[..., Run]:
    """Return a run of the misdeed called `deed`."""

    def make(
        deed: str = "",
        *,
        deal: Deal = DEAL,
        seconds: float | None = None,
        memory_mb: float | None = None,
        cpu_limit: float | None = None,
        repeat: int = 0,
        **settings: Json,
    ) -> Run:
        limits = Limits(seconds=seconds, memory_mb=memory_mb)
        return Run(deal, f"bad+{deed}" if deed else "bad", settings, limits, cpu_limit, repeat)

    return make


@pytest.fixture
def note(tmp_path: Path) -> Callable[[], int]:
    """Return a function that waits for a misdeed to write a process id to `tmp_path / "note"`, and returns it."""

    def wait() -> int:
        path = tmp_path / "note"
        assert eventually(path.exists)
        return int(path.read_text())

    return wait


@pytest.fixture
def gone() -> Callable[[int], bool]:
    """Return a function that tells whether a process ends within a second."""
    return lambda pid: eventually(lambda: not alive(pid), seconds=1)


@pytest.fixture
def nobody_left() -> Iterator[None]:
    """Fail if the test leaves a process of its own behind."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    yield
    left = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    assert not [child for child in left if alive(child.pid)]


def alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def eventually(condition: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True
