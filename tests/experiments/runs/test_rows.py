"""Rows and frames: complete, typed, and the same after every way they can take."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_experiments.runs.environment import environment
from blackhole_experiments.runs.outcome import Measured, Outcome
from blackhole_experiments.runs.rows import COLUMNS, NAMES, check_row, frame, read_csv, row, write_csv
from blackhole_experiments.runs.run import Run, parse_deal_text
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError
from blackhole_models.result import Limits, Result, Verdict

if TYPE_CHECKING:
    from blackhole_experiments.runs.rows import Row
    from blackhole_models.result import Json

NUMBER = "12345678901234567890"
DEAL = Deal.of("AS", "2S", "3S", name=NUMBER)


def decided(**details: Json) -> Outcome:
    result = Result("dfs", Verdict.SOLVABLE, tuple(DEAL), True, 17, "positions", 0.5, 0.25, details=details)
    measured = Measured(
        "2026-11-30T12:00:00.000+00:00", 0.8, 0.7, 120.5, 100.25, 1.5, 0.4, True, False, {"seed": 1}, {"x": "1.0"}
    )
    return Outcome(Run(DEAL, "dfs", {"seed": 1}, Limits(seconds=1)), result, measured, environment())


def killed() -> Outcome:
    result = Result("dfs", Verdict.TIME_LIMIT, effort_unit="positions", message="killed")
    measured = Measured("2026-11-30T12:00:00.000+00:00", 1.1, 1.0, 120.5, 100.25, killed=True)
    return Outcome(Run(DEAL, "dfs", limits=Limits(seconds=1)), result, measured, environment())


def dtypes(data: pd.DataFrame) -> dict[str, str]:
    return {str(name): str(dtype) for name, dtype in data.dtypes.items()}


def test_row_of_a_decided_run() -> None:
    outcome = decided(conflicts=3)
    made = row(outcome)
    assert tuple(made) == NAMES
    assert made["key"] == outcome.run.key
    assert parse_deal_text(str(made["cards"])) == DEAL
    assert (made["verdict"], made["confirmation"], made["order"]) == ("solvable", "order replayed", "AS 2S 3S")
    assert (made["build_seconds"], made["solve_seconds"], made["effort"]) == (0.5, 0.25, 17)
    assert made["details"] == {"conflicts": 3}


def test_row_of_a_killed_run_has_no_figures_the_solver_did_not_give() -> None:
    made = row(killed())
    assert (made["build_seconds"], made["solve_seconds"], made["effort"]) == (None, None, None)
    assert (made["verdict"], made["confirmation"], made["order"]) == ("time-limit", "", "")
    assert made["wall_seconds"] == 1.1


def test_a_checked_proof_backs_an_unsolvable_verdict_and_no_other() -> None:
    outcome = decided(proof_checked=True)
    for verdict, said in ((Verdict.UNSOLVABLE, "proof checked"), (Verdict.TIME_LIMIT, "")):
        result = replace(outcome.result, verdict=verdict, order=None, verified=False)
        assert row(replace(outcome, result=result))["confirmation"] == said
        assert row(replace(outcome, result=replace(result, details={})))["confirmation"] == ""


@pytest.mark.parametrize("rows", [[], [row(decided())], [row(killed())], [row(killed()), row(decided())]])
def test_frame_always_has_the_same_types(rows: list[Row], tmp_path: Path) -> None:
    data = frame(rows)
    assert dtypes(data) == {column.name: column.dtype for column in COLUMNS}
    assert len(data) == len(rows)
    write_csv(data, tmp_path / "rows.csv")
    pd.testing.assert_frame_equal(read_csv(tmp_path / "rows.csv"), data)
    data.to_parquet(tmp_path / "rows.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "rows.parquet"), data)


def test_long_numbers_stay_text_and_missing_effort_makes_no_floats(tmp_path: Path) -> None:
    write_csv(frame([row(killed()), row(decided())]), tmp_path / "rows.csv")
    data = read_csv(tmp_path / "rows.csv")
    assert list(data["deal"]) == [NUMBER, NUMBER]
    assert data["effort"].isna().tolist() == [True, False]
    assert data["effort"].iloc[1] == 17


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


@settings(deadline=None, max_examples=25)
@given(
    st.lists(
        st.tuples(TEXT, st.floats(0, allow_infinity=False), st.none() | st.integers(0, 2**63 - 1), st.booleans()),
        max_size=4,
    )
)
def test_whatever_is_in_a_row_survives_json_and_csv(cells: list[tuple[str, float, int | None, bool]]) -> None:
    rows: list[Row] = []
    for text, seconds, effort, was_killed in cells:
        made = row(decided(text=text))
        made |= {"message": text, "deal": text, "wall_seconds": seconds, "effort": effort, "killed": was_killed}
        rows.append(check_row(json.loads(json.dumps(made))))
    data = frame(rows)
    assert data["message"].tolist() == [text for text, *_ in cells]
    with TemporaryDirectory() as folder:
        path = Path(folder, "rows.csv")
        write_csv(data, path)
        pd.testing.assert_frame_equal(read_csv(path), data, check_exact=True)


@pytest.mark.parametrize("text", ["NA", "nan", "None", "", "1", "007", "True", '"', "a,b", "a\nb", "a\rb", " x "])
def test_text_is_never_taken_for_something_else(text: str, tmp_path: Path) -> None:
    data = frame([row(decided()) | {"message": text}])
    write_csv(data, tmp_path / "rows.csv")
    assert read_csv(tmp_path / "rows.csv")["message"].tolist() == [text]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "maybe"}, "verdict cannot be maybe"),
        ({"effort": 1.5}, "effort cannot be 1.5"),
        ({"effort": True}, "effort cannot be True"),
        ({"wall_seconds": "1"}, "wall_seconds cannot be 1"),
        ({"killed": 0}, "killed cannot be 0"),
        ({"deal": None}, "deal cannot be None"),
        ({"colour": "red"}, "no column 'colour'"),
    ],
)
def test_row_with_a_wrong_value_is_refused(change: Row, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_row(row(decided()) | change)


def test_row_without_a_column_is_refused() -> None:
    made = row(decided())
    del made["solver"]
    with pytest.raises(InputError, match="column 'solver' is missing"):
        check_row(made)
    with pytest.raises(InputError, match="no JSON object"):
        check_row([1])


@pytest.mark.parametrize("content", ["", "a,b\n1,2\n", "\0\1\2"])
def test_file_that_is_no_table_of_rows_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(content)
    with pytest.raises(InputError, match=r"rows\.csv"):
        read_csv(path)


def test_missing_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_csv(tmp_path / "rows.csv")


def test_cell_of_the_wrong_type_is_refused(tmp_path: Path) -> None:
    write_csv(frame([row(decided())]), tmp_path / "rows.csv")
    text = (tmp_path / "rows.csv").read_text().replace(",17,", ",many,")
    (tmp_path / "rows.csv").write_text(text)
    with pytest.raises(InputError, match="many"):
        read_csv(tmp_path / "rows.csv")


def test_what_no_file_can_hold_is_replaced() -> None:
    outcome = decided()
    odd = replace(outcome, run=replace(outcome.run, deal=DEAL.named("caf\udce9\0")))
    assert row(odd)["deal"] == "caf?\N{REPLACEMENT CHARACTER}"
    assert len(frame([row(odd)])) == 1


def test_outcome_can_be_sent_to_another_process() -> None:
    outcome = decided(conflicts=3)
    assert pickle.loads(pickle.dumps(outcome)) == outcome  # noqa: S301 - it was written on the same line
