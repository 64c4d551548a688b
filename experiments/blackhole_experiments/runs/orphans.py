"""Nothing is left behind: how processes are tied to those that started them.

For the worker and the process that starts it. A run's process leads a group of its own, and a worker leads a session
of its own, so that killing the group ends a run and whatever it started. That leaves three gaps, closed here:

- A worker that is killed cannot kill its run. Linux does it (`die_with_parent`).
- A process that a solver started may leave the group. Linux makes it the worker's child when the solver ends
  (`adopt_orphans`), and `reap_strays` ends it.
- What is then still alive after a worker's end belongs to its session (`kill_session`).

On macOS the first two do not exist; there the group and the session are all there is. The two numbers below are from
prctl(2).
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

import psutil

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36

# Loaded on import: a forked process should do as little as possible before it is tied to its parent.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(parent: int) -> None:
    """Have this process killed when its parent, whose id is `parent`, ends. Linux only."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the request was made
        os._exit(1)


def adopt_orphans() -> None:
    """Make this process the parent of descendants whose own parent ends. Linux only."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def reap_strays() -> float:
    """Kill and reap all children of this process, including those adopted meanwhile; return their CPU seconds."""
    seconds = 0.0
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
            if pid == 0:
                for child in psutil.Process().children():
                    child.kill()
                _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return seconds
        seconds += usage.ru_utime + usage.ru_stime


def kill_group(pid: int) -> None:
    """Kill the group that process `pid` leads, if there still is one."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # macOS says the second of a group of zombies
        return


def kill_session(leader: int) -> None:
    """Kill every process of the session that process `leader` leads or led.

    To be called right after the leader was reaped, before its number can be given to another.
    """
    for pid in psutil.pids():
        try:
            if os.getsid(pid) == leader:
                os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):  # ended by itself, or somebody else's
            continue


def _prctl(option: int, value: int) -> None:
    if _libc is not None and _libc.prctl(option, value, 0, 0, 0) != 0:
        errno = ctypes.get_errno()
        raise OSError(errno, os.strerror(errno))
