"""Every public deal reads, and reads as what it is: the folder named by BLACKHOLE_BENCHMARKS and its neighbour."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from blackhole_models.deal import Deal
from blackhole_models.dealers import Shape, deals
from blackhole_models.errors import InputError
from blackhole_models.formats import ReadOptions, read_deals, write_deal

FOLDER = os.environ.get("BLACKHOLE_BENCHMARKS")
pytestmark = pytest.mark.skipif(not FOLDER, reason="BLACKHOLE_BENCHMARKS is not set")
BENCHMARKS = Path(FOLDER or ".")
CASES = BENCHMARKS.parent / "cases"

FORMAT_OF = {
    "minizinc-benchmarks": "minizinc",
    "csplib-prob081": "csplib",
    "pycsp3-models": "pycsp3",
    "solvitaire": "solvitaire",
    "resolvitaire": "solvitaire",
    "shlomif-black-hole-solitaire": "pysolfc",
}
NOT_A_DECK = "ComplexUnsolvable.json"


def files() -> list[Path]:
    return sorted(path for folder in FORMAT_OF for path in (BENCHMARKS / folder).rglob("*") if path.is_file())


def read(path: Path, **options: object) -> Deal | InputError:
    [deal] = read_deals(path.read_bytes(), source=path.name, options=ReadOptions(**options))  # type: ignore[arg-type]
    return deal


def good(path: Path, **options: object) -> Deal:
    deal = read(path, **options)
    assert isinstance(deal, Deal), deal
    return deal


def test_all_files_of_the_folder_read_but_the_one_that_is_no_deck() -> None:
    assert len(files()) == 157
    refused = [path.name for path in files() if isinstance(read(path), InputError)]
    assert refused == [NOT_A_DECK]


def test_file_that_is_no_deck_is_refused_naming_the_cards() -> None:
    message = str(read(BENCHMARKS / "solvitaire" / NOT_A_DECK))
    for part in (NOT_A_DECK, "5D is in line 4 and again in line 6", "2D is in line 4", "3S and 5S are missing"):
        assert part in message
    assert len(good(BENCHMARKS / "solvitaire" / NOT_A_DECK, allow_odd_deck=True)) == 20


def test_each_file_is_told_by_its_content_and_written_back_unchanged_in_meaning() -> None:
    for path in files():
        if path.name != NOT_A_DECK:
            deal = good(path)
            name = FORMAT_OF[path.relative_to(BENCHMARKS).parts[0]]
            assert good(path, format=name) == deal
            again = read_deals(write_deal(deal, name).encode(), source="again", options=ReadOptions())
            assert again == [deal]


def test_worked_examples_of_the_numberings() -> None:
    assert [str(card) for card in good(BENCHMARKS / "minizinc-benchmarks/1.dzn").fans[0]] == ["6S", "KH", "7C"]
    assert [str(card) for card in good(BENCHMARKS / "csplib-prob081/PN-1.param").fans[0]] == ["2D", "TC", "4D"]
    assert [str(card) for card in good(BENCHMARKS / "pycsp3-models/example.json").fans[0]][-1] == "2S"
    assert good(BENCHMARKS / "pycsp3-models/example.json").ranks == 4
    tops = good(BENCHMARKS / "solvitaire/SimpleUnsolvable.json").uncovered
    assert [str(card) for card in tops] == ["AD", "AC", "AH", "3S"]


@pytest.mark.skipif(not CASES.is_dir(), reason="no folder of cases beside it")
class TestCases:
    SAME_AS_5 = ("ten", "lower", "crlf", "bom", "comments", "nofinalnewline", "unicode")

    def test_pysolfc_boards_are_the_deals_of_their_numbers(self) -> None:
        for file, spec in (
            ("5", "pysolfc:5"),
            ("40", "pysolfc:40"),
            ("33000", "pysolfc:33000"),
            ("ms33000", "ms:33000"),
        ):
            assert good(CASES / f"pys-{file}.txt") == deals(spec, Shape())[0]

    def test_all_in_a_row_board_is_the_deal_of_its_number(self) -> None:
        deal = good(CASES / "aiar-24.txt")
        assert deal == deals("pysolfc:24", Shape(game="all-in-a-row"))[0]
        assert deal.foundation is None
        assert [len(fan) for fan in deal.fans] == [4] * 13

    def test_the_same_deal_in_other_notations_and_bytes(self) -> None:
        for name in self.SAME_AS_5:
            assert good(CASES / f"derived-{name}.txt") == good(CASES / "pys-5.txt")

    def test_the_same_deal_in_other_formats(self) -> None:
        deal = good(CASES / "pys-5.txt")
        for name in ("essence.param", "pycsp3.json", "solvitaire.json"):
            assert good(CASES / f"derived-{name}") == deal
        # The numbers of MiniZinc's deals are Gecode's, whose third suit is hearts where the others' is clubs.
        other = good(CASES / "derived-minizinc.dzn")
        assert [[card.rank for card in fan] for fan in other.fans] == [[card.rank for card in fan] for fan in deal.fans]

    def test_which_end_is_the_top_is_said_and_never_guessed(self) -> None:
        path, deal = CASES / "derived-topfirst.txt", good(CASES / "pys-5.txt")
        assert good(path, top="first") == deal
        assert good(path).fans == tuple(fan[::-1] for fan in deal.fans)

    @pytest.mark.parametrize(
        ("name", "parts"),
        [
            ("duplicate", ("AH is in line 2 and again in line 5", "5H is missing")),
            ("missing", ("5D is missing", "line 18")),
        ],
    )
    def test_damaged_boards_are_refused_naming_card_and_line(self, name: str, parts: tuple[str, ...]) -> None:
        message = str(read(CASES / f"derived-{name}.txt"))
        for part in parts:
            assert part in message
