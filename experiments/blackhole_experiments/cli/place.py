"""Where a command makes its runs: on this machine, or on a cluster.

For the commands with `--cluster`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from blackhole_experiments.cli.options import default_jobs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor


class Place(NamedTuple):
    """Where runs are made, and how many at a time.

    Attributes:
        executor: what makes them; None for lanes of this machine.
        jobs: how many at a time.
    """

    executor: Executor | None
    jobs: int


@contextmanager
def place(cluster: str | None, jobs: int | None, workers: int | None = None) -> Iterator[Place]:
    """Yield the place.

    Args:
        cluster: what `--cluster` says.
        jobs: what `--jobs` says.
        workers: threads of each run, if anybody says.

    Raises:
        InputError: nothing answers at that address.
        UnsupportedError: the package for clusters is not installed.
    """
    if cluster is None:
        yield Place(None, jobs or default_jobs(workers))
        return
    from blackhole_experiments.runs import cluster as clusters

    with clusters.cluster(cluster) as joined:
        yield Place(joined.executor, jobs or max(1, joined.lanes // (workers or 1)))
