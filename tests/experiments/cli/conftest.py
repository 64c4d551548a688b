"""What the tests of the command line share: the command through click's runner, and as a real process."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from blackhole_experiments.cli import main, running
from blackhole_experiments.runs import pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from click.testing import Result

SMALL = "Foundations: AS\n2S 3S\n3H 2H AH\n"
"""Three ranks; won by AS 3S AH 2H 3H 2S, among others."""

BLOCKED = "Foundations: AS\n# ranks: 5\nAH 2S 3S\n5H 5S 4S 3H\n2H 4H\n"
"""Five ranks and no first move."""


@pytest.fixture(scope="session")
def warm() -> Iterator[ThreadPoolExecutor]:
    """Keep one worker warm for all tests."""
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
def blackhole(warm: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return a function that runs the command in this process; its runs are made by the warm worker."""
    monkeypatch.setattr(running, "execute", partial(pool.execute, executor=warm))

    def run(*arguments: object, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture(scope="session")
def start() -> Callable[..., subprocess.Popen[str]]:
    """Return a function that starts the command as a process of its own."""

    def run(*arguments: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "blackhole_experiments", *map(str, arguments)]
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    return run


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a file with a small deal that can be won."""
    file = tmp_path / "small.txt"
    file.write_text(SMALL)
    return file


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """Return a file with a small deal that has no first move."""
    file = tmp_path / "blocked.txt"
    file.write_text(BLOCKED)
    return file
