"""An isolated worker: runs made in another process, whatever the solver does there.

For the pool, and for whoever wants a single deal decided within limits that hold.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.result import Limits
>>> with IsolatedWorker() as worker:  # doctest: +SKIP
...     worker.run(Run(Deal.of("AS", "QD KH", "JC"), "dfs", limits=Limits(seconds=1))).result.verdict
<Verdict.SOLVABLE: 'solvable'>
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any, Self, cast

from blackhole_experiments.runs.deaths import cause_of_death
from blackhole_experiments.runs.environment import environment
from blackhole_experiments.runs.frames import encode, read_frame, write_frame
from blackhole_experiments.runs.orphans import kill_session
from blackhole_experiments.runs.outcome import Measured, Outcome, now, result_from_json
from blackhole_models.errors import UnsupportedError
from blackhole_models.result import Result, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackhole_experiments.runs.run import Run

COMMAND: Sequence[str] = (sys.executable, "-P", "-m", "blackhole_experiments.runs.worker")
"""How a worker is started. `-P`: a file in the current folder must not pass for a module."""

SURROUNDINGS = {
    # One run, one core, unless a solver is told otherwise: no library may start threads of its own accord.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",  # pyarrow's, which pandas imports, which OR-Tools imports
    # Sets and dictionaries of strings iterate alike in every worker, so that a run repeated is the same run.
    "PYTHONHASHSEED": "0",
}
"""What a worker's environment has beside that of its starter."""

_PATIENCE_SECONDS = 2.0
_LONGEST_TRACE = 8000


class IsolatedWorker:
    """A worker process, started when first needed and started anew after it died.

    `run` is for one thread at a time; `cancel` and `close` may be called from any thread, and end a `run` in progress.

    Args:
        cpu: number of the logical processor to stay on; None leaves that to the system.
        command: the program to start, one that calls `blackhole_experiments.runs.worker.main`.

    Raises:
        UnsupportedError: `cpu` is given on a system that cannot pin processes.
    """

    def __init__(self, *, cpu: int | None = None, command: Sequence[str] = COMMAND) -> None:
        if cpu is not None and sys.platform != "linux":
            raise UnsupportedError("workers can be pinned to processors on Linux only")
        self._cpu = cpu
        self._command = command
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._running = False
        self._cancelled = False
        self._closed = False

    def start(self) -> None:
        """Start the worker now, so that the first run need not wait for it."""
        with self._lock:
            self._living()

    def run(self, run: Run) -> Outcome:
        """Make `run` and return what came of it. A worker that is closed, also meanwhile, answers `interrupted`."""
        begun, clock = now(), time.monotonic()
        request = encode({"run": run.to_json()})
        with self._lock:
            if self._closed:
                return interrupted(run)
            self._cancelled = False
            process = self._living()
            try:
                process.send(request)
            except BrokenPipeError:  # it died while idle, a moment ago
                process = self._living(anew=True)
                process.send(request)
            self._running = True
        answer = process.receive()
        with self._lock:
            self._running = False
            cancelled, closed = self._cancelled, self._closed
        if answer is not None:
            if closed:
                process.dispose()
            return Outcome(run, result_from_json(answer["result"]), Measured(**answer["measured"]), environment())
        seconds = time.monotonic() - clock
        death, trace = process.dispose()
        if cancelled:
            return replace(interrupted(run), measured=Measured(begun, seconds, killed=True))
        measured = Measured(begun, seconds, trace=trace)
        return Outcome(run, Result(run.solver, Verdict.ERROR, message=death), measured, environment())

    def cancel(self) -> None:
        """End the run in progress, if any; it comes out as `interrupted`. The worker can make the next one."""
        with self._lock:
            if self._running and not self._closed and self._process is not None:
                self._cancelled = True
                with contextlib.suppress(BrokenPipeError):  # it has just died: cancelled, too
                    self._process.send(encode({"cancel": True}))

    def retire(self) -> None:
        """Have the worker end, and the run in progress with it, and do not wait for that. No way back."""
        with self._lock:
            self._closed = True
            self._cancelled = True
            if self._process is not None:
                self._process.hang_up()

    def close(self) -> None:
        """End the worker and the run in progress, if any. For good: later runs come out as `interrupted`."""
        self.retire()
        process, running = self._process, self._running
        if process is not None:
            process.end()
            if not running:  # else the thread in `run` is about to read that there is no answer, and disposes of it
                process.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _living(self, *, anew: bool = False) -> _Process:
        if self._process is not None and (anew or self._process.gone):
            self._process.dispose()
            self._process = None
        if self._process is None:
            self._process = _Process(self._command, self._cpu)
            weakref.finalize(self, self._process.dispose)
        return self._process


def interrupted(run: Run) -> Outcome:
    """Return the outcome of a run that was called off before it began."""
    return Outcome(run, Result(run.solver, Verdict.INTERRUPTED, message="cancelled"), Measured(now()), environment())


class _Process:
    """The worker's process with its pipes, in a session of its own: Ctrl-C at the terminal does not reach it."""

    def __init__(self, command: Sequence[str], cpu: int | None) -> None:
        self._lock = threading.Lock()
        self._ended = False
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `dispose`
        self._popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
            env=os.environ | SURROUNDINGS,
            start_new_session=True,
        )
        self._requests = cast("IO[bytes]", self._popen.stdin)
        self._answers = cast("IO[bytes]", self._popen.stdout)
        if cpu is not None and sys.platform == "linux":
            os.sched_setaffinity(self._popen.pid, {cpu})

    @property
    def gone(self) -> bool:
        """Whether the process has ended."""
        return self._popen.poll() is not None

    def send(self, frame: bytes) -> None:
        """Send a frame.

        Raises:
            BrokenPipeError: the process is gone.
        """
        write_frame(self._requests.fileno(), frame)

    def receive(self) -> Any:
        """Wait for a message; None when the process ends instead."""
        return read_frame(self._answers.fileno())

    def hang_up(self) -> None:
        """Close the process's input, at which it ends by itself."""
        self._requests.close()

    def end(self) -> None:
        """End the process and everything it started, by force where hanging up is not enough."""
        self.hang_up()
        with self._lock:
            if self._ended:
                return
            try:
                self._popen.wait(_PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                self._popen.kill()
                self._popen.wait()
            kill_session(self._popen.pid)
            self._ended = True

    def dispose(self) -> tuple[str, str]:
        """End the process, let go of its pipes, and say how it died and what it printed last.

        Only for a thread that knows no other to be in `receive`. A second time there is nothing to say.
        """
        self.end()
        with self._lock:
            if self._answers.closed:
                return "", ""
            printed = self._printed()
            self._answers.close()
            self._errors.close()
            return cause_of_death("the worker", self._popen.returncode, printed), printed

    def _printed(self) -> str:
        # pread: the process shares the file's position, and must go on writing at its end
        fd = self._errors.fileno()
        size = os.fstat(fd).st_size
        return os.pread(fd, _LONGEST_TRACE, max(0, size - _LONGEST_TRACE)).decode(errors="replace")
