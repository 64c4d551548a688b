"""What a run's processes use at present, for limits that hold from outside.

For the supervisor, which asks every few milliseconds while a memory or CPU limit is set and never otherwise. The
final figures of a run do not come from here but from wait4(2), which misses nothing between two looks.

>>> import os
>>> Usage(os.getpid()).resident_mb() > 1
True
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Callable

MB = 1e6
_FAMILY_SECONDS = 0.2
"""How often descendants are looked for: it means a walk over all processes of the system."""


def image_mb() -> float:
    """Return what a process forked from this one has resident at once, in MB of 10^6 bytes.

    These are this process's own pages. Those of library files come in only as they are touched (fork(2) on Linux
    copies no mapping that can be read from a file again).
    """
    return _own_bytes(psutil.Process()) / MB


def peak_mb(ru_maxrss: int) -> float:
    """Return `ru_maxrss` of getrusage(2) in MB of 10^6 bytes: it counts kibibytes, on macOS bytes."""
    return ru_maxrss / MB if sys.platform == "darwin" else ru_maxrss * 1024 / MB


class Usage:
    """Watches process `pid` and its descendants."""

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self._descendants: list[psutil.Process] = []
        self._next_search = 0.0

    def resident_mb(self) -> float:
        """Return the resident memory of all together in MB of 10^6 bytes.

        Of descendants, pages that a file or another process maps as well are left out where the system tells.
        """
        return (_figure(_all_bytes, self._process) + sum(_figure(_own_bytes, each) for each in self._family())) / MB

    def cpu_seconds(self) -> float:
        """Return the user and system time of all together, that of descendants already reaped included."""
        return sum(_figure(_cpu_seconds, each) for each in (self._process, *self._family()))

    def _family(self) -> list[psutil.Process]:
        if time.monotonic() >= self._next_search:
            self._next_search = time.monotonic() + _FAMILY_SECONDS
            try:
                self._descendants = self._process.children(recursive=True)
            except psutil.NoSuchProcess:
                self._descendants = []
        return self._descendants


def _all_bytes(process: psutil.Process) -> float:
    return float(process.memory_info().rss)


def _own_bytes(process: psutil.Process) -> float:
    memory = process.memory_info()
    return float(memory.rss - getattr(memory, "shared", 0))


def _cpu_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system + times.children_user + times.children_system


def _figure(figure: Callable[[psutil.Process], float], process: psutil.Process) -> float:
    """Return a figure of `process`, 0 once it has ended: between two looks that is no error."""
    try:
        return figure(process)
    except psutil.NoSuchProcess:
        return 0.0
