"""Numbered deals in blocks: millions of deals through the search, kept in columnar files.

For the studies that decide every deal of a range of numbers. A block is a run of consecutive numbers, decided by one
thread and written as one Parquet file, which gets its name only when it is whole: `kill -9` costs the blocks in
progress and nothing else, and a second start makes the missing ones. Every file carries what defined it; a folder made
with another plan is refused.

A deal is too short for a process, a limit and a row of its own (`runs` has those): the search runs for the whole block
in compiled code, which needs no lock of Python's, so that a thread for each processor is enough. Blocks go through a
`concurrent.futures.Executor`.
"""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed, wait
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from blackhole_experiments.files import lock_folder, write_file
from blackhole_experiments.runs.environment import environment
from blackhole_models.dealers import Shape, rank_block
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import pandas as pd

SCHEMA_KEY = b"blackhole"
_AT_ONCE = 100
"""Deals between two looks at whether to stop."""

_stop = threading.Event()


@dataclass(frozen=True, slots=True)
class Plan:
    """Which deals are decided, and how.

    Attributes:
        scheme: of the dealer.
        first: first number.
        count: how many numbers.
        shape: of the deals.
        solver: the search's name in the registry.
        seed: of the search.
        effort_limit: positions after which a deal is left undecided, or None.
        mirrored: take the fans of each deal from the last to the first.
        block: deals in a block.
    """

    scheme: str
    first: int
    count: int
    shape: Shape
    solver: str = "search"
    seed: int = 1
    effort_limit: int | None = None
    mirrored: bool = False
    block: int = 10_000

    def blocks(self) -> Iterator[range]:
        """Yield the numbers of each block; block boundaries are multiples of `block` whatever `first` is."""
        end = self.first + self.count
        start = self.first
        while start < end:
            stop = min(end, (start // self.block + 1) * self.block)
            yield range(start, stop)
            start = stop

    def identity(self) -> dict[str, Any]:
        """Return what a block's figures depend on beside its numbers, fit for JSON."""
        names = ("scheme", "solver", "seed", "effort_limit")
        mirrored = {"mirrored": True} if self.mirrored else {}
        return {name: getattr(self, name) for name in names} | {"shape": asdict(self.shape)} | mirrored


def decide(plan: Plan, numbers: range) -> bytes | None:
    """Decide the deals of one block, and return them as a Parquet file, or None if told to stop meanwhile.

    Columns: `number` (text), `solvable` (1, 0, or missing if not decided), `effort` (positions), `deepest` (cards
    played at most on the way), `restarts`.
    """
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    from blackhole_models.search.batch import decide_block
    from blackhole_models.search.parts import Parts
    from blackhole_models.search.state import NEVER

    begin, cpu = time.perf_counter(), time.thread_time()
    dealt = rank_block(plan.scheme, numbers.start, len(numbers), plan.shape)
    dealing = time.thread_time() - cpu
    fans, lengths = dealt.fans, plan.shape.fan_lengths
    if plan.mirrored:
        starts = np.cumsum((0, *lengths))
        fans = np.concatenate([fans[:, starts[f] : starts[f + 1]] for f in reversed(range(len(lengths)))], axis=1)
        lengths = lengths[::-1]
    foundation = None
    if dealt.foundations is not None:
        foundation = int(dealt.foundations[0])
        if np.any(dealt.foundations != foundation):
            raise ValueError("a block has one foundation rank")
    base, *words = plan.solver.split("+")
    parts = Parts.parse(base, tuple(words))
    effort_limit = NEVER if plan.effort_limit is None else plan.effort_limit
    found = []
    for start in range(0, len(numbers), _AT_ONCE):
        if _stop.is_set():
            return None
        found.append(
            decide_block(
                fans[start : start + _AT_ONCE],
                lengths,
                ranks=plan.shape.ranks,
                foundation=foundation,
                parts=parts,
                effort=effort_limit,
                seed=plan.seed,
            )
        )
    solvable, effort, deepest, restarts = (np.concatenate(column) for column in zip(*found, strict=True))
    table = pa.table(
        {
            "number": pa.array([str(number) for number in numbers]),
            "solvable": pa.array(solvable, mask=solvable < 0),
            "effort": effort,
            "deepest": deepest.astype(np.int16),
            "restarts": restarts.astype(np.int32),
        }
    )
    record = plan.identity() | {
        "dealing_cpu_seconds": dealing,
        "cpu_seconds": time.thread_time() - cpu,
        "wall_seconds": time.perf_counter() - begin,
        "environment": asdict(environment()),
    }
    table = table.replace_schema_metadata({SCHEMA_KEY: json.dumps(record)})
    packed = BytesIO()
    pq.write_table(table, packed, compression="zstd")
    return packed.getvalue()


def make_blocks(
    plan: Plan,
    folder: Path,
    *,
    jobs: int,
    executor: Executor | None = None,
    progress: Callable[[int], object] = lambda _: None,
) -> None:
    """Make all blocks of `plan` that `folder` lacks.

    Args:
        plan: what to decide.
        folder: where the blocks go; made if it does not exist.
        jobs: threads to use where no `executor` is given.
        executor: where to run blocks instead.
        progress: told the number of deals of each block as it is there, those found in the folder included.

    Raises:
        InputError: the folder belongs to another plan or another process, or cannot be written to.
        KeyboardInterrupt: Ctrl-C; the blocks that are whole stay.
    """
    if jobs < 1:
        raise InputError(f"blocks are made at least one at a time, not {jobs}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = lock_folder(folder)
        try:
            missing = list(_missing(plan, folder, progress))
            if executor is not None:
                _run(plan, folder, missing, executor, progress)
                return
            with ThreadPoolExecutor(jobs) as threads:
                _run(plan, folder, missing, threads, progress)
        finally:
            lock.release()
    except OSError as error:
        raise InputError(f"cannot be written to: {error.strerror}", source=str(folder)) from None


def _missing(plan: Plan, folder: Path, progress: Callable[[int], object]) -> Iterator[range]:
    for unfinished in folder.glob(".*.part"):
        unfinished.unlink()
    for numbers in plan.blocks():
        path = block_path(folder, numbers)
        if not path.exists():
            yield numbers
            continue
        made = record_of(path)
        if made.get("mirrored", False) != plan.mirrored or any(
            made.get(name) != value for name, value in plan.identity().items()
        ):
            raise InputError("holds blocks of another plan: give another folder", source=str(folder))
        progress(len(numbers))


def _run(plan: Plan, folder: Path, missing: list[range], executor: Executor, progress: Callable[[int], object]) -> None:
    futures = {executor.submit(decide, plan, numbers): numbers for numbers in missing}
    try:
        for future in as_completed(futures):
            block = future.result()
            if block is not None:
                numbers = futures.pop(future)  # and with it the block, of which there may be many
                write_file(block_path(folder, numbers), block)
                progress(len(numbers))
    except BaseException:
        _stop.set()
        for future in futures:
            future.cancel()
        wait(futures)
        raise
    finally:
        _stop.clear()


def block_path(folder: Path, numbers: range) -> Path:
    """Return where the block of `numbers` lies."""
    return folder / f"{numbers.start:020d}-{numbers.stop - 1:020d}.parquet"


def record_of(path: Path) -> dict[str, Any]:
    """Return what a block's file says of how it was made.

    Raises:
        InputError: the file is no block.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_schema(path).metadata or {}
        return dict(json.loads(metadata[SCHEMA_KEY]))
    except (KeyError, ValueError, pa.ArrowInvalid):
        raise InputError("is no block of a study", source=str(path)) from None


def each_block(
    plan: Plan, folder: Path, columns: tuple[str, ...] = ("solvable", "effort")
) -> Iterator[tuple[pd.DataFrame, dict[str, Any]]]:
    """Yield `columns` of the deals of each block of `plan`, in the order of their numbers, and the block's record.

    Raises:
        InputError: a block is missing or is no block.
    """
    import pyarrow.parquet as pq

    for numbers in plan.blocks():
        path = block_path(folder, numbers)
        if not path.exists():
            raise InputError(f"the block {path.name} is missing", source=str(folder))
        record = record_of(path) | {"first": numbers.start, "last": numbers.stop - 1}
        yield pq.read_table(path, columns=list(columns)).to_pandas().astype({"solvable": "Int8"}), record


def read_blocks(
    plan: Plan, folder: Path, columns: tuple[str, ...] = ("solvable", "effort")
) -> tuple[pd.DataFrame, list[dict[str, Any]]]:
    """Return what `each_block` yields, in one frame and a list of records."""
    import pandas as pd

    frames, records = zip(*each_block(plan, folder, columns), strict=True)
    return pd.concat(frames, ignore_index=True), list(records)
