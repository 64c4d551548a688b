"""A run: one deal, one solver with its settings, one set of limits.

For whoever plans runs. A run is plain data, travels as JSON, and has a key: a hash of everything that defines it, by
which a study that was stopped finds out what it has done already.

>>> from blackhole_models.deal import Deal
>>> run = Run(Deal.of("AS", "QD KH", "JC", name="small"), "dfs", limits=Limits(seconds=1))
>>> Run.from_json(run.to_json()) == run
True
>>> deal_text(run.deal)
'13|AS|QD KH|JC'
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from blackhole_models.cards import parse_card
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, shorten
from blackhole_models.result import Json, Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEY_DIGITS = 32


@dataclass(frozen=True)
class Run:
    """One run.

    Attributes:
        deal: the deal.
        solver: the solver's name in the registry.
        settings: what the solver is told beside its name; must be fit for JSON.
        limits: wall time, memory and effort; the solver is given them, and time and memory also hold from outside.
        cpu_limit: CPU seconds of the run's processes and threads together, held from outside alone; None is no limit.
        repeat: which repetition of an otherwise equal run this is, from 0.

    Raises:
        InputError: a setting or limit that JSON cannot hold, a limit or repetition below 0.
    """

    deal: Deal
    solver: str
    settings: Mapping[str, Json] = field(default_factory=dict, hash=False)
    limits: Limits = field(default_factory=Limits)
    cpu_limit: float | None = None
    repeat: int = 0

    def __post_init__(self) -> None:
        if self.cpu_limit is not None and not self.cpu_limit >= 0:
            raise InputError(f"a CPU limit cannot be {self.cpu_limit}: give 0 or more")
        if self.repeat < 0:
            raise InputError(f"repetitions are counted from 0, not {self.repeat}")
        object.__setattr__(self, "settings", dict(self.settings))
        try:
            canonical_json(self.to_json())
        except (TypeError, ValueError) as error:
            what = shorten(f"{self.settings} {self.limits}", 200)
            raise InputError(
                f"the settings or limits of {self.solver} are not fit for JSON ({error}): {what}"
            ) from None

    @cached_property
    def key(self) -> str:
        """32 hexadecimal digits of the SHA-256 over all that defines this run.

        The deal's name is part of it. Two numbers of a sample may give the same deal, always so in small decks, and
        both count; a key of the cards alone would drop the second. The price: a file that was renamed is run again.
        Versions and machine are not part of it, so that a study resumes after an update; the rows record both.
        """
        return hashlib.sha256(canonical_json(self.to_json()).encode()).hexdigest()[:_KEY_DIGITS]

    def to_json(self) -> dict[str, Json]:
        """Return this run as an object fit for JSON. Equal runs give equal objects (a limit of 1 s is one of 1.0 s)."""
        limits: dict[str, Json] = asdict(self.limits)
        for name in ("seconds", "memory_mb"):
            limits[name] = _float(limits[name])
        return {
            "deal": deal_text(self.deal),
            "name": self.deal.name,
            "solver": self.solver,
            "settings": dict(self.settings),
            "limits": limits,
            "cpu_limit": _float(self.cpu_limit),
            "repeat": self.repeat,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Run:
        """Return the run that `to_json` made `data` of."""
        return cls(
            deal=parse_deal_text(data["deal"], data["name"]),
            solver=data["solver"],
            settings=data["settings"],
            limits=Limits(**data["limits"]),
            cpu_limit=data["cpu_limit"],
            repeat=data["repeat"],
        )


def canonical_json(value: Json) -> str:
    """Return the one JSON text of `value`: keys sorted, no blanks, plain ASCII, no infinities."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def deal_text(deal: Deal) -> str:
    """Return `deal` on one line: ranks, foundation card (empty where there is none) and fans, separated by `|`."""
    foundation = "" if deal.foundation is None else str(deal.foundation)
    return "|".join([str(deal.ranks), foundation, *(" ".join(map(str, fan)) for fan in deal.fans)])


def parse_deal_text(text: str, name: str = "") -> Deal:
    """Return the deal that `deal_text` wrote.

    Raises:
        InputError: `text` is nothing that `deal_text` writes.
    """
    ranks, separator, rest = text.partition("|")
    if not (separator and ranks.isdecimal()):
        raise InputError(f"{shorten(text, 40)!r} is not a deal on one line, such as 13|AS|QD KH|JC")
    foundation, *fans = rest.split("|")
    return Deal(
        ranks=int(ranks),
        fans=tuple(tuple(map(parse_card, fan.split())) for fan in fans),
        foundation=parse_card(foundation) if foundation else None,
        name=name,
    )


def _float(value: Json) -> Json:
    return float(value) if isinstance(value, int) else value
