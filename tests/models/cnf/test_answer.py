"""Answers of other solvers: only a whole model of this very formula becomes an order."""

from __future__ import annotations

from io import StringIO

import pytest
from pysat.solvers import Solver

from blackhole_models.cnf.answer import Answer, order_of, read_answer
from blackhole_models.cnf.dimacs import Dimacs, read_dimacs, write_dimacs
from blackhole_models.cnf.options import Options
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError


def read(deal: Deal) -> tuple[str, Dimacs]:
    file = StringIO()
    write_dimacs(deal, Options.parse("sat", ()), file, name="sat")
    return file.getvalue(), read_dimacs(file.getvalue())


DEAL = Deal.of("AS", "4C QD KH", "JC", "TD 3D 9S", "8H 2H 7C", ranks=13)
SOLVABLE = Deal.of("AS", "QD KH", "JC")


@pytest.fixture
def formula() -> Dimacs:
    return read(SOLVABLE)[1]


@pytest.fixture
def model(formula: Dimacs) -> list[int]:
    with Solver(name="glucose4", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        found: list[int] = solver.get_model()
    return found


def output(model: list[int], width: int = 7) -> str:
    """Return what a solver prints that breaks its v lines and talks."""
    literals = [*model, 0]
    lines = [" ".join(map(str, literals[start : start + width])) for start in range(0, len(literals), width)]
    return "c hello\ns SATISFIABLE\n" + "".join(f"v {line}\n" for line in lines) + "c conflicts: 0\n"


def test_a_model_becomes_an_order_the_referee_has_replayed(formula: Dimacs, model: list[int]) -> None:
    order = order_of(formula, read_answer(output(model)))
    assert [str(card) for card in order] == ["AS", "KH", "QD", "JC"]


def test_an_unsatisfiable_answer_has_no_literals() -> None:
    assert read_answer("c\ns UNSATISFIABLE\n") == Answer(satisfiable=False)


def test_v_lines_alone_are_an_answer() -> None:
    assert read_answer("v -1 2 0\n") == Answer(satisfiable=True, literals=(-1, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no answer"),
        ("c nothing\n", "no answer"),
        ("s UNKNOWN\n", "UNKNOWN"),
        ("s SATISFIABLE\n", "cut off"),
        ("s SATISFIABLE\nv 1 2\n", "cut off"),
        ("s SATISFIABLE\ns UNSATISFIABLE\nv 0\n", "two answers"),
        ("s UNSATISFIABLE\nv 1 0\n", "said to be unsatisfiable"),
        ("s SATISFIABLE\nv 1 0 2\n", "line 2: the model goes on"),
        ("s SATISFIABLE\nv 1 0\nv 2 0\n", "line 3: the model goes on"),
        ("s SATISFIABLE\nv one 0\n", "line 2: 'one' is no literal"),
        ("s SATISFIABLE\nv " + "9" * 6000 + " 0\n", "is no literal"),
    ],
)
def test_broken_answers_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_answer(text, source="answer.txt")
    assert len(str(caught.value)) < 200


def test_incomplete_models_are_refused(formula: Dimacs, model: list[int]) -> None:
    for left_out in range(len(model)):
        with pytest.raises(InputError, match=f"nothing of variable {left_out + 1}$"):
            order_of(formula, Answer(satisfiable=True, literals=tuple(model[:left_out] + model[left_out + 1 :])))


def test_contradictory_models_are_refused(formula: Dimacs, model: list[int]) -> None:
    for literal in model:
        with pytest.raises(InputError, match="says both"):
            order_of(formula, Answer(satisfiable=True, literals=(*model, -literal)))


def test_models_with_one_value_wrong_are_refused(formula: Dimacs, model: list[int]) -> None:
    for place, literal in enumerate(model):
        changed = [*model[:place], -literal, *model[place + 1 :]]
        with pytest.raises(InputError, match="answers another formula"):
            order_of(formula, Answer(satisfiable=True, literals=tuple(changed)))


def test_a_model_of_a_larger_formula_is_refused(formula: Dimacs, model: list[int]) -> None:
    with pytest.raises(InputError, match="has a variable 9999"):
        order_of(formula, Answer(satisfiable=True, literals=(*model, 9999)))


def test_a_model_of_another_deal_is_refused(formula: Dimacs) -> None:
    other = read(Deal.of("AS", "QD 2H", "JC", ranks=13))[1]
    literals = tuple(range(1, other.variables + 1))
    with pytest.raises(InputError):
        order_of(formula, Answer(satisfiable=True, literals=literals))


def test_a_map_that_was_tampered_with_is_refused(model: list[int]) -> None:
    text = read(SOLVABLE)[0]
    swapped = text.replace(" KH 1", " ?? 1").replace(" QD 2", " KH 2").replace(" ?? 1", " QD 1")
    assert swapped != text
    with pytest.raises(InputError, match="map of variables does not fit"):
        order_of(read_dimacs(swapped), Answer(satisfiable=True, literals=tuple(model)))
