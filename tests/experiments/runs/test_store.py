"""The store: every row complete, none lost, none twice, whatever happens."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from blackhole_experiments.runs.environment import environment
from blackhole_experiments.runs.outcome import Measured, Outcome
from blackhole_experiments.runs.rows import row
from blackhole_experiments.runs.run import Run
from blackhole_experiments.runs.store import ROWS_FILE, Store, read_rows
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError
from blackhole_models.result import Result, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from blackhole_experiments.runs.rows import Row

RUNS = [Run(Deal.of("AS", "2S", "3S", name=f"planted:{number}"), "dfs") for number in range(6)]


def row_of(run: Run, verdict: Verdict = Verdict.UNSOLVABLE) -> Row:
    return row(Outcome(run, Result("dfs", verdict), Measured("2026-11-30T12:00:00+00:00"), environment()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the rows of the first four runs."""
    with Store(tmp_path / "deep" / "study") as store:
        for run in RUNS[:4]:
            assert store.append(row_of(run))
    return tmp_path / "deep" / "study"


def test_rows_are_read_back_as_written(folder: Path) -> None:
    assert list(read_rows(folder)) == [row_of(run) for run in RUNS[:4]]


def test_resuming_skips_what_is_done_and_takes_each_run_once(folder: Path) -> None:
    with Store(folder) as store:
        assert store.done == {run.key for run in RUNS[:4]}
        assert list(store.pending([*RUNS, *RUNS])) == RUNS[4:]
        store.append(row_of(RUNS[4]))
        assert list(store.pending(RUNS)) == RUNS[5:]
    assert len(list(read_rows(folder))) == 5


def test_row_is_on_the_disk_before_the_next_is_taken(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for number, run in enumerate(RUNS, start=1):
            store.append(row_of(run))
            assert len(list(read_rows(tmp_path))) == number


def test_interrupted_run_is_not_kept(folder: Path) -> None:
    with Store(folder) as store:
        assert not store.append(row_of(RUNS[4], Verdict.INTERRUPTED))
        assert list(store.pending(RUNS)) == RUNS[4:]
    assert len(list(read_rows(folder))) == 4


def test_same_run_twice_is_refused(folder: Path) -> None:
    with Store(folder) as store, pytest.raises(ValueError, match="has a row already"):
        store.append(row_of(RUNS[0]))


def test_torn_last_line_is_dropped_at_every_place_it_can_tear(folder: Path) -> None:
    whole = (folder / ROWS_FILE).read_bytes()
    start = whole[:-1].rfind(b"\n") + 1
    for end in [start, start + 1, *range(start + 2, len(whole) - 1, 37), len(whole) - 1]:
        (folder / ROWS_FILE).write_bytes(whole[:end])
        assert list(read_rows(folder)) == [row_of(run) for run in RUNS[:3]]
        with Store(folder) as store:
            assert list(store.pending(RUNS)) == RUNS[3:]
            store.append(row_of(RUNS[3]))
        assert (folder / ROWS_FILE).read_bytes() == whole


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (b"{oops}\n", "damaged, no JSON"),
        (b"\xff\xfe\n", "damaged, no JSON"),
        (b"\0\0\0\n", "damaged, no JSON"),
        (b"[1]\n", "not a row"),
        (b'{"key": "1"}\n', "column 'deal' is missing"),
        (b"\n", "damaged, no JSON"),
    ],
)
def test_damaged_line_is_named_and_nothing_is_touched(folder: Path, damage: bytes, message: str) -> None:
    lines = (folder / ROWS_FILE).read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:2], damage, *lines[3:], b'{"torn'])
    (folder / ROWS_FILE).write_bytes(damaged)
    for attempt in (lambda: list(read_rows(folder)), Store(folder).__enter__):
        with pytest.raises(InputError, match=message) as caught:
            attempt()
        assert caught.value.source == str(folder / ROWS_FILE)
        assert caught.value.line == 3
    assert (folder / ROWS_FILE).read_bytes() == damaged


