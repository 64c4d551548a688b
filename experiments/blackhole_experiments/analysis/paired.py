"""Two solvers on the same deals: how many times as long does one take, and which is faster how often?

The ratio of times is a geometric mean, so that it does not matter which solver comes first, with a bootstrap interval
over the deals. It is told twice, because only deals that both have decided have a ratio, and those are the easy ones:

    ratio            over deals decided by both
    ratio_at_limit   over deals decided by either, with the limit in place of the time of the one that did not; on
                     such a deal the true ratio lies further from 1
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.bootstrap import mean_interval
from blackhole_experiments.analysis.observations import RESOLUTION
from blackhole_experiments.analysis.repeats import DEAL, per_deal
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from numpy import float64
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Paired:
    """A comparison of the lines `first` and `second`.

    Attributes:
        first, second: the two lines.
        deals: deals on which both have a run.
        both, first_alone, second_alone, neither: deals decided by both, by one of them, by none.
        first_wins, second_wins, ties: deals that one decides faster, or alone; ties are decided in equal time.
        ratio: time of first / time of second on deals decided by both, geometric mean.
        ratio_low, ratio_high: its interval.
        ratio_at_limit, ratio_at_limit_low, ratio_at_limit_high: see the module; NaN without a time limit.
    """

    first: str
    second: str
    deals: int
    both: int
    first_alone: int
    second_alone: int
    neither: int
    first_wins: int
    second_wins: int
    ties: int
    ratio: float
    ratio_low: float
    ratio_high: float
    ratio_at_limit: float
    ratio_at_limit_low: float
    ratio_at_limit_high: float


def side_by_side(observations: pd.DataFrame, first: str, second: str) -> pd.DataFrame:
    """Return one row per deal on which both lines have a run, columns suffixed `_first` and `_second`.

    Raises:
        InputError: there is no such line; the message names those there are.
    """
    lines = list(observations["line"].unique())
    for line in (first, second):
        if line not in lines:
            raise InputError(f"there are no runs of {line!r}: there are {', '.join(lines)}")
    deals = per_deal(observations.loc[observations["line"].isin([first, second])])
    return deals.loc[deals["line"] == first].merge(
        deals.loc[deals["line"] == second], on=DEAL, suffixes=("_first", "_second")
    )


def compare_pair(observations: pd.DataFrame, first: str, second: str) -> Paired:
    """Compare two lines of `observations`.

    Raises:
        InputError: there is no such line, or no deal on which both have a run.
    """
    import numpy as np

    pairs = side_by_side(observations, first, second)
    if pairs.empty:
        raise InputError(f"there is no deal on which both {first} and {second} have a run")
    one, other = pairs["decided_first"].to_numpy(bool), pairs["decided_second"].to_numpy(bool)
    times, others = (_numbers(pairs, f"seconds_{which}") for which in ("first", "second"))
    limit, other_limit = (_numbers(pairs, f"limit_{which}") for which in ("first", "second"))
    faster = np.where(one, times, np.inf) < np.where(other, others, np.inf)
    slower = np.where(one, times, np.inf) > np.where(other, others, np.inf)
    both, either = one & other, one | other
    logs = np.log(times[both] / others[both])
    at_limit = np.log(np.where(one, times, limit)[either] / np.where(other, others, other_limit)[either])
    low, high = mean_interval(logs)
    low_at_limit, high_at_limit = mean_interval(at_limit)
    return Paired(
        first=first,
        second=second,
        deals=len(pairs),
        both=int(both.sum()),
        first_alone=int((one & ~other).sum()),
        second_alone=int((other & ~one).sum()),
        neither=int((~either).sum()),
        first_wins=int(faster.sum()),
        second_wins=int(slower.sum()),
        ties=int((both & ~faster & ~slower).sum()),
        ratio=math.exp(logs.mean()) if len(logs) else math.nan,
        ratio_low=math.exp(low),
        ratio_high=math.exp(high),
        ratio_at_limit=math.exp(at_limit.mean()) if len(at_limit) else math.nan,
        ratio_at_limit_low=math.exp(low_at_limit),
        ratio_at_limit_high=math.exp(high_at_limit),
    )


def _numbers(pairs: pd.DataFrame, column: str) -> NDArray[float64]:
    """Return times fit for a logarithm."""
    import numpy as np

    numbers: NDArray[float64] = pairs[column].to_numpy(float, na_value=np.nan)
    return np.maximum(numbers, RESOLUTION)
