"""How CP-SAT is run and how its answers are read: limits, statuses, enumeration.

For `solver.py` and `longest.py`. CP-SAT answers OPTIMAL or FEASIBLE with a solution, INFEASIBLE as a proof, UNKNOWN
when it stopped at a limit or on a signal, and MODEL_INVALID. Values are read after the first two only: after INFEASIBLE
they are there too, and mean nothing.

>>> from blackhole_models.cp_sat.build import build
>>> from blackhole_models.cp_sat.options import BASES
>>> from blackhole_models.cp_sat.settings import Settings
>>> from blackhole_models.deal import Deal
>>> from blackhole_models.sequencing import Sequencing
>>> outcome = run(build(Sequencing(Deal.of("AS", "QD KH", "JC")), BASES["cp-sat"]), Settings())
>>> outcome.verdict, outcome.order
(<Verdict.SOLVABLE: 'solvable'>, [0, 1, 2, 3])
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ortools.sat.python.cp_model import (
    FEASIBLE,
    INFEASIBLE,
    OPTIMAL,
    UNKNOWN,
    CpSolver,
    CpSolverSolutionCallback,
)

from blackhole_models.errors import InputError, shorten
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from blackhole_models.cp_sat.base import Formulation
    from blackhole_models.cp_sat.literals import Literal
    from blackhole_models.cp_sat.settings import Settings
    from blackhole_models.result import Json


@dataclass(frozen=True, slots=True)
class Outcome:
    """What CP-SAT says of a model.

    Attributes:
        verdict: the status, read as an answer to "is there an order?"; of UNKNOWN the limit that was reached.
        stopped: the limit that was reached before everything was searched, else None; a model with an objective can
            have been stopped and have a solution.
        order: indices of the cards in the order played, if there is a solution.
        bound: for a model with an objective to minimise, what no solution falls below.
        conflicts: conflicts of the search, as CP-SAT counts them.
        message: for `error`, what is wrong with the model.
        details: CP-SAT's own figures, fit for JSON.
    """

    verdict: Verdict
    stopped: Verdict | None = None
    order: list[int] | None = None
    bound: float = 0.0
    conflicts: int = 0
    message: str = ""
    details: Mapping[str, Json] = field(default_factory=dict)


def run(
    formulation: Formulation,
    settings: Settings,
    *,
    lean: bool = False,
    seconds: float | None = None,
    conflicts: int | None = None,
) -> Outcome:
    """Solve the model of `formulation`.

    Args:
        formulation: the model and its way back to an order.
        settings: how to run CP-SAT.
        lean: plain search, as in `Options.lean`.
        seconds: wall time to stop after, presolve included.
        conflicts: conflicts to stop after. CP-SAT looks at their number only when it restarts, and makes some hundreds
            more; with several workers, those that search without conflicts go on.

    Raises:
        InputError: the log of `settings` cannot be written.
    """
    fault = formulation.model.validate()
    if fault:
        return Outcome(Verdict.ERROR, message=f"CP-SAT refuses the model: {shorten(fault)}")
    cp_solver = _solver(formulation, settings, lean=lean)
    if seconds is not None:
        cp_solver.parameters.max_time_in_seconds = seconds
    if conflicts is not None:
        cp_solver.parameters.max_number_of_conflicts = conflicts
    with _logging(cp_solver, settings.log):
        status = cp_solver.solve(formulation.model)
    solved = status in (OPTIMAL, FEASIBLE)
    stopped = _limit_reached(cp_solver, seconds, conflicts) if status in (FEASIBLE, UNKNOWN) else None
    if solved:
        verdict = Verdict.SOLVABLE
    elif status == INFEASIBLE:
        verdict = Verdict.UNSOLVABLE
    else:
        verdict = stopped or Verdict.ERROR
    return Outcome(
        verdict=verdict,
        stopped=stopped,
        order=formulation.read(cp_solver.value) if solved else None,
        bound=cp_solver.best_objective_bound,
        conflicts=cp_solver.num_conflicts,
        message=f"CP-SAT answers {status.name}" if verdict is Verdict.ERROR else "",
        details={
            "status": status.name,
            "variables": len(formulation.model.proto.variables),
            "constraints": len(formulation.model.proto.constraints),
            "conflicts": cp_solver.num_conflicts,
            "branches": cp_solver.num_branches,
            "booleans": cp_solver.num_booleans,
            "cp_sat_wall_seconds": cp_solver.wall_time,
            "cp_sat_user_seconds": cp_solver.user_time,
            "cp_sat_deterministic_time": cp_solver.deterministic_time,
        },
    )


def _limit_reached(cp_solver: CpSolver, seconds: float | None, conflicts: int | None) -> Verdict:
    if conflicts is not None and cp_solver.num_conflicts >= conflicts:
        return Verdict.EFFORT_LIMIT
    # CP-SAT stops a little early where its next step would overrun the limit. What stops it long before is a signal.
    if seconds is not None and cp_solver.wall_time >= seconds / 2:
        return Verdict.TIME_LIMIT
    return Verdict.INTERRUPTED


def all_orders(formulation: Formulation, settings: Settings, *, lean: bool = False) -> list[list[int]]:
    """Return each order once, as indices of cards.

    Always with one worker: with several, CP-SAT loses some solutions and repeats others.

    Raises:
        RuntimeError: CP-SAT did not say that these are all.
    """
    cp_solver = _solver(formulation, settings, lean=lean)
    cp_solver.parameters.num_workers = 1
    cp_solver.parameters.enumerate_all_solutions = True
    collector = _Collector(formulation.read)
    with _logging(cp_solver, settings.log):
        status = cp_solver.solve(formulation.model, collector)
    if status not in (OPTIMAL, INFEASIBLE):
        raise RuntimeError(f"CP-SAT stopped enumerating orders with {status.name}")
    return collector.orders


class _Collector(CpSolverSolutionCallback):
    def __init__(self, read: Callable[[Callable[[Literal], int]], list[int]]) -> None:
        super().__init__()
        self.orders: list[list[int]] = []
        self._read = read

    def on_solution_callback(self) -> None:
        self.orders.append(self._read(self.value))


def _solver(formulation: Formulation, settings: Settings, *, lean: bool) -> CpSolver:
    cp_solver = CpSolver()
    parameters = cp_solver.parameters
    parameters.num_workers = settings.workers
    parameters.random_seed = settings.seed
    if lean:
        parameters.cp_model_probing_level = 0
        parameters.linearization_level = 0
        parameters.symmetry_level = 0
        parameters.use_sat_inprocessing = False
    parameters.cp_model_presolve = settings.presolves(lean=lean)
    if settings.fixed_search:
        parameters.search_branching = parameters.FIXED_SEARCH
        formulation.search_by_position()
    return cp_solver


@contextmanager
def _logging(cp_solver: CpSolver, log: str) -> Iterator[None]:
    """Let CP-SAT add its log, line by line, to the file called `log`, if any; it may be a pipe that has a name."""
    if not log:
        yield
        return
    try:
        file = Path(log).open("a", buffering=1, encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(f"the log cannot be written: {error.strerror}", source=log) from None

    def write(line: str) -> None:
        file.write(f"{line}\n")

    with file:
        cp_solver.parameters.log_search_progress = True
        cp_solver.parameters.log_to_stdout = False
        cp_solver.log_callback = write
        yield
