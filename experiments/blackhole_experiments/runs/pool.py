"""Many runs on several workers.

For the command line and for studies, which see an iterator of outcomes and no thread, process or future. Runs go
through a `concurrent.futures.Executor`: `Lanes` of this machine by default, or any other that is given, a Dask
cluster's for example. In it, whichever thread makes a run keeps a warm worker of its own.

>>> from blackhole_models.deal import Deal
>>> run = Run(Deal.of("AS", "QD KH", "JC"), "dfs")
>>> [outcome.result.verdict for outcome in execute([run], jobs=2)]  # doctest: +SKIP
[<Verdict.SOLVABLE: 'solvable'>]
"""

from __future__ import annotations

import signal
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from itertools import chain, islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from blackhole_experiments.runs.environment import usable_cpus
from blackhole_experiments.runs.isolation import COMMAND, IsolatedWorker, interrupted
from blackhole_models.errors import InputError
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from blackhole_experiments.runs.outcome import Outcome
    from blackhole_experiments.runs.run import Run

_AHEAD = 2
"""Runs handed to the executor per run that is being made, so that no lane waits while a row is written."""

_TASK_SECONDS = 0.25
_MOST_AT_ONCE = 16
"""How long a task for another executor should take, and of how many runs it is made at most: handing over a task costs
a cluster some milliseconds, as much as a short run."""

_RUN_SECONDS = 0.02
"""What a run takes beside its own time, about: a process that comes and goes."""

_lane = threading.local()


def perform(runs: Sequence[Run]) -> list[Outcome]:
    """Make runs on the warm worker of this thread. What `execute` submits, so that it can be sent elsewhere."""
    if not hasattr(_lane, "worker"):
        _lane.worker = IsolatedWorker()
    worker: IsolatedWorker = _lane.worker
    return [worker.run(run) for run in runs]


def execute(
    runs: Iterable[Run], *, jobs: int = 1, pin: bool = False, executor: Executor | None = None
) -> Generator[Outcome]:
    """Make `runs` and yield their outcomes as they come.

    `runs` is drawn from as needed, no more than a few ahead, so that it may be as long as it likes.

    Ctrl-C ends the iteration in good order: runs in progress are killed at once and come out as `interrupted`, those
    that are ready come out as they are, and the iterator ends. At least one `interrupted` comes out if any run was
    left undone. Between two outcomes Ctrl-C is kept until the next one is asked for, so that whoever consumes the
    iterator is never stopped in the middle of writing a row; a second Ctrl-C is Python's own. (All this in the main
    thread only; signals go nowhere else.) An iterator that is not used up ends its runs when it is closed: use
    `contextlib.closing` where the loop may be left.

    Args:
        runs: the runs.
        jobs: how many are made at a time.
        pin: keep each worker on a processor of its own (Linux only).
        executor: where to make them instead. `Lanes` end with the iterator. Another executor gets short runs a few at
            a time; those in progress there cannot be killed from here: after Ctrl-C they come out as `interrupted`, and
            their limits end them.

    Raises:
        InputError: `jobs` is below 1, or more than the processors there are to pin to.
    """
    if jobs < 1:
        raise InputError(f"runs are made at least one at a time, not {jobs}")
    return _outcomes(runs, Lanes(jobs, pin=pin) if executor is None else executor, jobs)


class Lanes(ThreadPoolExecutor):
    """An executor of `jobs` threads, each with a warm worker of its own.

    Args:
        jobs: number of threads and workers.
        pin: keep each worker on a processor of its own (Linux only).
        command: the program to start as worker.

    Raises:
        InputError: `pin`, and there are fewer processors than workers.
        UnsupportedError: `pin` on a system that cannot.
    """

    def __init__(self, jobs: int, *, pin: bool = False, command: Sequence[str] = COMMAND) -> None:
        cpus: list[int] | list[None] = usable_cpus()[:jobs] if pin else [None] * jobs
        if len(cpus) < jobs:
            raise InputError(f"cannot keep {jobs} workers on a processor each: there are {len(cpus)}")
        self._workers = [IsolatedWorker(cpu=cpu, command=command) for cpu in cpus]
        super().__init__(jobs, thread_name_prefix="lane", initializer=_enter_lane, initargs=(iter(self._workers),))

    def stop(self) -> None:
        """Kill the runs in progress; they and all later ones come out as `interrupted`."""
        for worker in self._workers:
            worker.retire()
        for worker in self._workers:
            worker.close()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As for every executor; workers end with it when it waits, else with this program."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self.stop()


def _enter_lane(workers: Iterator[IsolatedWorker]) -> None:
    _lane.worker = next(workers)


def _outcomes(runs: Iterable[Run], executor: Executor, jobs: int) -> Generator[Outcome]:
    done: SimpleQueue[Future[list[Outcome]] | None] = SimpleQueue()
    flying: dict[Future[list[Outcome]], tuple[Run, ...]] = {}
    waiting = iter(runs)
    at_once = 1

    def launch(count: int) -> None:
        for _ in range(count):
            task = tuple(islice(waiting, at_once))
            if not task:
                return
            future = executor.submit(perform, task)
            flying[future] = task
            future.add_done_callback(done.put)

    try:
        with _CtrlC(done) as ctrl_c:
            launch(_AHEAD * jobs)
            while flying:
                future = done.get()
                if future is None or ctrl_c.pressed:
                    break
                del flying[future]
                outcomes = future.result()
                at_once = 1 if isinstance(executor, Lanes) else min(2 * at_once, _next_size(outcomes))
                launch(1)
                yield from outcomes
            if not ctrl_c.pressed:
                return
        yield from _called_off(flying, waiting, executor)
    finally:
        if isinstance(executor, Lanes):
            executor.stop()
            executor.shutdown(cancel_futures=True)


def _next_size(outcomes: Sequence[Outcome]) -> int:
    """Return of how many runs the next task is made, if they are like the longest of these."""
    seconds = _RUN_SECONDS + max(outcome.measured.wall_seconds for outcome in outcomes)
    return max(1, min(_MOST_AT_ONCE, int(_TASK_SECONDS / seconds)))


def _called_off(
    flying: dict[Future[list[Outcome]], tuple[Run, ...]], waiting: Iterator[Run], executor: Executor
) -> Generator[Outcome]:
    """Kill what runs and yield what comes of everything that had been begun."""
    undone = [run for future in list(flying) if future.cancel() for run in flying.pop(future)]
    if isinstance(executor, Lanes):
        executor.stop()
        wait(flying)
    told = False
    for future, task in flying.items():
        for outcome in future.result() if future.done() else map(interrupted, task):
            told = told or outcome.result.verdict is Verdict.INTERRUPTED
            yield outcome
    if not told:
        yield from map(interrupted, islice(chain(undone, waiting), 1))


class _CtrlC:
    """While entered, the first Ctrl-C only wakes whoever waits for `queue`; the next one is handled as before."""

    def __init__(self, queue: SimpleQueue[Any]) -> None:
        self.pressed = False
        self._queue = queue
        self._before: Any = None

    def __enter__(self) -> Self:
        in_main_thread = threading.current_thread() is threading.main_thread()
        # A background job that ignores Ctrl-C goes on ignoring it.
        if in_main_thread and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None):
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _press(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        self.pressed = True
        self._queue.put(None)
