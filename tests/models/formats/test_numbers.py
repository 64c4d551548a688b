"""The formats that number their cards: CSPLib's parameter, MiniZinc's data, PyCSP3's JSON."""

from __future__ import annotations

import pytest

from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.formats import ReadOptions, read_deals, write_deal

ODD = ReadOptions(allow_odd_deck=True)
DEAL = Deal.of("AS", "2S AH KC", "TD 3S 4C")
CSPLIB = "letting initialStacks = [38, 13, 1, 29, 2, 48]\n"
MINIZINC = "layout = array2d(1..2,1..3, [\n26, 27, 2,\n17, 3, 49\n]);\n"
PYCSP3 = '{\n  "nCardsPerSuit": 13,\n  "piles": [\n    [38, 13, 1],\n    [29, 2, 48]\n  ]\n}\n'
WRITTEN = {"csplib": CSPLIB, "minizinc": MINIZINC, "pycsp3": PYCSP3}


def read(text: str, options: ReadOptions = ODD) -> Deal:
    [deal] = read_deals(text.encode(), source="file", options=options)
    assert isinstance(deal, Deal), deal
    return deal


def refused(text: str, options: ReadOptions | None = None) -> str:
    [error] = read_deals(text.encode(), source="file", options=options or ReadOptions())
    assert isinstance(error, InputError)
    return str(error)


@pytest.mark.parametrize("name", WRITTEN)
def test_written_text_is_what_the_other_program_reads(name: str) -> None:
    assert write_deal(DEAL, name) == WRITTEN[name]
    assert read(WRITTEN[name]) == DEAL


@pytest.mark.parametrize(
    "text",
    [
        "$ a comment with letting\nlanguage ESSENCE' 1.0\n\nletting initialStacks be [ 38,13,1,\n\t 29 ,2, 48 ] $ end",
        "letting  initialStacks=[38,13,1,29,2,48,]",
        "letting initialStacks be [38,13,1,29,2,48;int(1..6)]",
        "\ufeff" + CSPLIB.replace("\n", "\r\n"),
        "% by hand: layout = nothing\nlayout=array2d( 1 .. 2 , 1 .. 3 ,[26,27,2,17,3,49,] ) ;",
        "layout = array2d(0..1, 0..2, [26,27,2,\n% between\n17,3,49])",
        "layout = [| 26, 27, 2 | 17, 3, 49 |];",
        "layout = [| 26, 27, 2,\n | 17, 3, 49,\n |]",
        '{"piles":[[38,13,1],[29,2,48]]}',
        '[{"name":"mine","piles":[[38,13,1],[29,2,48]],"nCardsPerSuit":13}]',
    ],
)
def test_ways_to_write_one_deal(text: str) -> None:
    assert read(text) == DEAL


def test_further_packs_go_on_with_the_same_suits() -> None:
    deal = Deal.of("AS", "AS2 AH2 AD2", "AC2 AH AD", ranks=3)
    assert "[21, 15, 12, 9, 3, 18]" in write_deal(deal, "csplib")  # a pack is S, H, C, D; so is the next
    for name in WRITTEN:
        assert read(write_deal(deal, name), ReadOptions(ranks=3, allow_odd_deck=True)) == deal


@pytest.mark.parametrize("name", ["csplib", "minizinc"])
def test_unusual_number_of_ranks_is_written_as_a_comment_and_read_back(name: str) -> None:
    deals = [Deal.of("AS", "2S 3S 5S", "AH 2H 4S", "3H 4H 5H", ranks=5), Deal.of("AS", "2S 3S 4S", ranks=4)]
    assert (
        read_deals("".join(write_deal(deal, name) for deal in deals).encode(), source="x", options=ReadOptions())
        == deals
    )
    assert "says that its deck has 4 ranks, not 5" in refused(write_deal(deals[1], name), ReadOptions(ranks=5))


def test_comment_on_the_ranks_may_come_before_the_first_assignment() -> None:
    assert read("$ ranks: 4\nlanguage ESSENCE' 1.0\nletting initialStacks = [1, 2, 3]", ReadOptions()).ranks == 4
    assert read("% ranks: 4\nlayout = array2d(1..1,1..3,[2,3,4]);", ReadOptions()).ranks == 4


