"""The class of a deal, contradictions, and what agreement confirms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blackhole_experiments.analysis.agreement import confirm, decided_by_several, disagreements
from blackhole_experiments.analysis.classes import classes

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

RUNS = [
    ("a", "dfs", "time-limit"),
    ("a", "sat", "solvable", 1.0, {"confirmation": "order replayed"}),
    ("b", "dfs", "unsolvable", 1.0),
    ("b", "sat", "unsolvable", 1.0),
    ("c", "dfs", "memory-limit"),
    ("c", "sat", "error"),
    ("d", "dfs", "solvable", 1.0),
    ("d", "sat", "unsolvable", 1.0),
]


@pytest.fixture
def data(rows: Callable[..., pd.DataFrame]) -> pd.DataFrame:
    return rows(*RUNS)


def test_class_of_each_deal(data: pd.DataFrame) -> None:
    found = dict(zip(data["deal"], classes(data), strict=True))
    assert found == {"a": "solvable", "b": "unsolvable", "c": "undecided", "d": "disputed"}


def test_no_undecided_verdict_makes_a_deal_unsolvable(rows: Callable[..., pd.DataFrame]) -> None:
    verdicts = ["time-limit", "memory-limit", "effort-limit", "interrupted", "error"]
    data = rows(*[("a", f"solver-{verdict}", verdict) for verdict in verdicts])
    assert set(classes(data)) == {"undecided"}


def test_class_goes_by_the_cards(rows: Callable[..., pd.DataFrame]) -> None:
    data = rows(
        ("a", "dfs", "time-limit", None, {"cards": "3|AS|2S"}), ("b", "sat", "solvable", 1, {"cards": "3|AS|2S"})
    )
    assert list(classes(data)) == ["solvable", "solvable"]


def test_disagreement_names_deal_and_both_rows(data: pd.DataFrame) -> None:
    (found,) = disagreements(data)
    assert (found.deal, found.solvable, found.unsolvable) == ("d", "dfs", "sat")
    assert (found.solvable_key, found.unsolvable_key) == ("d/dfs/0", "d/sat/0")
    assert str(found) == ("solvers disagree on d: dfs says solvable (row d/dfs/0), sat says unsolvable (row d/sat/0)")


def test_disagreement_across_names_of_one_deal(rows: Callable[..., pd.DataFrame]) -> None:
    same = {"cards": "3|AS|2S|3S"}
    (found,) = disagreements(rows(("a", "dfs", "solvable", 1.0, same), ("b", "sat", "unsolvable", 1.0, same)))
    assert (found.solvable_key, found.unsolvable_key) == ("a/dfs/0", "b/sat/0")


def test_a_solver_can_disagree_with_itself(rows: Callable[..., pd.DataFrame]) -> None:
    (found,) = disagreements(rows(("a", "x", "solvable"), ("a", "x", "unsolvable", 1.0, {"repeat": 1})))
    assert (found.solvable_key, found.unsolvable_key) == ("a/x/0", "a/x/1")


def test_each_pair_of_solvers_is_named_once(rows: Callable[..., pd.DataFrame]) -> None:
    repeated = [("a", "x", "solvable", 1.0, {"repeat": repeat}) for repeat in range(5)]
    found = disagreements(rows(*repeated, ("a", "y", "unsolvable"), ("a", "z", "unsolvable")))
    assert [(each.solvable, each.unsolvable) for each in found] == [("x", "y"), ("x", "z")]


def test_nobody_disagrees_with_an_undecided_run(rows: Callable[..., pd.DataFrame]) -> None:
    assert disagreements(rows(("a", "x", "solvable"), ("a", "y", "time-limit"), ("a", "z", "error"))) == []
    assert disagreements(rows()) == []


def test_decided_by_several_counts_deals(rows: Callable[..., pd.DataFrame], data: pd.DataFrame) -> None:
    assert decided_by_several(data) == 2
    repeated = rows(("a", "x", "solvable"), ("a", "x", "solvable", 1.0, {"repeat": 1}))
    assert decided_by_several(repeated) == 0


def test_agreement_confirms_what_nothing_better_does(data: pd.DataFrame) -> None:
    found = dict(zip(data["key"], confirm(data)["confirmation"], strict=True))
    assert found["b/dfs/0"] == "agrees with sat"
    assert found["b/sat/0"] == "agrees with dfs"
    assert found["a/sat/0"] == "order replayed"
    assert {found[key] for key in ("a/dfs/0", "c/dfs/0", "c/sat/0", "d/dfs/0", "d/sat/0")} == {""}


def test_confirm_keeps_types(data: pd.DataFrame) -> None:
    assert confirm(data).dtypes.equals(data.dtypes)
