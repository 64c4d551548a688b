"""Growth as tables: what runs of each size took, and the law fitted to it."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.bootstrap import LEVEL
from blackhole_experiments.analysis.growth import RESAMPLES
from blackhole_experiments.tables.table import MISSING, Table, count, rules_between, significant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd

    from blackhole_experiments.analysis.growth import Growth


def quantiles_table(times: pd.DataFrame, efforts: pd.DataFrame, size: str, limits: str) -> Table:
    """Return the table of times and efforts by line and size, of `analysis.growth.quantiles`."""
    data = times.merge(efforts, on=["line", "size", "runs", "decided"], suffixes=("_seconds", "_effort"))
    rows = [
        (
            each["line"],
            f"{each['size']:g}",
            f"{each['decided']} of {each['runs']}",
            *(_known(each[f"{name}_seconds"], significant) for name in ("median", "tail")),
            *(_known(each[f"{name}_effort"], count) for name in ("median", "tail")),
        )
        for each in data.to_dict("records")
    ]
    return Table(
        name="quantiles",
        caption=(
            f"Median and 90th percentile by {size}; > where they fall among the runs not decided. "
            f"Limit of a run: {limits}"
        ),
        headings=("solver", size, "decided", "median (s)", "90 % (s)", "median effort", "90 % effort"),
        alignment="lrrrrrr",
        rows=tuple(rows),
        data=data,
        rules=rules_between(list(data["line"])),
    )


def law_table(laws: Sequence[Growth], size: str) -> Table:
    """Return the table of the laws fitted."""
    import pandas as pd

    rows = [
        (
            law.line,
            f"{law.fitted} of {law.sizes}",
            MISSING if math.isnan(law.factor) else f"{law.factor:.2f}",
            MISSING if math.isnan(law.factor) else f"{law.low:.2f} to {law.high:.2f}",
        )
        for law in laws
    ]
    return Table(
        name="growth",
        caption=(
            f"Factor by which the median time grows from one {size} to the next, of an exponential law fitted to the "
            f"sizes whose median run was decided, with its {100 * LEVEL:.0f} % bootstrap interval "
            f"({RESAMPLES:,} resamples of the deals)"
        ),
        headings=("solver", "sizes fitted", "factor", "interval"),
        alignment="lrrr",
        rows=tuple(rows),
        data=pd.DataFrame([asdict(law) for law in laws]),
    )


def _known(value: float, form: Callable[[float], str]) -> str:
    return ">" if math.isinf(value) else form(value)
