"""Lines: which runs belong together, and what they are called in a table or a plot.

A line is a solver with its settings. It is called by the solver's name alone as long as that says enough; settings
and limits are named where they differ:

    sat
    cp-sat seed=1
    cp-sat seed=2
    dfs [10 s]
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from blackhole_experiments.analysis.conditions import LIMITS, limits_texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd


def labels(rows: pd.DataFrame) -> pd.Series[str]:
    """Return the name of the line each row belongs to, with the index of `rows`."""
    kinds = rows.groupby(["solver", "settings", *LIMITS], dropna=False, sort=False)
    firsts = rows.loc[kinds.cumcount() == 0]
    limits = limits_texts(firsts)
    several_limits = len(limits.unique()) > 1
    several_settings = firsts.drop_duplicates(["solver", "settings"])["solver"].value_counts() > 1
    names = []
    for solver, settings, limit in zip(firsts["solver"], firsts["settings"], limits, strict=True):
        name = f"{solver} {settings_text(json.loads(settings))}".rstrip() if several_settings[solver] else solver
        names.append(f"{name} [{limit}]" if several_limits else name)
    return kinds.ngroup().map(dict(enumerate(names))).astype("string")


def settings_text(settings: Mapping[str, Any]) -> str:
    """Return settings in words, as they are written behind a solver's name.

    >>> settings_text({"presolve": False, "backend": "glucose4"})
    'backend=glucose4 presolve=false'
    """
    return " ".join(
        f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in sorted(settings.items())
    )
