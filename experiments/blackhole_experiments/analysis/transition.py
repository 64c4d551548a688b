"""A transition: where the share of winnable deals passes a half, and at which size deals are hardest.

For studies that deal decks into larger and larger fans. Sizes are whole numbers; between two of them the share is taken
to run straight.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blackhole_experiments.analysis.bootstrap import SEED
from blackhole_experiments.analysis.censored import counted
from blackhole_experiments.analysis.paired import compare_pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy import float64
    from numpy.typing import NDArray

HALF: Final = 0.5
RESAMPLES: Final = 10_000

BEFORE: Final = "before"
AFTER: Final = "after"


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a share falls below a half.

    Attributes:
        at: the size; NaN where it does not fall below a half between the sizes there are.
        low: where the lower end of the share's interval does.
        high: where the upper end does.
    """

    at: float
    low: float
    high: float

    def near(self, size: float) -> bool:
        """Return whether `size` is less than a card from the turn."""
        return abs(size - self.at) < 1


def turn_of(shares: pd.DataFrame) -> Turn:
    """Return where deals turn from mostly winnable to mostly not.

    Args:
        shares: one row a size, with `size`, `deals`, `solvable`, `undecided`, and `low` and `high` of the interval.
            Undecided deals are counted half for `at`.
    """
    ordered = shares.sort_values("size")
    sizes = ordered["size"].to_numpy(float)
    middle = ((ordered["solvable"] + ordered["undecided"] / 2) / ordered["deals"]).to_numpy(float)
    ends = (ordered[name].to_numpy(float) for name in ("low", "high"))
    return Turn(_crossing(sizes, middle), *(_crossing(sizes, end) for end in ends))


def _crossing(sizes: NDArray[float64], shares: NDArray[float64]) -> float:
    """Return where the shares pass a half for the last time, on their way down."""
    for place in range(len(sizes) - 1, 0, -1):
        before, after = shares[place - 1], shares[place]
        if before >= HALF > after:
            return float(sizes[place - 1] + (before - HALF) / (before - after) * (sizes[place] - sizes[place - 1]))
    return float("nan")


@dataclass(frozen=True, slots=True)
class Peak:
    """The size at which a line takes longest.

    Attributes:
        line: the solver.
        median_at: the size with the largest median time; of several, the first.
        mean_at: the size with the largest mean time, time-outs at the limit.
        mean: that mean, s.
        near: in what share of the resamples the largest mean is near the turn.
    """

    line: str
    median_at: float
    mean_at: float
    mean: float
    near: float


def peaks(observations: pd.DataFrame, turn: Turn) -> list[Peak]:
    """Return the peak of each line; how sure it is that it lies at the turn is told by resampling the deals.

    Args:
        observations: of `observe`, with a column `size`.
        turn: of the same deals.
    """
    import numpy as np

    found = []
    for line, runs in observations.groupby("line", sort=False):
        samples = {float(str(size)): capped(here) for size, here in runs.groupby("size")}
        sizes = list(samples)
        means = [sample.mean() for sample in samples.values()]
        generator = np.random.default_rng(SEED)
        resampled = np.stack(
            [
                sample[generator.integers(len(sample), size=(RESAMPLES, len(sample)))].mean(axis=1)
                for sample in samples.values()
            ]
        )
        hits = np.bincount(resampled.argmax(axis=0), minlength=len(sizes)) / RESAMPLES
        found.append(
            Peak(
                line=str(line),
                median_at=_largest(sizes, [float(np.median(sample)) for sample in samples.values()]),
                mean_at=_largest(sizes, means),
                mean=float(max(means)),
                near=float(sum(hit for size, hit in zip(sizes, hits, strict=True) if turn.near(size))),
            )
        )
    return found


def sides(observations: pd.DataFrame, turn: Turn, base: str) -> pd.DataFrame:
    """Return how each line does before the turn and after it.

    Args:
        observations: of `observe`, with a column `size`.
        turn: of the same deals; without one, all of them count as before it.
        base: the line that the others are held against.

    Returns:
        a frame with `side`, `line`, `runs`, `decided`, `mean` (s, time-outs at the limit), and `ratio`, `ratio_low`,
        `ratio_high` of its time to that of `base` (`analysis.paired`, time-outs at the limit).
    """
    import pandas as pd

    records = []
    for side, here in observations.groupby((observations["size"] > turn.at).map({False: BEFORE, True: AFTER})):
        for line, runs in here.groupby("line", sort=False):
            pair = None if line == base else compare_pair(here, str(line), base)
            records.append(
                {
                    "side": side,
                    "line": line,
                    "runs": len(runs),
                    "decided": int(runs["decided"].sum()),
                    "mean": float(capped(runs).mean()),
                    "ratio": pair.ratio_at_limit if pair else 1.0,
                    "ratio_low": pair.ratio_at_limit_low if pair else math.nan,
                    "ratio_high": pair.ratio_at_limit_high if pair else math.nan,
                }
            )
    return pd.DataFrame(records).sort_values("side", ascending=False, kind="stable", ignore_index=True)


def whole_map(beside: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return how each line does on all decks together: of `sides`, the sums, and the mean of the mean times.

    Every side of every number of suits counts alike, however many deals it has.
    """
    import pandas as pd

    lines = pd.concat(beside).groupby("line", sort=False)
    return lines.agg(runs=("runs", "sum"), decided=("decided", "sum"), mean=("mean", "mean")).reset_index()


def capped(runs: pd.DataFrame) -> NDArray[float64]:
    """Return the time of each run, s, and the limit for one that did not decide its deal."""
    import numpy as np

    seconds, decided = runs["seconds"].to_numpy(float, na_value=np.nan), runs["decided"].to_numpy(bool)
    return counted(seconds, decided, float(runs["limit"].iloc[0]))


def _largest(sizes: Sequence[float], values: Sequence[float]) -> float:
    return sizes[values.index(max(values))]
