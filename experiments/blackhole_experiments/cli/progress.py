"""A bar on a terminal that fills as deals are decided, for commands that decide very many."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from blackhole_experiments.cli import layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], object]]:
    """Yield a function that is told of deals done: a bar on a terminal, else nothing."""
    if not layout.is_terminal(sys.stderr):
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=" deals", dynamic_ncols=True, leave=False, smoothing=0.05) as bar:
        yield bar.update
