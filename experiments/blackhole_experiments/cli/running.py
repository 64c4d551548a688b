"""Runs in the order given, with a progress bar.

For commands that answer deal by deal. Runs are made several at a time and come as they are ready; what comes early
waits here for its turn.
"""

from __future__ import annotations

import sys
import threading
from contextlib import AbstractContextManager, closing, nullcontext
from typing import TYPE_CHECKING

from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.layout import is_terminal
from blackhole_experiments.runs.pool import execute
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import NoReturn

    from tqdm import tqdm

    from blackhole_experiments.runs.outcome import Outcome
    from blackhole_experiments.runs.run import Run
    from blackhole_models.deal import Deal

_PATIENCE_SECONDS = 3.0


def outcomes_in_order(
    entries: Iterable[Deal | InputError], plan: Callable[[Deal], Run], *, jobs: int
) -> Generator[Outcome | InputError]:
    """Make a run of each deal, and yield outcomes and errors in the order of `entries`.

    `entries` is drawn from as needed. After Ctrl-C (see `runs.pool.execute`) what has come of the runs begun so far is
    yielded, still in order, and nothing more.
    """
    ready: dict[int, Outcome | InputError] = {}
    places: dict[str, list[int]] = {}  # of the runs being made; the same deal may be asked for twice

    def runs() -> Iterator[Run]:
        for place, entry in enumerate(entries):
            if isinstance(entry, InputError):
                ready[place] = entry
            else:
                run = plan(entry)
                places.setdefault(run.key, []).append(place)
                yield run

    turn = 0
    with closing(execute(runs(), jobs=jobs)) as outcomes:
        for outcome in outcomes:
            here = places.pop(outcome.run.key)
            ready[here.pop(0)] = outcome
            if here:
                places[outcome.run.key] = here
            while turn in ready:
                yield ready.pop(turn)
                turn += 1
    for place in sorted(ready):
        yield ready[place]


class Progress(AbstractContextManager["Progress"]):
    """What people at a terminal see while they wait; nothing at all where standard error is no terminal.

    A bar if there is more than one deal. And a line that says why nothing happens if the first answer is long in
    coming.

    Args:
        total: the number of deals.
        solver: who is waited for.
        unit: what is counted, if not deals.
    """

    def __init__(self, total: int, solver: str, *, unit: str = "deal") -> None:
        self._bar: tqdm[NoReturn] | None = None
        self._timer = threading.Timer(_PATIENCE_SECONDS, self._explain, (solver,))
        self._timer.daemon = True
        if is_terminal(sys.stderr):
            self._timer.start()
            if total > 1:
                from tqdm import tqdm

                self._bar = tqdm(total=total, unit=unit, dynamic_ncols=True, mininterval=0.5, leave=False)

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        if self._bar is not None:
            self._bar.close()

    def step(self) -> AbstractContextManager[None]:
        """Count one deal; what is printed while the returned context is entered does not run into the bar."""
        self._timer.cancel()
        if self._bar is not None:
            self._bar.update()
        return self._apart()

    def _explain(self, solver: str) -> None:
        with self._apart():
            warn(f"{solver} is at work (compiling it takes up to a minute, once; Ctrl-C ends it)")

    def _apart(self) -> AbstractContextManager[None]:
        return nullcontext() if self._bar is None else self._bar.external_write_mode(file=sys.stdout)
