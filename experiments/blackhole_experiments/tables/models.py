"""What building a model or a formula takes, by size of the deal: time, memory, and how large it gets.

For studies of scaling. A run that was ended before its model was built tells nothing of it but its memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_experiments.tables.table import Table, count, rules_between, significant

if TYPE_CHECKING:
    import pandas as pd


def models_table(details: pd.DataFrame, observations: pd.DataFrame, size: str, limits: str) -> Table:
    """Return a line for each solver that builds a model, and size.

    Args:
        details: of `Trial.details`.
        observations: of the same runs, in the same order, with a column `size`.
        size: what the size is.
        limits: of the runs, in words.
    """
    import pandas as pd

    told = details.reindex(columns=["build_seconds", "variables", "clauses", "constraints"]).astype("Float64")
    runs = pd.DataFrame(
        {
            "line": observations["line"].to_numpy(),
            "size": observations["size"].to_numpy(),
            "build_seconds": told["build_seconds"].to_numpy(),
            "variables": told["variables"].to_numpy(),
            "constraints": told["clauses"].fillna(told["constraints"]).to_numpy(),
            "memory_mb": observations["memory_mb"].astype("Float64").to_numpy(),
        }
    )
    modelled = runs.groupby("line")["variables"].transform("count") > 0
    groups = runs.loc[modelled].groupby(["line", "size"], sort=True)
    data = groups.agg(
        runs=("size", "size"),
        built=("variables", "count"),
        build_seconds=("build_seconds", "median"),
        slowest_build_seconds=("build_seconds", "max"),
        variables=("variables", "median"),
        constraints=("constraints", "median"),
        memory_mb=("memory_mb", "max"),
    ).reset_index()
    figures = data.astype(dict.fromkeys(data.columns[4:], float))
    return Table(
        name="models",
        caption=(
            f"Building models and formulas, by {size}: medians over the deals, of build time the longest as well; "
            "constraints of a formula are its clauses; memory is the largest of the whole run's beyond the image it "
            f"started with. Limit of a run: {limits}"
        ),
        headings=("solver", size, "built", "build (s)", "longest (s)", "variables", "constraints", "memory (MB)"),
        alignment="lrrrrrrr",
        rows=tuple(
            (
                str(each["line"]),
                f"{each['size']:g}",
                f"{each['built']} of {each['runs']}",
                significant(each["build_seconds"]),
                significant(each["slowest_build_seconds"]),
                *(count(each[name]) for name in ("variables", "constraints", "memory_mb")),
            )
            for each in figures.to_dict("records")
        ),
        data=data,
        rules=rules_between(list(data["line"])),
    )
