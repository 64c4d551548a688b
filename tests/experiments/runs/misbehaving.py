"""Solvers that do what a solver must not, for the tests: each part of the name is a misdeed.

`bad` alone answers at once that a deal is unsolvable.
"""

from __future__ import annotations

import array
import ctypes
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from blackhole_models.errors import InputError
from blackhole_models.result import Result, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blackhole_models.deal import Deal
    from blackhole_models.result import Json, Limits


def make(base: str, parts: tuple[str, ...], settings: Mapping[str, Json]) -> Misbehaving:
    (deed,) = parts or ("answer",)
    return Misbehaving(base, deed, settings)


class Misbehaving:
    effort_unit = "misdeeds"

    def __init__(self, base: str, deed: str, settings: Mapping[str, Json]) -> None:
        self.name = f"{base}+{deed}"
        self.settings = {"seed": 0, **settings}
        self.prepared = False
        self._deed = deed

    def versions(self) -> Mapping[str, str]:
        return {"misbehaving": "1.0"}

    def prepare(self, _: Deal) -> None:
        if self._deed in PREPARATIONS:
            PREPARATIONS[self._deed](self)

    def solve(self, deal: Deal, limits: Limits) -> Result:
        if self._deed in DEEDS:
            answer = DEEDS[self._deed](self, deal, limits)
            if answer is not None:
                return answer
        return Result(self.name, Verdict.UNSOLVABLE, effort=1, effort_unit=self.effort_unit, build_seconds=0.25)

    def tell(self, pid: int) -> None:
        """Write a process id where the test looks for it."""
        note = Path(str(self.settings["note"]))
        note.with_suffix(".part").write_text(str(pid))
        note.with_suffix(".part").rename(note)


def sleep(solver: Misbehaving, *_: object) -> None:
    if "note" in solver.settings:
        solver.tell(os.getpid())
    time.sleep(3600)


def loop(*_: object) -> None:
    while True:
        pass


def loop_in_c(*_: object) -> NoReturn:
    """Hold the interpreter for hours: no signal handler and no thread gets a turn."""
    raise AssertionError(3 ** (3**40))


def eat_memory(*_: object) -> None:
    eaten = []
    while True:
        eaten.append(array.array("B", bytes(5_000_000)))
        time.sleep(0.001)


def eat_memory_in_a_child(*_: object) -> None:
    script = "import time\nx = bytearray(300_000_000)\nx[::4096] = b'1' * len(x[::4096])\ntime.sleep(3600)"
    subprocess.run([sys.executable, "-c", script], check=True)


def use(_: Misbehaving, __: Deal, ___: Limits, megabytes: int = 200) -> None:
    eaten = bytearray(megabytes * 1_000_000)
    eaten[::1000] = b"1" * len(eaten[::1000])


def crash(*_: object) -> None:
    sys.stderr.write("the last words\n")
    sys.stderr.flush()
    ctypes.string_at(0)


def leave(*_: object) -> None:
    sys.exit(3)


def leave_at_once(*_: object) -> None:
    os._exit(3)


def fail(*_: object) -> None:
    raise KeyError("no such thing")


def refuse(*_: object) -> None:
    raise InputError("this solver cannot do All in a Row")


def fork(solver: Misbehaving, *_: object) -> None:
    """Leave a process behind in the run's own group."""
    pid = os.fork()
    if pid == 0:
        time.sleep(3600)
    solver.tell(pid)


def fork_and_sleep(solver: Misbehaving, *_: object) -> None:
    fork(solver)
    time.sleep(3600)


def escape(solver: Misbehaving, *_: object) -> None:
    """Leave a process behind in a session of its own."""
    solver.tell(subprocess.Popen(["sleep", "3600"], start_new_session=True).pid)


def come_back_twice(*_: object) -> None:
    os.fork()


def print_much(*_: object) -> None:
    for _line in range(20_000):
        print("\0\0\0\5hello", "noise" * 10)  # noqa: T201 - that is the misdeed
    subprocess.run(["echo", "noise from a child"], check=True)


def cheat(solver: Misbehaving, deal: Deal, _: Limits) -> Result:
    return Result(solver.name, Verdict.SOLVABLE, order=tuple(reversed(list(deal))), effort=1)


def win(solver: Misbehaving, deal: Deal, _: Limits) -> Result:
    return Result(solver.name, Verdict.SOLVABLE, order=tuple(deal), effort=1, details={"note": "ä", "list": [1]})


def odd_details(solver: Misbehaving, *_: object) -> Result:
    return Result(solver.name, Verdict.UNSOLVABLE, details={"odd": object()})  # type: ignore[dict-item]


def decide_late(_: Misbehaving, __: Deal, limits: Limits) -> None:
    assert limits.seconds is not None
    time.sleep(limits.seconds + 0.03)


def stop_in_time(solver: Misbehaving, _: Deal, limits: Limits) -> Result:
    assert limits.seconds is not None
    time.sleep(limits.seconds)
    return Result(solver.name, Verdict.TIME_LIMIT, effort=7, effort_unit=solver.effort_unit)


def count_runs(solver: Misbehaving, *_: object) -> Result:
    """Change what the next run would see, if it saw it."""
    solver.settings["seed"] = int(str(solver.settings["seed"])) + 1
    return Result(solver.name, Verdict.UNSOLVABLE, effort=int(str(solver.settings["seed"])))


def large_answer(solver: Misbehaving, *_: object) -> Result:
    return Result(solver.name, Verdict.UNSOLVABLE, details={"text": "x" * 1_000_000})


def spin(*_: object) -> None:
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass


def where(solver: Misbehaving, *_: object) -> Result:
    return Result(solver.name, Verdict.UNSOLVABLE, details={"cpus": [*sorted(os.sched_getaffinity(0))]})


DEEDS: dict[str, Callable[..., Result | None]] = {
    "sleep": sleep,
    "loop": loop,
    "loop-in-c": loop_in_c,
    "eat-memory": eat_memory,
    "eat-memory-in-a-child": eat_memory_in_a_child,
    "use": use,
    "crash": crash,
    "leave": leave,
    "leave-at-once": leave_at_once,
    "fail": fail,
    "refuse": refuse,
    "fork": fork,
    "fork-and-sleep": fork_and_sleep,
    "escape": escape,
    "come-back-twice": come_back_twice,
    "print-much": print_much,
    "cheat": cheat,
    "win": win,
    "odd-details": odd_details,
    "decide-late": decide_late,
    "stop-in-time": stop_in_time,
    "count-runs": count_runs,
    "large-answer": large_answer,
    "spin": spin,
    "where": where,
}


def prepare_long(solver: Misbehaving) -> None:
    solver.tell(os.getpid())
    time.sleep(3600)


def prepare_slowly(solver: Misbehaving) -> None:
    if not solver.prepared:
        time.sleep(0.5)
    solver.prepared = True


def leave_a_thread(_: Misbehaving) -> None:
    threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()


PREPARATIONS: dict[str, Callable[[Misbehaving], None]] = {
    "prepare-crash": crash,
    "prepare-fail": fail,
    "prepare-long": prepare_long,
    "prepare-slowly": prepare_slowly,
    "leave-a-thread": leave_a_thread,
}
