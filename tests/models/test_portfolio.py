"""The portfolio: the verdicts of its parts whoever has the last turn, the same run twice, and its limits."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from blackhole_models import portfolio
from blackhole_models.deal import Deal
from blackhole_models.dealers import Shape, deals
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.result import Limits, Verdict
from blackhole_models.solvers import decide, make

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_models.result import Result


def deal_of(number: int, fan_size: int) -> Deal:
    """Return a deal of 8 suits, which are hard for one of the two where the fans are of six cards."""
    [deal] = deals(f"uniform:{number}", Shape(ranks=13, suits=8, fan_size=fan_size))
    return deal


def without_times(result: Result) -> tuple[object, ...]:
    return (result.verdict, result.order, result.effort, dict(result.details))


@pytest.fixture(scope="module")
def small() -> Mapping[Deal, Verdict]:
    """Return small deals, of both kinds, with the verdict of a search on which another approach agrees."""
    found = {
        deal: decide(make("dfs+table"), deal).verdict
        for deal in deals("uniform:1-20", Shape(ranks=7, suits=4, fan_size=4))
    }
    assert set(found.values()) == {Verdict.SOLVABLE, Verdict.UNSOLVABLE}
    assert [decide(make("sat-direct"), deal).verdict for deal in found] == list(found.values())
    return found


@pytest.mark.parametrize("steps", [(1, 1), (1, 1000), (1000, 1)])
def test_it_agrees_with_its_parts_however_long_the_turns_are(
    steps: tuple[int, int], small: Mapping[Deal, Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portfolio, "FIRST_TURN", steps[0])
    monkeypatch.setattr(portfolio, "CONFLICT", steps[1])
    deciders = set()
    for deal, verdict in small.items():
        result = decide(make("auto"), deal)
        assert result.verdict is verdict
        assert result.verified is (verdict is Verdict.SOLVABLE)
        deciders.add(result.details["decided_by"])
    if steps[0] == 1:
        assert deciders == {"search", "sat"}


def test_a_formula_is_refuted_where_the_search_would_go_on_for_long() -> None:
    deal = deal_of(2, fan_size=6)
    assert decide(make("search"), deal, Limits(effort=500_000)).verdict is Verdict.EFFORT_LIMIT
    result = decide(make("auto"), deal)
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.details["decided_by"] == "sat"
    assert result.details["positions"] == portfolio.FIRST_TURN
    conflicts = result.details["conflicts"]
    assert isinstance(conflicts, int)
    assert result.effort == portfolio.FIRST_TURN + portfolio.CONFLICT * conflicts


def test_a_run_can_be_repeated_exactly() -> None:
    deal = deal_of(5, fan_size=6)
    limits = Limits(effort=150_000)
    first, *others = (without_times(decide(make("auto", seed=3), deal, limits)) for _ in range(2))
    assert others == [first]


@pytest.mark.parametrize("effort", [1, 19_999, 20_000, 20_001, 60_000])
def test_effort_limit_ends_it_within_a_restart(effort: int) -> None:
    result = decide(make("auto", backend="cadical153"), deal_of(5, fan_size=6), Limits(effort=effort))
    assert result.verdict is Verdict.EFFORT_LIMIT
    assert result.order is None
    assert "decided_by" not in result.details
    assert result.effort is not None
    assert min(effort, portfolio.FIRST_TURN) <= result.effort <= effort + 10 * portfolio.CONFLICT


def test_time_limit_ends_it_in_either_turn() -> None:
    deal = deal_of(5, fan_size=6)
    solver = make("auto")
    solver.prepare(deal)
    for seconds in (0.001, 0.6):
        begin = time.perf_counter()
        result = decide(solver, deal, Limits(seconds=seconds))
        assert result.verdict is Verdict.TIME_LIMIT
        # a formula is built in one go
        assert time.perf_counter() - begin < seconds + result.build_seconds + 1


def test_a_search_without_room_leaves_the_deal_to_sat() -> None:
    deal = deal_of(14, fan_size=8)
    assert decide(make("search"), deal, Limits(memory_mb=1)).verdict is Verdict.MEMORY_LIMIT
    result = decide(make("auto"), deal, Limits(memory_mb=1))
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.details["decided_by"] == "sat"
    assert 0 < int(str(result.details["positions"])) < portfolio.FIRST_TURN


def test_deals_without_cards_in_fans_are_won_at_once() -> None:
    result = decide(make("auto"), Deal.of("AS"))
    assert (result.verdict, result.effort, result.verified) == (Verdict.SOLVABLE, 0, True)


def test_what_cannot_be_told_is_named() -> None:
    with pytest.raises(InputError, match="auto has no part 'cuts': there are none"):
        make("auto+cuts")
    with pytest.raises(InputError, match="auto has no setting 'workers': there are seed and backend"):
        make("auto", workers=2)
    with pytest.raises(InputError, match="unknown SAT backend 'nosuch'"):
        make("auto", backend="nosuch")
    for backend in ("lingeling", "kissat404"):
        with pytest.raises(UnsupportedError, match=f"{backend} cannot take turns"):
            make("auto", backend=backend)
