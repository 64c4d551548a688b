"""Cheap forks: the worker's memory in huge pages, of which a fork copies one entry where it copied 512.

For the worker. A run's process is forked from an image of some 60 MB, most of it objects of libraries that no run ever
changes; most of what a short run costs is to copy the table of its pages, and to take it down again. Linux can put
memory that is there into huge pages afterwards (madvise(2), MADV_COLLAPSE, since 6.1), which leaves all that comes
later in small ones. Where it cannot, nothing happens.
"""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path
from typing import Final

_HUGE: Final = 1 << 21
"""Bytes of a huge page."""

_COLLAPSE: Final = 25
"""MADV_COLLAPSE of madvise(2)."""

_OWN: Final = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) rw-p \S+ \S+ 0 *(?:\[heap\])?$", re.MULTILINE)
"""A line of /proc/self/maps about memory that belongs to no file."""


def collapse() -> int:
    """Put this process's memory into huge pages; return how many bytes are in them, 0 where that cannot be done."""
    if sys.platform != "linux":
        return 0
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    collapsed = 0
    for found in _OWN.finditer(Path("/proc/self/maps").read_text(encoding="ascii", errors="replace")):
        start, end = (int(address, 16) for address in found.groups())
        for page in range(-(-start // _HUGE) * _HUGE, end - _HUGE + 1, _HUGE):
            if madvise(page, _HUGE, _COLLAPSE) == 0:
                collapsed += _HUGE
    return collapsed
