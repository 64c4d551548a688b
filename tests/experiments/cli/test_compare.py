"""`blackhole compare`, `table` and `plot`: what they say, what they write, and how they end."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from click.testing import CliRunner

from blackhole_experiments import comparison, report
from blackhole_experiments.cli import exits, main
from blackhole_experiments.cli.contenders import parse_contenders
from blackhole_experiments.runs import pool
from blackhole_experiments.runs.rows import read_csv
from blackhole_experiments.runs.store import ROWS_FILE, read_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import ThreadPoolExecutor
    from pathlib import Path

    from click.testing import Result

    Blackhole = Callable[..., Result]

FILES = {
    ".lock",
    "record.json",
    "rows.csv",
    "rows.jsonl",
    "summary.csv",
    "summary.md",
    "summary.tex",
    "survival.png",
    "survival.svg",
}


SOLVERS = ("--solvers", "sat:backend=glucose4,sat:backend=minisat22")


@pytest.fixture(scope="module", autouse=True)
def made_by_the_warm_worker_without_pictures(warm: ThreadPoolExecutor) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "execute", partial(pool.execute, executor=warm))
        # Pictures take longer than all the rest; `plot` makes them here, and comparisons that are real processes.
        patch.setattr(report, "render", lambda _, form: form.encode())
        yield


@pytest.fixture(scope="module")
def deals(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return files of a deal that can be won and one that cannot."""
    folder = tmp_path_factory.mktemp("deals")
    (folder / "won.txt").write_text("Foundations: AS\n2S 3S\n3H 2H AH\n")
    (folder / "lost.txt").write_text("Foundations: AS\n# ranks: 5\nAH 2S 3S\n5H 5S 4S 3H\n2H 4H\n")
    return folder / "won.txt", folder / "lost.txt"


