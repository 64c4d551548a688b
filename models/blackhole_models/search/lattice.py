"""The lattice of positions: how many can be reached, how many orders win, and how often random play does.

For whoever wants more of a deal than a verdict. Every move plays one card, so positions fall into layers by the number
of cards played, and every way to a position is as long as every other. Going up layer by layer (`layers.py`) and
keeping with each position the number of ways to it and the chance that random play comes by, one has at the last layer
the number of orders that win and the chance that random play wins. Nothing is pruned: the positions are those that the
rules allow, which for a deal of 52 cards may be hundreds or hundreds of millions.

>>> from blackhole_models.deal import Deal
>>> found = lattice(Deal.of("AS", "3S 2S", "2H", "KS"))
>>> found.layers, found.positions, found.winning_orders, found.chance
((1, 3, 2), 6, 0, 0.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

from blackhole_models.result import Limits, Verdict

if TYPE_CHECKING:
    from blackhole_models.deal import Deal

_LEAST_CHANCE: Final = 2.0**-900
"""Where chances on the way fall below the range of float64, each loses at most 2^-1022, and all that fit into a
memory together less than 2^-960: too little to be seen in a chance of this size."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """What was counted. A figure that a limit kept from being known is None, never a guess.

    Attributes:
        verdict: `solvable` or `unsolvable` if all was counted, else the limit that was met.
        layers: number of positions after 0, 1, 2, … cards, the foundation not counted: one for every layer that is not
            empty, or, when a limit was met, for those known as a whole. A position is what is left of each fan and the
            rank in the centre; the deal itself is the one position of the first layer.
        winning_orders: number of orders that win, exact.
        chance: of winning by random play, each legal card being equally likely at every step. In float64, by divisions
            and additions alone: the relative error is below (M + 1) (N + 1) 2^-52 for M cards in N fans, about 2e-13
            for a standard deal. None, too, for a chance above 0 and below 2^-900, where it would be less exact.
        effort: positions played on from.
        seconds: wall time, imports and compilation apart.
    """

    verdict: Verdict
    layers: tuple[int, ...] = ()
    winning_orders: int | None = None
    chance: float | None = None
    effort: int = 0
    seconds: float = 0.0

    @property
    def positions(self) -> int | None:
        """Number of positions that can be reached, the deal itself included."""
        return sum(self.layers) if self.verdict.decided else None


def lattice(deal: Deal, limits: Limits | None = None) -> Lattice:
    """Count the positions of `deal` and the orders that win it.

    Args:
        deal: a deal of any shape.
        limits: what may be used: wall time, memory for the two layers at work, positions played on from.
    """
    limits = limits or Limits()
    if limits.exhausted is not None:
        return Lattice(limits.exhausted)
    if not any(deal.fans):
        return Lattice(Verdict.SOLVABLE, layers=(1,), winning_orders=1, chance=1.0)
    from blackhole_models.search.compiled import compile_once
    from blackhole_models.search.drive import drive
    from blackhole_models.search.layers import LayerByLayer

    sizes = tuple(map(len, deal.fans))
    compile_once(("lattice", deal.ranks, sizes), LayerByLayer(deal).prepare)
    begin = perf_counter()
    work = LayerByLayer(deal)
    verdict = drive(work, limits, begin)
    if not verdict.decided:
        return Lattice(verdict, tuple(work.sizes[:-1]), effort=work.effort, seconds=perf_counter() - begin)
    ways, chance = work.totals() if verdict is Verdict.SOLVABLE else (0, 0.0)
    return Lattice(
        verdict,
        layers=tuple(work.sizes[:-1]),
        winning_orders=ways,
        chance=chance if not ways or chance >= _LEAST_CHANCE else None,
        effort=work.effort,
        seconds=perf_counter() - begin,
    )
