"""Machine, versions and commit are read from the system."""

from __future__ import annotations

import os
import platform
import subprocess
from typing import TYPE_CHECKING

import pytest

from blackhole_experiments.runs.deaths import cause_of_death
from blackhole_experiments.runs.environment import commit_of, environment, usable_cpus

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "tracked.py").write_text("1\n")
    git(tmp_path, "add", "tracked.py")
    git(tmp_path, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "--message=x")
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    outside = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True, env=outside)
    return done.stdout.strip()


def test_environment_is_this_one() -> None:
    here = environment()
    assert platform.python_version() in here.python
    assert here.cores == len(usable_cpus()) >= 1
    assert here.cpu
    assert here.memory_mb > 100
    assert platform.node() not in here.platform or len(platform.node()) < 4


def test_commit_is_the_checkouts(checkout: Path) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    assert commit_of(checkout / "tracked.py") == commit
    (checkout / "results.csv").write_text("new files do not matter")
    assert commit_of(checkout / "tracked.py") == commit
    (checkout / "tracked.py").write_text("2\n")
    assert commit_of(checkout / "tracked.py") == f"{commit}-dirty"


def test_tag_is_not_taken_for_the_commit(checkout: Path) -> None:
    git(checkout, "tag", "v1")
    assert commit_of(checkout / "tracked.py") == git(checkout, "rev-parse", "HEAD")


def test_file_inside_an_unrelated_checkout_has_no_commit(checkout: Path) -> None:
    (checkout / "site-packages").mkdir()
    (checkout / "site-packages" / "module.py").write_text("")
    assert commit_of(checkout / "site-packages" / "module.py") == ""


def test_file_outside_a_checkout_has_no_commit(tmp_path: Path) -> None:
    assert commit_of(tmp_path / "module.py") == ""


@pytest.mark.parametrize(
    ("code", "printed", "sentence"),
    [
        (0, "", "it ended with exit code 0 and no answer"),
        (2, "first\nlast\n\n", "it ended with exit code 2 and no answer: last"),
        (-11, "", "it died of SIGSEGV"),
        (-6, "what(): bad\nFatal Python error: Aborted\n\nCurrent thread", "it died of SIGABRT: what(): bad"),
        (-9, "", "it was killed from elsewhere (when memory runs out, the system does that)"),
    ],
)
def test_cause_of_death_is_one_sentence(code: int, printed: str, sentence: str) -> None:
    assert cause_of_death("it", code, printed) == sentence


def test_cause_of_death_is_never_long() -> None:
    assert len(cause_of_death("it", 1, "x" * 100_000)) <= 400
