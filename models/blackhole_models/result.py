"""What a solver is asked within, and what it answers: limits, verdicts, results.

For solvers, which return a `Result`, and for everyone who reads one. A `Result` is plain data: it can be pickled,
and it never holds a model or a solver.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_models.cards import Card

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]

MEGABYTE = 1_000_000
"""Bytes in the unit of every memory figure of the toolkit."""


class Verdict(StrEnum):
    """What a run found out. Only the first two decide a deal; no other is ever to be read as unsolvable."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    TIME_LIMIT = "time-limit"
    MEMORY_LIMIT = "memory-limit"
    EFFORT_LIMIT = "effort-limit"
    INTERRUPTED = "interrupted"
    ERROR = "error"

    @property
    def decided(self) -> bool:
        """Whether the deal is settled."""
        return self in (Verdict.SOLVABLE, Verdict.UNSOLVABLE)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use; None is no limit, 0 is none of it.

    Attributes:
        seconds: wall time for building, solving and decoding together, imports and compilation apart.
        memory_mb: MB of 10^6 bytes: of a run, resident memory beyond the image its process starts with; of a solver
            that honours the limit itself, what its own tables take.
        effort: solver's own count, in the unit the solver declares (positions, conflicts).

    Raises:
        InputError: a limit is negative or not a number.
    """

    seconds: float | None = None
    memory_mb: float | None = None
    effort: int | None = None

    def __post_init__(self) -> None:
        for what, value in (("time", self.seconds), ("memory", self.memory_mb), ("effort", self.effort)):
            if value is not None and not value >= 0:
                raise InputError(f"a {what} limit cannot be {value}: give 0 or more")

    @property
    def exhausted(self) -> Verdict | None:
        """The verdict of a run that may use nothing at all of something, else None."""
        if self.seconds == 0:
            return Verdict.TIME_LIMIT
        if self.memory_mb == 0:
            return Verdict.MEMORY_LIMIT
        return Verdict.EFFORT_LIMIT if self.effort == 0 else None


PROOF_CHECKED = "proof_checked"
"""The entry of `Result.details` that is true where a checker has followed a proof of `unsolvable` to its end."""


@dataclass(frozen=True, slots=True)
class Result:
    """A verdict with its evidence.

    Attributes:
        solver: the solver's full name in the registry.
        verdict: what was found out.
        order: for `solvable`, all cards in the order played, the foundation card first; else None.
        verified: the referee has replayed the order to its end.
        effort: the solver's own count of work, in `effort_unit`.
        build_seconds: wall time from the deal to a model ready to solve.
        solve_seconds: wall time from there to an order read back, or to the verdict.
        message: for `error`, what went wrong, in one line.
        details: further figures and settings of this run, fit for JSON.
    """

    solver: str
    verdict: Verdict
    order: tuple[Card, ...] | None = None
    verified: bool = False
    effort: int | None = None
    effort_unit: str = ""
    build_seconds: float = 0.0
    solve_seconds: float = 0.0
    message: str = ""
    details: Mapping[str, Json] = field(default_factory=dict)
