"""What came of a run: the solver's result beside what the operating system measured.

For whoever reads outcomes and for the worker, which makes them. What the solver said (`result`) and what was measured
from outside are kept apart; a solver cannot embellish the second.

Time: `wall_seconds` runs on one clock for every solver and every ending, the system's monotonic one, from the first
moment of the run's process to its answer, or to its death or the kill where there was no answer. It covers building,
solving, reading back and the referee's replay; interpreter start, imports and compilation (`prepare_seconds`) are over
before that. `cpu_seconds` covers the same span for a run that answered. For one that did not, it is all the system
counts for the process, making and unmaking it included: some milliseconds more.

Memory: `peak_memory_mb` is what the run's process had resident at most, as the system counts it; `image_memory_mb` is
what it started with, a copy of the warm worker. A memory limit is about the difference, so that loaded libraries do not
count against a solver, just as the time to load them does not (but for the pages of library files that a run touches:
a few MB, some tens with OR-Tools).
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from blackhole_models.cards import parse_card
from blackhole_models.result import Json, Result, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_experiments.runs.environment import Environment
    from blackhole_experiments.runs.run import Run


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known of a run beside the solver's result. Figures that nobody could take are None.

    Attributes:
        started: when the run began, ISO 8601 in UTC.
        wall_seconds: see the module.
        cpu_seconds: user and system time of all the run's processes and threads, from the operating system.
        peak_memory_mb: see the module; MB of 10^6 bytes.
        image_memory_mb: see the module; MB of 10^6 bytes.
        prepare_seconds: importing and compiling just before this run; next to nothing where the worker was warm.
        load: the machine's load average over the last minute, at the start.
        answered: the solver came to an end by itself and returned a result, if only one to say it reached a limit.
        killed: the run was ended from outside, at a limit or by an interruption.
        settings: all settings of the solver, defaults included.
        versions: the packages that did the work.
        trace: for `error`, the traceback or the end of what the run's process wrote to its standard error.
    """

    started: str
    wall_seconds: float = 0.0
    cpu_seconds: float | None = None
    peak_memory_mb: float | None = None
    image_memory_mb: float | None = None
    prepare_seconds: float = 0.0
    load: float | None = None
    answered: bool = False
    killed: bool = False
    settings: Mapping[str, Json] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    trace: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run, the solver's result (its order already replayed by the referee), the measurements and the machine."""

    run: Run
    result: Result
    measured: Measured
    environment: Environment


def now() -> str:
    """Return the present time as `Measured.started` has it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def result_to_json(result: Result) -> dict[str, Json]:
    """Return `result` as an object fit for JSON."""
    # Not `asdict`, which copies every card of the order: this is done twice a run, while the next one waits.
    data: dict[str, Json] = {each.name: getattr(result, each.name) for each in fields(result)}
    data["order"] = None if result.order is None else " ".join(map(str, result.order))
    data["details"] = dict(result.details)
    return data


def result_from_json(data: Mapping[str, Any]) -> Result:
    """Return the result that `result_to_json` made `data` of."""
    order = data["order"]
    return Result(
        **{
            **data,
            "verdict": Verdict(data["verdict"]),
            "order": None if order is None else tuple(map(parse_card, order.split())),
        }
    )
