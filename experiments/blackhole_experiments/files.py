"""Writing files so that a reader finds the old one or the new one, never half of one.

For tables, figures and records, which are written again and again while somebody may be looking at them.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
