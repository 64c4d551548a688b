"""Making folders, and writing files so that a reader finds the old one or the new one, never half of one.

For rows, tables, figures and records; the files are written again and again while somebody may be looking at them.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from filelock import FileLock, Timeout

from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK_FILE: Final = ".lock"


def make_folder(path: Path) -> None:
    """Make the folder at `path`, with its parents, if it does not exist.

    Raises:
        InputError: it cannot be made; of a file in its place, the message says so.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        file = next(each for each in (path, *path.parents) if each.exists() and not each.is_dir())
        raise InputError("is a file, not a folder", source=str(file)) from None
    except OSError as error:
        raise InputError(f"cannot be written to: {error.strerror}", source=str(path)) from None


def lock_folder(path: Path) -> FileLock:
    """Take the lock of the folder at `path`, which the system lets go of however a process ends.

    Returns:
        the lock, to be released.

    Raises:
        InputError: another process has it, or the folder cannot be written to.
    """
    lock = FileLock(path / LOCK_FILE)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InputError("another process is writing here", source=str(path)) from None
    except OSError as error:
        raise InputError(f"cannot be written to: {error.strerror}", source=str(path)) from None
    return lock


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the path of a file to write, which takes the place of the one at `path` if all goes well.

    A pipe or a device is written to itself.

    Raises:
        InputError: it cannot be written.
    """
    special = path.exists() and not path.is_file() and not path.is_dir()
    part = path if special else path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            yield part
            if not special:
                part.replace(path)
        finally:
            if not special:
                part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from None


def write_file(path: Path, data: bytes | str) -> None:
    """Put `data` into the file at `path`; text is written as UTF-8, with the line ends it has.

    Raises:
        InputError: it cannot be written.
    """
    with replacing(path) as part:
        part.write_bytes(data.encode() if isinstance(data, str) else data)
