"""A run's key and its ways through JSON and text."""

from __future__ import annotations

import json
import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_experiments.runs.run import Run, canonical_json, deal_text, parse_deal_text
from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError
from blackhole_models.result import Json, Limits

DEAL = Deal.of("AS", "QD KH", "JC", name="pysolfc:12345678901234567890")
RUN = Run(DEAL, "dfs", {"seed": 1}, Limits(seconds=1, memory_mb=500, effort=10), cpu_limit=2, repeat=3)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    ranks = draw(st.integers(3, 20))
    pack = draw(st.lists(st.builds(Card, st.integers(0, ranks - 1), st.integers(0, 9)), min_size=1, unique=True))
    foundation = pack.pop() if draw(st.booleans()) else None
    fans: list[list[Card]] = [[] for _ in range(draw(st.integers(1, 5)))]
    for card in pack:
        fans[draw(st.integers(0, len(fans) - 1))].append(card)
    name = draw(st.text(max_size=20))
    return Deal(ranks, tuple(map(tuple, fans)), foundation, name)


@settings(deadline=None)
@given(deals())
def test_deal_goes_through_text_and_json(deal: Deal) -> None:
    assert parse_deal_text(deal_text(deal)) == deal
    back = Run.from_json(json.loads(json.dumps(Run(deal, "dfs").to_json())))
    assert back.deal == deal
    assert back.deal.name == deal.name
    assert back.key == Run(deal, "dfs").key


@settings(deadline=None)
@given(st.text(alphabet=string.printable, max_size=30))
def test_junk_is_no_deal(text: str) -> None:
    try:
        deal = parse_deal_text(text)
    except InputError:
        return
    assert parse_deal_text(deal_text(deal)) == deal


def test_run_goes_through_json() -> None:
    assert Run.from_json(json.loads(canonical_json(RUN.to_json()))) == RUN


@pytest.mark.parametrize(
    "other",
    [
        replace(RUN, deal=Deal.of("AS", "KH QD", "JC", name=DEAL.name)),
        replace(RUN, deal=Deal.of("AS", "JC", "QD KH", name=DEAL.name)),
        replace(RUN, deal=Deal.of("AS", "QD KH", "JC", ranks=14, name=DEAL.name)),
        replace(RUN, deal=Deal.of(None, "AS", "QD KH", "JC", name=DEAL.name)),
        replace(RUN, deal=DEAL.named("pysolfc:12345678901234567891")),
        replace(RUN, solver="dfs+table"),
        replace(RUN, settings={"seed": 2}),
        replace(RUN, settings={"seed": "1"}),
        replace(RUN, settings={}),
        replace(RUN, limits=Limits(seconds=2, memory_mb=500, effort=10)),
        replace(RUN, limits=Limits(seconds=1, effort=10)),
        replace(RUN, limits=Limits(seconds=1, memory_mb=500)),
        replace(RUN, cpu_limit=None),
        replace(RUN, repeat=0),
    ],
)
def test_key_tells_runs_apart(other: Run) -> None:
    assert other.key != RUN.key


def test_key_is_the_same_however_a_run_is_written() -> None:
    settings: dict[str, Json] = {"a": 1, "b": [1.5, None]}
    one = Run(DEAL, "dfs", settings, Limits(seconds=1))
    other = Run(DEAL, "dfs", dict(reversed(settings.items())), Limits(seconds=1.0))
    assert one.key == other.key
    assert one == other
    assert hash(one) == hash(other)


def test_key_is_the_same_in_every_version_and_on_every_machine() -> None:
    assert RUN.key == "03700bf26d7cb2d9eeda5472ec802905"
    assert len(RUN.key) == 32


def test_settings_cannot_be_changed_from_outside() -> None:
    settings: dict[str, Json] = {"seed": 1}
    run = Run(DEAL, "dfs", settings)
    settings["seed"] = 2
    assert run.settings == {"seed": 1}


@pytest.mark.parametrize(
    ("settings", "limits"),
    [({"seed": float("nan")}, Limits()), ({"seed": object()}, Limits()), ({}, Limits(seconds=float("inf")))],
)
def test_what_json_cannot_hold_is_refused(settings: dict[str, Json], limits: Limits) -> None:
    with pytest.raises(InputError, match="not fit for JSON"):
        Run(DEAL, "dfs", settings, limits)


@pytest.mark.parametrize("limit", [-1, float("nan")])
def test_cpu_limit_is_at_least_nothing(limit: float) -> None:
    with pytest.raises(InputError, match="a CPU limit cannot be"):
        Run(DEAL, "dfs", cpu_limit=limit)


def test_repetitions_are_counted_from_zero() -> None:
    with pytest.raises(InputError, match="from 0, not -1"):
        Run(DEAL, "dfs", repeat=-1)
