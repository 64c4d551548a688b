"""Compilation by numba, cached where it can be written and never stale.

For the search. numba keeps compiled code beside the source file and renews it when that one file changes, though the
code may contain functions of other files; and an installed package may lie where nothing can be written. So the
compiled code goes to the user's cache folder, into a folder named by a hash of all sources that are compiled together.
`NUMBA_CACHE_DIR` moves it, `NUMBA_DISABLE_JIT=1` runs the same functions as plain Python.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
import platformdirs
from filelock import FileLock

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    _Function = TypeVar("_Function", bound=Callable[..., object])


_config: Any = numba.config  # numba declares none of the settings that it reads from its environment


def _folder() -> Path:
    here = Path(__file__).parent
    sources = sorted([*here.glob("*.py"), *(here.parent / "lemmas").glob("*.py")])
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes())
    base = Path(_config.CACHE_DIR or platformdirs.user_cache_dir("blackhole-toolkit", appauthor=False))
    return base / f"search-{digest.hexdigest()[:16]}"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError:
        return False
    return True


CACHE = _folder()
"""Where the compiled code lies."""

_CACHED = _writable(CACHE)


def compiled(function: _Function) -> _Function:
    """Compile `function` when it is first called; keep the result in the cache if there is a place for it.

    It runs without Python's lock, so that several threads can search at once.
    """
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(CACHE)
    try:
        return cast("_Function", numba.njit(cache=_CACHED, nogil=True)(function))
    finally:
        _config.CACHE_DIR = before


_ready: set[Hashable] = set()


def compile_once(what: Hashable, warm_up: Callable[[], object], *, patience: float = 1.0) -> None:
    """Call `warm_up`, which compiles or loads what is in the cache, unless this process has done so for `what`.

    Of several processes one compiles, and the others wait for it.

    Args:
        what: all that the compiled code depends on.
        warm_up: uses the compiled functions once.
        patience: seconds after which the log says what takes so long.
    """
    if what in _ready:
        return
    message = "loading the search, or compiling it: up to a minute, once for each installation and width of deals"
    timer = threading.Timer(patience, logging.getLogger("blackhole_models").warning, (message,))
    timer.start()
    try:
        with FileLock(CACHE / ".lock") if _CACHED else nullcontext():
            warm_up()
    finally:
        timer.cancel()
        timer.join()
    _ready.add(what)
