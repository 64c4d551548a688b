"""The formats of tables: what people read, and what programs get back."""

from __future__ import annotations

import re
from csv import DictReader
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from blackhole_experiments.analysis.observations import Clock, observe
from blackhole_experiments.tables.summary import summary_table
from blackhole_experiments.tables.table import MISSING, Table
from blackhole_experiments.tables.writers import ENDINGS, WRITERS

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def table() -> Table:
    return Table(
        name="small",
        caption="Two solvers; 50 % of all",
        headings=("solver", "median (s)"),
        alignment="lr",
        rows=(("cp_sat|x", "> 10"), ("dfs", MISSING)),
        data=pd.DataFrame(
            {"line": ["cp_sat|x", "dfs"], "median_seconds": pd.Series([float("inf"), None], dtype="Float64")}
        ),
        rules=frozenset({1}),
    )


def test_text_is_aligned(table: Table) -> None:
    assert WRITERS["text"](table) == (
        "Two solvers; 50 % of all.\n"
        "\n"
        "solver    median (s)\n"
        "--------------------\n"
        "cp_sat|x        > 10\n"
        "--------------------\n"
        f"dfs                {MISSING}\n"
    )


def test_markdown(table: Table) -> None:
    assert WRITERS["markdown"](table) == (
        "| solver | median (s) |\n"
        "| :--- | ---: |\n"
        "| cp\\_sat\\|x | > 10 |\n"
        f"| dfs | {MISSING} |\n"
        "\n"
        "Two solvers; 50 % of all.\n"
    )


def test_latex(table: Table) -> None:
    assert WRITERS["latex"](table) == (
        "% needs \\usepackage{booktabs}\n"
        "\\begin{table}\n"
        "  \\centering\n"
        "  \\caption{Two solvers; 50 \\% of all.}\n"
        "  \\label{tab:small}\n"
        "  \\begin{tabular}{lr}\n"
        "    \\toprule\n"
        "    solver & median (s) \\\\\n"
        "    \\midrule\n"
        "    cp\\_sat|x & $>$ 10 \\\\\n"
        "    \\midrule\n"
        "    dfs & -- \\\\\n"
        "    \\bottomrule\n"
        "  \\end{tabular}\n"
        "\\end{table}\n"
    )


def test_csv_has_all_digits(table: Table) -> None:
    assert WRITERS["csv"](table) == "line,median_seconds\ncp_sat|x,inf\ndfs,\n"


def test_programs_get_the_numbers_back(rows: Callable[..., pd.DataFrame]) -> None:
    runs = [("a", "dfs", "solvable", 1 / 3), ("a", "sat", "time-limit", 2.0), ("b", "sat", "time-limit", 2.0)]
    table = summary_table(observe(rows(*runs, limit_seconds=2.0)), Clock.SOLVER)
    parquet, csv = WRITERS["parquet"](table), WRITERS["csv"](table)
    assert isinstance(parquet, bytes)
    assert isinstance(csv, str)
    pd.testing.assert_frame_equal(pd.read_parquet(BytesIO(parquet)), table.data)
    medians = [row["median_seconds"] for row in DictReader(StringIO(csv))]
    assert list(map(float, medians[:2])) == table.data["median_seconds"].tolist()[:2] == [1 / 3, float("inf")]


def test_latex_escapes_whatever_a_caption_holds(table: Table) -> None:
    odd = r"\ { } ~ ^ & % $ # _ < > ≥ ± ∞"
    written = WRITERS["latex"](Table(**{**vars(table), "caption": odd}))
    assert isinstance(written, str)
    line = written.splitlines()[3]
    assert not re.search(r"(?<!\\)[&%#_]", line)
    assert line.isascii()


def test_every_ending_has_a_writer() -> None:
    assert set(ENDINGS.values()) == set(WRITERS)
