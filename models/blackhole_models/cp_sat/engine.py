"""How CP-SAT is run and how its answers are read: limits, statuses, enumeration.

For `solver.py` and `longest.py`. CP-SAT answers OPTIMAL or FEASIBLE with a solution, INFEASIBLE as a proof, UNKNOWN
when it stopped at a limit or on a signal, and MODEL_INVALID. Values are read after the first two only: after INFEASIBLE
they are there too, and mean nothing.

>>> import blackhole_models.cp_sat.position as position
>>> from blackhole_models.cp_sat.settings import Settings
>>> from blackhole_models.deal import Deal
>>> from blackhole_models.sequencing import Sequencing
>>> outcome = run(position.build(Sequencing(Deal.of("AS", "QD KH", "JC"))), Settings())
>>> outcome.verdict, outcome.order
(<Verdict.SOLVABLE: 'solvable'>, [0, 1, 2, 3])
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ortools.sat.python.cp_model import (
    CHOOSE_FIRST,
    FEASIBLE,
    INFEASIBLE,
    OPTIMAL,
    SELECT_MIN_VALUE,
    UNKNOWN,
    CpSolver,
    CpSolverSolutionCallback,
)

from blackhole_models.errors import shorten
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ortools.sat.python.cp_model import IntVar

    from blackhole_models.cp_sat.base import Built
    from blackhole_models.cp_sat.settings import Settings
    from blackhole_models.result import Json


@dataclass(frozen=True, slots=True)
class Outcome:
    """What CP-SAT says of a model.

    Attributes:
        verdict: the status, read as an answer to "is there an order?"; of UNKNOWN the limit that was reached.
        optimal: whether nothing is left to search (for a model with an objective: the order is a best one).
        order: indices of the cards in the order played, if there is a solution.
        bound: for a model with an objective, what no solution exceeds.
        conflicts: conflicts of the search, as CP-SAT counts them.
        message: for `error`, what is wrong with the model.
        details: CP-SAT's own figures, fit for JSON.
    """

    verdict: Verdict
    optimal: bool = False
    order: list[int] | None = None
    bound: float = 0.0
    conflicts: int = 0
    message: str = ""
    details: Mapping[str, Json] = field(default_factory=dict)


def run(built: Built, settings: Settings, *, seconds: float | None = None, conflicts: int | None = None) -> Outcome:
    """Solve `built`.

    Args:
        built: the model.
        settings: how to run CP-SAT.
        seconds: wall time to stop after, presolve included.
        conflicts: conflicts to stop after. CP-SAT looks at their number only when it restarts, and makes some hundreds
            more; with several workers, those that search without conflicts go on.
    """
    fault = built.model.validate()
    if fault:
        return Outcome(Verdict.ERROR, message=f"CP-SAT refuses the model: {shorten(fault)}")
    cp_solver = _solver(built, settings)
    if seconds is not None:
        cp_solver.parameters.max_time_in_seconds = seconds
    if conflicts is not None:
        cp_solver.parameters.max_number_of_conflicts = conflicts
    status = cp_solver.solve(built.model)
    solved = status in (OPTIMAL, FEASIBLE)
    if solved:
        verdict = Verdict.SOLVABLE
    elif status == INFEASIBLE:
        verdict = Verdict.UNSOLVABLE
    elif status != UNKNOWN:
        verdict = Verdict.ERROR
    elif conflicts is not None and cp_solver.num_conflicts >= conflicts:
        verdict = Verdict.EFFORT_LIMIT
    elif seconds is not None and cp_solver.wall_time >= seconds:
        verdict = Verdict.TIME_LIMIT
    else:
        verdict = Verdict.INTERRUPTED
    return Outcome(
        verdict=verdict,
        optimal=status == OPTIMAL,
        order=built.read(lambda variable: cp_solver.value(variable)) if solved else None,
        bound=cp_solver.best_objective_bound,
        conflicts=cp_solver.num_conflicts,
        message=f"CP-SAT answers {status.name}" if verdict is Verdict.ERROR else "",
        details={
            "status": status.name,
            "conflicts": cp_solver.num_conflicts,
            "branches": cp_solver.num_branches,
            "booleans": cp_solver.num_booleans,
            "cp_sat_wall_seconds": cp_solver.wall_time,
            "cp_sat_user_seconds": cp_solver.user_time,
            "cp_sat_deterministic_time": cp_solver.deterministic_time,
        },
    )


def all_orders(built: Built, settings: Settings) -> list[list[int]]:
    """Return each order once, as indices of cards.

    Always with one worker: with several, CP-SAT loses some solutions and repeats others.

    Raises:
        RuntimeError: CP-SAT did not say that these are all.
    """
    cp_solver = _solver(built, settings)
    cp_solver.parameters.num_workers = 1
    cp_solver.parameters.enumerate_all_solutions = True
    collector = _Collector(built.read)
    status = cp_solver.solve(built.model, collector)
    if status not in (OPTIMAL, INFEASIBLE):
        raise RuntimeError(f"CP-SAT stopped enumerating orders with {status.name}")
    return collector.orders


class _Collector(CpSolverSolutionCallback):
    def __init__(self, read: Callable[[Callable[[IntVar], int]], list[int]]) -> None:
        super().__init__()
        self.orders: list[list[int]] = []
        self._read = read

    def on_solution_callback(self) -> None:
        self.orders.append(self._read(lambda variable: self.value(variable)))


def _solver(built: Built, settings: Settings) -> CpSolver:
    cp_solver = CpSolver()
    parameters = cp_solver.parameters
    parameters.num_workers = settings.workers
    parameters.random_seed = settings.seed
    parameters.cp_model_presolve = settings.presolve
    if settings.fixed_search:
        parameters.search_branching = parameters.FIXED_SEARCH
        built.model.add_decision_strategy(built.branching, CHOOSE_FIRST, SELECT_MIN_VALUE)
    if settings.log:
        parameters.log_search_progress = True
        parameters.log_to_stdout = False
        cp_solver.log_callback = _log
    return cp_solver


def _log(line: str) -> None:
    sys.stderr.write(f"{line}\n")
