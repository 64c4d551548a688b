"""Solvitaire's JSON, and JSON with several deals or none."""

from __future__ import annotations

import json

import pytest

from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.formats import ReadOptions, read_deals, write_deal

DEAL = Deal.of("AS", "2S 3S AH", "2H 3H", ranks=3)
TEXT = '{"tableau piles": [["2S", "3S", "AH"], ["2H", "3H"]], "hole": "AS"}'


def read(text: str, options: ReadOptions | None = None) -> list[Deal | InputError]:
    return read_deals(text.encode(), source="deals.json", options=options or ReadOptions())


def refused(text: str) -> InputError:
    [error] = read(text)
    assert isinstance(error, InputError)
    return error


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        json.dumps(json.loads(TEXT), indent=3),
        TEXT.lower().replace('"2h"', '"2\\u2665"'),
        TEXT.replace(', "hole": "AS"', ""),
        TEXT.replace('"AS"', '["AS"]'),
        TEXT.replace("{", '{"seed": 7, "stock": [], ', 1),
    ],
)
def test_ways_to_write_one_deal(text: str) -> None:
    assert read(text) == [DEAL]


def test_written_text_is_what_solvitaire_reads() -> None:
    deal = Deal.of("AS", "TS 2H", "KD")
    assert json.loads(write_deal(deal, "solvitaire")) == {"tableau piles": [["10S", "2H"], ["KD"]], "hole": "AS"}
    assert json.loads(write_deal(Deal.of(None, "KD"), "solvitaire")) == {"tableau piles": [["KD"]], "hole": None}


def test_null_hole_is_a_deal_without_foundation() -> None:
    [deal] = read(TEXT.replace('"AS"', "null").replace('["2H"', '["AS", "2H"'))
    assert isinstance(deal, Deal)
    assert deal.foundation is None


@pytest.mark.parametrize("text", [f"{TEXT}\n\n{TEXT}\n", f"{TEXT} {TEXT}", f"[{TEXT},\n{TEXT}]", f"\n [{TEXT}]{TEXT}"])
def test_several_deals_in_one_file(text: str) -> None:
    deals = read(text)
    assert deals == [DEAL, DEAL]
    assert [deal.name for deal in deals if isinstance(deal, Deal)] == ["deals.json#1", "deals.json#2"]


def test_broken_line_of_json_lines_loses_no_other() -> None:
    first, broken, typo, last = read(f"{TEXT}\n{TEXT[:40]}\n{TEXT.replace('AH', 'XH')}\n{TEXT}\n")
    assert first == last == DEAL
    assert str(broken).startswith("deals.json#2, line 2: not valid JSON")
    assert str(typo).startswith("deals.json#3, line 3: 'XH' is not a card")


def test_error_in_a_long_object_names_the_line_of_the_card() -> None:
    assert str(refused(json.dumps(json.loads(TEXT.replace("3H", "3X")), indent=1))).startswith(
        "deals.json, line 10: '3X'"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT.replace('"2H"', "2"), 'a card is written as text, such as "10H", not 2'),
        (TEXT.replace('["2H", "3H"]', '"2H"'), "a pile must be a list, not '2H'"),
        (TEXT.replace('["2H", "3H"]', "null"), "a pile must be a list, not null"),
        (TEXT.replace('"2H"', '"AH"'), "AH is in line 1 twice (fans 1 and 2); 2H is missing"),
        (TEXT.replace(', "hole": "AS"', "").replace('"2H", ', ""), 'write "hole": "AS"'),
        (TEXT.replace('"AS"', '["AS", "KH"]'), "Binary Star"),
        ('{"tableau piles": "x"}', "'tableau piles' must be a list, not 'x'"),
        ('[1, {"tableau piles": ', "not valid JSON"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    assert message in str(refused(text))


def test_piles_of_other_games_are_refused() -> None:
    error = refused(TEXT.replace("{", '{"stock": ["KD"], ', 1))
    assert isinstance(error, UnsupportedError)
    assert "'stock' has no place in this game" in str(error)


def test_value_that_is_no_object_is_refused_by_itself() -> None:
    assert isinstance(read(f"[{TEXT}, 5]")[1], InputError)


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        (Deal.of("AS", "14S", ranks=14), "no 14S"),
        (Deal.of("AS", "AS2"), "no AS2"),
        (Deal.of("AS", "2S 3S", ranks=5), "cannot say that a deck has 5 ranks where its highest card shows 3"),
    ],
)
def test_deals_that_the_format_cannot_hold_are_refused_on_writing(deal: Deal, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        write_deal(deal, "solvitaire")
