"""A worker that also knows solvers that fail: `broken+lie` makes up an order, `broken+crash` takes its process down."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from blackhole_experiments.runs import worker
from blackhole_models import solvers
from blackhole_models.result import Json, Result, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_models.deal import Deal
    from blackhole_models.result import Limits


class Broken:
    """A solver that fails."""

    effort_unit = "tries"
    settings: Mapping[str, Json] = {}

    def __init__(self, deed: str) -> None:
        self.name = f"broken+{deed}"

    def versions(self) -> Mapping[str, str]:
        return {}

    def prepare(self, _: Deal) -> None:
        pass

    def solve(self, deal: Deal, _: Limits) -> Result:
        if self.name == "broken+crash":
            os.abort()
        return Result(self.name, Verdict.SOLVABLE, order=tuple(deal))


def make(_: str, parts: tuple[str, ...], __: Mapping[str, Json]) -> Broken:
    return Broken(*parts)


ENTRY = solvers.Entry("broken_worker", "fails")

if __name__ == "__main__":
    solvers.REGISTRY = {**solvers.REGISTRY, "broken": ENTRY}
    worker.main()
