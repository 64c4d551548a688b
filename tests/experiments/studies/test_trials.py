"""Trials: runs of a study, their store and what a page says of them."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from click.testing import CliRunner

from blackhole_experiments.cli import main
from blackhole_experiments.comparison import Contender, Plan
from blackhole_experiments.runs.store import read_rows
from blackhole_experiments.studies import DisagreementError, Task, ablation, trials
from blackhole_experiments.studies.public import contradictions, known_verdicts, public_deals
from blackhole_experiments.studies.results import Page, session_of
from blackhole_experiments.studies.trials import facts_of, make_trial
from blackhole_models.dealers import Shape, deals
from blackhole_models.errors import InputError
from blackhole_models.result import Limits, Verdict

if TYPE_CHECKING:
    from pathlib import Path

PLAN = Plan(
    deals("uniform:1-6", Shape(ranks=5, suits=3, fan_size=4)),
    [Contender("dfs"), Contender("search")],
    Limits(seconds=9),
)


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return Task(tmp_path, full=False, jobs=1, progress=lambda _: nullcontext(lambda _: None), say=lambda _: None)


def test_a_trial_is_made_once_and_told(task: Task) -> None:
    with session_of(task, facts_of(PLAN)):
        made = make_trial(task, PLAN, "small")
        before = list(read_rows(task.folder / trials.RUNS / "small"))
        again = make_trial(task, PLAN, "small")
        assert list(read_rows(task.folder / trials.RUNS / "small")) == before
        pd.testing.assert_frame_equal(made.rows, again.rows)
        page = Page(task, "small", "A small study.\n\nText.")
        made.tell(page)
        made.pair(page, "dfs", "search")
        page.write()
    text = (task.folder / "README.md").read_text(encoding="utf-8")
    solvable = int((made.rows["verdict"] == Verdict.SOLVABLE).sum())
    assert 0 < solvable < 12
    assert "12 runs, 12 of them decided. The solvers agree on all 6 deals" in text
    assert f"the referee replayed {solvable} orders" in text
    for name in ("small.csv", "small.tex", "small-paired.csv", "small-survival.svg", "small-scatter.png"):
        assert (task.folder / name).stat().st_size > 0
    kept = pd.read_parquet(task.folder / "small-rows.parquet")
    assert list(kept["key"]) == list(made.rows["key"])
    details = made.details()
    assert list(details["line"].unique()) == ["dfs", "search"]
    assert details["deepest"].notna().all()


def test_solvers_that_disagree_end_a_trial_and_all_rows_stay(task: Task) -> None:
    make_trial(task, PLAN, "small")
    path = task.folder / trials.RUNS / "small" / "rows.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    turned = next(row for row in rows if row["solver"] == "dfs" and row["verdict"] == "unsolvable")
    turned["verdict"] = "solvable"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(DisagreementError, match=f"disagree on {turned['deal']}: dfs says solvable"):
        make_trial(task, PLAN, "small")
    assert len(path.read_text().splitlines()) == 12


def test_a_disagreement_ends_reproduce_loudly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def disagree(*_: object) -> None:
        raise DisagreementError("solvers disagree on a deal")

    monkeypatch.setattr(ablation, "make_trial", disagree)
    ended = CliRunner().invoke(main, ["reproduce", "ablation", "--out", str(tmp_path)])
    assert ended.exit_code == 1
    assert "WRONG VERDICT: solvers disagree on a deal" in ended.output


def test_ablation_runs_every_part_both_ways(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ablation._SIZES, False, ablation._Size("pysolfc:27-28", 1.0, "pysolfc:27", 0.1))
    ablation.run(task)
    text = (task.folder / "README.md").read_text(encoding="utf-8")
    for part in ("table", "dominance", "budgets", "connected", "cuts", "lookahead", "tall", "restarts"):
        assert f"search+no-{part}" in text
        assert f"dfs+{part}" in text
    assert "search+canonical" in text


def test_public_deals_are_read_in_their_order_and_held_against_what_is_known(tmp_path: Path) -> None:
    for number in (10, 2):
        folder = tmp_path / "some"
        folder.mkdir(exist_ok=True)
        (folder / f"d{number}.txt").write_text("Foundations: AS\n2S 3S\n3H 2H AH\n")
    (tmp_path / "known_status.csv").write_text("file,status\nsome/d2.txt,unsat\n")
    assert [deal.name for deal in public_deals(tmp_path, "some")] == ["some/d2.txt", "some/d10.txt"]
    known = known_verdicts(tmp_path)
    assert known == {"some/d2.txt": Verdict.UNSOLVABLE}
    rows = pd.DataFrame(
        {"deal": ["some/d2.txt", "some/d10.txt"], "solver": ["dfs", "dfs"], "verdict": ["solvable", "solvable"]}
    )
    assert contradictions(rows, known) == ["dfs calls some/d2.txt solvable, which is known to be unsolvable"]
    assert contradictions(rows.assign(verdict="time-limit"), known) == []


def test_public_deals_that_are_not_there_are_asked_for(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--benchmarks"):
        public_deals(None, "some")
    with pytest.raises(InputError, match="No such file"):
        public_deals(tmp_path, "some")
    (tmp_path / "some").mkdir()
    with pytest.raises(InputError, match="holds no deals"):
        public_deals(tmp_path, "some")
    (tmp_path / "some" / "bad.txt").write_text("Foundations: AS\n2S 2S\n")
    with pytest.raises(InputError, match=r"some/bad\.txt"):
        public_deals(tmp_path, "some")
    (tmp_path / "known_status.csv").write_text("file,status\nx,maybe\n")
    with pytest.raises(InputError, match="maybe"):
        known_verdicts(tmp_path)
