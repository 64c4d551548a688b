"""CP-SAT's own log while it works: for `solve --log`.

A run happens in a process whose output is kept, not shown. So CP-SAT is told to write its log to a pipe that has a name
in the file system, and a thread passes on what comes out of it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blackhole_models.result import Json


@contextmanager
def shown_log(*, wanted: bool) -> Iterator[dict[str, Json]]:
    """Yield the setting with which CP-SAT's log goes to standard error while the context lasts, or none."""
    if not wanted:
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="blackhole-log-") as folder:
        pipe = Path(folder, "log")
        os.mkfifo(pipe)
        # A writer of our own: the pipe has no end between two runs, only when we let go of it.
        reader, writer = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), os.open(pipe, os.O_WRONLY)
        os.set_blocking(reader, True)
        copying = threading.Thread(target=_copy, args=(reader,), daemon=True)
        copying.start()
        try:
            yield {"log": str(pipe)}
        finally:
            os.close(writer)
            copying.join()


def _copy(pipe: int) -> None:
    """Pass on what is written to `pipe` until nobody writes to it any more."""
    with open(pipe, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            sys.stderr.write(line)
            sys.stderr.flush()
