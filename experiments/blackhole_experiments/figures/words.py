"""What figures say alike: the names of clocks on an axis, and limits in a legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.observations import Clock

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

TIMES: Final[Mapping[Clock, str]] = {
    Clock.SOLVER: "time to build and solve",
    Clock.WALL: "wall time of the run",
    Clock.CPU: "CPU time of the run",
}
"""What an axis calls each clock."""


def limits_title(observations: pd.DataFrame) -> str:
    """Return the title of a legend: the limits of a run, and how they are drawn.

    Where lines have different limits, `analysis.lines` has put them behind the names.
    """
    texts = list(observations["limits"].unique())
    dotted = " (dotted)" if observations["limit"].notna().any() else ""
    if len(texts) > 1:
        return f"limits in brackets{dotted}"
    return texts[0] if texts[0] == "no limit" else f"limit {texts[0]}{dotted}"
