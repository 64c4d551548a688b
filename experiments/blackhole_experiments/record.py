"""The record of a study: when, how and where the rows of a folder came to be.

For whoever asks later what a table rests on. `record.json` lists the sessions, oldest first: the command line, limits,
solvers with their settings and versions, machine, load, start and end. Records are published with results, so of a path
from the root the command keeps the last part only. A record is written when a session begins and again
when it ends; a session that was killed has no end.

>>> with session(Path("results/mine"), {"limits": "10 s"}) as notes:  # doctest: +SKIP
...     notes["runs_made"] = 12
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blackhole_experiments.files import write_file
from blackhole_experiments.runs.environment import environment
from blackhole_experiments.runs.outcome import now
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blackhole_models.result import Json

RECORD_FILE = "record.json"


@contextmanager
def session(folder: Path, facts: Mapping[str, Json], *, anew: bool = False) -> Iterator[dict[str, Json]]:
    """Record a session in `folder`, which must exist; what is put into the dictionary yielded goes into the record.

    Args:
        folder: where the rows are.
        facts: what is known of the session when it begins.
        anew: forget earlier sessions, since nothing that they made is there any more.

    Raises:
        InputError: the record cannot be written, or what is there is none.
    """
    path = folder / RECORD_FILE
    earlier = [] if anew else read_record(folder)
    notes: dict[str, Json] = {
        "command": shlex.join([Path(sys.argv[0]).name, *map(_without_root, sys.argv[1:])]),
        "started": now(),
        "ended": None,
        "machine": asdict(environment()),
        "load_at_start": _load(),
        "load_at_end": None,
        **facts,
    }
    _write(path, [*earlier, notes])
    try:
        yield notes
    finally:
        notes |= {"ended": now(), "load_at_end": _load()}
        _write(path, [*earlier, notes])


def read_record(folder: Path) -> list[dict[str, Any]]:
    """Return the sessions recorded in `folder`, none if there is no record.

    Raises:
        InputError: the file there is no record, or cannot be read.
    """
    path = folder / RECORD_FILE
    try:
        sessions: list[dict[str, Any]] = json.loads(path.read_bytes())["sessions"]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from None
    except (ValueError, KeyError, TypeError):
        raise InputError("is no record of a study", source=str(path)) from None
    return sessions


def _without_root(argument: str) -> str:
    """Return a word of a command line, PATH or --option=PATH, with only the last part of a path from the root."""
    option, equals, value = argument.rpartition("=")
    path = Path(value)
    return f"{option}{equals}{path.name}" if path.is_absolute() else argument


def _write(path: Path, sessions: list[dict[str, Json]]) -> None:
    write_file(path, json.dumps({"sessions": sessions}, indent=2, ensure_ascii=False) + "\n")


def _load() -> float | None:
    """Return the load average over the last minute, where the system tells it."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
