"""Keeps the limits of compiled work: runs it in slices and looks at the clock, the memory and the signals in between.

For the solver, for `longest` and for `lattice`. Compiled code answers no signal and knows no time, so it is asked for
a little at a time; slices are made longer or shorter until each takes about a fiftieth of a second.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Final, Protocol

from blackhole_models.result import MEGABYTE, Verdict
from blackhole_models.search import kernel

if TYPE_CHECKING:
    from blackhole_models.result import Limits

_SLICE_SECONDS: Final = 0.02
_FIRST_SLICE: Final = 500


class Work(Protocol):
    """Work that can be run on and on and needs more memory now and then."""

    @property
    def effort(self) -> int:
        """Work done so far, in the work's own unit."""

    def run(self, effort: int) -> int:
        """Go on until `effort` is reached in all, or less far; return `kernel.WON`, `EXHAUSTED`, `PAUSED`, `FULL`."""

    def growth_bytes(self) -> int:
        """Return the memory in use while `grow` works."""

    def grow(self) -> None:
        """Make room, or some of it, after `FULL`: once `run` no longer says `FULL` there is enough.

        Raises:
            MemoryError: the system has none.
        """


def drive(work: Work, limits: Limits, begin: float) -> Verdict:
    """Run `work` to its end or to a limit.

    Args:
        work: what to run.
        limits: what it may use; `memory_mb` is compared with the memory a growth needs.
        begin: when the time of `limits` started, by `perf_counter`.

    Returns:
        `solvable` for `kernel.WON`, `unsolvable` for `kernel.EXHAUSTED`, or the limit that was met.
    """
    slice_ = _FIRST_SLICE
    while True:
        sliced = perf_counter()
        until = work.effort + slice_
        answer = work.run(until if limits.effort is None else min(until, limits.effort))
        now = perf_counter()
        if answer == kernel.WON:
            return Verdict.SOLVABLE
        if answer == kernel.EXHAUSTED:
            return Verdict.UNSOLVABLE
        if limits.effort is not None and work.effort >= limits.effort:
            return Verdict.EFFORT_LIMIT
        if limits.seconds is not None and now - begin >= limits.seconds:
            return Verdict.TIME_LIMIT
        if answer == kernel.FULL:
            if limits.memory_mb is not None and work.growth_bytes() > limits.memory_mb * MEGABYTE:
                return Verdict.MEMORY_LIMIT
            try:
                work.grow()
            except MemoryError:
                return Verdict.MEMORY_LIMIT
        elif now - sliced < _SLICE_SECONDS / 2:
            slice_ *= 2
        elif now - sliced > _SLICE_SECONDS * 2:
            slice_ = max(1, slice_ // 2)
