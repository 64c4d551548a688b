"""Repetitions of a run as one observation: the median run.

For what counts deals rather than runs: survival plots, comparisons deal by deal, the virtual best solver. Of the
repetitions on a deal, those that did not decide it come last (see `censored`); the one in the middle stands for them
all, with its time, effort and verdict. Of an even number it is the slower of the two in the middle, so that a deal
counts as decided if more than half of its runs decided it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

DEAL = ["deal", "cards"]
"""What identifies a deal of a sample: two numbers that give the same cards are two deals."""


def per_deal(observations: pd.DataFrame) -> pd.DataFrame:
    """Return one observation for each line and deal, in the order of their first appearance."""
    group = ["line", *DEAL]
    ranked = observations.assign(undecided=~observations["decided"]).sort_values(["undecided", "seconds"])
    runs = ranked.groupby(group)
    middle = ranked.loc[runs.cumcount() == runs["deal"].transform("size") // 2].set_index(group)
    order = observations[group].drop_duplicates()
    return order.join(middle, on=group).reset_index(drop=True)[list(observations.columns)]
