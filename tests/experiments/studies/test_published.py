"""Studies on published instances: a folder of public deals of small decks, published figures beside one's own."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from blackhole_experiments.comparison import Contender
from blackhole_experiments.studies import DisagreementError, Task, csplib, gent2007, minizinc
from blackhole_experiments.studies.published import TABID
from blackhole_experiments.studies.timings import ranking, timings, timings_table
from blackhole_experiments.tables.table import MISSING
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

WON = "Foundations: AS\n2S\n3S\n4S\n"
LOST = "Foundations: AS\n2S 4S 3S\n"
RESULTS = """year,instance,solver,status,seconds,limit_s
2011,9.dzn,slow-fd,unsolved,,900
2011,10.dzn,slow-fd,unsat,2.5,900
2011,9.dzn,odd-fd,wrong,1.0,900
2011,10.dzn,odd-fd,unsat?,3.0,900
2013,9.dzn,other,sat,1.0,900
"""


@pytest.fixture
def task(tmp_path: Path) -> Task:
    for name, deal in {
        "csplib-prob081/BMS-100.param": WON,
        "csplib-prob081/PN-1.param": LOST,
        "minizinc-benchmarks/9.dzn": WON,
        "minizinc-benchmarks/10.dzn": LOST,
        "minizinc-benchmarks/2.dzn": WON,
        "published/minizinc_challenge_black-hole.csv": RESULTS,
        "known_status.csv": "file,status\ncsplib-prob081/PN-1.param,unsat\nminizinc-benchmarks/9.dzn,sat\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(deal)
    return Task(
        tmp_path / "out",
        full=False,
        jobs=1,
        progress=lambda _: nullcontext(lambda _: None),
        say=lambda _: None,
        benchmarks=tmp_path,
    )


@pytest.fixture(autouse=True)
def few_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    for study in (csplib, minizinc):
        monkeypatch.setattr(study, "SOLVERS", ("sat", "sat-direct"))


def page_of(task: Task) -> str:
    return (task.folder / "README.md").read_text(encoding="utf-8")


def test_timings_are_over_decided_deals_and_par2_over_all() -> None:
    seen = pd.DataFrame(
        {
            "line": ["a", "a", "a", "b"],
            "decided": [True, True, False, False],
            "seconds": pd.array([1.0, 3.0, 9.9, None], dtype="Float64"),
            "limit": pd.array([10.0] * 4, dtype="Float64"),
        }
    )
    first, second = timings(seen)
    assert (first.decided, first.deals, first.median, first.mean, first.longest) == (2, 3, 2.0, 2.0, 3.0)
    assert first.par2 == pytest.approx(24 / 3)
    assert second.par2 == 20
    table = timings_table({"x": [first, second], "y": TABID}, "name", "caption")
    assert table.rows[0] == ("x", "a", "2", "3", "2.00", "2.00", "3.00", "8.00", "10")
    assert table.rows[1][4:7] == (MISSING, MISSING, MISSING)
    assert table.rules == {2}
    assert ranking([second, first]).endswith("a 2 (8.00 s), b 0 (20.0 s).")


def test_tabid_figures_fit_together() -> None:
    for each in TABID:
        assert each.median <= each.longest <= each.limit
        assert each.par2 >= 2 * each.limit * (each.deals - each.decided) / each.deals


def test_csplib_stands_beside_the_published_figures(task: Task) -> None:
    csplib.run(task)
    page = page_of(task)
    assert "**Finding:** Of 2 deals decided within 5 s" in page
    assert "All 2 verdicts on the 1 deals whose status is known (known_status.csv) agree with it." in page
    assert "| Akgün et al. (TabID), arXiv 2202.13250v2 | Minion, TabID off | 61 | 102 | 22.7 |" in page
    assert "Savile Row with TabID off 22,394 and 290,676" in page


def test_a_verdict_against_what_is_known_ends_a_study(task: Task) -> None:
    assert task.benchmarks is not None
    (task.benchmarks / "known_status.csv").write_text("file,status\ncsplib-prob081/PN-1.param,sat\n")
    with pytest.raises(DisagreementError, match=r"sat calls csplib-prob081/PN-1\.param unsolvable, which is known"):
        csplib.run(task)
    assert not (task.folder / "README.md").exists()


def test_minizinc_has_a_table_for_each_challenge(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minizinc, "CHALLENGES", {2011: (9, 10)})
    monkeypatch.setitem(minizinc._SIZES, False, minizinc._Size(None, 5.0))
    minizinc.run(task)
    page = page_of(task)
    assert "Of 3 deals" in page
    assert f"| Challenge 2011 | slow-fd | {MISSING} | u 2.50 | 1 of 2 | 901 |" in page
    assert f"| Challenge 2011 | odd-fd | wrong | {MISSING} | 0 of 2 | 1,800 |" in page
    assert "| Challenge 2011 | other |" not in page
    own = [line for line in page.splitlines() if line.startswith("| this study |")]
    assert len(own) == 2
    assert all("2 of 2" in line and "| u 0." in line for line in own)


def test_minizinc_does_without_published_results(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    assert task.benchmarks is not None
    (task.benchmarks / "published" / "minizinc_challenge_black-hole.csv").unlink()
    monkeypatch.setattr(minizinc, "CHALLENGES", {2011: (9, 10), 2013: (2,)})
    minizinc.run(task)
    page = page_of(task)
    assert "## The Challenge of 2013" in page
    assert "| Challenge 20" not in page
    (task.benchmarks / "published" / "minizinc_challenge_black-hole.csv").write_text("year,what\n1,2\n")
    with pytest.raises(InputError, match="is no list of results"):
        minizinc.run(task)


def test_gent2007_does_without_public_deals(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gent2007, "PARADIGMS", {"best SAT": Contender("sat")})
    monkeypatch.setitem(gent2007._SIZES, False, gent2007._Size("pysolfc:27", 2, 60.0))
    gent2007.run(replace(task, benchmarks=None))
    assert "Deals of CSPLib" not in page_of(task)


def test_gent2007_has_a_line_for_each_approach(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"SAT, direct encoding": Contender("sat-direct"), "best SAT": Contender("sat")}
    monkeypatch.setattr(gent2007, "PARADIGMS", few)
    monkeypatch.setitem(gent2007._SIZES, False, gent2007._Size("pysolfc:27-28", 2, 60.0))
    gent2007.run(task)
    page = page_of(task)
    assert "figures here are this\nproject's own" in page
    assert "Uniform deals that can be won: 50.00 % (1 of 2)." in page
    for approach, contender in few.items():
        assert page.count(f"| {approach} | {contender} | 50.0 | 50.0 | 0.0 |") == 2
