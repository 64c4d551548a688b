"""Names of formulations: which parts there are, which exclude each other, and one name for one formulation."""

from __future__ import annotations

import pytest

from blackhole_models.cp_sat.options import BASES, CASES, Options
from blackhole_models.errors import InputError
from blackhole_models.solvers import make


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cp-sat-position+magic", "no part 'magic': there are table, arithmetic, automaton, windows"),
        ("cp-sat-position+flow", "no part 'flow'"),
        ("cp-sat-circuit+counts", "no part 'counts': there are windows, dominance"),
        ("cp-sat-circuit+table", "no part 'table'"),
        ("cp-sat+a", "no part 'a'"),
        ("cp-sat+no-flow", "no part 'no-flow'"),
        ("cp-sat-position+table+automaton", "only one of table and automaton"),
        ("cp-sat+dominance+no-dominance", "only one of dominance and no-dominance"),
    ],
)
def test_part_that_cannot_be_had_is_named(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make(name)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("cp-sat+windows+clauses", "cp-sat"),
        ("cp-sat+no-lean+flow", "cp-sat+flow+no-lean"),
        ("cp-sat-position+case-b+case-a", "cp-sat-position+case-a+case-b"),
        ("cp-sat-position+exchange+no-case-c", "cp-sat-position+case-a+case-b+case-d+case-e+case-f"),
        ("cp-sat-circuit+case-a+exchange", "cp-sat-circuit+exchange"),
    ],
)
def test_one_formulation_has_one_name(name: str, plain: str) -> None:
    assert make(name).name == plain
    assert make(plain).name == plain


@pytest.mark.parametrize("name", BASES)
def test_listing_all_orders_leaves_out_what_loses_some(name: str) -> None:
    options = Options.parse(name, ("dominance", "exchange", "budgets"))
    assert options.dominance
    assert options.cases == CASES
    complete = options.complete()
    assert not complete.dominance
    assert not complete.cases
    assert complete.budgets