@pytest.fixture(scope="module")
def compared(deals: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which two SAT solvers have been compared on the two deals."""
    folder = tmp_path_factory.mktemp("compared")
    result = CliRunner().invoke(main, ["compare", *map(str, deals), *SOLVERS, "--out", str(folder)])
    assert result.exit_code == exits.DONE
    return folder


@pytest.fixture
def folder(compared: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder, to do with as a test likes."""
    return shutil.copytree(compared, tmp_path / "out")


@pytest.fixture
def compare(blackhole: Blackhole, deals: tuple[Path, Path], tmp_path: Path) -> Blackhole:
    """Return a function that makes the same comparison in `folder`."""
    return partial(blackhole, "compare", *deals, *SOLVERS, "--out", tmp_path / "out")


def rows_in(folder: Path) -> list[dict[str, Any]]:
    return list(read_rows(folder))


def append(folder: Path, **cells: Any) -> None:
    """Add a row like the first one in `folder`, with other cells."""
    folder.mkdir(exist_ok=True)
    with (folder / ROWS_FILE).open("a") as file:
        file.write(json.dumps(cells) + "\n")


def test_it_ends_in_a_table_agreement_and_files(compare: Blackhole, tmp_path: Path) -> None:
    result = compare()
    assert result.exit_code == exits.DONE
    lines = result.stdout.splitlines()
    assert lines[0].startswith("2 deals (1 solvable, 1 unsolvable). Limit of a run: 10 s.")
    assert any(re.fullmatch(r"sat backend=glucose4 +1 +1 +0 +[0-9.]+ .* conflicts", line) for line in lines)
    assert any(line.startswith("virtual best") for line in lines)
    assert "All solvers agree on all 2 deals decided by more than one of them." in lines
    out = tmp_path / "out"
    assert {path.name for path in out.iterdir()} == FILES
    for file in ("summary.md", "rows.csv", "survival.svg"):
        assert str(out / file) in result.stdout


def test_rows_are_kept_with_who_agrees(folder: Path) -> None:
    rows = read_csv(folder / "rows.csv")
    assert list(rows["verdict"]) == ["solvable", "solvable", "unsolvable", "unsolvable"]
    assert list(rows["confirmation"].unique()) == ["order replayed", ""]  # one approach twice confirms nothing
    assert list(rows["key"]) == sorted((row["key"] for row in rows_in(folder)), key=list(rows["key"]).index)


def test_the_summary_has_all_classes(folder: Path) -> None:
    summary = pd.read_csv(folder / "summary.csv").set_index(["class", "line"])
    found = {key: summary.loc[key, "solvable"] for key in product(["all", "unsolvable"], ["virtual best"])}
    assert found == {("all", "virtual best"): 1, ("unsolvable", "virtual best"): 0}


def test_the_record_tells_all_sessions(folder: Path, compare: Blackhole) -> None:
    compare("--time-limit", 5, "--repeat", 2)
    first, second = json.loads((folder / "record.json").read_text())["sessions"]
    assert first["limits"] == {"seconds": 10, "memory_mb": None, "effort": None}
    assert (second["limits"]["seconds"], second["repeats"]) == (5, 2)
    assert first["solvers"] == ["sat backend=glucose4", "sat backend=minisat22"]
    assert first["started"] <= first["ended"] <= second["started"] <= second["ended"]
    assert "python-sat" in first["versions"]
    assert first["machine"]["cores"] >= 1


def test_a_second_run_makes_only_what_is_missing(folder: Path, compare: Blackhole) -> None:
    before = rows_in(folder)
    result = compare("--repeat", 2)
    assert "4 of 8 runs are in" in result.stderr
    assert "4 to make" in result.stderr
    assert rows_in(folder)[:4] == before
    assert len(rows_in(folder)) == 8
    assert "2 runs each" in result.stdout
    again = compare("--repeat", 2)
    assert "8 of 8 runs are in" in again.stderr
    assert again.stdout == result.stdout
    assert len(rows_in(folder)) == 8


def test_other_limits_in_the_folder_are_left_alone(folder: Path, compare: Blackhole) -> None:
    result = compare("--time-limit", 3)
    assert result.exit_code == exits.DONE
    assert "Limit of a run: 3 s" in result.stdout
    assert "already" not in result.stderr
    assert "other runs as well, left out of this table and plot" in result.stderr
    assert len(rows_in(folder)) == 8
    assert len(read_csv(folder / "rows.csv")) == 4


def test_disagreement_is_loud(folder: Path, compare: Blackhole) -> None:
    truth = next(row for row in rows_in(folder) if row["verdict"] == "unsolvable")
    append(folder, **{**truth, "key": "0" * 32, "solver": "liar", "verdict": "solvable"})
    result = compare()
    assert result.exit_code == exits.SHORT
    assert "WRONG VERDICT: solvers disagree on" in result.stderr
    assert f"liar says solvable (row {'0' * 32})" in result.stderr
    assert f"says unsolvable (row {truth['key']})" in result.stderr
    assert "Solvers DISAGREE in 2 pairs of rows" in result.stdout
    assert "All solvers agree" not in result.stdout
    assert len(rows_in(folder)) == 5


def test_table_and_plot_find_the_disagreement_too(folder: Path, blackhole: Blackhole) -> None:
    truth = next(row for row in rows_in(folder) if row["verdict"] == "unsolvable")
    append(folder, **{**truth, "key": "0" * 32, "solver": "liar", "verdict": "solvable"})
    for command in ("table", "plot"):
        result = blackhole(command, folder)
        assert result.exit_code == exits.SHORT
        assert "WRONG VERDICT" in result.stderr
        assert result.stdout


def test_a_run_that_fails_is_told_and_counted(blackhole: Blackhole, small: Path, tmp_path: Path) -> None:
    # An effort limit is something that this backend cannot keep to.
    arguments = ("--solvers", "sat:backend=lingeling,sat", "--effort-limit", 1000, "--out", tmp_path / "out")
    result = blackhole("compare", small, *arguments)
    assert result.exit_code == exits.SHORT
    assert "1 run of sat failed: " in result.stderr
    assert "lingeling cannot be limited" in result.stderr
    assert re.search(r"sat backend=lingeling +0 +0 +1 \(error\)", result.stdout)
    assert "No deal was decided by more than one solver" in result.stdout


def test_a_broken_deal_does_not_stop_the_others(blackhole: Blackhole, small: Path, tmp_path: Path) -> None:
    result = blackhole("compare", small, tmp_path / "none.txt", "--solvers", "sat", "--out", tmp_path / "out")
    assert result.exit_code == exits.UNUSABLE
    assert "none.txt: there is no such file" in result.stderr
    assert "1 deal (1 solvable)" in result.stdout


def test_no_usable_deal_makes_no_folder(blackhole: Blackhole, tmp_path: Path) -> None:
    result = blackhole("compare", tmp_path / "none.txt", "--solvers", "sat", "--out", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (exits.UNUSABLE, "")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--solvers", "magic"], "unknown solver 'magic'"),
        (["--solvers", "sat,sat"], "sat is named twice"),
        (["--solvers", "sat:backend"], "'backend' is not a setting"),
        (["--solvers", "sat", "--seed", "3"], "none of sat has a setting 'seed'"),
        (["--time-limit", "-1"], "'-1' is not a number of seconds"),
        (["--repeat", "0"], "'--repeat'"),
    ],
)
def test_mistakes_are_one_line(blackhole: Blackhole, tmp_path: Path, arguments: list[str], said: str) -> None:
    result = blackhole("compare", "pysolfc:27", "--out", tmp_path / "out", *arguments)
    assert (result.exit_code, result.stdout) == (exits.UNUSABLE, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_file_in_place_of_the_folder(compare: Blackhole, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    result = compare()
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (exits.UNUSABLE, "", 1)
    assert "file" in result.stderr


@pytest.mark.parametrize("name", ["summary.csv", "rows.csv", "survival.png"])
def test_an_output_that_cannot_be_written(folder: Path, compare: Blackhole, name: str) -> None:
    (folder / name).unlink()
    (folder / name).mkdir()
    result = compare()
    assert (result.exit_code, result.stdout) == (exits.UNUSABLE, "")
    assert f"{folder / name}: cannot be written: " in result.stderr
    assert not list(folder.glob("*.part"))


def test_a_damaged_record_is_not_overwritten(folder: Path, compare: Blackhole) -> None:
    (folder / "record.json").write_text("[]")
    result = compare()
    assert result.exit_code == exits.UNUSABLE
    assert "record.json: is no record of a study" in result.stderr
    assert (folder / "record.json").read_text() == "[]"


def test_a_folder_in_use_is_refused(folder: Path, compare: Blackhole) -> None:
    from blackhole_experiments.runs.store import Store

    with Store(folder):
        result = compare()
    assert result.exit_code == exits.UNUSABLE
    assert "another process is writing here" in result.stderr


def test_common_settings_go_to_those_who_have_them() -> None:
    contenders = parse_contenders("sat,cp-sat,cp-sat:seed=7", {"seed": 3})
    assert [str(contender) for contender in contenders] == ["sat", "cp-sat seed=3", "cp-sat seed=7"]


@pytest.mark.parametrize("kind", ["summary", "split", "winnability", "runs"])
@pytest.mark.parametrize("form", ["text", "csv", "markdown", "latex"])
def test_tables_of_every_kind_and_form(folder: Path, blackhole: Blackhole, kind: str, form: str) -> None:
    result = blackhole("table", folder, "--kind", kind, "--to", form)
    assert (result.exit_code, result.stderr) == (exits.DONE, "")
    assert "sat" in result.stdout


def test_a_table_in_a_file(folder: Path, blackhole: Blackhole, tmp_path: Path) -> None:
    result = blackhole("table", folder, "--kind", "runs", "--out", tmp_path / "runs.parquet")
    assert (result.exit_code, result.stdout, result.stderr) == (exits.DONE, "", "")
    back = pd.read_parquet(tmp_path / "runs.parquet")
    assert sorted(back["key"]) == sorted(row["key"] for row in rows_in(folder))
    assert blackhole("table", folder, "--out", tmp_path / "x.tex").exit_code == exits.DONE
    assert (tmp_path / "x.tex").read_text().startswith("% needs")


def test_folders_are_joined(folder: Path, blackhole: Blackhole, tmp_path: Path) -> None:
    append(tmp_path / "two", **{**rows_in(folder)[0], "key": "1" * 32, "solver": "other", "settings": {}})
    append(tmp_path / "two", **rows_in(folder)[1])
    result = blackhole("table", folder, tmp_path / "two")
    assert re.search(r"^other +1 +0 +0", result.stdout, re.MULTILINE)
    assert "1 row left out" in result.stderr
    chosen = blackhole("table", folder, tmp_path / "two", "--solvers", "other")
    assert "sat" not in chosen.stdout
    paired = blackhole("table", folder, tmp_path / "two", "--kind", "paired")
    assert paired.exit_code == exits.DONE


def test_mixed_limits_are_refused_unless_told(folder: Path, compare: Blackhole, blackhole: Blackhole) -> None:
    compare("--time-limit", 3)
    for command in ("table", "plot"):
        result = blackhole(command, folder)
        assert (result.exit_code, result.stdout) == (exits.UNUSABLE, "")
        assert "different limits cannot be counted together: 3 s; 10 s" in result.stderr
    told = blackhole("table", folder, "--mixed-limits")
    assert told.exit_code == exits.DONE
    assert "sat backend=glucose4 [3 s]" in told.stdout


def test_mixed_machines_are_told(folder: Path, blackhole: Blackhole) -> None:
    append(folder, **{**rows_in(folder)[0], "key": "1" * 32, "repeat": 1, "cpu": "another"})
    result = blackhole("table", folder)
    assert result.exit_code == exits.DONE
    assert "times of 2 machines are mixed" in result.stderr


def test_a_number_of_20_digits_stays_itself(folder: Path, blackhole: Blackhole) -> None:
    name = "pysolfc:12345678901234567890"
    append(folder, **{**rows_in(folder)[0], "key": "1" * 32, "deal": name})
    assert name in blackhole("table", folder, "--kind", "runs", "--to", "csv").stdout


@pytest.mark.parametrize("kind", ["survival", "ecdf", "scatter"])
def test_plots_of_every_kind(folder: Path, blackhole: Blackhole, kind: str) -> None:
    result = blackhole("plot", folder, "--kind", kind)
    assert result.exit_code == exits.DONE
    assert result.stdout.splitlines() == [str(folder / f"{kind}.svg"), str(folder / f"{kind}.png")]
    assert (folder / f"{kind}.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (folder / f"{kind}.svg").read_text()


def test_a_plot_in_a_file(folder: Path, blackhole: Blackhole, tmp_path: Path) -> None:
    x, y = "sat backend=minisat22", "sat backend=glucose4"
    result = blackhole("plot", folder, "--kind", "scatter", "--x", x, "--y", y, "--out", tmp_path / "x.pdf")
    assert result.stdout == f"{tmp_path / 'x.pdf'}\n"
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["table", "--to", "parquet"], "a Parquet file does not go to standard output"),
        (["table", "--out", "x.doc"], "x.doc: say in what format with --to"),
        (["table", "--solvers", "dfs"], "there are no runs of 'dfs': there are sat"),
        (["plot", "--out", "x.gif"], "x.gif: a figure's name ends in one of .svg, .png, .pdf"),
        (["plot", "--x", "sat"], "--x and --y are about a scatter plot"),
        (["plot", "--kind", "scatter", "--x", "sat"], "a scatter plot is about two solvers"),
        (["plot", "--kind", "scatter", "--x", "a", "--y", "b"], "there are no runs of 'a'"),
    ],
)
def test_mistakes_about_rows_are_one_line(folder: Path, blackhole: Blackhole, arguments: list[str], said: str) -> None:
    command, *others = arguments
    result = blackhole(command, folder, *others)
    assert (result.exit_code, result.stdout) == (exits.UNUSABLE, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["table", "plot"])
def test_folders_without_rows_are_one_line(blackhole: Blackhole, tmp_path: Path, command: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / ROWS_FILE).write_text("")
    for folder, said in (("empty", "no rows yet"), ("none", "holds no rows"), (f"empty/{ROWS_FILE}", "is a file")):
        result = blackhole(command, tmp_path / folder)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (exits.UNUSABLE, "", 1)
        assert said in result.stderr
