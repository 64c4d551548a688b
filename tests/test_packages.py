"""The two packages as a whole: which way imports run, what is imported when, and what is installed."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODELS = ROOT / "models" / "blackhole_models"
EXPERIMENTS = ROOT / "experiments" / "blackhole_experiments"
HEAVY = ("matplotlib", "numba", "numpy", "ortools", "pandas", "pyarrow", "pysat")


def imported_by(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def test_models_never_import_experiments() -> None:
    modules = list(MODELS.rglob("*.py"))
    assert modules
    for path in modules:
        assert not any(name.startswith("blackhole_experiments") for name in imported_by(path)), path


def test_the_referee_imports_no_model() -> None:
    assert {name for name in imported_by(MODELS / "referee.py") if name.startswith("blackhole")} <= {
        "blackhole_models.cards",
        "blackhole_models.deal",
    }


@pytest.mark.parametrize("module", ["blackhole_experiments.cli", "blackhole_models.solvers"])
def test_no_backend_is_imported_before_it_is_used(module: str) -> None:
    listing = subprocess.run(
        [sys.executable, "-c", f"import {module}, sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    assert not {name.split(".")[0] for name in listing.stdout.split()} & set(HEAVY)


@pytest.mark.parametrize("package", ["blackhole_models", "blackhole_experiments"])
def test_packages_are_typed(package: str) -> None:
    folder = Path(importlib.import_module(package).__file__ or "").parent
    assert (folder / "py.typed").is_file()


def test_continuous_integration_runs_the_test_command_of_the_readme() -> None:
    command = "python3 -m venv .venv && .venv/bin/pip install -q -c requirements.lock -e '.[test]' && .venv/bin/pytest"
    for name in ("README.md", ".ci/run"):
        assert command in (ROOT / name).read_text(encoding="utf-8").splitlines(), name
