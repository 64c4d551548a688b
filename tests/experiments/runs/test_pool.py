"""Many runs: order of coming, look-ahead, Ctrl-C and kill -9 in the middle, other executors."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from blackhole_experiments.runs import pool
from blackhole_experiments.runs.isolation import IsolatedWorker
from blackhole_experiments.runs.pool import Lanes, execute
from blackhole_models.errors import InputError
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from blackhole_experiments.runs.run import Run

pytestmark = pytest.mark.usefixtures("nobody_left")


def test_every_run_comes_out_once(command: tuple[str, ...], bad: Callable[..., Run]) -> None:
    runs = [bad(repeat=number) for number in range(60)]
    outcomes = list(execute(runs, jobs=2, executor=Lanes(2, command=command)))
    assert sorted(outcome.run.repeat for outcome in outcomes) == list(range(60))
    assert {outcome.result.verdict for outcome in outcomes} == {Verdict.UNSOLVABLE}


def test_outcomes_come_as_they_are_ready(command: tuple[str, ...], bad: Callable[..., Run]) -> None:
    runs = [bad("sleep", seconds=0.7), bad(repeat=1), bad(repeat=2)]
    outcomes = list(execute(runs, jobs=2, executor=Lanes(2, command=command)))
    assert [outcome.run.repeat for outcome in outcomes] == [1, 2, 0]


def test_no_runs_is_no_work() -> None:
    assert list(execute([], jobs=2)) == []


def test_runs_are_drawn_as_needed(command: tuple[str, ...], bad: Callable[..., Run]) -> None:
    drawn = 0

    def endless() -> Iterator[Run]:
        nonlocal drawn
        for number in count():
            drawn += 1
            yield bad(repeat=number)

    with closing(execute(endless(), jobs=2, executor=Lanes(2, command=command))) as outcomes:
        assert len(list(islice(outcomes, 10))) == 10
        assert drawn <= 10 + 2 * 2
    assert drawn <= 10 + 2 * 2


def test_leaving_the_loop_ends_the_runs(command: tuple[str, ...], bad: Callable[..., Run]) -> None:
    runs = [bad(), bad("sleep"), bad("sleep", repeat=1), bad("sleep", repeat=2)]
    begun = time.monotonic()
    with closing(execute(runs, jobs=2, executor=Lanes(2, command=command))) as outcomes:
        assert next(outcomes).result.verdict is Verdict.UNSOLVABLE
    assert time.monotonic() - begun < 5


def test_any_executor_will_do(
    command: tuple[str, ...], bad: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[IsolatedWorker] = []

    def make() -> IsolatedWorker:
        made.append(IsolatedWorker(command=command))
        return made[-1]

    monkeypatch.setattr(pool, "IsolatedWorker", make)
    with ThreadPoolExecutor(2) as executor:
        outcomes = list(execute([bad(repeat=number) for number in range(20)], jobs=2, executor=executor))
    assert len(outcomes) == 20
    assert 1 <= len(made) <= 2
    for worker in made:
        worker.close()


class _Counting(ThreadPoolExecutor):
    """An executor of one lane elsewhere that notes how many runs each task is made of."""

    def __init__(self, command: tuple[str, ...]) -> None:
        super().__init__(1)
        self.sizes: list[int] = []
        self._worker = IsolatedWorker(command=command)

    def submit(self, _fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        (runs,) = args
        self.sizes.append(len(runs))
        return super().submit(lambda: [self._worker.run(run) for run in runs])

    def __exit__(self, *error: object) -> None:
        self._worker.close()
        super().__exit__(*error)  # type: ignore[arg-type]


def test_another_executor_gets_short_runs_together_and_long_ones_alone(
    command: tuple[str, ...], bad: Callable[..., Run]
) -> None:
    short = [bad(repeat=number) for number in range(40)]
    long = [bad("sleep", seconds=0.3, repeat=number) for number in range(40, 44)]
    with _Counting(command) as executor:
        outcomes = list(execute([*short, *long], jobs=1, executor=executor))
    assert sorted(outcome.run.repeat for outcome in outcomes) == list(range(44))
    assert executor.sizes[0] == 1
    assert max(executor.sizes) > 3
    assert sum(executor.sizes) == 44
    with _Counting(command) as executor:
        assert len(list(execute(long, jobs=1, executor=executor))) == 4
    assert executor.sizes == [1, 1, 1, 1]


@pytest.mark.skipif(sys.platform != "linux", reason="processor affinity is there on Linux only")
def test_pinned_workers_have_a_processor_each(command: tuple[str, ...], bad: Callable[..., Run]) -> None:
    jobs = min(2, len(os.sched_getaffinity(0)))
    runs = [bad("where", repeat=number) for number in range(12)]
    outcomes = execute(runs, jobs=jobs, executor=Lanes(jobs, pin=True, command=command))
    places = [outcome.result.details["cpus"] for outcome in outcomes]
    assert all(isinstance(place, list) and len(place) == 1 for place in places)
    with pytest.raises(InputError, match="workers on a processor each"):
        execute([], jobs=10_000, pin=True)


@pytest.mark.parametrize("jobs", [0, -1])
def test_at_least_one_job(jobs: int) -> None:
    with pytest.raises(InputError, match="at least one at a time"):
        execute([], jobs=jobs)


PROGRAM = """
import json, sys
from itertools import chain, count
from blackhole_experiments.runs.pool import Lanes, execute
from blackhole_experiments.runs.run import Run
from blackhole_models.deal import Deal

