"""Literals in bulk: what is settled never reaches the sink, and no variable is handed out twice."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from blackhole_models.cnf.at_most_one import METHODS, Method, at_most_one
from blackhole_models.cnf.clauses import FALSE, TRUE, Clauses, Literals, Writer
from blackhole_models.cnf.times import earlier


def written(*rows: list[int]) -> list[list[int]]:
    clauses = Clauses()
    Writer(clauses).add_rows(np.array(rows, dtype=np.int32))
    return clauses.lists()


def models(clauses: list[list[int]], variables: int) -> list[tuple[bool, ...]]:
    return [
        values
        for values in product([False, True], repeat=variables)
        if all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
    ]


def test_true_drops_the_clause_and_false_the_literal() -> None:
    true, false = int(TRUE), int(FALSE)
    assert written([1, true], [2, false], [false, -3], [-true, 4]) == [[2], [-3], [4]]


def test_tautologies_are_dropped_and_repeated_literals_written_once() -> None:
    clauses = written([1, -2, -1], [2, 1, 2], [3, -1, 2])
    assert sorted(map(sorted, clauses)) == [[-1, 2, 3], [1, 2]]
    assert written([1, int(FALSE), -1, int(FALSE)]) == []


def test_an_empty_clause_makes_the_formula_contradictory_without_being_written() -> None:
    clauses = Clauses()
    writer = Writer(clauses)
    writer.new(2)
    writer.add(FALSE, -TRUE)
    assert clauses.lists() == [[3], [-3]]
    assert writer.top == 3


def test_variables_are_handed_out_once_and_only_where_asked_for() -> None:
    writer = Writer(Clauses())
    first = writer.new(2, 2)
    second = writer.where(np.array([True, False, True]))
    assert first.tolist() == [[1, 2], [3, 4]]
    assert second.tolist() == [5, int(FALSE), 6]
    assert writer.top == 6


def test_columns_are_broadcast() -> None:
    clauses = Clauses()
    writer = Writer(clauses)
    x, y = writer.new(2), writer.new(2, 1)
    writer.add(-x, y)
    assert clauses.lists() == [[-1, 3], [-2, 3], [-1, 4], [-2, 4]]


def test_counts() -> None:
    clauses = Clauses()
    writer = Writer(clauses)
    x = writer.new(3)
    writer.add(x)
    writer.add(-x[1:], x[:-1], FALSE)
    assert (len(clauses), clauses.literals) == (5, 7)
    assert [block.shape for block in clauses.blocks()] == [(3, 1), (2, 2)]


def test_one_step_earlier() -> None:
    assert earlier(np.array([[1, 2, int(TRUE)]], dtype=np.int32)).tolist() == [[int(FALSE), 1, 2]]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7])
def test_at_most_one_allows_exactly_the_choices_of_at_most_one(method: Method, size: int) -> None:
    clauses = Clauses()
    writer = Writer(clauses)
    at_most_one(writer, writer.new(1, size), method)
    allowed = {values[:size] for values in models(clauses.lists(), writer.top)}
    assert allowed == {values for values in product([False, True], repeat=size) if sum(values) <= 1}


@pytest.mark.parametrize("method", METHODS)
def test_groups_do_not_share_their_extra_variables(method: Method) -> None:
    clauses = Clauses()
    writer = Writer(clauses)
    groups = writer.new(2, 5)
    at_most_one(writer, groups, method)
    alone = Clauses()
    other = Writer(alone)
    at_most_one(other, other.new(1, 5), method)
    assert (writer.top, len(clauses)) == (2 * other.top, 2 * len(alone))
    used = [{abs(literal) for literal in clause if abs(literal) > groups.size} for clause in clauses.lists()]
    half = (writer.top + groups.size) // 2
    assert not any(min(extra) <= half < max(extra) for extra in used if extra)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [5, 13, 52])
def test_at_most_one_is_as_large_as_it_says(method: Method, size: int) -> None:
    def pairs(n: int) -> int:
        return n * (n - 1) // 2

    width = next(n for n in range(size + 1) if n * n >= size)
    height = -(-size // width)
    expected = {
        "pairwise": (0, pairs(size)),
        "sequential": (size - 1, 3 * size - 4),
        "product": (width + height, 2 * size + pairs(width) + pairs(height)),
    }[method]
    clauses = Clauses()
    writer = Writer(clauses)
    at_most_one(writer, writer.new(1, size), method)
    assert (writer.top - size, len(clauses)) == expected


def test_anything_that_collects_can_be_the_sink() -> None:
    class Counting:
        clauses = 0

        def extend(self, clauses: Literals) -> None:
            self.clauses += len(clauses)

    sink = Counting()
    writer = Writer(sink)
    at_most_one(writer, writer.new(3, 4), "pairwise")
    assert sink.clauses == 18
