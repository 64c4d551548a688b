"""An isolated worker against solvers that do everything a solver must not."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import psutil
import pytest

from blackhole_experiments.runs.isolation import IsolatedWorker
from blackhole_experiments.runs.rows import row
from blackhole_experiments.runs.run import Run
from blackhole_models.deal import Deal
from blackhole_models.result import Limits, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

    from blackhole_experiments.runs.outcome import Outcome

Bad = Callable[..., Run]
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs prctl or processor affinity")


def verdict(outcome: Outcome) -> Verdict:
    return outcome.result.verdict


def test_well_behaved_run_is_measured(worker: IsolatedWorker, bad: Bad) -> None:
    outcome = worker.run(bad(seed=5))
    assert verdict(outcome) is Verdict.UNSOLVABLE
    assert outcome.result.build_seconds == 0.25
    measured = outcome.measured
    assert measured.answered
    assert not measured.killed
    assert 0 <= measured.wall_seconds < 1
    assert measured.cpu_seconds is not None
    assert 0 <= measured.cpu_seconds < 1
    assert measured.settings == {"seed": 5}
    assert measured.versions == {"misbehaving": "1.0"}
    assert measured.started.endswith("+00:00")


def test_order_arrives_replayed(worker: IsolatedWorker, bad: Bad) -> None:
    outcome = worker.run(bad("win"))
    assert outcome.result.verified
    assert [str(card) for card in outcome.result.order or ()] == ["AS", "2S", "3S"]
    assert outcome.result.details == {"note": "ä", "list": [1]}


@pytest.mark.parametrize("deed", ["sleep", "loop", "loop-in-c"])
def test_wall_limit_holds(worker: IsolatedWorker, bad: Bad, deed: str) -> None:
    begun = time.monotonic()
    outcome = worker.run(bad(deed, seconds=1))
    assert time.monotonic() - begun < 1.2
    assert verdict(outcome) is Verdict.TIME_LIMIT
    assert outcome.measured.killed
    assert 1 <= outcome.measured.wall_seconds < 1.2
    assert "limit of 1" in outcome.result.message


def test_solver_may_stop_by_itself_within_the_grace(worker: IsolatedWorker, bad: Bad) -> None:
    outcome = worker.run(bad("stop-in-time", seconds=0.2))
    assert verdict(outcome) is Verdict.TIME_LIMIT
    assert outcome.measured.answered
    assert outcome.result.effort == 7


def test_decision_after_the_limit_does_not_count(worker: IsolatedWorker, bad: Bad) -> None:
    outcome = worker.run(bad("decide-late", seconds=0.1))
    assert verdict(outcome) is Verdict.TIME_LIMIT
    assert not outcome.measured.killed
    assert "answered unsolvable too late" in outcome.result.message


@pytest.mark.parametrize("deed", ["eat-memory", "eat-memory-in-a-child"])
def test_memory_limit_holds(worker: IsolatedWorker, bad: Bad, deed: str) -> None:
    outcome = worker.run(bad(deed, seconds=10, memory_mb=100))
    assert verdict(outcome) is Verdict.MEMORY_LIMIT
    assert outcome.measured.killed
    assert "of 100" in outcome.result.message
    assert outcome.measured.peak_memory_mb is not None
    assert outcome.measured.image_memory_mb is not None
    assert 100 < outcome.measured.peak_memory_mb - outcome.measured.image_memory_mb < 400


def test_memory_limit_leaves_a_small_run_alone(worker: IsolatedWorker, bad: Bad) -> None:
    assert verdict(worker.run(bad("use", memory_mb=400))) is Verdict.UNSOLVABLE


def test_peak_memory_is_the_runs_own(worker: IsolatedWorker, bad: Bad) -> None:
    grown = []
    for deed in ("use", ""):
        measured = worker.run(bad(deed)).measured
        assert measured.peak_memory_mb is not None
        assert measured.image_memory_mb is not None
        grown.append(measured.peak_memory_mb - measured.image_memory_mb)
    assert 150 < grown[0] < 300
    assert grown[1] < 30


def test_cpu_limit_holds(worker: IsolatedWorker, bad: Bad) -> None:
    outcome = worker.run(bad("loop", seconds=10, cpu_limit=0.3))
    assert verdict(outcome) is Verdict.TIME_LIMIT
    assert "CPU seconds of 0.3" in outcome.result.message
    assert outcome.measured.cpu_seconds is not None
    assert 0.3 <= outcome.measured.cpu_seconds < 0.5


def test_cpu_limit_ignores_sleep(worker: IsolatedWorker, bad: Bad) -> None:
    assert verdict(worker.run(bad("stop-in-time", seconds=0.4, cpu_limit=0.3))) is Verdict.TIME_LIMIT
    assert verdict(worker.run(bad("decide-late", seconds=0.4, cpu_limit=5))) is Verdict.TIME_LIMIT


def test_cpu_time_is_measured(worker: IsolatedWorker, bad: Bad) -> None:
    spun = worker.run(bad("spin")).measured
    assert spun.cpu_seconds is not None
    assert 0.3 <= spun.cpu_seconds < 0.5
    assert spun.wall_seconds >= 0.3


@pytest.mark.parametrize(
    ("deed", "message", "trace"),
    [
        ("crash", "its process died of SIGSEGV: the last words", "Segmentation fault"),
        ("leave", "SystemExit: 3", "sys.exit(3)"),
        ("leave-at-once", "its process ended with exit code 3 and no answer", ""),
        ("fail", "KeyError: 'no such thing'", 'raise KeyError("no such thing")'),
        ("refuse", "this solver cannot do All in a Row", "InputError"),
        ("odd-details", "the solver's details are not fit for JSON: Object of type object", "TypeError"),
        ("cheat", "the referee refuses the order: card 1: the order starts with 3S", ""),
        ("prepare-fail", "KeyError: 'no such thing'", 'raise KeyError("no such thing")'),
        ("prepare-crash", "the worker died of SIGSEGV: the last words", "Segmentation fault"),
        ("leave-a-thread", "RuntimeError: prepare() of bad+leave-a-thread leaves threads running: 1", "RuntimeError"),
    ],
)
def test_failure_is_an_error_that_says_why(
    command: tuple[str, ...], bad: Bad, deed: str, message: str, trace: str
) -> None:
    with IsolatedWorker(command=command) as worker:
        outcome = worker.run(bad(deed))
        assert verdict(outcome) is Verdict.ERROR
        assert outcome.result.message.startswith(message)
        assert trace in outcome.measured.trace


@pytest.mark.parametrize("deed", ["crash", "leave", "leave-at-once", "fail", "prepare-crash", "prepare-fail"])
def test_failure_harms_no_later_run(worker: IsolatedWorker, bad: Bad, deed: str) -> None:
    assert verdict(worker.run(bad(deed))) is Verdict.ERROR
    assert verdict(worker.run(bad())) is Verdict.UNSOLVABLE


def test_unknown_solver_is_an_error(worker: IsolatedWorker) -> None:
    outcome = worker.run(Run(Deal.of("AS", "2S"), "worse"))
    assert verdict(outcome) is Verdict.ERROR
    assert outcome.result.message.startswith("unknown solver 'worse'")


def test_every_run_starts_from_the_same_state(worker: IsolatedWorker, bad: Bad) -> None:
    assert [worker.run(bad("count-runs", seed=0)).result.effort for _ in range(3)] == [1, 1, 1]


def test_preparing_is_counted_once_and_apart(worker: IsolatedWorker, bad: Bad) -> None:
    first, second = worker.run(bad("prepare-slowly", seconds=0.3)), worker.run(bad("prepare-slowly", seconds=0.3))
    assert verdict(first) is verdict(second) is Verdict.UNSOLVABLE
    assert 0.5 <= first.measured.prepare_seconds < 1
    assert second.measured.prepare_seconds < 0.1
    assert first.measured.wall_seconds < 0.3


@pytest.mark.parametrize("deed", ["print-much", "come-back-twice", "large-answer"])
def test_oddities_do_not_disturb_the_answer(worker: IsolatedWorker, bad: Bad, deed: str) -> None:
    assert verdict(worker.run(bad(deed, seconds=10))) is Verdict.UNSOLVABLE
    assert verdict(worker.run(bad("win"))) is Verdict.SOLVABLE


def test_nothing_allowed_is_nothing_done(worker: IsolatedWorker, bad: Bad) -> None:
    assert verdict(worker.run(bad("fail", seconds=0))) is Verdict.TIME_LIMIT
    assert verdict(worker.run(Run(Deal.of("AS", "2S"), "bad+fail", limits=Limits(effort=0)))) is Verdict.EFFORT_LIMIT


@pytest.mark.parametrize(
    ("deed", "ending"),
    [
        ("fork", Verdict.UNSOLVABLE),
        ("fork-and-sleep", Verdict.TIME_LIMIT),
        pytest.param("escape", Verdict.UNSOLVABLE, marks=linux_only),
    ],
)
def test_what_a_solver_started_ends_with_the_run(
    worker: IsolatedWorker,
    bad: Bad,
    note: Callable[[], int],
    gone: Callable[[int], bool],
    tmp_path: Path,
    deed: str,
    ending: Verdict,
) -> None:
    outcome = worker.run(bad(deed, seconds=0.3, note=str(tmp_path / "note")))
    assert verdict(outcome) is ending
    assert gone(note())


def run_in_thread(worker: IsolatedWorker, run: Run) -> Callable[[], Outcome]:
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(worker.run(run)))
    thread.start()

    def join() -> Outcome:
        thread.join(timeout=5)
        return outcomes[0]

    return join


def test_cancel_ends_the_run_and_keeps_the_worker(
    worker: IsolatedWorker, bad: Bad, note: Callable[[], int], gone: Callable[[int], bool], tmp_path: Path
) -> None:
    join = run_in_thread(worker, bad("sleep", note=str(tmp_path / "note")))
    pid = note()
    worker.cancel()
    outcome = join()
    assert verdict(outcome) is Verdict.INTERRUPTED
    assert outcome.measured.killed
    assert gone(pid)
    assert verdict(worker.run(bad())) is Verdict.UNSOLVABLE


def test_cancel_without_a_run_is_nothing(worker: IsolatedWorker, bad: Bad) -> None:
    worker.cancel()
    assert verdict(worker.run(bad())) is Verdict.UNSOLVABLE


@pytest.mark.parametrize("end", [IsolatedWorker.cancel, IsolatedWorker.close])
def test_preparation_can_be_cancelled(
    command: tuple[str, ...],
    bad: Bad,
    note: Callable[[], int],
    gone: Callable[[int], bool],
    tmp_path: Path,
    end: Callable[[IsolatedWorker], None],
) -> None:
    with IsolatedWorker(command=command) as worker:
        join = run_in_thread(worker, bad("prepare-long", note=str(tmp_path / "note")))
        pid = note()
        end(worker)
        assert verdict(join()) is Verdict.INTERRUPTED
        assert gone(pid)


@pytest.mark.usefixtures("nobody_left")
def test_close_ends_the_run_for_good(
    command: tuple[str, ...], bad: Bad, note: Callable[[], int], gone: Callable[[int], bool], tmp_path: Path
) -> None:
    worker = IsolatedWorker(command=command)
    join = run_in_thread(worker, bad("fork-and-sleep", note=str(tmp_path / "note")))
    pid = note()
    worker.close()
    assert verdict(join()) is Verdict.INTERRUPTED
    assert gone(pid)
    assert verdict(worker.run(bad())) is Verdict.INTERRUPTED
    worker.close()


@pytest.mark.usefixtures("nobody_left")
@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGKILL, marks=linux_only)])
def test_worker_that_is_killed_leaves_nothing_and_is_replaced(
    command: tuple[str, ...],
    bad: Bad,
    note: Callable[[], int],
    gone: Callable[[int], bool],
    tmp_path: Path,
    number: signal.Signals,
) -> None:
    with IsolatedWorker(command=command) as worker:
        join = run_in_thread(worker, bad("fork-and-sleep", note=str(tmp_path / "note")))
        grandchild = note()
        (worker_process,) = (child for child in psutil.Process().children() if os.getsid(grandchild) == child.pid)
        worker_process.send_signal(number)
        outcome = join()
        assert verdict(outcome) is Verdict.ERROR
        assert outcome.result.message.startswith("the worker ")
        assert gone(grandchild)
        assert verdict(worker.run(bad())) is Verdict.UNSOLVABLE


def test_worker_that_died_while_idle_is_replaced(command: tuple[str, ...], bad: Bad) -> None:
    with IsolatedWorker(command=command) as worker:
        before = {child.pid for child in psutil.Process().children()}
        worker.start()
        (process,) = (child for child in psutil.Process().children() if child.pid not in before)
        process.kill()
        process.wait()
        assert verdict(worker.run(bad())) is Verdict.UNSOLVABLE


@linux_only
def test_worker_stays_on_its_processor(command: tuple[str, ...], bad: Bad) -> None:
    cpu = max(os.sched_getaffinity(0))
    with IsolatedWorker(cpu=cpu, command=command) as worker:
        assert worker.run(bad("where")).result.details == {"cpus": [cpu]}


def test_cost_of_a_run(worker: IsolatedWorker, bad: Bad, benchmark: BenchmarkFixture) -> None:
    run = bad()
    benchmark(lambda: row(worker.run(run)))
