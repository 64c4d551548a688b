"""The command as a whole: help without waiting, names, versions, errors in one line."""

from __future__ import annotations

import resource
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

from blackhole_experiments.cli import COMMANDS, exits, main

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

HEAVY = ("numpy", "numba", "pandas", "pyarrow", "matplotlib", "ortools", "pysat", "psutil", "tqdm")
LOOK = f"""
import sys
from blackhole_experiments.cli import main
try:
    main(sys.argv[1:], prog_name="blackhole")
finally:
    print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)
"""


def imported(*arguments: str) -> str:
    """Return the heavy packages that the command has imported at its end."""
    done = subprocess.run([sys.executable, "-c", LOOK, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr.strip()


def test_help_imports_no_command() -> None:
    assert imported("--help") == "[]"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_imports_no_solver(name: str) -> None:
    assert imported(name, "--help") == "[]"


def test_help_takes_less_than_three_tenths_of_a_second() -> None:
    def cpu_seconds() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    times = []
    for _ in range(3):
        before = cpu_seconds()
        subprocess.run([sys.executable, "-m", "blackhole_experiments", "--help"], check=True, capture_output=True)
        times.append(cpu_seconds() - before)
    assert min(times) < 0.3


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_where_the_list_says(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.name == name
    assert name in CliRunner().invoke(main, ["--help"]).output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_every_command_is_explained(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.help
    assert not [each.name for each in command.params if isinstance(each, click.Option) and not each.help]


def test_alone_it_shows_its_help(blackhole: Callable[..., Result]) -> None:
    assert blackhole().stdout == blackhole("--help").stdout
    assert blackhole().exit_code == exits.DONE


def test_the_version_is_that_of_the_package(blackhole: Callable[..., Result]) -> None:
    assert blackhole("--version").stdout == f"blackhole-toolkit {version('blackhole-toolkit')}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["slove"], "unknown command 'slove': did you mean solve? (see blackhole --help)"),
        (["x" * 1000], "unknown command 'xxxx"),
        (["--nonsense"], "--nonsense"),
        (["solve"], "'DEAL...' (see blackhole solve --help)"),
        (["solve", "--time-limit"], "'--time-limit' requires an argument"),
        (["solve", "--nonsense", "pysolfc:1"], "--nonsense"),
        (["verify", "pysolfc:1"], "'ORDER' (see blackhole verify --help)"),
    ],
)
def test_a_slip_in_the_arguments_is_one_line(
    blackhole: Callable[..., Result], arguments: list[str], message: str
) -> None:
    said = blackhole(*arguments)
    assert (said.exit_code, said.stdout) == (exits.UNUSABLE, "")
    assert said.stderr.startswith("blackhole: ")
    assert message in said.stderr
    assert said.stderr.count("\n") == 1
    assert len(said.stderr) < 500


def test_it_is_a_module_too() -> None:
    command = [sys.executable, "-m", "blackhole_experiments", "deal", "nonsense"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == exits.UNUSABLE
    assert done.stderr.startswith("blackhole: 'nonsense' is no deal number")