command, note = json.loads(sys.argv[1]), sys.argv[2]
deal = Deal.of("AS", "2S", "3S")
quick = [Run(deal, "bad", repeat=number) for number in range(5)]
slow = [Run(deal, "bad+" + deed, {"note": note + deed}) for deed in ("fork-and-sleep", "sleep")]
never = (Run(deal, "bad+sleep", {"note": note + "never"}, repeat=number) for number in count(1))
for outcome in execute(chain(quick, slow, never), jobs=2, executor=Lanes(2, command=command)):
    print(outcome.run.solver, outcome.result.verdict, flush=True)
print("end", flush=True)
"""


@pytest.fixture
def program(command: tuple[str, ...], tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A program in the middle of runs: five are done, two hang, one of them with a process of its own."""
    arguments = [sys.executable, "-c", PROGRAM, json.dumps(command), f"{tmp_path}/"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def hanging(tmp_path: Path) -> list[int]:
    """Wait until both hanging runs are under way and return the processes concerned."""
    notes = [tmp_path / "fork-and-sleep", tmp_path / "sleep"]
    end = time.monotonic() + 10
    while not all(note.exists() for note in notes):
        assert time.monotonic() < end
        time.sleep(0.01)
    return [int(note.read_text()) for note in notes]


def test_ctrl_c_keeps_what_is_done_and_ends_the_rest(
    program: subprocess.Popen[str], tmp_path: Path, gone: Callable[[int], bool]
) -> None:
    pids = hanging(tmp_path)
    begun = time.monotonic()
    program.send_signal(signal.SIGINT)
    said, errors = program.communicate(timeout=10)
    assert time.monotonic() - begun < 2
    assert program.returncode == 0
    assert errors == ""
    assert said.split("\n") == [
        *["bad unsolvable"] * 5,
        "bad+fork-and-sleep interrupted",
        "bad+sleep interrupted",
        "end",
        "",
    ]
    assert all(gone(pid) for pid in pids)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_killed_program_leaves_no_process(
    program: subprocess.Popen[str], tmp_path: Path, gone: Callable[[int], bool], number: signal.Signals
) -> None:
    pids = hanging(tmp_path)
    family = [child.pid for child in psutil.Process(program.pid).children(recursive=True)]
    assert set(pids) <= set(family)
    program.send_signal(number)
    program.communicate(timeout=10)
    assert all(gone(pid) for pid in family)


def test_ctrl_c_between_two_outcomes_waits_for_the_next(command: tuple[str, ...], bad: Callable[..., Run]) -> None:
    runs = [bad(), bad("sleep"), bad("sleep", repeat=1)]
    seen: list[Verdict] = []
    before = signal.getsignal(signal.SIGINT)
    for outcome in execute(runs, jobs=2, executor=Lanes(2, command=command)):
        if not seen:
            signal.raise_signal(signal.SIGINT)
        seen.append(outcome.result.verdict)
    assert seen == [Verdict.UNSOLVABLE, Verdict.INTERRUPTED, Verdict.INTERRUPTED]
    assert signal.getsignal(signal.SIGINT) is before


def test_second_ctrl_c_is_not_kept(command: tuple[str, ...], bad: Callable[..., Run]) -> None:
    outcomes = execute([bad(), bad("sleep")], jobs=2, executor=Lanes(2, command=command))
    next(outcomes)
    signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    outcomes.close()


def test_interruption_is_told_even_when_nothing_was_running(command: tuple[str, ...], bad: Callable[..., Run]) -> None:
    runs = [bad(repeat=number) for number in range(6)]
    seen: list[Verdict] = []
    for outcome in execute(runs, jobs=1, executor=Lanes(1, command=command)):
        if not seen:
            time.sleep(0.3)  # until all that were handed out are done
            signal.raise_signal(signal.SIGINT)
        seen.append(outcome.result.verdict)
    assert seen == [Verdict.UNSOLVABLE] * 3 + [Verdict.INTERRUPTED]


def test_ctrl_c_does_not_wait_for_another_executor(
    command: tuple[str, ...], bad: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "IsolatedWorker", lambda: IsolatedWorker(command=command))
    seen: list[Verdict] = []
    with ThreadPoolExecutor(1) as executor:
        for outcome in execute([bad(), bad("sleep", seconds=1)], jobs=1, executor=executor):
            if not seen:
                begun = time.monotonic()
                signal.raise_signal(signal.SIGINT)
            seen.append(outcome.result.verdict)
        assert time.monotonic() - begun < 0.5
    assert seen == [Verdict.UNSOLVABLE, Verdict.INTERRUPTED]
