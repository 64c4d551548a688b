"""SAT as a solver of the registry: encodes a deal, hands it to a PySAT backend, reads the order back.

For `solvers.make`. A name is a base and the parts of `cnf.options`. The settings are `backend`, and `proof`: with
`true` the proof that a deal is unsolvable is checked (`sat.proof`) before the verdict is given; with the name of a file
it is written there, and the formula beside it. Effort is counted in conflicts, and limited where the backend can do
that. Time is limited here only for backends that can be interrupted: CaDiCaL, Kissat and Lingeling run on, and whoever
needs the limit to hold kills the process. Memory is left to the caller.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.result import Limits
>>> make("sat", ("dominance",), {"backend": "glucose4"}).solve(Deal.of("AS", "QD KH", "JC"), Limits()).verdict
<Verdict.SOLVABLE: 'solvable'>
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from blackhole_models.cnf.clauses import Clauses
from blackhole_models.cnf.encode import encode
from blackhole_models.cnf.options import Options
from blackhole_models.errors import InputError, UnsupportedError, shorten
from blackhole_models.result import Json, Limits, Result, Verdict
from blackhole_models.sat.attempt import Attempt
from blackhole_models.sat.backends import Backend, find
from blackhole_models.sat.proof import checker, prove, prove_and_check
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal

DEFAULT_BACKEND: Final = "glucose42"
FORMULA_SUFFIX: Final = ".cnf"
"""What takes the place of the suffix of a proof's file in the name of the formula it is about."""


_prepared: Final[set[tuple[Options, str, int, int]]] = set()
"""Encodings, backends, ranks and sizes of deals that were prepared for."""


@dataclass(frozen=True, slots=True)
class Sat:
    """An encoding, the backend that solves it, and what becomes of proofs: see the module."""

    name: str
    options: Options
    backend: Backend
    proof: bool | str = False
    effort_unit: str = "conflicts"

    @property
    def settings(self) -> Mapping[str, Json]:
        """The backend, and what becomes of proofs."""
        return {"backend": self.backend.name, "proof": self.proof}

    def versions(self) -> Mapping[str, str]:
        """Return the version of python-sat, and the backend as it calls itself."""
        return {"python-sat": metadata.version("python-sat"), self.backend.name: self.backend.version()}

    def prepare(self, deal: Deal) -> None:
        """Import PySAT and make what is made once for all deals of this size."""
        what = self.options, self.backend.name, deal.ranks, len(deal)
        if what not in _prepared:
            encode(Sequencing(deal), self.options, Clauses())
            self.backend.open().delete()
            _prepared.add(what)

    def solve(self, deal: Deal, limits: Limits) -> Result:
        """Decide `deal`.

        Raises:
            UnsupportedError: an effort limit for a backend that cannot keep to one.
            OSError: the proof, or the formula beside it, cannot be written.
        """
        if isinstance(self.proof, str):
            path = Path(self.proof)
            return prove(self, deal, limits, formula=path.with_suffix(FORMULA_SUFFIX), proof=path)
        return prove_and_check(self, deal, limits) if self.proof else self.prove(deal, limits, proof=False)[0]

    def prove(self, deal: Deal, limits: Limits, *, proof: bool = True) -> tuple[Result, list[str]]:
        """Decide `deal`, and return the lines of a DRAT proof as well if it is unsolvable.

        Args:
            deal: the deal.
            limits: what the run may use.
            proof: keep a proof; without it the list is empty.

        Raises:
            UnsupportedError: a proof or an effort limit is asked of a backend that is no good for it.
        """
        if limits.effort is not None and not self.backend.budget:
            raise UnsupportedError(f"{self.backend.name} cannot be limited to a number of conflicts")
        start = time.perf_counter()
        with Attempt(deal, self.options, self.backend, proof=proof) as attempt:
            build_seconds = time.perf_counter() - start
            left = None if limits.seconds is None else limits.seconds - build_seconds
            verdict = attempt.run(seconds=left, conflicts=limits.effort)
            order = None
            message = ""
            if verdict is Verdict.SOLVABLE:
                try:
                    order = attempt.order()
                except ValueError as error:
                    verdict, message = Verdict.ERROR, f"{self.backend.name} gives a wrong model: {error}"
            lines = attempt.proof_lines() if proof and verdict is Verdict.UNSOLVABLE else []
            statistics = attempt.statistics()
        result = Result(
            solver=self.name,
            verdict=verdict,
            order=order,
            effort=statistics.get("conflicts"),
            effort_unit=self.effort_unit,
            build_seconds=build_seconds,
            solve_seconds=time.perf_counter() - start - build_seconds,
            message=message,
            details={**self.settings, **attempt.sizes, **statistics},
        )
        return result, lines

    def orders(self, deal: Deal) -> Iterator[tuple[Card, ...]]:
        """Return each order that wins exactly once; the parts that lose orders are left out for that."""
        problem = Sequencing(deal)
        return map(problem.order, all_orders(problem, self.options.complete(), self.backend))


def all_orders(problem: Sequencing, options: Options, backend: Backend) -> Iterator[list[int]]:
    """Yield the order of each model of an encoding exactly once; the parts that lose orders make them fewer."""
    clauses = Clauses()
    times = encode(problem, options, clauses)
    with backend.open() as solver:
        solver.append_formula(clauses.lists())
        while solver.solve():
            order = times.decode(solver.get_model())
            yield order
            solver.add_clause([-literal for literal in times.planted(order)])


def make(base: str, parts: tuple[str, ...], settings: Mapping[str, Json]) -> Sat:
    """Make the solver called `base`, with `parts`.

    Raises:
        InputError: an unknown part, setting or backend.
        UnsupportedError: proofs are wanted of a backend that has no good ones, or to be checked without a checker.
    """
    for setting in settings:
        if setting not in ("backend", "proof"):
            raise InputError(f"{base} has no setting {shorten(setting, 40)!r}: there are backend and proof")
    options = Options.parse(base, parts)
    backend = find(str(settings.get("backend", DEFAULT_BACKEND)))
    proof = settings.get("proof", False)
    if not isinstance(proof, bool | str) or proof == "":
        raise InputError(f"proof cannot be {shorten(repr(proof), 40)}: it is true, false or the name of a file")
    if isinstance(proof, str):
        _require_file(Path(proof))
    if proof:
        backend.require_proofs()
    if proof is True:
        checker()
    return Sat("+".join((base, *options.names(base))), options, backend, proof)


def _require_file(proof: Path) -> None:
    """Refuse, before anything is solved, a name that no proof can be written to."""
    if proof.suffix == FORMULA_SUFFIX:
        raise InputError(f"a proof cannot be called {shorten(proof)}: that is the name of its formula")
    if proof.name in ("", "..") or proof.is_dir():
        raise InputError("a proof is a file, and this is a folder", source=shorten(proof))
    if not proof.parent.is_dir():
        raise InputError("cannot be written: there is no such folder", source=shorten(proof))
