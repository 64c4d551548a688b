"""`blackhole verify`: orders in any usual writing, and the first rule they break."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

WINS = "AS 3S AH 2H 3H 2S"


@pytest.mark.parametrize(
    "order",
    [
        WINS,
        "as,3s,ah,2h,3h,2s",
        "A♠; 3♠; A♥; 2♥; 3♥; 2♠",
        "A♠️ 3♠️\nA♥️ 2♥️\r\n3♥️ 2♠️\n",
        json.dumps(WINS.split()),
        json.dumps({"deal": "another name", "order": WINS.split()}),
    ],
)
def test_an_order_that_wins(blackhole: Callable[..., Result], small: Path, tmp_path: Path, order: str) -> None:
    file = tmp_path / "order"
    file.write_text(order, encoding="utf-8")
    for said in (
        blackhole("verify", small, order),
        blackhole("verify", small, file),
        blackhole("verify", small, "-", stdin=order),
    ):
        assert (said.exit_code, said.stdout) == (0, f"{small}: won, all 6 cards played by the rules\n")


def test_comments_in_a_file_are_passed_over(blackhole: Callable[..., Result], small: Path, tmp_path: Path) -> None:
    file = tmp_path / "order"
    file.write_text("# by hand\nAS 3S AH  # so far\n2H 3H 2S\n")
    assert blackhole("verify", small, file).exit_code == 0


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        ("3S AH 2H 3H 2S", "card 1: the order starts with 3S, but AS lies in the centre"),
        ("AS 2S", "card 2: 2S is still covered by 3S in fan 1"),
        ("AS 3S AH 2H 2S", "card 5: 2S is not a neighbour of 2H, the card in the centre"),
        ("AS 3S 3S", "card 3: 3S has already been played"),
        ("AS KC", "card 2: KC is not in this deal"),
        ("AS 3S AH 2H 3H", "1 card"),
        ("AS", "5 cards"),
        ("[]", "the order is empty"),
    ],
)
def test_the_first_broken_rule_is_named(blackhole: Callable[..., Result], small: Path, order: str, fault: str) -> None:
    said = blackhole("verify", small, order)
    assert said.exit_code == 1
    assert said.stdout.startswith(f"{small}: not won: ")
    assert fault in said.stdout
    assert said.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("order", "complaint"),
    [
        ("AS 1X", "the list of cards, line 1: '1X' is not a card"),
        ("AS\n3S\nnonsense", "line 3: 'nonsense' is not a card"),
        ("nonsense", "nonsense: there is no such file, and it is no list of cards"),
        ("", "there are no cards in it"),
        (" ,, ", "there are no cards in it"),
        ("/", "/: a folder, not a file"),
        ('{"order": ', "not valid JSON"),
        ('{"moves": []}', "the JSON has no 'order'"),
        ('{"order": null, "verdict": "unsolvable"}', "there is no order: the verdict is unsolvable"),
        ('{"order": [1, 2]}', "an order is a list of cards"),
        ('["AS", "XX"]', "'XX' is not a card"),
        ("[" * 100_000, "not valid JSON"),
        ("AS " + "x" * 20_000, "is not a card"),
    ],
)
def test_an_order_of_no_use_is_one_line(
    blackhole: Callable[..., Result], small: Path, order: str, complaint: str
) -> None:
    said = blackhole("verify", "--ranks", 3, small, order)
    assert (said.exit_code, said.stdout) == (2, "")
    assert complaint in said.stderr
    assert said.stderr.count("\n") == 1
    assert len(said.stderr) < 500


def test_one_deal_and_one_standard_input(blackhole: Callable[..., Result]) -> None:
    assert blackhole("verify", "pysolfc:1-3", WINS).stderr == "blackhole: one deal is wanted, and pysolfc:1-3 has 3\n"
    assert "only one of the two" in blackhole("verify", "-", "-", stdin=WINS).stderr
    assert blackhole("verify", "-", WINS, stdin="Foundations: AS\n2S 3S\n3H 2H AH\n").exit_code == 0


def test_what_solve_says_in_json_is_taken(blackhole: Callable[..., Result]) -> None:
    one = blackhole("solve", "--json", "pysolfc:5").stdout
    assert blackhole("verify", "pysolfc:5", "-", stdin=one).exit_code == 0
    many = blackhole("solve", "--json", "pysolfc:1-5").stdout
    assert blackhole("verify", "pysolfc:4", "-", stdin=many).exit_code == 0
    said = blackhole("verify", "pysolfc:1", "-", stdin=many)
    assert (said.exit_code, said.stderr) == (
        2,
        "blackhole: standard input: there is no order: the verdict is unsolvable\n",
    )
    said = blackhole("verify", "pysolfc:6", "-", stdin=many)
    assert said.stderr == "blackhole: standard input: one answer about pysolfc:6 is wanted, and there are 0\n"
