"""Rows: an outcome on one line, and rows as a data frame whose columns always have the same types.

For everything that counts, draws or keeps outcomes. `COLUMNS` is the one list of columns, with types and units. A row
is an object fit for JSON with exactly these names; in a data frame and in CSV, objects within it (settings, versions,
details) are JSON text.

Types survive every way a frame can take. Text is never missing (absent text is ""), so that nothing turns into "nan"
and a deal number of 20 digits stays text; numbers that may be missing are nullable, so that none turns into a float
because another is missing.

>>> frame([])["effort"].dtype
Int64Dtype()
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from blackhole_experiments.runs.run import canonical_json, deal_text
from blackhole_models.errors import InputError, shorten
from blackhole_models.result import PROOF_CHECKED, Json, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    import pandas as pd

    from blackhole_experiments.runs.outcome import Outcome
    from blackhole_models.result import Result

Row = dict[str, Json]
"""One value for each of `COLUMNS`, fit for JSON."""

ORDER_REPLAYED = "order replayed"
"""What `confirmation` says of a solvable deal whose order the referee has replayed."""

PROOF_FOLLOWED = "proof checked"
"""What `confirmation` says of an unsolvable deal where a checker has followed the proof; see `sat.proof`."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its type in a data frame, and what it holds, with the unit."""

    name: str
    dtype: Literal["string", "Int64", "Float64", "boolean"]
    meaning: str


COLUMNS: tuple[Column, ...] = (
    Column("key", "string", "the run's key, a hash of all that defines it"),
    Column("deal", "string", "the deal's name: a number such as pysolfc:33000, or a file"),
    Column("cards", "string", "the deal itself: ranks|foundation|fan|fan|…, the top card of a fan last"),
    Column("ranks", "Int64", "number of ranks"),
    Column("fans", "Int64", "number of fans"),
    Column("deck_size", "Int64", "number of cards, the foundation card included"),
    Column("solver", "string", "the solver's name, as asked for"),
    Column("settings", "string", "what the solver was told beside its name, a JSON object"),
    Column("all_settings", "string", "every setting of the solver, defaults included, a JSON object"),
    Column("repeat", "Int64", "which repetition of an otherwise equal run, from 0"),
    Column("limit_seconds", "Float64", "limit on wall time, s; missing is no limit"),
    Column("limit_cpu_seconds", "Float64", "limit on CPU time, s; missing is no limit"),
    Column("limit_memory_mb", "Float64", "limit on resident memory beyond the image, MB of 10^6 bytes"),
    Column("limit_effort", "Int64", "limit on effort, in effort_unit"),
    Column("verdict", "string", "what the run found out; see blackhole_models.result.Verdict"),
    Column(
        "confirmation",
        "string",
        "what backs the verdict beside the solver's word: order replayed, proof checked, …, or nothing",
    ),
    Column(
        "order",
        "string",
        "the cards in the order played, the foundation card first, or the order the referee refused; or empty",
    ),
    Column("effort", "Int64", "the solver's own count of work, in effort_unit; missing if it gave none"),
    Column("effort_unit", "string", "what effort counts: positions, conflicts"),
    Column(
        "build_seconds",
        "Float64",
        "by the solver: from the deal to a model ready to solve, s; missing if it gave no result",
    ),
    Column("solve_seconds", "Float64", "by the solver: from there to an order or a verdict, s; missing likewise"),
    Column("wall_seconds", "Float64", "by the system: wall time from the run's start to its answer or its end, s"),
    Column("cpu_seconds", "Float64", "by the system: user and system time of all the run's processes, s"),
    Column("prepare_seconds", "Float64", "importing and compiling just before the run, s; near 0 in a warm worker"),
    Column(
        "peak_memory_mb",
        "Float64",
        "by the system: peak resident memory of the run's process, image included, MB of 10^6 bytes",
    ),
    Column(
        "image_memory_mb", "Float64", "by the system: resident memory the run's process started with, MB of 10^6 bytes"
    ),
    Column("killed", "boolean", "whether the run was ended from outside"),
    Column("message", "string", "for an error what went wrong, for a limit which and how"),
    Column("trace", "string", "for an error the traceback, or the last lines the run's process printed"),
    Column("details", "string", "further figures of the solver, a JSON object"),
    Column("versions", "string", "packages that did the work and their versions, a JSON object"),
    Column("toolkit_version", "string", "version of this toolkit"),
    Column("commit", "string", "commit of the checkout, -dirty where files differ from it; empty outside one"),
    Column("python", "string", "interpreter and version"),
    Column("platform", "string", "operating system and architecture"),
    Column("cpu", "string", "processor model"),
    Column("cores", "Int64", "logical processors usable"),
    Column("machine_memory_mb", "Float64", "the machine's memory, MB of 10^6 bytes"),
    Column("load", "Float64", "the machine's load average over the last minute, at the start"),
    Column("started", "string", "start, ISO 8601 in UTC"),
)
NAMES: tuple[str, ...] = tuple(column.name for column in COLUMNS)

_VERDICTS = frozenset(Verdict)
_PARSERS: Mapping[str, Callable[[str], Json]] = {
    "string": str,
    "Int64": lambda cell: int(cell) if cell else None,
    "Float64": lambda cell: float(cell) if cell else None,
    "boolean": {"": None, "True": True, "False": False}.__getitem__,
}


