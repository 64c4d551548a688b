"""The search as a solver: `dfs`, `search` and every combination of parts between them.

For the registry. The effort is the number of positions entered; the deal itself is not one of them.
"""

from __future__ import annotations

from importlib.metadata import version
from time import perf_counter
from typing import TYPE_CHECKING

from blackhole_models.errors import InputError, UnsupportedError, shorten
from blackhole_models.result import MEGABYTE, Limits, Result, Verdict
from blackhole_models.search.parts import Parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal
    from blackhole_models.result import Json
    from blackhole_models.search.depth_first import DepthFirst


def make(base: str, parts: tuple[str, ...], settings: Mapping[str, Json]) -> SearchSolver:
    """Make the solver that the name stands for; the setting `seed` (1) orders the moves after restarts."""
    unknown = sorted(set(settings) - {"seed"})
    if unknown:
        raise InputError(f"{base} has no setting {shorten(unknown[0], 40)!r}: there is seed")
    seed = settings.get("seed", 1)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 62:
        raise InputError(f"a seed is a whole number from 0 to 2^62 - 1, not {shorten(seed, 40)}")
    return SearchSolver("+".join((base, *parts)), Parts.parse(base, parts), seed)


def versions() -> dict[str, str]:
    """Return the versions of the compiler and of this toolkit."""
    return {name: version(name) for name in ("blackhole-toolkit", "numba", "numpy")}


class SearchSolver:
    """Depth-first search with the parts given.

    Args:
        name: its name in the registry.
        parts: what is switched on.
        seed: of the order of moves after restarts.
    """

    effort_unit = "positions"

    def __init__(self, name: str, parts: Parts, seed: int = 1) -> None:
        self.name = name
        self.parts = parts
        self.seed = seed

    @property
    def settings(self) -> dict[str, Json]:
        """The seed, where it makes a difference."""
        return {"seed": self.seed} if self.parts.restarts else {}

    def versions(self) -> dict[str, str]:
        """Return the versions of the compiler and of this toolkit."""
        return versions()

    def prepare(self, deal: Deal) -> None:
        """Compile the kernel, or load it from the cache, for deals as wide as `deal`."""
        from blackhole_models.search import depth_first, drive  # noqa: F401  # for `solve`, which is timed

        if any(deal.fans):
            depth_first.prepare(deal, self.parts)

    def solve(self, deal: Deal, limits: Limits) -> Result:
        """Decide `deal`; every limit is kept from within, the memory limit by the table of positions."""
        from blackhole_models.search.drive import drive

        self.prepare(deal)
        begin = perf_counter()
        if not any(deal.fans):
            return Result(self.name, Verdict.SOLVABLE, order=tuple(deal), effort=0, effort_unit=self.effort_unit)
        search = self._search(deal)
        built = perf_counter()
        verdict = drive(search, limits, begin)
        return Result(
            solver=self.name,
            verdict=verdict,
            order=search.order() if verdict is Verdict.SOLVABLE else None,
            effort=search.effort,
            effort_unit=self.effort_unit,
            build_seconds=built - begin,
            solve_seconds=perf_counter() - built,
            details={
                "deepest": len(search.deepest()),
                "restarts": search.restarts,
                "stored": search.stored,
                "table_mb": search.table_bytes / MEGABYTE,
            },
        )

    def orders(self, deal: Deal) -> Iterator[tuple[Card, ...]]:
        """Yield every order that wins.

        Raises:
            UnsupportedError: a part is on that leaves out orders or positions on purpose.
        """
        if self.parts.table or self.parts.dominance:
            raise UnsupportedError(f"{self.name} does not list all orders: leave out table and dominance")
        if not any(deal.fans):
            yield tuple(deal)
            return
        from blackhole_models.search import kernel, state

        search = self._search(deal)
        while search.run(effort=state.NEVER) == kernel.WON:
            yield search.order()

    def _search(self, deal: Deal) -> DepthFirst:
        from blackhole_models.search.depth_first import DepthFirst

        return DepthFirst(deal, self.parts, seed=self.seed)
