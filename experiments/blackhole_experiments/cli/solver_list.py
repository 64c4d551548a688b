"""`blackhole solvers`: what there is to decide a deal with."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

import click

from blackhole_experiments.cli import layout

if TYPE_CHECKING:
    from blackhole_models.result import Json


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON a solver, then one a SAT backend.")
def solvers(as_json: bool) -> None:
    """List the solvers: what each is and can do, its settings, and the versions of the packages that do the work."""
    listed, backends = _solvers(), _backends()
    if as_json:
        for entry in (*listed, *backends):
            click.echo(json.dumps(entry))
        return
    for heading, rows in (
        ("Solvers", _overview(listed)),
        ("Parts, joined to a name by + (no-… takes away)", _grouped(listed, "parts", " ")),
        ("Settings and their defaults", _grouped(listed, "settings", ", ")),
        ("Versions", _grouped(listed, "versions", ", ")),
        ("SAT solvers, for --backend", _backend_rows(backends)),
    ):
        click.echo(f"{heading}:")
        for line in rows:
            click.echo(f"  {line}")
        click.echo()
    click.echo("Limits hold for every solver: a run that does not stop itself at one is ended from outside.")


def _solvers() -> list[dict[str, Json]]:
    from blackhole_experiments.cli.abilities import abilities
    from blackhole_models.solvers import REGISTRY, make

    lines: list[dict[str, Json]] = []
    for name, entry in REGISTRY.items():
        solver = make(name)
        able = abilities(name, solver)
        lines.append(
            {
                "solver": name,
                "summary": entry.summary,
                "effort_unit": solver.effort_unit,
                "limits": list(able.limits),
                "lists_orders": able.lists_orders,
                "parts": list(able.parts),
                "settings": dict(solver.settings),
                "versions": dict(solver.versions()),
            }
        )
    return lines


def _backends() -> list[dict[str, Json]]:
    from blackhole_models.sat.backends import BACKENDS

    return [
        {
            "backend": backend.name,
            "version": backend.version(),
            "limits": [limit for limit, keeps in (("time", backend.interrupt), ("effort", backend.budget)) if keeps],
            "proof": backend.proof,
        }
        for backend in BACKENDS.values()
        if backend.present
    ]


def _overview(listed: list[dict[str, Json]]) -> list[str]:
    rows = [("name", "effort", "stops itself at", "lists orders", "what it is")]
    rows += [
        (
            str(line["solver"]),
            str(line["effort_unit"]),
            _said(line["limits"], ", "),
            "yes" if line["lists_orders"] else "no",
            str(line["summary"]),
        )
        for line in listed
    ]
    return layout.table(rows)


def _grouped(listed: list[dict[str, Json]], field: str, separator: str) -> list[str]:
    """Return a line for each value that solvers have in `field`: their names, and the value."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for line in listed:
        groups[_said(line[field], separator)].append(str(line["solver"]))
    return [f"{', '.join(names)}: {value}" for value, names in groups.items() if value]


def _backend_rows(backends: list[dict[str, Json]]) -> list[str]:
    rows = [("name", "version", "stops itself at", "proofs")]
    rows += [
        (
            str(line["backend"]),
            str(line["version"]),
            _said(line["limits"], ", "),
            "yes" if line["proof"] else "no",
        )
        for line in backends
    ]
    return layout.table(rows)


def _said(value: Json, separator: str) -> str:
    if isinstance(value, dict):
        return separator.join(f"{name} {_said(each, separator)}" for name, each in value.items())
    if isinstance(value, list):
        return separator.join(
            f"[no-]{word}" if f"no-{word}" in value else str(word) for word in value if not _off(word)
        )
    return str(value).lower() if isinstance(value, bool) else str(value)


def _off(word: Json) -> bool:
    return isinstance(word, str) and word.startswith("no-")
