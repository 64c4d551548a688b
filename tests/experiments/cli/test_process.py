"""The command as a real process: Ctrl-C, pipes, limits, and nothing left behind."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from blackhole_experiments.cli import exits

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PATIENCE = 240
"""Seconds to wait for what may have to be compiled first."""

HARD = "pysolfc:2"
"""A deal that plain depth-first search is at for hours."""


def family(pid: int) -> list[psutil.Process]:
    return psutil.Process(pid).children(recursive=True)


def the_run(process: subprocess.Popen[str]) -> psutil.Process:
    """Wait until a run has begun, and return its process: the child of the worker."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for worker in psutil.Process(process.pid).children():
            for run in worker.children():
                return run
        time.sleep(0.02)
    raise AssertionError("no run has begun")


def gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=5)
    return not [each for each in alive if each.status() != psutil.STATUS_ZOMBIE]


def test_a_time_limit_holds_and_leaves_nothing_behind(start: Callable[..., subprocess.Popen[str]]) -> None:
    process = start("solve", "--solver", "dfs", "--time-limit", 1, "--json", HARD)
    the_run(process)
    started = family(process.pid)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (exits.DONE, "")
    line = json.loads(out)
    assert line["verdict"] == "time-limit"
    assert line["wall_seconds"] < 1.25
    assert gone(started)


def test_ctrl_c_ends_a_long_run(start: Callable[..., subprocess.Popen[str]]) -> None:
    process = start("solve", "--solver", "dfs", "--json", "pysolfc:27", HARD, "pysolfc:27-1000")
    the_run(process)
    first = process.stdout.readline() if process.stdout else ""
    the_run(process)
    time.sleep(0.2)
    started = family(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == exits.INTERRUPTED
    assert json.loads(first)["verdict"] == "unsolvable"
    assert "interrupted" in [json.loads(line)["verdict"] for line in out.splitlines()]
    assert err.startswith("blackhole: 976 deals: ")
    assert "not begun" in err
    assert gone(started)


def test_ctrl_c_while_reading_ends_quietly() -> None:
    command = [sys.executable, "-m", "blackhole_experiments", "solve", "-"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    end = time.monotonic() + 20
    while psutil.Process(process.pid).status() != psutil.STATUS_SLEEPING and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err.strip()) == (exits.INTERRUPTED, b"", b"")


def test_a_reader_that_goes_away_ends_it_quietly(start: Callable[..., subprocess.Popen[str]]) -> None:
    process = start("solve", "--effort-limit", 100, "--solver", "dfs", "pysolfc:1-100000")
    assert process.stdout
    assert process.stderr
    assert process.stdout.readline().startswith("pysolfc:1: ")
    started = family(process.pid)
    process.stdout.close()
    assert process.wait(PATIENCE) == exits.BROKEN_PIPE
    assert process.stderr.read() == ""
    process.stderr.close()
    assert gone(started)


@pytest.mark.parametrize("arguments", [("deal", "uniform:1-1000000"), ("--help",), ("solve", "--help")])
def test_a_full_disk_is_one_line(arguments: tuple[str, ...]) -> None:
    if not os.path.exists("/dev/full"):  # noqa: PTH110 - a device, not a path of the test
        pytest.skip("this system has no /dev/full")
    command = [sys.executable, "-m", "blackhole_experiments", *arguments]
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == exits.SHORT
    assert done.stderr == "blackhole: cannot write the output: No space left on device\n"


def test_a_run_that_is_killed_is_loud(start: Callable[..., subprocess.Popen[str]]) -> None:
    process = start("solve", "--solver", "dfs", HARD)
    the_run(process).kill()
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == exits.SHORT
    assert f"{HARD}: dfs failed: its process was killed from elsewhere" in err
    assert out.startswith(f"{HARD}: error (not decided: ")


def test_names_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/n\xc3\xa4m\xff\ne.txt"
    with open(file, "w") as deal:  # noqa: PTH123 - the name is no text
        deal.write("Foundations: AS\n2S 3S\n3H 2H AH\n")
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    for options in ([], ["--json"]):
        command = [sys.executable, "-m", "blackhole_experiments", "solve", "--solver", "sat", *options]
        done = subprocess.run([*command, os.fsdecode(file)], capture_output=True, check=False, env=environment)
        assert done.returncode == exits.SOLVABLE, done.stderr
        assert b"solvable" in done.stdout
        assert done.stderr.count(b"\n") == 1


def test_a_terminal_gets_a_bar_and_symbols() -> None:
    def on_a_terminal(*arguments: str) -> str:
        controller, terminal = pty.openpty()
        command = [
            "sh",
            "-c",
            'stty rows 40 cols 100 && exec "$@"',
            "sh",
            sys.executable,
            "-m",
            "blackhole_experiments",
            *arguments,
        ]
        with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as process:
            os.close(terminal)
            said = b""
            while True:
                try:
                    said += os.read(controller, 4096)
                except OSError:  # the end, as Linux says it
                    break
            process.wait(PATIENCE)
        os.close(controller)
        return said.decode()

    said = on_a_terminal("solve", "--solver", "sat", "--order", "pysolfc:27-28")
    assert "0/2" in said
    assert "pysolfc:27: unsolvable" in said
    assert "K♠(" in said
