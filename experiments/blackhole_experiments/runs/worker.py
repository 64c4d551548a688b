"""The worker: a program that keeps solvers warm and makes one run after another, each in a process of its own.

For `IsolatedWorker`, which starts it as `python -m blackhole_experiments.runs.worker` and speaks to it in frames:
requests on standard input, answers on standard output. A request is `{"run": …}`, or `{"cancel": true}` while a run
is being made. The first run of a solver waits for its imports and compilation, which are reported apart.

The worker ends, and takes a run in progress with it, when its standard input is closed or it is sent SIGTERM.

It has one thread when it forks, because a forked process inherits locks but no threads; a solver whose `prepare`
leaves a thread behind is refused. While a solver is being prepared, a second thread watches standard input, so that
a compilation that takes long ends with the program that asked for it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import select
import signal
import threading
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from blackhole_experiments.runs.forked import describe, last_trace
from blackhole_experiments.runs.frames import encode, read_frame, write_frame
from blackhole_experiments.runs.huge_pages import collapse
from blackhole_experiments.runs.orphans import adopt_orphans
from blackhole_experiments.runs.outcome import Measured, now, result_to_json
from blackhole_experiments.runs.run import Run, canonical_json
from blackhole_experiments.runs.supervisor import Line, StopWorker, supervise
from blackhole_models import solvers
from blackhole_models.result import Result, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blackhole_models.result import Json
    from blackhole_models.solvers import Solver

_THREAD_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What the worker says of a run, in the form it travels in."""

    result: Result
    measured: Measured

    def encode(self) -> bytes:
        """Return this answer as a frame."""
        return encode({"result": result_to_json(self.result), "measured": asdict(self.measured)})


def main() -> None:
    """Serve until standard input is closed."""
    requests, answers = os.dup(0), os.dup(1)
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    faulthandler.enable()
    adopt_orphans()
    signals, wakeup = os.pipe()
    os.set_blocking(wakeup, False)
    signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # read from the pipe, where select sees them
    worker = Worker(Line(requests, signals), foreign=[requests, answers, signals, wakeup])
    with contextlib.suppress(StopWorker, BrokenPipeError):
        while (request := worker.next_request()) is not None:
            write_frame(answers, worker.perform(Run.from_json(request)).encode())


@dataclass(frozen=True, slots=True)
class _Warm:
    """A solver that is ready, with what is said of it in every row."""

    solver: Solver
    versions: Mapping[str, str]
    settings: Mapping[str, Json]


class Worker:
    """Makes runs, keeping the solver of each name and settings for the next run."""

    def __init__(self, line: Line, foreign: list[int]) -> None:
        self._line = line
        self._foreign = foreign
        self._warm: dict[str, _Warm] = {}
        self._shapes: dict[str, tuple[object, ...]] = {}

    def next_request(self) -> Any:
        """Wait for a run to make; None when there will be no more. A cancellation that came too late is dropped."""
        while True:
            ready, _, _ = select.select([self._line.requests, self._line.signals], [], [])
            if self._line.signals in ready:
                self._line.read_signals()
            if self._line.requests in ready:
                request = read_frame(self._line.requests)
                if request is None:
                    return None
                if "run" in request:
                    return request["run"]

    def perform(self, run: Run) -> Answer:
        """Make `run` and say what came of it; whatever goes wrong is the run's error.

        Raises:
            StopWorker: the worker is to end.
        """
        begun, clock = now(), time.monotonic()
        try:
            warm = self._prepare(run)
        except Exception as error:  # noqa: BLE001 - a solver that cannot be prepared is the run's outcome
            measured = Measured(begun, prepare_seconds=time.monotonic() - clock, trace=last_trace())
            return Answer(Result(run.solver, Verdict.ERROR, message=describe(error)), measured)
        seconds = time.monotonic() - clock
        result, measured = supervise(warm.solver, run, self._line, self._foreign)
        return Answer(
            result, replace(measured, prepare_seconds=seconds, versions=warm.versions, settings=warm.settings)
        )

    def _prepare(self, run: Run) -> _Warm:
        """Return the run's solver, prepared for its deal."""
        name = canonical_json([run.solver, dict(run.settings)])
        shape = (run.deal.ranks, run.deal.foundation is None, *map(len, run.deal.fans))
        # Only a new solver or shape of deal is expected to take time, and worth a second thread.
        is_new = self._shapes.get(name) != shape
        with _end_with_starter(self._line.requests) if is_new else contextlib.nullcontext():
            known = self._warm.get(name)
            solver = solvers.make(run.solver, **run.settings) if known is None else known.solver
            solver.prepare(run.deal)
        if is_new:
            _wait_for_threads(run.solver)
        self._shapes[name] = shape
        if known is None:
            known = self._warm[name] = _Warm(solver, dict(solver.versions()), dict(solver.settings))
            gc.collect()
            gc.freeze()  # the collector of a forked process need not touch, and so copy, what is here already
            collapse()
        return known


def _wait_for_threads(solver: str) -> None:
    """Return once this thread is the only one; those that have just been joined still need a moment to go."""
    process = psutil.Process()
    patience = time.monotonic() + _THREAD_SECONDS
    while (threads := process.num_threads()) > 1:
        if time.monotonic() > patience:
            raise RuntimeError(f"prepare() of {solver} leaves threads running: {threads - 1}")
        time.sleep(0.001)


@contextlib.contextmanager
def _end_with_starter(requests: int) -> Iterator[None]:
    """End this process as soon as anything comes in on `requests`: its end, or a cancellation."""
    stop, stopper = os.pipe()

    def watch() -> None:
        ready, _, _ = select.select([requests, stop], [], [])
        if requests in ready:
            os._exit(1)

    watcher = threading.Thread(target=watch, name="watch standard input")
    term = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    watcher.start()
    try:
        yield
    finally:
        os.close(stopper)
        watcher.join()
        os.close(stop)
        signal.signal(signal.SIGTERM, term)


if __name__ == "__main__":
    main()
