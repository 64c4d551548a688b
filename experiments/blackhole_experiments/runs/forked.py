"""The process of one run: solves, answers through a pipe, and ends without returning to the worker's program.

For the supervisor, which forks it. It starts from the worker's warm image, so nothing is imported or compiled here.
Whatever it prints goes to a pipe of its own, of which the supervisor keeps the end for error messages.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from typing import TYPE_CHECKING, NoReturn

from blackhole_experiments.runs.deaths import LONGEST_MESSAGE
from blackhole_experiments.runs.frames import encode, write_frame
from blackhole_experiments.runs.orphans import die_with_parent
from blackhole_experiments.runs.outcome import result_to_json
from blackhole_models.errors import InputError, shorten
from blackhole_models.result import Result, Verdict
from blackhole_models.solvers import Solver, decide

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blackhole_experiments.runs.run import Run

LONGEST_TRACE = 8000


def solve_and_exit(
    solver: Solver, run: Run, *, answer: int, output: int, foreign: Sequence[int], supervisor: int
) -> NoReturn:
    """Be the process of `run`; to be called right after the fork.

    Args:
        solver: the run's solver, prepared.
        run: the run.
        answer: file descriptor to write the answer to.
        output: file descriptor for whatever the solver prints.
        foreign: the supervisor's file descriptors, to be let go of.
        supervisor: id of the forking process.
    """
    status = 1
    me = os.getpid()
    try:
        _settle_in(output, foreign, supervisor)
        frame = _answer(solver, run)
        if os.getpid() == me:  # a solver that forks and returns from both processes answers once
            sys.stdout.flush()
            sys.stderr.flush()
            write_frame(answer, frame)
            status = 0
    except BaseException:  # noqa: BLE001 - nothing may get back into the worker's program; the supervisor quotes it
        traceback.print_exc()
    finally:
        os._exit(status)


def describe(error: BaseException) -> str:
    """Return an exception on one line: its text alone for a user's mistake, else with its type."""
    text = str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
    return shorten(text.removesuffix(": "), LONGEST_MESSAGE)


def last_trace() -> str:
    """Return the traceback of the exception being handled, or its end where it is very long."""
    return traceback.format_exc()[-LONGEST_TRACE:]


def _settle_in(output: int, foreign: Sequence[int], supervisor: int) -> None:
    os.setpgid(0, 0)
    die_with_parent(supervisor)
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    for fd in foreign:
        os.close(fd)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)


def _answer(solver: Solver, run: Run) -> bytes:
    trace = ""
    clocks = _Clocks()
    try:
        result = decide(solver, run.deal, run.limits)
    except BaseException as error:  # noqa: BLE001 - a solver's failure of any kind, sys.exit included, is its answer
        result = Result(run.solver, Verdict.ERROR, message=describe(error))
        trace = last_trace()
    times = clocks.times()
    try:
        return _frame(result, trace, times)
    except (TypeError, ValueError) as error:
        message = f"the solver's details are not fit for JSON: {shorten(error)}"
        return _frame(Result(run.solver, Verdict.ERROR, message=message), last_trace(), times)


def _frame(result: Result, trace: str, times: Mapping[str, float]) -> bytes:
    return encode({"result": result_to_json(result), "trace": trace, **times})


class _Clocks:
    """Wall time and this process's CPU time from here on: without what the system needs to make and unmake it."""

    def __init__(self) -> None:
        self._cpu = _cpu_seconds()
        self._wall = time.monotonic()

    def times(self) -> dict[str, float]:
        """Return the times that have passed, as they go into the answer."""
        return {"wall_seconds": time.monotonic() - self._wall, "cpu_seconds": _cpu_seconds() - self._cpu}


def _cpu_seconds() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
