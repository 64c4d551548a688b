"""At most one of several literals, three ways, for many groups of literals at once.

For the encodings. Over n literals:

    method       source                        variables   clauses
    pairwise     -                             0           n (n - 1) / 2
    sequential   Sinz (CP 2005)                n - 1       3 n - 4
    product      Chen (ModRef 2010)            p + q       2 n + pairwise(p) + pairwise(q)

with p = ⌈√n⌉ and q = ⌈n / p⌉; up to four literals `sequential` and `product` are written pairwise. Literals that are
FALSE make it less: a clause they satisfy is not written, and the extra variables stay. The clauses of the first two
are PySAT's `CardEnc`, made once for the literals 1 to n and then renumbered for every group, since making them group by
group would take longer than solving.

Soundness: every choice of at most one literal extends to the extra variables, and no choice of two does.

>>> from blackhole_models.cnf.clauses import Clauses, Writer
>>> clauses = Clauses()
>>> writer = Writer(clauses)
>>> at_most_one(writer, writer.new(2, 3), "pairwise")
>>> clauses.lists()
[[-1, -2], [-1, -3], [-2, -3], [-4, -5], [-4, -6], [-5, -6]]
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import isqrt
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

if TYPE_CHECKING:
    from blackhole_models.cnf.clauses import Literals, Writer

Method: TypeAlias = Literal["pairwise", "sequential", "product"]
METHODS: tuple[Method, ...] = get_args(Method)

_SMALL = 4


def at_most_one(writer: Writer, groups: Literals, method: Method) -> None:
    """Write that at most one literal of each row of `groups` is true."""
    rows, size = groups.shape
    top, template = _template(size, method)
    literals = np.concatenate([groups, writer.new(rows, top - size)], axis=1)
    for length in sorted({len(clause) for clause in template}):
        numbers = np.array([clause for clause in template if len(clause) == length])
        clauses = np.sign(numbers).astype(np.int32) * literals[:, np.abs(numbers) - 1]
        writer.add_rows(clauses.reshape(-1, length))


@lru_cache(maxsize=64)
def _template(size: int, method: Method) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Return the highest variable and the clauses of one group of literals 1 to `size`."""
    if method == "product" and size > _SMALL:
        return _product(size)
    # Imported here: what reads an encoding's names does not need PySAT.
    from pysat.card import CardEnc, EncType

    kind = EncType.seqcounter if method == "sequential" and size > _SMALL else EncType.pairwise
    encoded = CardEnc.atmost(lits=list(range(1, size + 1)), bound=1, top_id=size, encoding=kind)
    return max(size, encoded.nv), tuple(map(tuple, encoded.clauses))


def _product(size: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Lay the literals out in a rectangle: at most one row and at most one column of it is used."""
    width = isqrt(size - 1) + 1
    height = -(-size // width)
    rows = range(size + 1, size + height + 1)
    columns = range(size + height + 1, size + height + width + 1)
    clauses = [(-row, -other) for row, other in combinations(rows, 2)]
    clauses += [(-column, -other) for column, other in combinations(columns, 2)]
    for number in range(size):
        row, column = divmod(number, width)
        clauses += [(-(number + 1), rows[row]), (-(number + 1), columns[column])]
    return size + height + width, tuple(clauses)
