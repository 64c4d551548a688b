"""The virtual best solver: on every deal, whichever solver decides it first.

For portfolio-minded readers: how much faster one could be who knew which solver to take, and what each contributes.
The deals are those on which every line has a run. (The term is that of the SAT competitions.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_experiments.analysis.repeats import DEAL, per_deal

if TYPE_CHECKING:
    import pandas as pd

VIRTUAL_BEST = "virtual best"


def common(observations: pd.DataFrame) -> pd.DataFrame:
    """Return the observations on deals on which every line has one."""
    lines = observations.groupby(DEAL)["line"].transform("nunique")
    return observations.loc[lines == observations["line"].nunique()]


def virtual_best(observations: pd.DataFrame) -> pd.DataFrame:
    """Return the observations of the virtual best solver, one per deal, under the line `VIRTUAL_BEST`.

    On a deal that no line decides, it takes the longest time any of them took. It has no effort: units differ.
    """
    import pandas as pd

    deals = per_deal(common(observations))
    rank = deals["seconds"].where(deals["decided"], -deals["seconds"])
    ranked = deals.assign(undecided=~deals["decided"], rank=rank).sort_values(["undecided", "rank"], kind="stable")
    best = ranked.drop_duplicates(DEAL).sort_index()[list(deals.columns)]
    nothing = pd.Series(pd.NA, index=best.index, dtype="Float64")
    return best.assign(line=VIRTUAL_BEST, effort=nothing, effort_unit="", memory_mb=nothing)


def shares(observations: pd.DataFrame) -> pd.Series[float]:
    """Return for each line the share of deals that it decides first, among those decided by any; a tie is split."""
    deals = per_deal(common(observations))
    decided = deals.loc[deals["decided"]]
    first = decided.loc[decided["seconds"] == decided.groupby(DEAL)["seconds"].transform("min")]
    parts = 1 / first.groupby(DEAL)["line"].transform("size")
    won = parts.groupby(first["line"]).sum()
    total = decided.drop_duplicates(DEAL).shape[0]
    lines = observations["line"].drop_duplicates()
    return (won.reindex(lines, fill_value=0.0) / total if total else won.reindex(lines)).rename("share")
