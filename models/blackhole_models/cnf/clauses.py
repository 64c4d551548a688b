"""Literals in bulk: where variables come from, how clauses are written, and what collects them.

For the encodings and their parts. Literals are the integers of DIMACS (a variable from 1, negative when negated), held
in arrays and negated with `-`. `TRUE` and `FALSE` stand where a literal is settled before any solver sees it, so that
an encoding is written as if every card could be played at every step and only what is left of it reaches the sink:
a clause with a true literal is dropped, a false literal is left out.

One `Writer` hands out all variables of a formula. A counter with a range of its own that reuses numbers already taken
turns a satisfiable formula unsatisfiable without a word (python-sat, issues 110, 133 and 207).

>>> clauses = Clauses()
>>> writer = Writer(clauses)
>>> x = writer.new(3)
>>> writer.add(-x[:-1], x[1:])
>>> writer.add(x[0], FALSE, x[2])
>>> writer.add(x[0], TRUE)
>>> clauses.lists(), writer.top
([[-1, 2], [-2, 3], [1, 3]], 3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator

Literals: TypeAlias = NDArray[np.int32]

TRUE: Final = np.int32(np.iinfo(np.int32).max)
FALSE: Final = np.int32(-TRUE)

_SHORT: Final = 6


class Sink(Protocol):
    """Anything that collects clauses."""

    def extend(self, clauses: Literals) -> None:
        """Take a block of clauses of equal length, one a row: variables only, none of them twice in a row."""


class Clauses:
    """A sink that keeps the blocks as they come: a formula in memory."""

    def __init__(self) -> None:
        self._blocks: list[Literals] = []

    def extend(self, clauses: Literals) -> None:
        """Take a block of clauses, one a row."""
        self._blocks.append(clauses)

    def __len__(self) -> int:
        """Return the number of clauses."""
        return sum(len(block) for block in self._blocks)

    @property
    def literals(self) -> int:
        """Number of literals in all clauses together."""
        return sum(block.size for block in self._blocks)

    def blocks(self) -> Iterator[Literals]:
        """Iterate over the blocks, in the order written; the clauses of a block are of equal length."""
        yield from self._blocks

    def lists(self) -> list[list[int]]:
        """Return the clauses as lists of plain integers, as PySAT takes them."""
        return [clause for block in self._blocks for clause in block.tolist()]


class Writer:
    """Hands out variables and writes clauses into a sink.

    Attributes:
        top: the highest variable handed out so far.
    """

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self.top = 0

    def new(self, *shape: int) -> Literals:
        """Return fresh variables in an array of `shape`."""
        return self.where(np.ones(shape, dtype=np.bool_))

    def where(self, mask: NDArray[np.bool_]) -> Literals:
        """Return fresh variables where `mask` holds and FALSE elsewhere, in the shape of `mask`."""
        literals = np.full(mask.shape, FALSE, dtype=np.int32)
        count = int(np.count_nonzero(mask))
        literals[mask] = np.arange(self.top + 1, self.top + count + 1, dtype=np.int32)
        self.top += count
        return literals

    def add(self, *columns: Literals | np.int32) -> None:
        """Write one clause for each entry of the arrays `columns`, broadcast together: the literals at that entry."""
        rows = np.stack(np.broadcast_arrays(*columns), axis=-1)
        self.add_rows(rows.reshape(-1, len(columns)))

    def add_rows(self, rows: Literals) -> None:
        """Write each row of a two-dimensional array as a clause."""
        settled = _settled(rows)
        if not settled.all():
            self._sink.extend(rows[~settled])
        if settled.any():
            self._add_settled(rows[settled])

    def _add_settled(self, rows: Literals) -> None:
        """Write what is left of clauses that have settled literals, or a variable twice."""
        # Sorted by variable, a literal that appears twice lies beside itself, and beside its negation in a tautology.
        rows = np.take_along_axis(rows, np.argsort(np.abs(rows), axis=1, kind="stable"), axis=1)
        twice = np.zeros(rows.shape, dtype=np.bool_)
        twice[:, 1:] = rows[:, 1:] == rows[:, :-1]
        true = (rows == TRUE).any(axis=1) | (rows[:, 1:] == -rows[:, :-1]).any(axis=1)
        left = (rows != FALSE) & ~twice
        length = np.count_nonzero(left, axis=1)
        for size in np.unique(length[~true]).tolist():
            chosen = ~true & (length == size)
            if size == 0:
                self._contradict()
            else:
                self._sink.extend(rows[chosen][left[chosen]].reshape(-1, size))

    def _contradict(self) -> None:
        # An empty clause is not something every backend and every DIMACS reader takes.
        never = self.new(1, 1)
        self._sink.extend(never)
        self._sink.extend(-never)


def _settled(rows: Literals) -> NDArray[np.bool_]:
    """Return which rows cannot be written as they are: they have TRUE, FALSE, or a variable twice, or nothing."""
    variables = np.abs(rows)
    if rows.shape[1] > _SHORT:
        variables.sort(axis=1)
        settled: NDArray[np.bool_] = (variables[:, 1:] == variables[:, :-1]).any(axis=1)
        settled |= variables[:, -1] == TRUE
        return settled
    # Column by column: most clauses are short, and NumPy is slow along short rows.
    settled = np.full(len(rows), rows.shape[1] == 0)
    for number, column in enumerate(variables.T):
        settled |= column == TRUE
        for other in variables.T[:number]:
            settled |= column == other
    return settled
