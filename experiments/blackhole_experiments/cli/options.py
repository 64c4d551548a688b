"""Options that commands share, and how the values of several become one argument.

For `solve`, and for every command that makes runs. All limits hold whatever the solver does (see `runs`); zero is a
limit like any other.

>>> Asked(time_limit=2.0, seed=7).limits.seconds, Asked(seed=7).settings
(2.0, {'seed': 7})
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click

from blackhole_models.errors import shorten
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from blackhole_models.result import Json

    Command = Callable[..., int | None]
    Decorator = Callable[[Command], Command]

_MOST: Final = 10**9
"""Seconds (thirty years) or megabytes; timers of the system take little more."""

_MOST_EFFORT: Final = 10**18
"""Solvers count in 64 bits."""


def bundle(argument: str, made: type, *options: Callable[[Any], Any]) -> Decorator:
    """Return a decorator that adds `options` to a command, which gets their values as one `argument`.

    Args:
        argument: name of the command function's keyword argument.
        made: a dataclass with a field for each option, named as click names the option's value.
        options: what `click.option` returns.
    """
    names = [field.name for field in fields(made)]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def bundled(*args: Any, **values: Any) -> int | None:
            own = {name: values.pop(name) for name in names if name in values}
            return command(*args, **{argument: made(**own)}, **values)

        for option in reversed(options):
            bundled = option(bundled)
        return bundled

    return decorate


def amount(unit: str, *, whole: bool = False) -> Callable[[str], float]:
    """Return what reads a number of `unit` from 0 up to a sane size; "nan", "inf" and the like are no numbers."""
    most = _MOST_EFFORT if whole else _MOST
    kind = "whole number" if whole else "number"

    def read(text: str) -> float:
        try:
            number = int(text) if whole else float(text)
        except ValueError:
            number = math.nan
        if not 0 <= number <= most:
            raise click.BadParameter(f"{shorten(text, 40)!r} is not a {kind} of {unit} from 0 to {most:,}")
        return number

    return read


def setting(text: str) -> tuple[str, Json]:
    """Read `NAME=VALUE`; the value is a number, true or false, or else text."""
    name, equals, said = text.partition("=")
    if not (name and equals):
        raise click.BadParameter(f"{shorten(text, 40)!r} is not a setting such as presolve=false")
    try:
        value: Json = json.loads(said)
    except ValueError:
        return name, said
    return name, value if isinstance(value, int | float) else said


@dataclass(frozen=True, slots=True)
class Asked:
    """What a user asks of a solver beside its name; None is not asked for."""

    time_limit: float | None = None
    memory_limit: float | None = None
    effort_limit: int | None = None
    seed: int | None = None
    workers: int | None = None
    backend: str | None = None
    other: tuple[tuple[str, Json], ...] = ()

    @property
    def limits(self) -> Limits:
        """The limits of each run."""
        return Limits(self.time_limit, self.memory_limit, self.effort_limit)

    @property
    def settings(self) -> dict[str, Json]:
        """The settings for `solvers.make`."""
        settings: dict[str, Json] = {"seed": self.seed, "workers": self.workers, "backend": self.backend}
        return {name: value for name, value in (*settings.items(), *self.other) if value is not None}


_OTHER_LIMITS_AND_SETTINGS = (
    click.option(
        "--memory-limit",
        type=amount("megabytes"),
        metavar="MB",
        help="Memory for each deal beyond what the loaded solver takes, in MB of 10^6 bytes. Default: none.",
    ),
    click.option(
        "--effort-limit",
        type=amount("units of effort", whole=True),
        metavar="N",
        help="Positions (dfs, search), conflicts (sat, cp-sat) or steps (auto) for each deal. Default: none.",
    ),
    click.option("--seed", type=int, metavar="N", help="Seed of the solver, where it has one. Default: the solver's."),
    click.option("--workers", type=int, metavar="N", help="Threads of CP-SAT for each deal. Default: 1."),
    click.option("--backend", metavar="NAME", help="SAT solver behind sat. Default: see 'blackhole solvers'."),
    click.option(
        "--set",
        "other",
        type=setting,
        multiple=True,
        metavar="NAME=VALUE",
        help="Any other setting that 'blackhole solvers' lists, such as presolve=false. May be repeated.",
    ),
)


def limit_options_of(*, time_limit: str) -> Decorator:
    """Return a decorator that adds the options behind `Asked`; the help says that `time_limit` is the default."""
    time = click.option(
        "--time-limit",
        type=amount("seconds"),
        metavar="SECONDS",
        help=f"Wall time for each deal: building, solving and reading back. Default: {time_limit}.",
    )
    return bundle("asked", Asked, time, *_OTHER_LIMITS_AND_SETTINGS)


limit_options = limit_options_of(time_limit="none")
"""The options behind `Asked`."""

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Deals decided at the same time. Default: as many as there are processors, divided by --workers.",
)


cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Make the runs on a Dask cluster: the address of its scheduler, such as tcp://host:8786, or local:N for N "
    "workers on this machine.",
)


def default_jobs(workers: int | None) -> int:
    """Return how many runs are made at a time if nobody says: no processor is to be shared."""
    from blackhole_experiments.runs.environment import usable_cpus

    return max(1, len(usable_cpus()) // (workers or 1))
