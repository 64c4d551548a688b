"""A cluster as the place where runs and blocks are made: Dask's, through the interface of an executor.

For `--cluster`. An address such as `tcp://host:8786` names a scheduler that is running, whose workers have this toolkit
installed; `local:N` starts one with N workers on this machine. Each thread of a worker makes one run at a time on an
isolated worker of its own (`runs.pool.perform`): a child process started anew, so that limits hold there as they do
here, and a row says on which machine it was made. When a worker dies, the scheduler gives what it had in progress to
another; a result that has come stays.

>>> with cluster("local:2") as place:  # doctest: +SKIP
...     outcomes = list(execute(runs, jobs=place.lanes, executor=place.executor))
"""

from __future__ import annotations

import logging
import re
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blackhole_models.errors import InputError, UnsupportedError, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

_LOCAL: Final = re.compile(r"local:([1-9][0-9]{0,3})")
_SECONDS: Final = 20.0
"""How long a scheduler and its first worker may take to answer."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where runs are made instead of here.

    Attributes:
        executor: takes what is to be done.
        lanes: how many runs are made there at the same time, when asked.
    """

    executor: Executor
    lanes: int


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """Yield the cluster at `address`; one that was started here ends with it.

    Raises:
        UnsupportedError: Dask is not installed.
        InputError: `address` is none, or nothing answers there in time.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UnsupportedError("--cluster needs the package distributed: pip install distributed") from None
    local = _LOCAL.fullmatch(address)
    if local is None and "://" not in address:
        raise InputError(f"{shorten(address, 40)!r} is no cluster: give an address such as tcp://host:8786, or local:2")
    with ExitStack() as stack:
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # a lost worker is no news: its runs are made again
        try:
            if local is None:
                client = stack.enter_context(Client(address, timeout=_SECONDS))
            else:
                started = LocalCluster(
                    n_workers=int(local[1]), threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
                )
                client = stack.enter_context(Client(stack.enter_context(started)))
            client.wait_for_workers(1, timeout=_SECONDS)
        except (OSError, ValueError) as error:
            raise InputError(f"no cluster answers: {shorten(error, 100)}", source=address) from None
        yield Cluster(client.get_executor(pure=False), sum(client.nthreads().values()))
