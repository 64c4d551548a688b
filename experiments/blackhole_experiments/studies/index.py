"""The list of what the studies found, written between two marks in a file that otherwise stays as it is.

For `blackhole reproduce --index`, which keeps results/README.md and the README in step with the pages of the studies.
A line quotes a page's title and finding, and names the size the study was last run at; nothing in it is typed.

>>> insert("Text.\\n\\n<!-- studies -->\\nold\\n<!-- end of studies -->\\n", "new")
'Text.\\n\\n<!-- studies -->\\nnew\\n<!-- end of studies -->\\n'
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from blackhole_experiments.files import write_file
from blackhole_experiments.record import read_record
from blackhole_experiments.studies import STUDIES
from blackhole_experiments.studies.results import FINDING, PAGE
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

BEGIN: Final = "<!-- studies -->"
END: Final = "<!-- end of studies -->"
"""The marks, each on a line of its own."""


def write_index(results: Path, file: Path) -> list[str]:
    """Put the list of the studies in `results` between the marks in `file`, and return the names of those listed.

    Raises:
        InputError: `file` cannot be read or written, or has not each mark once; or there are no studies.
    """
    found = [name for name in STUDIES if (results / name / PAGE).is_file()]
    if not found:
        raise InputError("holds no study's page", source=str(results))
    lines = [_line(results / name, os.path.relpath(results / name, file.parent)) for name in found]
    try:
        before = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", source=str(file)) from None
    try:
        after = insert(before, "\n".join(lines))
    except ValueError as error:
        raise InputError(str(error), source=str(file)) from None
    write_file(file, after)
    return found


def insert(text: str, section: str) -> str:
    """Return `text` with `section` in place of what is between the marks.

    Raises:
        ValueError: not each mark is there once, or they are in the wrong order.
    """
    head, begin, rest = text.partition(f"{BEGIN}\n")
    _, end, tail = rest.partition(f"{END}\n")
    if not (begin and end) or text.count(BEGIN) + text.count(END) > 2:
        raise ValueError(f"needs the lines {BEGIN} and {END}, each once, in this order")
    return f"{head}{begin}{section}\n{end}{tail}"


def _line(folder: Path, link: str) -> str:
    title, *lines = (folder / PAGE).read_text(encoding="utf-8").splitlines()
    finding = next((line.removeprefix(FINDING) for line in lines if line.startswith(FINDING)), "")
    sessions = read_record(folder)
    size = f" ({sessions[-1]['size']} size)" if sessions else ""
    return f"- [{title.removeprefix('# ')}]({link}/{PAGE}){size}. {finding}".rstrip()
