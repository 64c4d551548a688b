"""Intervals by resampling: the percentile bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, 1993).

For figures whose distribution nobody knows, such as ratios of times. The seed is fixed: the same rows give the same
interval.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

SEED = 20070901
RESAMPLES = 10_000
LEVEL = 0.95

_AT_ONCE = 1 << 22


def mean_interval(values: NDArray[float64], *, resamples: int = RESAMPLES, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval that holds the mean of `values` at `level`; NaN twice for fewer than two values."""
    import numpy as np

    if len(values) < 2:
        return float("nan"), float("nan")
    ordered = np.sort(values)  # the interval is one of the values, not of the order they come in
    generator = np.random.default_rng(SEED)
    block = max(1, _AT_ONCE // len(values))  # a resample of a million values need not exist 10,000 times at once
    means = np.concatenate(
        [
            ordered[generator.integers(len(values), size=(min(block, resamples - start), len(values)))].mean(axis=1)
            for start in range(0, resamples, block)
        ]
    )
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
