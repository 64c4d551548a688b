"""`blackhole solvers`: that what it says of each solver is so."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from blackhole_experiments.cli.abilities import FAMILIES, abilities
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.result import Limits, Verdict
from blackhole_models.sat.backends import BACKENDS
from blackhole_models.solvers import REGISTRY, Enumerator, make

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

TINY = Deal.of("AS", "2S", ranks=3)


@pytest.mark.parametrize("name", REGISTRY)
def test_every_part_can_be_joined(name: str) -> None:
    assert REGISTRY[name].module in FAMILIES, "abilities.py says what each family of solvers can do"
    for part in abilities(name, make(name)).parts:
        made = make(f"{name}+{part}")
        assert make(made.name).name == made.name


@pytest.mark.parametrize("name", REGISTRY)
def test_no_part_is_left_out(name: str) -> None:
    with pytest.raises(InputError, match="there are ") as refusal:
        make(f"{name}+nonsense")
    named = re.findall(r"[\w-]+", str(refusal.value).partition("there are ")[2])
    listed = abilities(name, make(name)).parts
    assert {word for word in named if takes(name, word)} == {part for part in listed if not part.startswith("no-")}


def takes(name: str, word: str) -> bool:
    try:
        make(f"{name}+{word}")
    except InputError:
        return False
    return True


@pytest.mark.parametrize("name", REGISTRY)
def test_whether_it_lists_orders_is_true(name: str) -> None:
    solver = make(name)
    try:
        orders = [] if not isinstance(solver, Enumerator) else list(solver.orders(Deal.of("AS", ranks=3)))
    except UnsupportedError:
        orders = []
    assert abilities(name, solver).lists_orders == bool(orders)


@pytest.mark.parametrize("backend", [name for name, each in BACKENDS.items() if each.present])
def test_a_backend_keeps_to_effort_exactly_if_it_says_so(backend: str) -> None:
    solver = make("sat", backend=backend)
    if "effort" in abilities("sat", solver).limits:
        assert solver.solve(TINY, Limits(effort=1000)).verdict is Verdict.SOLVABLE
    else:
        with pytest.raises(UnsupportedError):
            solver.solve(TINY, Limits(effort=1000))


def test_people_see_every_solver_and_backend(blackhole: Callable[..., Result]) -> None:
    said = blackhole("solvers")
    assert (said.exit_code, said.stderr) == (0, "")
    rows = {tuple(line.split()[:1]) for line in said.stdout.splitlines()}
    assert {(name,) for name in [*REGISTRY, *(name for name, each in BACKENDS.items() if each.present)]} <= rows
    for said_of in ("[no-]table", "seed 1", "python-sat", "ortools"):
        assert said_of in said.stdout


def test_programs_get_a_line_each(blackhole: Callable[..., Result]) -> None:
    lines: list[dict[str, Any]] = [json.loads(line) for line in blackhole("solvers", "--json").stdout.splitlines()]
    solvers = {line["solver"]: line for line in lines if "solver" in line}
    assert list(solvers) == list(REGISTRY)
    assert solvers["search"]["effort_unit"] == "positions"
    assert solvers["dfs"]["limits"] == ["time", "memory", "effort"]
    assert solvers["cp-sat"]["versions"]["ortools"]
    backends = {line["backend"]: line for line in lines if "backend" in line}
    assert backends["cadical153"]["version"] == "CaDiCaL 1.5.3"
    assert backends["lingeling"]["limits"] == []
