"""The class of a deal: what any run has found out about it, with evidence.

For tables that tell solvable deals from unsolvable ones. A deal is what its cards are: two numbers that deal the same
cards share one class. A deal that some run calls solvable and another unsolvable is `disputed`, and in neither class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_models.result import Verdict

if TYPE_CHECKING:
    import pandas as pd

SOLVABLE = str(Verdict.SOLVABLE)
UNSOLVABLE = str(Verdict.UNSOLVABLE)
UNDECIDED = "undecided"
DISPUTED = "disputed"


def classes(rows: pd.DataFrame) -> pd.Series[str]:
    """Return the class of each row's deal, with the index of `rows`."""
    import numpy as np
    import pandas as pd

    solvable, unsolvable = (
        rows["verdict"].eq(verdict).groupby(rows["cards"]).transform("any").to_numpy(bool)
        for verdict in (SOLVABLE, UNSOLVABLE)
    )
    found = np.select(
        [solvable & unsolvable, solvable, unsolvable], [DISPUTED, SOLVABLE, UNSOLVABLE], default=UNDECIDED
    )
    return pd.Series(found, index=rows.index, dtype="string")
