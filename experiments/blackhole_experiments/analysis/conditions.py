"""Under what conditions runs were made, and which of them may stand in one table.

Runs within different limits cannot be counted together: within 1 s a solver decides fewer deals than within 10 s. So
mixed limits are refused, and where they are wanted nonetheless `lines` keeps them apart. Machines that differ make
times hard to compare, but not verdicts; that is worth a warning, which `machines_of` is for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_models.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

LIMITS = {
    "limit_seconds": "s",
    "limit_cpu_seconds": "s of CPU",
    "limit_memory_mb": "MB",
    "limit_effort": "units of effort",
}
"""The columns that hold a run's limits, with their units."""


def limits_texts(rows: pd.DataFrame) -> pd.Series[str]:
    """Return the limits of each row in words such as "10 s, 500 MB" or "no limit", with the index of `rows`."""
    kinds = rows.groupby(list(LIMITS), dropna=False, sort=False)
    texts = []
    for _, limits in rows.loc[kinds.cumcount() == 0, list(LIMITS)].iterrows():
        given = limits.dropna()
        texts.append(", ".join(f"{given[name]:,.12g} {LIMITS[name]}" for name in given.index) or "no limit")
    return kinds.ngroup().map(dict(enumerate(texts))).astype("string")


def limits_of(rows: pd.DataFrame) -> list[str]:
    """Return the different limits among `rows` in words, the smallest first."""
    return list(limits_texts(rows.sort_values(list(LIMITS))).unique())


def require_same_limits(rows: pd.DataFrame) -> None:
    """Refuse rows within different limits.

    Raises:
        InputError: there are several; the message names them.
    """
    limits = limits_of(rows)
    if len(limits) > 1:
        raise InputError(
            f"runs within different limits cannot be counted together: {'; '.join(limits[:6])}; "
            "with --mixed-limits they are told apart"
        )


def machines_of(rows: pd.DataFrame) -> list[str]:
    """Return the different processors and systems `rows` were made on."""
    return sorted(set(rows["cpu"] + ", " + rows["platform"]))
