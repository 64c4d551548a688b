"""Figures that others have published, each with its source, to stand beside the project's own.

>>> SOLVITAIRE.deals, SOLVITAIRE.solvable
(10000000, 8694457)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Census:
    """How many of a number of deals can be won, by somebody's count.

    Attributes:
        source: who, where, when.
        deals: number of deals.
        solvable: how many of them can be won.
    """

    source: str
    deals: int
    solvable: int


SOLVITAIRE: Final = Census("Blake and Gent, JAIR 85 (2026), article 21 (Solvitaire)", 10_000_000, 8_694_457)
MASTEN: Final = Census("Masten, solitairewinrates.com", 1_600_000, 1_391_771)
FISH: Final = Census("Fish 2010, PySolFC deals 1 to 1,000,000", 1_000_000, 869_413)

FISH_MEAN_SOLVABLE: Final = 292_400
"""Mean iterations on the deals solved, as Fish's page of 2010 has it, rounded."""

FISH_MEAN_UNSOLVABLE: Final = 553_884
"""Mean iterations on the deals exhausted without a solution, as Fish's page of 2010 has it."""

FISH_MEDIAN_SOLVABLE: Final = 79_000
"""Median iterations on the deals solved, as Fish's page of 2010 has it, rounded."""

FISH_ALL_IN_A_ROW: Final = 0.671
"""Share of 1,000,000 PySolFC deals of All in a Row that can be won, as Fish published it."""
