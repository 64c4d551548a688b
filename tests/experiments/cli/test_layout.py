"""Cards, orders and times as text."""

from __future__ import annotations

import pytest

from blackhole_experiments.cli import layout
from blackhole_models.cards import parse_card
from blackhole_models.dealers import Shape, deals
from blackhole_models.referee import Step


def steps(count: int, suits: int = 4) -> list[Step]:
    cards = list(deals("uniform:1", Shape(suits=suits))[0])[:count]
    return [Step(card, number - 1 if number else None, 0) for number, card in enumerate(cards)]


@pytest.mark.parametrize(("count", "suits"), [(1, 4), (10, 4), (11, 4), (52, 4), (1300, 100)])
def test_rows_of_an_order_fit_and_lose_no_card(count: int, suits: int) -> None:
    rows = layout.order_rows(steps(count, suits), symbols=False)
    cells = [cell for row in rows for cell in row.split()[1:]]
    assert [cell.partition("(")[0] for cell in cells] == [str(step.card) for step in steps(count, suits)]
    assert max(map(len, rows)) <= 79
    assert [int(row.split()[0]) for row in rows] == list(range(1, count + 1, len(rows[0].split()) - 1))
    assert len(rows[0].split()) <= 11


def test_cells_stand_below_each_other() -> None:
    first, second, *_ = layout.order_rows(steps(52), symbols=True)
    starts = [[index for index in range(1, len(row)) if row[index - 1] == " " != row[index]] for row in (first, second)]
    assert starts[0][1:] == starts[1][:10]


def test_symbols_stand_for_suits_of_every_pack() -> None:
    assert layout.spell(parse_card("TH"), symbols=True) == "T♥"
    assert layout.spell(parse_card("14S2"), symbols=True) == "14♠2"
    assert layout.spell(parse_card("14S2"), symbols=False) == "14S2"


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0.0 ms"), (0.0004, "0.4 ms"), (0.9994, "999.4 ms"), (1.5, "1.50 s"), (3600, "3,600.0 s")]
)
def test_times_have_units(value: float, text: str) -> None:
    assert layout.seconds(value) == text


def test_one_is_not_many() -> None:
    assert [layout.count(number, "deal") for number in (0, 1, 2000)] == ["0 deals", "1 deal", "2,000 deals"]
