"""A census: many deals decided by one search, counted by verdict and by effort.

For the studies over millions of deals. The table is that of Fish's statistics of 2010: count, smallest, largest, mean,
standard deviation and median of the effort, for solvable and unsolvable deals apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blackhole_experiments.tables.table import Table, count

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

CLASSES: Mapping[int, str] = {1: "solvable", 0: "unsolvable"}


def effort_table(censuses: Mapping[str, pd.DataFrame], name: str, caption: str) -> Table:
    """Return the table of effort.

    Args:
        censuses: frames with `solvable` (1, 0, missing) and `effort`, by what they are a census of.
        name: of the table.
        caption: of the table.
    """
    import pandas as pd

    records: list[dict[str, Any]] = []
    for what, deals in censuses.items():
        for code, verdict in CLASSES.items():
            records.append(_line(what, verdict, deals.loc[deals["solvable"] == code, "effort"]))
        undecided = deals.loc[deals["solvable"].isna(), "effort"]
        records.append(_line(what, "not decided", undecided))
    data = pd.DataFrame(records)
    figures = ["deals", "smallest", "largest", "mean", "sd", "median"]
    return Table(
        name=name,
        caption=caption,
        headings=("deals", "verdict", "count", "smallest", "largest", "mean", "standard deviation", "median"),
        alignment="llrrrrrr",
        rows=tuple(
            (str(line["census"]), str(line["verdict"]), *(count(line[figure]) for figure in figures))
            for line in records
        ),
        data=data,
        rules=frozenset(range(3, len(records), 3)),
    )


def _line(what: str, verdict: str, effort: pd.Series[int]) -> dict[str, Any]:
    return {
        "census": what,
        "verdict": verdict,
        "deals": len(effort),
        "smallest": effort.min(),
        "largest": effort.max(),
        "mean": effort.mean(),
        "sd": effort.std(),
        "median": effort.median(),
    }


def verdict_bits(deals: pd.DataFrame) -> bytes:
    """Return the verdicts as bits, 1 for solvable, the first deal in the highest bit of the first byte.

    Raises:
        ValueError: some deal is not decided.
    """
    import numpy as np

    if deals["solvable"].isna().any():
        raise ValueError("only verdicts of decided deals fit into bits")
    return np.packbits(deals["solvable"].to_numpy(np.uint8)).tobytes()
