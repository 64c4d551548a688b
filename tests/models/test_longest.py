"""The longest play as solvers of the registry: both against each other, and what they say at a limit."""

from __future__ import annotations

import pytest

from blackhole_models.cards import parse_card
from blackhole_models.dealers import Shape, deals
from blackhole_models.errors import InputError
from blackhole_models.referee import replay
from blackhole_models.result import Limits, Verdict
from blackhole_models.solvers import decide, make

NAMES = ["search-longest", "cp-sat-longest"]


def test_both_find_the_same_optimum_and_play_it() -> None:
    verdicts = set()
    for deal in deals("uniform:1-25", Shape(ranks=6, suits=3, fan_size=3)):
        results = [decide(make(name), deal) for name in NAMES]
        for result in results:
            longest = [parse_card(str(card)) for card in result.details["longest"]]  # type: ignore[union-attr]
            replayed = replay(deal, longest, complete=False)
            assert replayed.fault == ""
            assert len(longest) + int(str(result.details["fewest_left"])) == len(deal)
            assert result.order == (tuple(longest) if len(longest) == len(deal) else None)
            assert result.verdict is (Verdict.SOLVABLE if len(longest) == len(deal) else Verdict.UNSOLVABLE)
        assert results[0].details["fewest_left"] == results[1].details["fewest_left"]
        verdicts.add(results[0].verdict)
    assert verdicts == {Verdict.SOLVABLE, Verdict.UNSOLVABLE}


@pytest.mark.parametrize("name", NAMES)
def test_at_a_limit_nothing_is_proven(name: str) -> None:
    [deal] = deals("pysolfc:400", Shape())
    result = decide(make(name), deal, Limits(effort=2))
    assert result.verdict is Verdict.EFFORT_LIMIT
    assert result.order is None
    longest = [parse_card(str(card)) for card in result.details["longest"]]  # type: ignore[union-attr]
    assert replay(deal, longest, complete=False).fault == ""
    assert len(longest) + int(str(result.details["fewest_left"])) < len(deal)


def test_what_cannot_be_told_is_named() -> None:
    with pytest.raises(InputError, match="search-longest has no setting 'seed'"):
        make("search-longest", seed=1)
    with pytest.raises(InputError, match="no setting 'speed'"):
        make("cp-sat-longest", speed=1)
    with pytest.raises(InputError, match="search-longest has no part 'cuts': there are none"):
        make("search-longest+cuts")
