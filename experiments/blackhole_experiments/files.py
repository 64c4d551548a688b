"""Writing files so that a reader finds the old one or the new one, never half of one.

For tables, figures and records, which are written again and again while somebody may be looking at them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def write_file(path: Path, data: bytes | str) -> None:
    """Put `data` into the file at `path`; text is written as UTF-8, with the line ends it has.

    Raises:
        InputError: it cannot be written.
    """
    content = data.encode() if isinstance(data, str) else data
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a device; a folder is refused by the system
            return
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            part.write_bytes(content)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from None
