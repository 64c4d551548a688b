"""Which runs belong together, what they are called, and which must not be counted together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blackhole_experiments.analysis.conditions import limits_of, machines_of, require_same_limits
from blackhole_experiments.analysis.lines import labels
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd


def run(solver: str, **cells: Any) -> tuple[Any, ...]:
    return ("pysolfc:1", solver, "solvable", 1.0, cells)


def test_a_solver_goes_by_its_name(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(
        run("sat", settings={"backend": "glucose4"}), run("dfs+table"), run("sat", settings={"backend": "glucose4"})
    )
    assert list(labels(data)) == ["sat", "dfs+table", "sat"]


def test_settings_are_named_where_a_solver_has_several(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(run("cp-sat", settings={"seed": 2, "workers": 1}), run("cp-sat"), run("sat", settings={"backend": "x"}))
    assert list(labels(data)) == ["cp-sat seed=2 workers=1", "cp-sat", "sat"]


def test_limits_are_named_where_they_differ(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(run("dfs", limit_seconds=1.0), run("dfs", limit_seconds=10.0, limit_memory_mb=500.0), run("sat"))
    assert list(labels(data)) == ["dfs [1 s]", "dfs [10 s, 500 MB]", "sat [no limit]"]


def test_labels_keep_the_index(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(run("dfs"), run("sat"), run("search")).iloc[[2, 0]]
    assert dict(labels(data)) == {2: "search", 0: "dfs"}


def test_no_rows_have_no_labels(rows: Callable[..., pd.DataFrame]) -> None:
    assert list(labels(rows())) == []


def test_limits_in_words(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(
        run("dfs", limit_effort=1000),
        run("dfs", limit_seconds=2.5, limit_cpu_seconds=2.0),
        run("sat", limit_seconds=0.5),
        run("dfs"),
        run("sat", limit_seconds=2.5, limit_cpu_seconds=2.0),
    )
    assert limits_of(data) == ["0.5 s", "2.5 s, 2 s of CPU", "1,000 units of effort", "no limit"]


def test_same_limits_are_fine(rows: Callable[..., pd.DataFrame]) -> None:
    require_same_limits(rows(run("dfs", limit_seconds=2.0), run("sat", limit_seconds=2.0)))
    require_same_limits(rows(run("dfs"), run("sat")))


@pytest.mark.parametrize(
    "limit", [{"limit_seconds": 1.0}, {"limit_cpu_seconds": 5.0}, {"limit_memory_mb": 5.0}, {"limit_effort": 5}]
)
def test_different_limits_are_refused(rows: Callable[..., pd.DataFrame], limit: dict[str, float]) -> None:
    with pytest.raises(InputError, match=r"different limits .*no limit"):
        require_same_limits(rows(run("dfs"), run("dfs", **limit)))


def test_machines(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(
        run("dfs", cpu="B", platform="Linux"),
        run("sat", cpu="A", platform="macOS"),
        run("x", cpu="A", platform="macOS"),
    )
    assert machines_of(data) == ["A, macOS", "B, Linux"]
