"""A store: rows in a folder, one complete line per run, whatever happens in between.

For studies, and for tables and plots, which need nothing else. `rows.jsonl` holds one row a line. A row is written in
one go and flushed to the disk before the next is taken, so that `kill -9` or a power cut at any moment loses at most
the runs in progress. A last line without its end is dropped when the store is opened, and its run is made again.
A process holds a lock on the folder while it writes; the system lets go of it however the process ends.

>>> store = Store(Path("results/mine"))  # doctest: +SKIP
>>> with store:
...     for outcome in execute(store.pending(runs)):
...         store.append(row(outcome))
"""

from __future__ import annotations

import json
import os
from typing import IO, TYPE_CHECKING, Self

from blackhole_experiments.files import lock_folder, make_folder
from blackhole_experiments.runs.rows import Row, check_row
from blackhole_models.errors import InputError, shorten
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from filelock import FileLock

    from blackhole_experiments.runs.run import Run

ROWS_FILE = "rows.jsonl"


class Store:
    """A folder of rows, open for adding to while entered as a context manager.

    Args:
        folder: made on entering, with its parents, if it does not exist.

    Raises:
        InputError: on entering: another process is writing to the folder, the folder cannot be written to, or a line
            other than an unfinished last one is no row.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / ROWS_FILE
        self._lock: FileLock
        self._done: set[str] = set()
        self._fd = -1

    @property
    def done(self) -> frozenset[str]:
        """Keys of the runs whose rows are here."""
        return frozenset(self._done)

    def __enter__(self) -> Self:
        make_folder(self.folder)
        self._lock = lock_folder(self.folder)
        try:
            self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
            with self.path.open("rb") as file:
                self._done = {str(each["key"]) for each in _parse(file, self.path)}
                os.ftruncate(self._fd, file.tell())
        except OSError as error:
            self._release()
            raise InputError(f"cannot be written to: {error.strerror}", source=str(self.path)) from None
        except InputError:
            self._release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._release()

    def pending(self, runs: Iterable[Run]) -> Iterator[Run]:
        """Yield those of `runs` that have no row yet, each once; as lazily as `runs` itself."""
        seen = set(self._done)
        for run in runs:
            if run.key not in seen:
                seen.add(run.key)
                yield run

    def append(self, row: Row) -> bool:
        """Write a row to the disk and tell whether it was one to keep; a run that was interrupted is not.

        Raises:
            InputError: the disk is full or gone; the file is as it was before.
            ValueError: the run's row is here already, or `row` is none.
        """
        check_row(row)
        key = str(row["key"])
        if row["verdict"] == Verdict.INTERRUPTED:
            return False
        if key in self._done:
            raise ValueError(f"run {key} has a row already")
        line = json.dumps(row, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        end = os.fstat(self._fd).st_size
        try:
            if os.write(self._fd, line) < len(line):
                raise OSError(0, "the disk is full")
            os.fsync(self._fd)
        except OSError as error:
            os.ftruncate(self._fd, end)
            raise InputError(f"cannot be written to: {error.strerror}", source=str(self.path)) from None
        self._done.add(key)
        return True

    def _release(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
        self._lock.release()


def read_rows(folder: Path) -> Iterator[Row]:
    """Yield the rows in `folder` without locking it: a line that is still being written is left out.

    Raises:
        InputError: there are no rows, they cannot be read, or a line is no row; the message names file and line.
    """
    path = folder / ROWS_FILE
    try:
        with path.open("rb") as file:
            yield from _parse(file, path)
    except NotADirectoryError:
        raise InputError("is a file, not a folder", source=str(folder)) from None
    except FileNotFoundError:
        raise InputError(f"holds no rows ({ROWS_FILE} is not there)", source=str(folder)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from None


def _parse(file: IO[bytes], path: Path) -> Iterator[Row]:
    """Yield the rows of `file` and leave it behind the last complete line."""
    number = complete = 0
    while (line := file.readline()).endswith(b"\n"):
        number += 1
        try:
            yield check_row(json.loads(line))
        except InputError as error:
            raise InputError(error.message, source=str(path), line=number) from None
        except ValueError as error:
            raise InputError(f"damaged, no JSON: {shorten(error)}", source=str(path), line=number) from None
        complete += len(line)
    file.seek(complete)
