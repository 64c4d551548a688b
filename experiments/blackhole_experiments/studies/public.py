"""Public deals and what is known of them, from a folder the user has: CSPLib's, MiniZinc's, others.

For the studies on published instances. The folder holds the files of each collection in a folder of its own, such as
`csplib-prob081/PN-1.param` and `minizinc-benchmarks/0.dzn`, and perhaps `known_status.csv` with the columns `file` and
`status` (`sat` or `unsat`). Nothing of it is part of this project.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Final

from blackhole_experiments.studies import DisagreementError
from blackhole_models.errors import InputError
from blackhole_models.formats import ReadOptions, read_deals
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pandas as pd

    from blackhole_models.deal import Deal

CSPLIB: Final = "csplib-prob081"
MINIZINC: Final = "minizinc-benchmarks"
_STATUSES: Final = "known_status.csv"
_VERDICTS: Final[Mapping[str, Verdict]] = {"sat": Verdict.SOLVABLE, "unsat": Verdict.UNSOLVABLE}


def public_deals(benchmarks: Path | None, collection: str) -> list[Deal]:
    """Return the deals of a collection, named `collection/file`, with numbers in file names in their order.

    Raises:
        InputError: there is no such folder, or a file in it cannot be read or is no deal.
    """
    if benchmarks is None:
        raise InputError(
            f"this study is about the deals of {collection}: name the folder that holds it with --benchmarks"
        )
    folder = benchmarks / collection
    try:
        paths = sorted((path for path in folder.iterdir() if path.is_file()), key=_natural)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(folder)) from None
    found: list[Deal] = []
    for path in paths:
        name = f"{collection}/{path.name}"
        for entry in read_deals(path.read_bytes(), source=name, options=ReadOptions()):
            if isinstance(entry, InputError):
                raise entry
            found.append(entry)
    if not found:
        raise InputError("holds no deals", source=str(folder))
    return found


def known_verdicts(benchmarks: Path) -> dict[str, Verdict]:
    """Return the known verdicts by `collection/file`, none where the folder does not tell.

    Raises:
        InputError: the list cannot be understood.
    """
    path = benchmarks / _STATUSES
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        try:
            return {line["file"]: _VERDICTS[line["status"]] for line in csv.DictReader(file)}
        except KeyError as error:
            raise InputError(f"has no column or no status {error}", source=str(path)) from None


def contradictions(rows: pd.DataFrame, known: Mapping[str, Verdict]) -> list[str]:
    """Return, in words, the rows whose verdict is the opposite of what is known of the deal."""
    decided = rows.loc[rows["verdict"].isin(list(_VERDICTS.values())), ["deal", "solver", "verdict"]]
    return [
        f"{solver} calls {deal} {verdict}, which is known to be {known[deal]}"
        for deal, solver, verdict in decided.itertuples(index=False)
        if deal in known and known[deal] != verdict
    ]


def require_known(rows: pd.DataFrame, benchmarks: Path | None) -> str:
    """Hold verdicts against what is known of the deals, and return what came of it, for a page.

    Raises:
        DisagreementError: a verdict is the opposite of what is known.
        InputError: the list of what is known cannot be understood.
    """
    known = {} if benchmarks is None else known_verdicts(benchmarks)
    wrong = contradictions(rows, known)
    if wrong:
        raise DisagreementError("; ".join(wrong[:3]))
    decided = rows.loc[rows["verdict"].isin(list(_VERDICTS.values())) & rows["deal"].isin(list(known))]
    if decided.empty:
        return f"There is no {_STATUSES} to hold the verdicts against."
    return (
        f"All {len(decided):,} verdicts on the {decided['deal'].nunique():,} deals whose status is known "
        f"({_STATUSES}) agree with it."
    )


def _natural(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)]
