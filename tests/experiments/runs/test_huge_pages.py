"""Memory in huge pages: there are such pages afterwards, and it still holds what it held."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from blackhole_experiments.runs.huge_pages import collapse

if TYPE_CHECKING:
    import pytest

SIZE = 1 << 23
HUGE = 1 << 21


def test_memory_holds_what_it_held_here_and_in_a_child() -> None:
    data = os.urandom(SIZE)
    kept = bytearray(data)
    in_huge_pages = collapse()
    assert in_huge_pages % HUGE == 0
    assert kept == data
    if in_huge_pages:
        rollup = Path("/proc/self/smaps_rollup").read_text(encoding="ascii")
        found = re.search(r"^AnonHugePages: +([0-9]+) kB$", rollup, re.MULTILINE)
        assert found is not None
        assert int(found[1]) << 10 >= SIZE - 2 * HUGE
    pid = os.fork()
    if pid == 0:
        kept[::4096] = bytes(len(kept[::4096]))
        os._exit(0 if kept != data and kept[1::4096] == data[1::4096] else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert kept == data


def test_elsewhere_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert collapse() == 0
