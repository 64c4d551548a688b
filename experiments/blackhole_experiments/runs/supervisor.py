"""The supervisor: makes a run in a process of its own and holds it to its limits from outside.

For the worker. Limits hold whatever the solver does, a loop in C included:

- wall time: the solver is told the limit; `GRACE_SECONDS` after it the run is killed.
- memory: looked at every `POLL_SECONDS`, beyond the image the run started from; a run over it is killed at once.
- CPU time: likewise.

A decision that comes within the grace, or that the final figures show to have used more than allowed, does not count:
its verdict becomes the limit's. So a solver that cannot stop itself gets no more than one that can. Without a memory
or CPU limit the supervisor sleeps until something happens.
"""

from __future__ import annotations

import math
import os
import select
import signal
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blackhole_experiments.runs.deaths import cause_of_death
from blackhole_experiments.runs.frames import read_frame
from blackhole_experiments.runs.outcome import Measured, now, result_from_json
from blackhole_experiments.runs.process import RunProcess
from blackhole_experiments.runs.usage import Usage
from blackhole_models.result import Result, Verdict

if TYPE_CHECKING:
    from blackhole_experiments.runs.run import Run
    from blackhole_models.solvers import Solver

GRACE_SECONDS = 0.1
POLL_SECONDS = 0.02
_LONGEST_SLEEP = 3600.0  # select(2) takes no more than some years
_SIGNALS_AT_ONCE = 1024


class StopWorker(Exception):  # noqa: N818 - a request, not an error
    """The worker is to end: whoever started it is gone, or it was sent SIGTERM."""


@dataclass(frozen=True, slots=True)
class Line:
    """How the worker hears from outside: its requests, and the signals `signal.set_wakeup_fd` writes down."""

    requests: int
    signals: int

    def read_signals(self) -> None:
        """Take in the signals that came.

        Raises:
            StopWorker: SIGTERM is among them.
        """
        if signal.SIGTERM in os.read(self.signals, _SIGNALS_AT_ONCE):
            raise StopWorker


@dataclass(frozen=True, slots=True)
class _Ending:
    """Why a run was, or should have been, ended from outside."""

    verdict: Verdict
    reason: str


def supervise(solver: Solver, run: Run, line: Line, foreign: list[int]) -> tuple[Result, Measured]:
    """Make one run.

    Args:
        solver: the run's solver, prepared.
        run: the run.
        line: where requests and signals arrive; a request during the run is one to cancel it.
        foreign: file descriptors of the worker that the run's process must not keep.

    Raises:
        StopWorker: the worker is to end; the run's processes are gone.
    """
    begun, load = now(), os.getloadavg()[0]
    process = RunProcess(solver, run, foreign)
    try:
        kill = _watch(process, run, line)
        seconds = time.monotonic() - process.started
    finally:
        process.end()
    answer = process.answer if kill is None else None
    measured = Measured(
        started=begun,
        wall_seconds=seconds if answer is None else answer["wall_seconds"],
        cpu_seconds=process.stray_seconds + (process.cpu_seconds if answer is None else answer["cpu_seconds"]),
        peak_memory_mb=process.peak_mb,
        image_memory_mb=process.image_mb,
        load=load,
        answered=answer is not None,
        killed=kill is not None,
        trace="" if answer is None else answer["trace"],
    )
    if answer is not None:
        return _within_limits(result_from_json(answer["result"]), run, measured), measured
    if kill is not None:
        return Result(solver.name, kill.verdict, effort_unit=solver.effort_unit, message=kill.reason), measured
    death = cause_of_death("its process", os.waitstatus_to_exitcode(process.status or 0), process.printed)
    result = Result(solver.name, Verdict.ERROR, effort_unit=solver.effort_unit, message=death)
    return result, replace(measured, trace=process.printed)


def _watch(process: RunProcess, run: Run, line: Line) -> _Ending | None:
    """Wait until the run has ended by itself, or return why it is to be killed."""
    usage = Usage(process.pid) if (run.limits.memory_mb, run.cpu_limit) != (None, None) else None
    last = math.inf if run.limits.seconds is None else process.started + run.limits.seconds + GRACE_SECONDS
    while True:
        patience = max(0.0, min(last - time.monotonic(), _LONGEST_SLEEP if usage is None else POLL_SECONDS))
        ready, _, _ = select.select([line.requests, line.signals, *process.pipes], [], [], patience)
        process.listen(ready)
        if line.signals in ready:
            line.read_signals()
            process.reap()
        if process.ended:
            return None
        if line.requests in ready:
            if read_frame(line.requests) is None:
                raise StopWorker
            return _Ending(Verdict.INTERRUPTED, "cancelled")
        if time.monotonic() >= last:
            return _Ending(Verdict.TIME_LIMIT, f"killed {GRACE_SECONDS} s after the limit of {run.limits.seconds} s")
        if usage is not None:
            resident_mb = usage.resident_mb()
            process.peak_mb = max(process.peak_mb, resident_mb)
            over = _over(run, resident_mb - process.image_mb, usage.cpu_seconds())
            if over is not None:
                return replace(over, reason=f"killed: {over.reason}")


def _within_limits(result: Result, run: Run, measured: Measured) -> Result:
    """Return `result`, without its decision where that took more than the run was allowed."""
    if not result.verdict.decided:
        return result
    grown = (measured.peak_memory_mb or 0.0) - (measured.image_memory_mb or 0.0)
    over = _over(run, grown, measured.cpu_seconds or 0.0)
    if run.limits.seconds is not None and measured.wall_seconds > run.limits.seconds:
        over = _Ending(Verdict.TIME_LIMIT, f"{measured.wall_seconds:.3f} s of {run.limits.seconds} s")
    if over is None:
        return result
    reason = f"answered {result.verdict} too late: {over.reason}"
    return replace(result, verdict=over.verdict, order=None, verified=False, message=reason)


def _over(run: Run, grown_mb: float, cpu_seconds: float) -> _Ending | None:
    """Say which limit a run is over that has grown by so much and used so much CPU time."""
    if run.limits.memory_mb is not None and grown_mb > run.limits.memory_mb:
        return _Ending(Verdict.MEMORY_LIMIT, f"{grown_mb:.0f} MB of {run.limits.memory_mb} MB")
    if run.cpu_limit is not None and cpu_seconds > run.cpu_limit:
        return _Ending(Verdict.TIME_LIMIT, f"{cpu_seconds:.2f} CPU seconds of {run.cpu_limit}")
    return None
