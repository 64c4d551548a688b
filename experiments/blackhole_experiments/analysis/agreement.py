"""Do solvers agree? Where two rows contradict each other, one solver is wrong, and every figure with it.

For whoever ends a comparison. An unsolvable verdict has no order to replay; that an approach of another kind comes to
the same verdict is what can back it, and `confirm` says so in the rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.classes import SOLVABLE, UNSOLVABLE
from blackhole_experiments.analysis.lines import labels

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two runs with opposite verdicts on one deal.

    Attributes:
        deal: the deal's name, or its cards where it has none.
        solvable: the solver that calls it solvable, with settings where they matter.
        solvable_key: the key of its row.
        unsolvable: the solver that calls it unsolvable.
        unsolvable_key: the key of its row.
    """

    deal: str
    solvable: str
    solvable_key: str
    unsolvable: str
    unsolvable_key: str

    def __str__(self) -> str:
        return (
            f"solvers disagree on {self.deal}: {self.solvable} says solvable (row {self.solvable_key}), "
            f"{self.unsolvable} says unsolvable (row {self.unsolvable_key})"
        )


def disagreements(rows: pd.DataFrame) -> list[Disagreement]:
    """Return the pairs of rows that contradict each other, one pair for each deal and pair of lines."""
    decided = rows.assign(line=labels(rows)).loc[rows["verdict"].isin([SOLVABLE, UNSOLVABLE])]
    first = decided.drop_duplicates(["cards", "line", "verdict"])
    pairs = first.loc[first["verdict"] == SOLVABLE].merge(
        first.loc[first["verdict"] == UNSOLVABLE], on="cards", suffixes=("", "_against")
    )
    return [
        Disagreement(
            str(pair.deal or pair.cards), str(pair.line), str(pair.key), str(pair.line_against), str(pair.key_against)
        )
        for pair in pairs.itertuples()
    ]


def decided_by_several(rows: pd.DataFrame) -> int:
    """Return how many deals more than one line has decided, alike or not."""
    decided = rows.assign(line=labels(rows)).loc[rows["verdict"].isin([SOLVABLE, UNSOLVABLE])]
    once = decided.drop_duplicates(["cards", "line"])
    return len(once.loc[once.duplicated("cards"), "cards"].unique())


def confirm(rows: pd.DataFrame) -> pd.DataFrame:
    """Return `rows` with `confirmation` naming the other solvers that agree, where nothing better backs a verdict."""
    import pandas as pd

    decided = rows.loc[rows["verdict"].isin([SOLVABLE, UNSOLVABLE]), ["cards", "verdict", "solver"]]
    solvers = decided.groupby(["cards", "verdict"])["solver"].agg(lambda names: sorted(set(names))).to_dict()
    confirmations = []
    for row in rows[["cards", "verdict", "solver", "confirmation"]].itertuples(index=False):
        others = [name for name in solvers.get((row.cards, row.verdict), []) if name != row.solver]
        said = row.confirmation or (f"agrees with {', '.join(others)}" if others else "")
        confirmations.append(said)
    return rows.assign(confirmation=pd.Series(confirmations, index=rows.index, dtype="string"))
