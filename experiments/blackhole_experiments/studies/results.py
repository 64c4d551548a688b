"""A study's results: its tables and figures as files, and one page that shows them all and says how they came to be.

For the studies. Everything in `results/<study>/` that is kept is written here, by the command that the page names.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blackhole_experiments.figures.style import render
from blackhole_experiments.files import make_folder, write_file
from blackhole_experiments.record import read_record, session
from blackhole_experiments.tables.latex import latex
from blackhole_experiments.tables.markdown import markdown
from blackhole_experiments.tables.writers import csv

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from matplotlib.figure import Figure

    from blackhole_experiments.studies import Task
    from blackhole_experiments.tables.table import Table
    from blackhole_models.result import Json

PAGE = "README.md"

FINDING = "**Finding:** "
"""What the line of a page begins with that says the most in the fewest words."""


@contextmanager
def session_of(task: Task, facts: Mapping[str, Json]) -> Iterator[None]:
    """Record a session of a study in its folder.

    Rows and blocks lie in folders within it. Where there are none, as in a checkout, which has pages and tables alone,
    the study begins anew.
    """
    make_folder(task.folder)
    anew = not any(path.is_dir() for path in task.folder.iterdir())
    with session(task.folder, {"size": "full" if task.full else "quick", "jobs": task.jobs, **facts}, anew=anew):
        yield


def percent_of(part: int, whole: int) -> str:
    """Return a share in percent with two decimals, and what it is a share of."""
    return f"{100 * part / whole:.2f} % ({part:,} of {whole:,})"


class Page:
    """The page of a study, in the order in which its parts are added.

    Args:
        task: the study's task.
        name: the study's name.
        essay: what the study is: the docstring of its module, whose first line is the title.
    """

    def __init__(self, task: Task, name: str, essay: str) -> None:
        self._folder = task.folder
        title, _, text = essay.partition("\n")
        size = " --full" if task.full else ""
        self._parts = [f"# {title.rstrip('.')}", text.strip(), f"Made by `blackhole reproduce {name}{size}`."]
        self._parts.append(_circumstances(read_record(task.folder)))

    def finding(self, text: str) -> None:
        """Say what the study found in a line, right below the title; lists of studies quote it."""
        self._parts.insert(1, FINDING + text)

    def heading(self, text: str) -> None:
        """Add a heading below the title."""
        self._parts.append(f"## {text}")

    def paragraph(self, text: str) -> None:
        """Add a paragraph."""
        self._parts.append(text)

    def table(self, table: Table, name: str = "") -> None:
        """Add a table, and write its numbers, and the table in LaTeX, beside the page; `name` if not its own."""
        name = name or table.name
        write_file(self._folder / f"{name}.csv", csv(table))
        write_file(self._folder / f"{name}.tex", latex(replace(table, name=name)))
        self._parts += [
            markdown(table).strip(),
            f"The numbers: [{name}.csv]({name}.csv); for a paper: [{name}.tex]({name}.tex).",
        ]

    def figure(self, name: str, figure: Figure, caption: str) -> None:
        """Add a figure, and write it as SVG and PNG."""
        for form in ("svg", "png"):
            write_file(self._folder / f"{name}.{form}", render(figure, form))
        self._parts.append(f"![{caption}]({name}.svg)\n\n{caption}.")

    def data(self, name: str, data: bytes, what: str) -> None:
        """Add a file."""
        write_file(self._folder / name, data)
        self._parts.append(f"[{name}]({name}): {what}.")

    def write(self) -> None:
        """Write the page."""
        write_file(self._folder / PAGE, "\n\n".join(self._parts) + "\n")


def _circumstances(sessions: list[dict[str, Any]]) -> str:
    """Return where and when the results came to be: by all sessions, since a study that was stopped goes on."""
    first = sessions[0]
    machines = dict.fromkeys(
        f"{machine['cpu']}, {machine['cores']} processors, {machine['python']}, {machine['platform']}"
        for machine in (session["machine"] for session in sessions)
    )
    commits = dict.fromkeys(
        f"{session['machine']['toolkit']} at {_short(session['machine']['commit'])}" for session in sessions
    )
    began = first["started"][:16].replace("T", " ")
    later = len(sessions) - 1
    again = f", gone on with in {later} later session{'s' if later > 1 else ''}" if later else ""
    when = f"Begun {began} UTC{again}"
    loads = " to ".join(dict.fromkeys(str(load) for load in _ends([session["load_at_start"] for session in sessions])))
    return (
        f"On {'; '.join(machines)}. Toolkit {', '.join(commits)}. {when}, at a load of "
        f"{loads or 'unknown'}; `record.json` has every session."
    )


def _short(commit: str) -> str:
    digits, dash, dirty = commit.partition("-")
    return f"commit {digits[:12]}{dash}{dirty}" if commit else "an unknown commit"


def _ends(loads: list[float | None]) -> list[float]:
    known = [load for load in loads if load is not None]
    return [min(known), max(known)] if known else []