def test_thirteen_ranks_unless_said() -> None:
    assert "missing from a deck of 13 ranks" in refused("letting initialStacks = [1, 2, 3]")
    assert read("letting initialStacks = [1, 2, 3]", ReadOptions(ranks=4)).ranks == 4
    assert "deck of 13 ranks" in refused('{"piles": [[1, 2, 3]]}')
    assert "says that its deck has 4 ranks" in refused('{"nCardsPerSuit": 4, "piles": [[1]]}', ReadOptions(ranks=13))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("letting initialStacks = [1,\n2,\n2]", "3S (number 2) is in line 2 and again in line 3"),
        ("letting initialStacks = [1,\nx]", "file, line 2: 'x' is not a card number, which go from 0 to 51947"),
        ("letting initialStacks = [1, -2]", "'-2' is not a card number"),
        ("letting initialStacks = [1, 2.5]", "'2.5' is not a card number"),
        (f"letting initialStacks = [{'9' * 5000}]", "'9999999999999999999…' is not a card number"),
        ("letting initialStacks = [0, 1, 2]", "AS (number 0) is the foundation card and also in line 1"),
        ("letting initialStacks = [1, 2, 3", "line 1: expected 'letting initialStacks = [card numbers]'"),
        ("letting initialStacks = 5", "expected 'letting initialStacks = [card numbers]'"),
        ("letting initialStacks = [1]\nfind x", "line 2: 'find' is not expected after"),
        ("find x\nletting initialStacks = [1]", "line 1: expected 'letting initialStacks"),
        ("letting initialStacks = []", "no cards in the fans"),
        ("letting initialStacks = [1]\n$ ranks: 0", "line 2: a deck has 3 to 999 ranks, not 0"),
        ("layout = array2d(1..1,1..2,\n[0, 2]);", "line 2: '0' is not a card number, which go from 1 to 51948"),
        ("layout = array2d(1..1,1..2, [1, 2]);", "AS (number 1) is the foundation card"),
        ("layout = array2d(1..1,[2]);", "expected 'layout = array2d(1..rows, 1..cards, [card numbers]);'"),
        ("layout = array2d(1..1,1..1,[2]);\nsolve satisfy;", "line 2: 'solve' is not expected after"),
        ("layout = array2d(1..1,1..2,[2,3]);\n% ranks: 1000", "a deck has 3 to 999 ranks, not 1000"),
        ('{"piles": [[1, "2S"]]}', "a card is written as a number, not '2S'"),
        ('{"piles": [[1, true]]}', "a card is written as a number, not true"),
        ('{"piles": [[1,\n1.5]]}', "line 2: a card is written as a number, not 1.5"),
        ('{"piles": [[1, null]]}', "a card is written as a number, not null"),
        ('{"piles": [1]}', "a pile must be a list, not 1"),
        ('{"piles": {"a": 1}}', "'piles' must be a list, not an object"),
        ('{"piles": [[1]],\n"piles": [[2]]}', "line 2: 'piles' is there 2 times"),
        ('{"piles": [], "nCardsPerSuit": "x"}', "'nCardsPerSuit' must be a number, not 'x'"),
        ('{"piles": [], "nCardsPerSuit": 2}', "a deck has 3 to 999 ranks, not 2"),
        ('{"piles": [[1, 2', "line 1: not valid JSON"),
    ],
)
def test_refusals_name_line_and_token(text: str, message: str) -> None:
    assert message in refused(text)
    assert len(refused(text)) < 300


def test_cards_on_one_line_are_told_apart_by_their_fans() -> None:
    numbers = list(range(1, 52))
    numbers[40] = 13
    message = refused(f"letting initialStacks = {numbers}")
    assert "AH (number 13) is in line 1 twice (fans 5 and 14); 3D (number 41) is missing" in message


def test_missing_card_is_told_before_the_array_that_it_leaves_unfilled() -> None:
    numbers = [number for number in range(2, 53) if number != 31]
    text = f"layout = array2d(1..17,1..3,{numbers});"
    assert "(number 31) is missing from a deck of 13 ranks and 4 suits" in refused(text)
    assert "the array has 17 rows of 3, which 50 cards do not fill" in refused(text, ODD)
    assert "50 cards do not make fans of three" in refused(f"letting initialStacks = {[n - 1 for n in numbers]}", ODD)
    assert "not of one length" in refused("layout = [| 2, 3 | 4 |]", ODD)


def test_several_assignments_are_several_deals_and_a_broken_one_loses_no_other() -> None:
    text = MINIZINC + "layout = array2d(1..1,1..2, [7, x]);\n" + MINIZINC
    first, broken, last = read_deals(text.encode(), source="f.dzn", options=ODD)
    assert first == last == DEAL
    assert str(broken) == "f.dzn#2, line 5: 'x' is not a card number, which go from 1 to 51948"


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("foundation", [None, "KH"])
def test_deal_on_another_foundation_card_is_refused_on_writing(name: str, foundation: str | None) -> None:
    with pytest.raises(UnsupportedError, match=f"the ace of spades, and this one has .*{foundation or 'no'}"):
        write_deal(Deal.of(foundation, "2S 3S 4S"), name)


def test_fans_that_a_format_cannot_hold_are_refused_on_writing() -> None:
    with pytest.raises(UnsupportedError, match="only fans of three cards, and fan 2 has 2"):
        write_deal(Deal.of("AS", "2S 3S 4S", "5S 6S"), "csplib")
    with pytest.raises(UnsupportedError, match="only fans of one length, and these are of: 2, 3"):
        write_deal(Deal.of("AS", "2S 3S 4S", "5S 6S"), "minizinc")
    with pytest.raises(UnsupportedError, match="these are of: none"):
        write_deal(Deal.of("AS"), "minizinc")
