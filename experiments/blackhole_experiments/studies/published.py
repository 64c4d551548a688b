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


@dataclass(frozen=True, slots=True)
class Times:
    """Times of a solver on public deals, by somebody's measurement.

    Attributes:
        source: who, where, when, on what.
        low, high: the smallest and the largest time of a deal, or twice the median, s.
        median: whether it is the median that is told.
    """

    source: str
    low: float
    high: float
    median: bool = False


_TABID: Final = "Akgün et al., TabID (arXiv 2202.13250), OR-Tools, 102 deals of CSPLib"
_CHALLENGE: Final = "MiniZinc Challenge 2025, OR-Tools CP-SAT, 5 deals"

CP_SAT_TIMES: Final = (
    Times(f"{_TABID}, rank rule as arithmetic", 36.16, 36.16, median=True),
    Times(f"{_TABID}, rank rule as a table", 3.04, 3.04, median=True),
    Times(f"{_CHALLENGE}, fixed search", 6.03, 284.68),
    Times(f"{_CHALLENGE}, free search", 8.29, 18.22),
    Times(f"{_CHALLENGE}, in parallel", 2.06, 2.60),
)
"""Published times of OR-Tools CP-SAT on Black Hole, of the solver alone in the first two, of all in the others."""

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


@dataclass(frozen=True, slots=True)
class Timing:
    """How a solver fares on a set of deals, in the form in which comparisons are usually published.

    Attributes:
        solver: the solver, with what it is told.
        deals: number of deals.
        decided: how many of them it decides within the limit.
        median: seconds, over the deals it decides; the next two likewise.
        mean: seconds.
        longest: seconds.
        par2: mean over all deals in seconds, those not decided at twice the limit.
        limit: seconds.
    """

    solver: str
    deals: int
    decided: int
    median: float
    mean: float
    longest: float
    par2: float
    limit: float


TABID_SOURCE: Final = "Akgün et al. (TabID), arXiv 2202.13250v2"
"""Computed from the raw data of the paper (stacs-cp/tabulation-experiments, `timings-clean.csv.gz`): five runs on each
of CSPLib's 102 deals. Median, mean and longest are the solver's own time, PAR-2 has Savile Row's time as well."""

TABID: Final = tuple(
    Timing(f"{solver}, TabID {switch}", 102, decided, median, mean, longest, par2, 3600.0)
    for solver, switch, decided, median, mean, longest, par2 in (
        ("Minion", "off", 61, 22.67, 383.37, 3451.2, 3124.8),
        ("Minion", "on", 88, 5.77, 128.63, 2768.1, 1101.4),
        ("Gecode", "off", 56, 30.17, 412.16, 3419.2, 3474.6),
        ("Gecode", "on", 85, 3.49, 148.16, 2731.5, 1325.7),
        ("Chuffed", "off", 102, 4.00, 8.07, 44.3, 10.6),
        ("Chuffed", "on", 102, 0.25, 0.36, 1.5, 3.0),
        ("OR-Tools", "off", 102, 36.16, 68.82, 577.1, 71.3),
        ("OR-Tools", "on", 102, 3.04, 2.73, 4.0, 5.3),
        ("Kissat", "off", 102, 8.35, 8.74, 29.2, 11.8),
        ("Kissat", "on", 102, 0.08, 0.13, 0.9, 2.9),
        ("Kissat, MDD encoding", "off", 102, 7.88, 8.55, 26.4, 11.6),
        ("Kissat, MDD encoding", "on", 102, 0.08, 0.13, 0.9, 3.0),
    )
)
"""By back end, without and with the automatic tabulation of constraints that the paper is about."""

TABID_SIZES: Final = {"off": (22_394, 290_676), "on": (9_682, 36_883)}
"""Median variables and clauses of the formulas for Kissat, without and with tabulation."""


@dataclass(frozen=True, slots=True)
class Formula:
    """The size of a CNF formula of a deal, or a median of such sizes.

    Attributes:
        source: who, where, which deals.
        variables: number of variables.
        clauses: number of clauses.
    """

    source: str
    variables: int
    clauses: int


_CP2020: Final = "Savile Row, CP 2020 (stacs-cp/CP2020-SR-SMT)"

FORMULAS: Final = (
    *(Formula(f"{TABID_SOURCE}, {switch}, 102 deals", *size) for switch, size in TABID_SIZES.items()),
    Formula(f"{_CP2020}, BMS-100", 17_626, 58_795),
    Formula(f"{_CP2020}, BMS-177", 19_197, 63_835),
    Formula(f"{_CP2020}, PN-4", 21_475, 69_982),
)
"""Sizes of the formulas of others, after their own preprocessing."""
