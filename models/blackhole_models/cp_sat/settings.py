"""How CP-SAT is run: what a user can set, apart from limits.

For `solver.py`, and for the command line, which may read it without importing OR-Tools.

>>> Settings.of({"seed": 7})
Settings(workers=1, seed=7, presolve=None, fixed_search=False, log='')
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_models.result import Json

_MAX_INT32 = 2**31 - 1
_SWITCH = (True, False)


@dataclass(frozen=True, slots=True)
class Settings:
    """How CP-SAT is run.

    Attributes:
        workers: threads; only with one is a run repeatable.
        seed: seed of what CP-SAT leaves to chance, which may be nothing with one worker.
        presolve: simplify the model first; None leaves it to the solver's name, which says no only where it is `lean`.
        fixed_search: give the first step without a card its lowest card, as published, instead of CP-SAT's own choice.
        log: name of a file to add CP-SAT's log to; none is '', and no result depends on it.

    Raises:
        InputError: a value of the wrong type or out of range.
    """

    workers: int = 1
    seed: int = 1
    presolve: bool | None = None
    fixed_search: bool = False
    log: str = ""

    def __post_init__(self) -> None:
        for name, least in (("workers", 1), ("seed", 0)):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= _MAX_INT32:
                raise InputError(f"{name} is a whole number from {least} to {_MAX_INT32}, not {shorten(number, 20)}")
        for name, allowed in (("presolve", (True, False, None)), ("fixed_search", _SWITCH)):
            if not any(getattr(self, name) is value for value in allowed):
                raise InputError(f"{name} is true or false, not {shorten(getattr(self, name), 20)}")
        if not isinstance(self.log, str):
            raise InputError(f"log is the name of a file, not {shorten(self.log, 20)}")

    @classmethod
    def of(cls, values: Mapping[str, Json]) -> Settings:
        """Return the defaults with `values` in their place."""
        names = [field.name for field in fields(cls)]
        for name in values:
            if name not in names:
                raise InputError(f"CP-SAT has no setting {shorten(name, 40)!r}: there are {', '.join(names)}")
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks the types

    def told(self, *, lean: bool) -> dict[str, Json]:
        """Return every setting that the result of a solver can depend on, as it is for one that is `lean` or not."""
        return {
            "workers": self.workers,
            "seed": self.seed,
            "presolve": self.presolves(lean=lean),
            "fixed_search": self.fixed_search,
        }

    def presolves(self, *, lean: bool) -> bool:
        """Return whether presolve is on for a solver that is `lean` or not."""
        return not lean if self.presolve is None else self.presolve
