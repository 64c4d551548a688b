r"""A table in LaTeX with booktabs, ready for a paper: `\usepackage{booktabs}` and `\input` the file.

>>> escape("cp-sat_2 ≥ 50 %")
'cp-sat\\_2 $\\geq$ 50 \\%'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_experiments.tables.table import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blackhole_experiments.tables.table import Table

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{character: f"\\{character}" for character in "&%$#_"},
        "<": "$<$",
        ">": "$>$",
        "≥": r"$\geq$",
        "±": r"$\pm$",
        "∞": r"$\infty$",
        MISSING: "--",
    }
)


def latex(table: Table) -> str:
    """Return `table` as a floating table with caption and label `tab:NAME`."""
    lines = [
        "% needs \\usepackage{booktabs}",
        r"\begin{table}",
        r"  \centering",
        f"  \\caption{{{escape(table.caption)}.}}",
        f"  \\label{{tab:{table.name}}}",
        f"  \\begin{{tabular}}{{{table.alignment}}}",
        r"    \toprule",
        _row(table.headings),
        r"    \midrule",
    ]
    for number, row in enumerate(table.rows):
        if number in table.rules:
            lines.append(r"    \midrule")
        lines.append(_row(row))
    return "\n".join([*lines, r"    \bottomrule", r"  \end{tabular}", r"\end{table}", ""])


def escape(text: str) -> str:
    """Return `text` as LaTeX."""
    return text.translate(_ESCAPES)


def _row(cells: Iterable[str]) -> str:
    return f"    {' & '.join(map(escape, cells))} \\\\"
