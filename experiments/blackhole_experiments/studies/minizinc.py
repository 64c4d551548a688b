"""Study `minizinc`: the 21 deals of the MiniZinc benchmarks, beside what solvers did in the MiniZinc Challenges.

The Challenges of 2009, 2011 and 2013 took 10, 5 and 5 of these deals, with a limit of a quarter of an hour. Their
results are read from `published/minizinc_challenge_black-hole.csv` in the folder of public deals; where it is missing,
the project's own figures stand alone. Each table has the Challenge's form: a line a solver, a column a deal, seconds
where it was decided, a dash where not. Theirs are from other machines and other years, and have what it takes to
translate the model; the project's own have building it. (The Challenge of 2025 took other deals, which the benchmarks
do not have.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.studies.csplib import SOLVERS
from blackhole_experiments.studies.public import MINIZINC, public_deals, require_known
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.studies.timings import OWN, ranking, timings
from blackhole_experiments.studies.trials import facts_of, make_trial
from blackhole_experiments.tables.table import MISSING, Table, count, significant
from blackhole_models.errors import InputError
from blackhole_models.result import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pandas as pd

    from blackhole_experiments.studies import Task
    from blackhole_experiments.studies.trials import Trial

CHALLENGES: Final[Mapping[int, tuple[int, ...]]] = {
    2009: (1, 3, 5, 7, 9, 11, 13, 15, 17, 19),
    2011: (9, 10, 14, 17, 20),
    2013: (4, 6, 12, 16, 18),
}
"""The numbers of the deals that each Challenge took."""

_RESULTS: Final = "published/minizinc_challenge_black-hole.csv"
_COLUMNS: Final = ("year", "instance", "solver", "status", "seconds", "limit_s")
_DECIDED: Final = ("sat", "unsat")


@dataclass(frozen=True, slots=True)
class _Size:
    """How much is run: the Challenges whose deals are taken (None is every deal there is), and seconds for a run."""

    years: tuple[int, ...] | None
    seconds: float


_SIZES: Final[Mapping[bool, _Size]] = {False: _Size((2011, 2013), 5.0), True: _Size(None, 10.0)}


def run(task: Task) -> None:
    """Run the study."""
    size = _SIZES[task.full]
    years = tuple(CHALLENGES) if size.years is None else size.years
    wanted = {_file(number) for year in years for number in CHALLENGES[year]}
    deals = [
        deal
        for deal in public_deals(task.benchmarks, MINIZINC)
        if size.years is None or deal.name.removeprefix(f"{MINIZINC}/") in wanted
    ]
    plan = Plan(deals, [Contender(name) for name in SOLVERS], Limits(seconds=size.seconds))
    published = challenge_results(task.benchmarks)
    with session_of(task, {"deals": [deal.name for deal in deals], **facts_of(plan)}):
        trial = make_trial(task, plan, "runs")
        known = require_known(trial.rows, task.benchmarks)
        page = Page(task, "minizinc", __doc__)
        page.finding(ranking(timings(trial.observations)))
        page.paragraph(known)
        trial.tell(page)
        for year in years:
            page.heading(f"The Challenge of {year}")
            page.table(challenge_table(year, own_results(trial, year), published))
        page.write()


def challenge_results(benchmarks: Path | None) -> pd.DataFrame:
    """Return the published results with the columns of the file, none where it is missing.

    Raises:
        InputError: the file is no list of results.
    """
    import pandas as pd

    path = None if benchmarks is None else benchmarks / _RESULTS
    if path is None or not path.exists():
        return pd.DataFrame(columns=list(_COLUMNS))
    try:
        return pd.read_csv(path)[list(_COLUMNS)]
    except (KeyError, ValueError) as error:
        raise InputError(f"is no list of results: {error}", source=str(path)) from None


def own_results(trial: Trial, year: int) -> pd.DataFrame:
    """Return the runs of `trial` on the deals of a Challenge, with the columns of the published results."""
    import pandas as pd

    seen = trial.observations
    own = pd.DataFrame(
        {
            "year": year,
            "instance": seen["deal"].str.removeprefix(f"{MINIZINC}/"),
            "solver": seen["line"],
            "status": seen["verdict"].map({"solvable": "sat", "unsolvable": "unsat"}).fillna("unsolved"),
            "seconds": seen["seconds"],
            "limit_s": seen["limit"],
        }
    )
    return own.loc[own["instance"].isin([_file(number) for number in CHALLENGES[year]])]


def challenge_table(year: int, own: pd.DataFrame, published: pd.DataFrame) -> Table:
    """Return the results of a Challenge, the project's own first, the solvers of each sorted, the best first."""
    import pandas as pd

    files = [_file(number) for number in CHALLENGES[year]]
    theirs = published.loc[published["year"] == year]
    sources = [(OWN, own), (f"Challenge {year}", theirs)]
    lines = [line for source, results in sources for line in _lines(source, results, files)]
    data = pd.DataFrame(lines)
    limits = " and ".join(f"{limit:g} s" for limit in dict.fromkeys(data["limit"]))
    return Table(
        name=f"challenge-{year}",
        caption=(
            f"Seconds on the deals of the MiniZinc Challenge of {year}, within {limits}; u: proved unsolvable; wrong: "
            "an incorrect answer, which counts as none. PAR-2: mean, deals not decided at twice the limit"
        ),
        headings=("source", "solver", *(file.removesuffix(".dzn") for file in files), "decided", "PAR-2 (s)"),
        alignment="ll" + "r" * (len(files) + 2),
        rows=tuple(
            (
                line["source"],
                line["solver"],
                *(line[file] for file in files),
                f"{line['decided']} of {len(files)}",
                significant(line["par2"]),
            )
            for line in lines
        ),
        data=data,
        rules=frozenset({sum(line["source"] == OWN for line in lines)} - {len(lines)}),
    )


def _lines(source: str, results: pd.DataFrame, files: list[str]) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    for solver, runs in results.groupby("solver", sort=False):
        decided = runs["status"].isin(_DECIDED)
        seconds = runs["seconds"].astype("float64").where(decided, 2 * runs["limit_s"].astype("float64"))
        cells = {
            str(file): _cell(str(status), float(time))
            for file, status, time in zip(runs["instance"], runs["status"], seconds, strict=True)
        }
        lines.append(
            {
                "source": source,
                "solver": str(solver),
                **{file: cells.get(file, MISSING) for file in files},
                "decided": int(decided.sum()),
                "par2": float(seconds.mean()),
                "limit": float(runs["limit_s"].max()),
            }
        )
    return sorted(lines, key=lambda line: (-line["decided"], line["par2"]))


def _cell(status: str, seconds: float) -> str:
    if status not in _DECIDED:
        return status if status == "wrong" else MISSING
    shown = count(seconds) if seconds.is_integer() else significant(seconds)  # some years have whole seconds
    return f"u {shown}" if status == "unsat" else shown


def _file(number: int) -> str:
    return f"{number}.dzn"
