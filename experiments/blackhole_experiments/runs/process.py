"""One run's process as its supervisor sees it: forked, listened to, killed, reaped.

For the supervisor. A process gives two pipes: one for its answer, one for whatever it prints, of which the end is kept.
Killing reaches all it started (see `orphans`), and nothing of it is left after `end`.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING, Any

from blackhole_experiments.runs.forked import LONGEST_TRACE, solve_and_exit
from blackhole_experiments.runs.frames import FrameBuffer
from blackhole_experiments.runs.orphans import kill_group, reap_strays
from blackhole_experiments.runs.usage import image_mb, peak_mb

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from blackhole_experiments.runs.run import Run
    from blackhole_models.solvers import Solver

_PIPE_BYTES = 1 << 16
"""What a pipe holds: after a process has died, one look of this size finds all it left."""


class RunProcess:
    """A process that makes `run` with `solver`, forked from this one.

    Attributes:
        pid: its id, which is that of its group.
        started: `time.monotonic()` at its start.
        image_mb: resident memory it starts with, in MB of 10^6 bytes.
        answer: what it answered, once complete.
        status: its wait status, once it has been reaped.
        cpu_seconds: its CPU time and that of children it waited for, after `end`.
        stray_seconds: CPU time of those it did not wait for, after `end`.
        peak_mb: its peak resident memory, after `end`; also that of all its processes, as far as somebody looked.
    """

    def __init__(self, solver: Solver, run: Run, foreign: Sequence[int]) -> None:
        answers, answer = os.pipe()
        outputs, output = os.pipe()
        os.set_blocking(answers, False)
        os.set_blocking(outputs, False)
        self.image_mb = image_mb()
        self.answer: dict[str, Any] | None = None
        self.status: int | None = None
        self.cpu_seconds = 0.0
        self.stray_seconds = 0.0
        self.peak_mb = 0.0
        self._frames = FrameBuffer()
        self._answers, self._outputs = answers, outputs
        self._printed = b""
        self.pipes = {answers, outputs}
        supervisor = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            solve_and_exit(
                solver, run, answer=answer, output=output, foreign=[*foreign, answers, outputs], supervisor=supervisor
            )
        self.started = time.monotonic()
        # It does the same itself. Whoever comes first, the group is there before anybody kills it.
        with contextlib.suppress(PermissionError, ProcessLookupError):  # it has become another program, or has ended
            os.setpgid(self.pid, self.pid)
        os.close(answer)
        os.close(output)

    @property
    def ended(self) -> bool:
        """Whether there is nothing to wait for any more: it has answered, or it is gone."""
        return self.answer is not None or self.status is not None

    @property
    def printed(self) -> str:
        """The end of what it wrote to standard output and standard error."""
        return self._printed.decode(errors="replace")

    def listen(self, ready: Container[int]) -> None:
        """Take in what has come through those of its pipes that are in `ready`."""
        for pipe in [pipe for pipe in self.pipes if pipe in ready]:
            try:
                data = os.read(pipe, _PIPE_BYTES)
            except BlockingIOError:
                continue
            if not data:
                self.pipes.remove(pipe)
                os.close(pipe)
            elif pipe == self._outputs:
                self._printed = (self._printed + data)[-LONGEST_TRACE:]
            else:
                for message in self._frames.feed(data):
                    self.answer = self.answer or message

    def reap(self, *, wait: bool = False) -> None:
        """Find out whether it is gone; with `wait`, wait for that."""
        if self.status is not None:
            return
        pid, status, usage = os.wait4(self.pid, 0 if wait else os.WNOHANG)
        if pid:
            self.status = status
            self.cpu_seconds = usage.ru_utime + usage.ru_stime
            self.peak_mb = max(self.peak_mb, peak_mb(usage.ru_maxrss))

    def end(self) -> None:
        """Kill all its processes, reap them, and take in what they left in the pipes."""
        kill_group(self.pid)
        self.reap(wait=True)
        self.stray_seconds = reap_strays()
        self.listen(self.pipes)
        for pipe in self.pipes:
            os.close(pipe)
        self.pipes.clear()