def row(outcome: Outcome) -> Row:
    """Return the row of an outcome.

    Its `confirmation` is the referee's or that of a checker of proofs; whoever compares solvers adds what they found.
    """
    run, result, measured, environment = outcome.run, outcome.result, outcome.measured, outcome.environment
    timed = measured.answered and result.verdict is not Verdict.ERROR
    cells: Row = {
        "key": run.key,
        "deal": run.deal.name,
        "cards": deal_text(run.deal),
        "ranks": run.deal.ranks,
        "fans": len(run.deal.fans),
        "deck_size": len(run.deal),
        "solver": run.solver,
        "settings": dict(run.settings),
        "all_settings": dict(measured.settings),
        "repeat": run.repeat,
        "limit_seconds": run.limits.seconds,
        "limit_cpu_seconds": run.cpu_limit,
        "limit_memory_mb": run.limits.memory_mb,
        "limit_effort": run.limits.effort,
        "verdict": str(result.verdict),
        "confirmation": _confirmation(result),
        "order": " ".join(map(str, result.order or ())),
        "effort": result.effort,
        "effort_unit": result.effort_unit,
        "build_seconds": result.build_seconds if timed else None,
        "solve_seconds": result.solve_seconds if timed else None,
        "wall_seconds": measured.wall_seconds,
        "cpu_seconds": measured.cpu_seconds,
        "prepare_seconds": measured.prepare_seconds,
        "peak_memory_mb": measured.peak_memory_mb,
        "image_memory_mb": measured.image_memory_mb,
        "killed": measured.killed,
        "message": result.message,
        "trace": measured.trace,
        "details": dict(result.details),
        "versions": dict(measured.versions),
        "toolkit_version": environment.toolkit,
        "commit": environment.commit,
        "python": environment.python,
        "platform": environment.platform,
        "cpu": environment.cpu,
        "cores": environment.cores,
        "machine_memory_mb": environment.memory_mb,
        "load": measured.load,
        "started": measured.started,
    }
    return {name: _plain(value) if isinstance(value, str) else value for name, value in cells.items()}


def check_row(value: Json) -> Row:
    """Return `value` if it is a row.

    Raises:
        InputError: it is not; the message names the column.
    """
    if not isinstance(value, dict):
        raise InputError("not a row: no JSON object")
    for name in value:
        if name not in NAMES:
            raise InputError(f"not a row of this version: there is no column {shorten(name)!r}")
    for column in COLUMNS:
        if column.name not in value:
            raise InputError(f"not a row: column {column.name!r} is missing")
        if not _fits(value[column.name], column):
            raise InputError(f"not a row: {column.name} cannot be {shorten(value[column.name])}")
    return value


def frame(rows: Iterable[Mapping[str, Json]]) -> pd.DataFrame:
    """Return `rows` as a data frame with the columns and types of `COLUMNS`, also when there are none."""
    import pandas as pd

    cells: dict[str, list[Any]] = {name: [] for name in NAMES}
    for each in rows:
        for name in NAMES:
            value = each[name]
            cells[name].append(canonical_json(value) if isinstance(value, dict) else value)
    return pd.DataFrame({column.name: pd.Series(cells[column.name], dtype=column.dtype) for column in COLUMNS})


def write_csv(data: pd.DataFrame, path: Path) -> None:
    """Write a frame of rows as CSV, every digit of its numbers included."""
    data.to_csv(path, index=False, lineterminator="\n", encoding="utf-8")


def read_csv(path: Path) -> pd.DataFrame:
    """Read what `write_csv` wrote, with the same types.

    Raises:
        InputError: the file cannot be read, or is no CSV file of rows; the message says what is wrong.
    """
    import pandas as pd

    try:
        # As text throughout: which numbers pandas would read exactly, and which words it would not, varies by version.
        text = pd.read_csv(path, dtype=str, keep_default_na=False, lineterminator="\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"no CSV file of rows: {shorten(error, 120)}", source=str(path)) from None
    if tuple(text.columns) != NAMES:
        odd = sorted(set(text.columns) ^ set(NAMES))
        raise InputError(f"not the columns of rows: {shorten(', '.join(odd) or 'another order')}", source=str(path))
    data = {}
    for column in COLUMNS:
        parse = _PARSERS[column.dtype]
        try:
            values = [parse(cell) for cell in text[column.name]]
        except (KeyError, ValueError) as error:
            raise InputError(f"{column.name} cannot be {shorten(error)}", source=str(path)) from None
        data[column.name] = pd.Series(values, dtype=column.dtype)
    return pd.DataFrame(data)


def _confirmation(result: Result) -> str:
    if result.verified:
        return ORDER_REPLAYED
    checked = result.verdict is Verdict.UNSOLVABLE and result.details.get(PROOF_CHECKED) is True
    return PROOF_FOLLOWED if checked else ""


def _plain(text: str) -> str:
    """Return `text` without what not every format can hold: halves of characters (in file names) and NUL."""
    return text.encode(errors="replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")


def _fits(value: Json, column: Column) -> bool:
    if column.dtype == "string":
        return isinstance(value, (str, dict)) and (column.name != "verdict" or value in _VERDICTS)
    if value is None:
        return True
    if column.dtype == "boolean":
        return isinstance(value, bool)
    kinds = (int,) if column.dtype == "Int64" else (int, float)
    return isinstance(value, kinds) and not isinstance(value, bool)
