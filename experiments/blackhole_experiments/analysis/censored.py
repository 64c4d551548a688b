"""Median, mean and penalised mean of times (or efforts) some of which are only known to be longer.

A run that reached a limit took longer than was seen. To leave it out would flatter a solver that gives up on all that
is hard, so here it counts, in one of three ways:

    median  undecided runs come after all decided ones; the median is infinite where it falls among them, and so is any
            other quantile
    mean    undecided runs count with the limit, or with what they had used where there is none: a lower bound
    PAR-k   undecided runs count with k times the limit (penalised average runtime, of the SAT competitions); needs a
            limit

>>> import numpy as np
>>> values, decided = np.array([1.0, 3.0, 10.0]), np.array([True, True, False])
>>> median(values, decided), penalised(values, decided, limit=10.0, factor=2)
(3.0, 8.0)
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import bool_, float64
    from numpy.typing import NDArray

MISSING = float("nan")


def median(values: NDArray[float64], decided: NDArray[bool_]) -> float:
    """Return the median where undecided runs are longer than any; infinite where it falls among them.

    Of an even number of runs it is the mean of the two in the middle. NaN for no runs, or where the value of a
    decided run is not known.
    """
    import numpy as np

    if not len(values):
        return MISSING
    return float(np.median(np.where(decided, values, np.inf)))


def quantile(values: NDArray[float64], decided: NDArray[bool_], share: float) -> float:
    """Return the smallest value that `share` of the runs do not exceed, undecided runs being longer than any.

    Infinite where it falls among the undecided; NaN for no runs.
    """
    import numpy as np

    if not len(values):
        return MISSING
    return float(np.quantile(np.where(decided, values, np.inf), share, method="inverted_cdf"))


def mean(values: NDArray[float64], decided: NDArray[bool_], limit: float = MISSING) -> float:
    """Return the mean with each undecided run at `limit`, or at its own value where there is no limit.

    NaN for no runs, or where a value that counts is not known.
    """
    return _mean(counted(values, decided, limit))


def longest(values: NDArray[float64], decided: NDArray[bool_], limit: float = MISSING) -> float:
    """Return the largest value, undecided runs counted as in `mean`."""
    each = counted(values, decided, limit)
    return float(each.max()) if len(each) else MISSING


def penalised(values: NDArray[float64], decided: NDArray[bool_], limit: float, factor: float) -> float:
    """Return the mean with each undecided run at `factor` times `limit`; NaN for no runs and without a limit."""
    return MISSING if math.isnan(limit) else _mean(counted(values, decided, factor * limit))


def counted(values: NDArray[float64], decided: NDArray[bool_], undecided: float) -> NDArray[float64]:
    """Return the values, those of undecided runs replaced by `undecided`, unless that is NaN."""
    import numpy as np

    return values if math.isnan(undecided) else np.where(decided, values, undecided)


def _mean(values: NDArray[float64]) -> float:
    return float(values.mean()) if len(values) else MISSING