def test_two_processes_cannot_write_to_one_folder(folder: Path) -> None:
    program = "import sys; from pathlib import Path; from blackhole_experiments.runs.store import Store\n"
    program += "with Store(Path(sys.argv[1])): print('in', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", program, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "in\n"
        with pytest.raises(InputError, match="another process is writing here"):
            Store(folder).__enter__()
        assert len(list(read_rows(folder))) == 4
        other.kill()
    with Store(folder) as store:
        assert len(store.done) == 4


@pytest.mark.parametrize("below", ["", "further/down"])
def test_a_file_in_place_of_the_folder_is_called_one(tmp_path: Path, below: str) -> None:
    (tmp_path / "taken").touch()
    folder = tmp_path / "taken" / below
    with pytest.raises(InputError, match="is a file, not a folder") as caught:
        Store(folder).__enter__()
    assert caught.value.source == str(tmp_path / "taken")
    with pytest.raises(InputError, match="is a file, not a folder"):
        list(read_rows(folder))


def test_lock_is_let_go_of_after_damage(folder: Path) -> None:
    whole = (folder / ROWS_FILE).read_bytes()
    (folder / ROWS_FILE).write_bytes(b"oops\n")
    with pytest.raises(InputError, match="damaged"):
        Store(folder).__enter__()
    (folder / ROWS_FILE).write_bytes(whole)
    with Store(folder) as store:
        assert len(store.done) == 4


def test_killed_writer_loses_no_row_it_was_told_is_kept(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from itertools import count
from blackhole_experiments.runs.environment import environment
from blackhole_experiments.runs.outcome import Measured, Outcome
from blackhole_experiments.runs.rows import row
from blackhole_experiments.runs.run import Run
from blackhole_experiments.runs.store import Store
from blackhole_models.deal import Deal
from blackhole_models.result import Result, Verdict

with Store(Path(sys.argv[1])) as store:
    for run in store.pending(Run(Deal.of("AS", "2S"), "dfs", repeat=number) for number in count()):
        store.append(row(Outcome(run, Result("dfs", Verdict.UNSOLVABLE), Measured("now"), environment())))
        print(run.key, flush=True)
"""
    told: list[str] = []
    for rows in (1, 10, 50):
        with subprocess.Popen([sys.executable, "-c", program, tmp_path], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            told += [writer.stdout.readline().strip() for _ in range(rows)]
            writer.kill()
            told += writer.stdout.read().split()
    keys = [str(each["key"]) for each in read_rows(tmp_path)]
    assert len(keys) == len(set(keys))
    assert set(told) <= set(keys)


def fail(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("failure", [("write", lambda fd, data: os.pwrite(fd, data[:9], 0)), ("fsync", fail)])
def test_full_disk_leaves_the_rows_as_they_were(
    folder: Path, monkeypatch: pytest.MonkeyPatch, failure: tuple[str, Callable[..., object]]
) -> None:
    whole = (folder / ROWS_FILE).read_bytes()
    with Store(folder) as store:
        with monkeypatch.context() as patch:
            patch.setattr(f"blackhole_experiments.runs.store.os.{failure[0]}", failure[1])
            with pytest.raises(InputError, match="cannot be written to"):
                store.append(row_of(RUNS[4]))
        assert (folder / ROWS_FILE).read_bytes() == whole
        assert store.append(row_of(RUNS[4]))
    assert len(list(read_rows(folder))) == 5


def test_place_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    (tmp_path / "study" / ROWS_FILE).mkdir(parents=True)
    with pytest.raises(InputError, match="cannot be written to: Is a directory"):
        Store(tmp_path / "study").__enter__()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_without_permission_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="cannot be written to: Permission denied"):
        Store(tmp_path / "study").__enter__()


def test_place_without_rows_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no rows \(rows\.jsonl is not there\)"):
        list(read_rows(tmp_path))


def test_rows_are_lines_of_json(folder: Path) -> None:
    lines = (folder / ROWS_FILE).read_text().splitlines()
    assert [json.loads(line)["deal"] for line in lines] == [run.deal.name for run in RUNS[:4]]
