"""Limits and settings: what is taken, and what is refused in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blackhole_experiments.cli.options import Asked, setting
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    from blackhole_models.result import Json


def test_nothing_asked_for_is_nothing_set() -> None:
    assert Asked().limits == Limits()
    assert Asked().settings == {}


def test_zero_is_asked_for() -> None:
    assert Asked(time_limit=0.0, memory_limit=0.0, effort_limit=0).limits == Limits(0.0, 0.0, 0)
    assert Asked(seed=0, workers=0).settings == {"seed": 0, "workers": 0}


@pytest.mark.parametrize(
    ("text", "value"),
    [("x=false", False), ("x=7", 7), ("x=0.5", 0.5), ("x=glucose4", "glucose4"), ("x=", ""), ("x=[1]", "[1]")],
)
def test_values_of_settings_have_types(text: str, value: Json) -> None:
    assert setting(text) == ("x", value)


@pytest.mark.parametrize("option", ["--time-limit", "--memory-limit", "--effort-limit"])
@pytest.mark.parametrize("value", ["-1", "nan", "inf", "soon", "", "1e99", "-0.5", "9" * 5000])
def test_a_limit_of_no_use_is_one_line(blackhole: Callable[..., Result], option: str, value: str) -> None:
    said = blackhole("solve", option, value, "pysolfc:5")
    assert (said.exit_code, said.stdout) == (2, "")
    assert f"'{option}'" in said.stderr
    assert said.stderr.count("\n") == 1
    assert len(said.stderr) < 500


def test_effort_is_counted_in_whole_numbers(blackhole: Callable[..., Result]) -> None:
    assert "'1.5' is not a whole number" in blackhole("solve", "--effort-limit", "1.5", "pysolfc:5").stderr


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--solver", "serch"], "unknown solver 'serch': did you mean search?"),
        (["--solver", "dfs+tabel"], "no part 'tabel'"),
        (["--solver", ""], "unknown solver ''"),
        (["--solver", "z" * 9999], "unknown solver 'zzz"),
        (["--workers", "2"], "search has no setting 'workers'"),
        (["--solver", "cp-sat", "--workers", "0"], "workers is a whole number from 1"),
        (["--solver", "sat", "--backend", "glucose4x"], "did you mean glucose4?"),
        (["--solver", "sat", "--backend", "lingeling", "--effort-limit", "9"], "cannot be limited"),
        (["--set", "nonsense"], "is not a setting such as"),
        (["--set", "nonsense=1"], "search has no setting 'nonsense'"),
        (["--seed", "-1"], "a seed is a whole number"),
        (["--jobs", "0"], "'--jobs'"),
    ],
)
def test_a_solver_that_cannot_be_made_is_one_line(
    blackhole: Callable[..., Result], options: list[str], complaint: str
) -> None:
    said = blackhole("solve", *options, "pysolfc:5")
    assert (said.exit_code, said.stdout) == (2, "")
    assert complaint in said.stderr
    assert said.stderr.count("\n") == 1
    assert len(said.stderr) < 500
