"""The share of winnable deals, with Wilson's interval that counts undecided deals both ways.

As Blake and Gent report it (The Winnability of Klondike Solitaire and Many Other Patience Games, JAIR 85, 2026):
z = 1.96; the lower end counts every undecided deal as lost and the upper end as won; rounded outwards; shown as
centre ± half-width.

>>> print(winnability(solvable=8_694_457, undecided=0, deals=10_000_000).rounded(3))
86.944 ± 0.022 %
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal

Z = 1.96


@dataclass(frozen=True, slots=True)
class Rounded:
    """An interval in percent, rounded outwards: `centre` ± `half_width` holds it all."""

    centre: Decimal
    half_width: Decimal

    def __str__(self) -> str:
        return f"{self.centre} ± {self.half_width} %"


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval of a share, from 0 to 1."""

    low: float
    high: float

    def rounded(self, decimals: int) -> Rounded:
        """Return the interval in percent with so many decimals. The ends are rounded outwards, the centre to even."""
        unit = Decimal(1).scaleb(-decimals)
        low = (Decimal(self.low) * 100).quantize(unit, ROUND_FLOOR)
        high = (Decimal(self.high) * 100).quantize(unit, ROUND_CEILING)
        return Rounded(
            centre=((low + high) / 2).quantize(unit, ROUND_HALF_EVEN),
            half_width=((high - low) / 2).quantize(unit, ROUND_CEILING),
        )


def winnability(*, solvable: int, undecided: int, deals: int) -> Interval:
    """Return the interval of the share of winnable deals.

    Args:
        solvable: deals found solvable.
        undecided: deals not decided; they stay in the sample.
        deals: all of them.

    Raises:
        ValueError: counts that cannot be.
    """
    return Interval(wilson(solvable, deals).low, wilson(solvable + undecided, deals).high)


def wilson(successes: int, trials: int, z: float = Z) -> Interval:
    """Return Wilson's score interval (Wilson, Journal of the American Statistical Association 22, 1927, 209-212).

    Raises:
        ValueError: no trials, or a number of successes that cannot be.
    """
    if not 0 <= successes <= trials or trials == 0:
        raise ValueError(f"{successes} of {trials} is no share")
    share = successes / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half_width = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / scale
    # At no successes the lower end is 0 exactly, which the difference of two floats need not be; likewise the upper.
    low = centre - half_width if successes else 0.0
    high = centre + half_width if successes < trials else 1.0
    return Interval(low, high)
