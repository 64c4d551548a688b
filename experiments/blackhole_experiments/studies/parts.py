"""Parts of a study: solvers that are held against the first of them, on some of the study's deals.

For the studies of encodings and of formulations, which ask one question after another of the same deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blackhole_experiments.comparison import Contender

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a study.

    Attributes:
        title: heading on the page.
        contenders: the solvers, of which the first is the one that the others are held against.
        every: each how many-th deal is run, in the full study and in the quick one.
        threads: of each run.
    """

    title: str
    contenders: Sequence[Contender]
    every: tuple[int, int] = (1, 3)
    threads: int = 1


def named(*names: str) -> list[Contender]:
    """Return solvers that are told nothing beside their names."""
    return [Contender(name) for name in names]
