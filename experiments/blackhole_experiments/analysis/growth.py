"""How cost grows with size: quantiles at each size, and the factor from one size to the next.

For studies of scaling. The factor is that of an exponential law, fitted by least squares to the logarithms of the
medians: `factor` = exp(slope). Its interval is a percentile bootstrap over the deals of each size (see `bootstrap`).
Sizes at which the median run was not decided have no median to fit; they are left out, and `fitted` says how many were
used: where that is fewer than `sizes`, the law is that of the sizes a solver could still cope with.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.bootstrap import LEVEL, SEED
from blackhole_experiments.analysis.censored import MISSING, median, quantile
from blackhole_experiments.analysis.observations import RESOLUTION

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy import bool_, float64
    from numpy.typing import NDArray

RESAMPLES: Final = 2_000
TAIL: Final = 0.9
_LEAST: Final = 3
"""Sizes below which a line through medians says nothing."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The law of one line.

    Attributes:
        line: the solver.
        sizes: how many sizes it was run on.
        fitted: how many of them had a median to fit.
        factor: from one size to the next; NaN where too few were fitted.
        low: lower end of the interval of `factor`.
        high: upper end.
    """

    line: str
    sizes: int
    fitted: int
    factor: float
    low: float
    high: float


def quantiles(observations: pd.DataFrame, value: str) -> pd.DataFrame:
    """Return, for each line and size, what its runs took.

    Args:
        observations: of `observe`, with a column `size` beside.
        value: `seconds` or `effort`.

    Returns:
        a frame with the columns `line`, `size`, `runs`, `decided` (how many), `median` and `tail`, the 90th percentile;
        infinite where they fall among the undecided.
    """
    import pandas as pd

    records = []
    for (line, size), runs in observations.groupby(["line", "size"], sort=False):
        values, decided = _arrays(runs, value)
        records.append(
            {
                "line": line,
                "size": size,
                "runs": len(runs),
                "decided": int(decided.sum()),
                "median": median(values, decided),
                "tail": quantile(values, decided, TAIL),
            }
        )
    return pd.DataFrame(records).sort_values(["line", "size"], kind="stable", ignore_index=True)


def growth(observations: pd.DataFrame, value: str) -> list[Growth]:
    """Return the law of each line of `observations`, as `quantiles` takes them."""
    import numpy as np

    laws = []
    for line, runs in observations.groupby("line", sort=False):
        samples = []
        for size, here in runs.groupby("size"):
            values, decided = _arrays(here, value)
            samples.append((float(str(size)), np.where(decided, np.maximum(values, RESOLUTION), np.inf)))
        middle = [float(np.median(sample)) for _, sample in samples]
        usable = [place for place, each in enumerate(middle) if math.isfinite(each)]
        if len(usable) < _LEAST:
            laws.append(Growth(str(line), len(samples), len(usable), MISSING, MISSING, MISSING))
            continue
        sizes = np.array([samples[place][0] for place in usable])
        generator = np.random.default_rng(SEED)
        slopes = [
            _slope(sizes, [np.median(generator.choice(samples[place][1], len(samples[place][1]))) for place in usable])
            for _ in range(RESAMPLES)
        ]
        known = [slope for slope in slopes if math.isfinite(slope)]
        low, high = np.quantile(known, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        factor = math.exp(_slope(sizes, [middle[place] for place in usable]))
        laws.append(Growth(str(line), len(samples), len(usable), factor, math.exp(low), math.exp(high)))
    return laws


def _slope(sizes: NDArray[float64], medians: Sequence[float]) -> float:
    """Return the slope of the logarithms; a median that is infinite (in a resample) has no place on the line."""
    import numpy as np

    values = np.array(medians)
    usable = np.isfinite(values)
    if len(np.unique(sizes[usable])) < 2:
        return MISSING
    x, y = sizes[usable], np.log(values[usable])
    return float(np.sum((x - x.mean()) * (y - y.mean())) / np.sum((x - x.mean()) ** 2))


def _arrays(runs: pd.DataFrame, value: str) -> tuple[NDArray[float64], NDArray[bool_]]:
    return runs[value].to_numpy(float, na_value=MISSING), runs["decided"].to_numpy(bool)
