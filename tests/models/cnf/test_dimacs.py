"""Formulas as files: strict readers take them, and they come back as they were written."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import dratify
import pytest
from pysat.formula import CNF

from blackhole_models.cards import Card
from blackhole_models.cnf.clauses import Clauses
from blackhole_models.cnf.dimacs import read_dimacs, write_dimacs
from blackhole_models.cnf.encode import encode
from blackhole_models.cnf.options import Options
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from pathlib import Path

DEALS = {
    "small": Deal.of("AS", "QD KH", "JC"),
    "no foundation, an empty fan, two packs": Deal.of(None, "AS2 TH", "", "JS", ranks=11),
    "no first move": Deal.of("AS", "2S 3S", "KS 4S"),
    "a card beyond reach": Deal.of("AS", "7S"),
}


def text(deal: Deal, name: str = "sat") -> str:
    file = StringIO()
    base, *parts = name.split("+")
    write_dimacs(deal, Options.parse(base, tuple(parts)), file, name=name)
    return file.getvalue()


def clauses_of(deal: Deal, name: str) -> list[list[int]]:
    clauses = Clauses()
    base, *parts = name.split("+")
    encode(Sequencing(deal), Options.parse(base, tuple(parts)), clauses)
    return clauses.lists()


@pytest.mark.parametrize("name", ["sat", "sat-direct+budgets"])
@pytest.mark.parametrize("what", DEALS)
def test_three_readers_read_what_was_written(what: str, name: str) -> None:
    written, clauses = text(DEALS[what], name), clauses_of(DEALS[what], name)
    strict = CNF(from_string=written)
    assert strict.clauses == clauses
    independent = dratify.parse_dimacs(written)
    assert independent.nclauses == len(clauses)
    own = read_dimacs(written)
    assert own.clauses == clauses
    assert own.variables == independent.nvars >= strict.nv


def test_the_file_is_as_strict_as_the_strictest_reader_wants_it() -> None:
    written = text(DEALS["small"])
    assert written.isascii()
    assert written.endswith(" 0\n")
    lines = written.splitlines()
    header = lines.index(next(line for line in lines if line.startswith("p")))
    variables, clauses = map(int, lines[header].removeprefix("p cnf ").split())
    assert all(line.startswith("c ") for line in lines[:header])
    assert len(lines) == header + 1 + clauses
    for line in lines[header + 1 :]:
        *literals, end = map(int, line.split(" "))
        assert end == 0
        assert literals
        assert all(1 <= abs(literal) <= variables for literal in literals)
        assert len({abs(literal) for literal in literals}) == len(literals)


@pytest.mark.parametrize("what", DEALS)
def test_deal_and_map_come_back(what: str) -> None:
    deal = DEALS[what]
    formula = read_dimacs(text(deal, "sat-direct"))
    assert formula.deal == deal
    steps = encode(Sequencing(deal), Options.parse("sat-direct", ()), Clauses()).steps
    assert len(formula.at) == steps.sum()
    assert {card for card, _ in formula.at.values()} == set(deal)


def test_the_map_names_cards_and_steps() -> None:
    formula = read_dimacs(text(DEALS["small"], "sat-timeline"))
    named = {place: variable for variable, place in formula.at.items()}
    assert (Card(12, 1), 1) in named
    assert (Card(3, 3), 1) not in named


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("p cnf", "p dnf", "line 10: 'p dnf"),
        ("c ranks 13", "c ranks many", "line 1"),
        ("c foundation AS", "c foundation XX", "is not a card"),
        ("c fan JC", "c fan AS", "twice"),
        ("1 0\n", "1\n", "line 11"),
        ("1 0\n", "1 999 0\n", "line 11: .*no variable 999"),
        ("c at 1 AS 0", "c at 1 AS zero", "line 6"),
        ("c ranks", "c were ranks", "what its variables mean"),
    ],
)
def test_damage_is_named(old: str, new: str, message: str) -> None:
    written = text(DEALS["small"])
    assert old in written
    with pytest.raises(InputError, match=message) as caught:
        read_dimacs(written.replace(old, new, 1), source="deal.cnf")
    assert str(caught.value).startswith("deal.cnf")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "damaged", ["", "p cnf 1 0\n", "\x00\x01", "{}", "AS\n2S 3S\n", "p cnf 9 9\n" + "9" * 5000 + " 0\n"]
)
def test_other_files_are_refused(damaged: str) -> None:
    with pytest.raises(InputError) as caught:
        read_dimacs(damaged, source="x")
    assert len(str(caught.value)) < 200


def test_a_file_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.cnf"
    path.write_text(text(DEALS["small"]))
    lines = path.read_text().splitlines()
    with pytest.raises(InputError, match="promises more clauses"):
        read_dimacs("\n".join(lines[:-1]))
