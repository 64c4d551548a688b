"""Bit tricks on 62-bit words, for compiled code and, with `NUMBA_DISABLE_JIT=1`, for plain Python.

For the search. A set of cards is a row of words, each an int64 that uses its lower 62 bits: no word is ever negative,
and no unsigned number can meet a signed one and become a float. Each function here has a Python body, which says what
it does, and an overload that numba compiles to the processor's own instruction.

>>> lowest(0b1000), population(0b1011)
(3, 3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from blackhole_models.search.compiled import compiled

if TYPE_CHECKING:
    from collections.abc import Callable

WORD: Final = 62
"""Bits used of a word."""

_MULTIPLIER: Final = -7046029254386353131
"""2^64 divided by the golden ratio, as a signed number: the multiplier of Fibonacci hashing (Knuth, TAOCP 3, 6.4)."""


@compiled
def words(bits: int) -> int:
    """Return how many words hold `bits` bits, at least 1."""
    return max(1, -(-bits // WORD))


def lowest(word: int) -> int:
    """Return the number of the lowest bit that is set; `word` is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


def population(word: int) -> int:
    """Return how many bits are set."""
    return int(word).bit_count()


def mix(word: int) -> int:
    """Return a scrambled int64: multiplication mod 2^64, upper half folded onto the lower."""
    product = int(word) * _MULTIPLIER & (1 << 64) - 1
    if product >> 63:
        product -= 1 << 64
    return product ^ (product >> 32)


@intrinsic
def _cttz(_context: Any, _word: Any) -> tuple[Any, Callable[..., Any]]:
    def codegen(_target: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic
def _ctpop(_context: Any, _word: Any) -> tuple[Any, Callable[..., Any]]:
    def codegen(_target: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


# numba demands that an overload and its implementation have one signature, annotations included
@overload(lowest, inline="always")
def _lowest(word):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda word: _cttz(word)  # type: ignore[call-arg] # numba passes the context


@overload(population, inline="always")
def _population(word):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda word: _ctpop(word)  # type: ignore[call-arg] # numba passes the context


@overload(mix, inline="always")
def _mix(word):  # type: ignore[no-untyped-def]  # noqa: ARG001
    def compiled(word):  # type: ignore[no-untyped-def]
        product = word * _MULTIPLIER
        return product ^ (product >> 32)

    return compiled
