"""One formula in one backend: built once, run as often as it takes, read at the end.

For the SAT solver, which runs it to the end, and for the portfolio, which runs it a little further at each turn: what
the backend has learnt it keeps.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.cnf.options import Options
>>> from blackhole_models.sat.backends import find
>>> with Attempt(Deal.of("AS", "QD KH", "JC"), Options.parse("sat", ()), find("glucose42")) as attempt:
...     attempt.run(), [str(card) for card in attempt.order()]
(<Verdict.SOLVABLE: 'solvable'>, ['AS', 'KH', 'QD', 'JC'])
"""

from __future__ import annotations

from contextlib import contextmanager
from threading import Event, Timer
from typing import TYPE_CHECKING

from blackhole_models.cnf.clauses import Clauses
from blackhole_models.cnf.encode import encode
from blackhole_models.result import Verdict
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from pysat.solvers import Solver

    from blackhole_models.cards import Card
    from blackhole_models.cnf.options import Options
    from blackhole_models.deal import Deal
    from blackhole_models.result import Json
    from blackhole_models.sat.backends import Backend


class Attempt:
    """A deal's formula in a backend of its own; a context manager, which closes the backend.

    Args:
        deal: the deal.
        options: the encoding.
        backend: the SAT solver.
        proof: keep a proof, to be had with `proof_lines`.
    """

    def __init__(self, deal: Deal, options: Options, backend: Backend, *, proof: bool = False) -> None:
        self._problem = Sequencing(deal)
        self._backend = backend
        clauses = Clauses()
        self._times = encode(self._problem, options, clauses)
        self.sizes: Mapping[str, Json] = {
            "variables": self._times.writer.top,
            "clauses": len(clauses),
            "literals": clauses.literals,
        }
        self._solver: Solver = backend.open(proof=proof)
        self._solver.append_formula(clauses.lists())

    def __enter__(self) -> Attempt:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the backend."""
        self._solver.delete()

    def run(self, *, seconds: float | None = None, conflicts: int | None = None) -> Verdict:
        """Search on, and say what came out; an answer of None is never taken for a no.

        Args:
            seconds: time to stop after, for backends that can be interrupted.
            conflicts: conflicts to stop after, for backends that can be limited so.

        Returns:
            `solvable`, `unsolvable`, `time-limit`, or `effort-limit`.
        """
        if seconds is not None and seconds <= 0:
            return Verdict.TIME_LIMIT
        if conflicts is not None:
            self._solver.conf_budget(conflicts)
        if seconds is not None and self._backend.interrupt:
            with _interrupted_after(self._solver, seconds) as late:
                answer = self._solver.solve_limited(expect_interrupt=True)
        else:
            late = Event()
            answer = self._solver.solve_limited() if self._backend.budget else self._solver.solve()
        if answer is None:
            return Verdict.TIME_LIMIT if late.is_set() else Verdict.EFFORT_LIMIT
        return Verdict.SOLVABLE if answer else Verdict.UNSOLVABLE

    def order(self) -> tuple[Card, ...]:
        """Return the order that the model found says, the foundation card first.

        Raises:
            ValueError: the model is none of the formula.
        """
        return self._problem.order(self._times.decode(self._solver.get_model()))

    def proof_lines(self) -> list[str]:
        """Return the lines of a DRAT proof, after `unsolvable`, if one was to be kept."""
        lines: list[str] = self._solver.get_proof()
        return lines

    def statistics(self) -> dict[str, int]:
        """Return conflicts, decisions and propagations so far, where the backend tells."""
        return dict(self._solver.accum_stats()) if self._backend.statistics else {}


@contextmanager
def _interrupted_after(solver: Solver, seconds: float) -> Iterator[Event]:
    """Interrupt `solver` after `seconds`, if it still runs; the event tells whether that happened."""
    late = Event()

    def interrupt() -> None:
        late.set()
        solver.interrupt()

    timer = Timer(seconds, interrupt)
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()
        # The solver must outlive a call to it that is under way.
        timer.join()
