"""The SAT solvers of PySAT: their names, versions, and what each can do.

For the SAT adapter, proofs and explanations. Abilities are declared in one table, `BACKENDS`, and each is tested on
small formulas; a backend that the installed python-sat lacks is absent, which is no error until it is asked for.

Proofs of MapleSAT are wrong: its literals are numbered one too high (python-sat, issue 139). Those of MiniSat, MergeSat
and Kissat are not to be had through PySAT.

>>> backend = find("cadical153")
>>> backend.budget, backend.interrupt, backend.proof
(True, False, True)
>>> with backend.open() as solver:
...     solver.append_formula([[1, 2], [-1]])
...     solver.solve(), solver.get_model()
(True, [-1, 2])
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blackhole_models.errors import InputError, UnsupportedError, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pysat.solvers import Solver


@dataclass(frozen=True, slots=True)
class Backend:
    """One SAT solver of PySAT.

    Attributes:
        name: its name in PySAT's `SolverNames`.
        key: what PySAT's `Solver` takes for it, where that is not the name.
        budget: whether a run can be limited to a number of conflicts; restart by restart in some, which overshoot.
        interrupt: whether a run can be stopped from another thread.
        core: whether it takes assumptions and says which of them an unsatisfiable answer rests on.
        statistics: whether it tells conflicts, decisions and propagations.
        proof: whether it writes proofs of unsatisfiability that independent checkers accept.
    """

    name: str
    key: str = ""
    budget: bool = True
    interrupt: bool = True
    core: bool = True
    statistics: bool = True
    proof: bool = False

    @property
    def present(self) -> bool:
        """Whether the installed python-sat has it."""
        from pysat.solvers import SolverNames

        return hasattr(SolverNames, self.name)

    def open(self, *, proof: bool = False) -> Solver:
        """Return a new solver, to be closed after use (it is a context manager).

        Args:
            proof: keep a proof, to be had with `get_proof` after an unsatisfiable answer.

        Raises:
            UnsupportedError: it is absent, or its proofs cannot be trusted.
        """
        from pysat.solvers import Solver

        if not self.present:
            raise UnsupportedError(f"the installed python-sat has no backend {self.name}")
        if proof:
            self.require_proofs()
        return Solver(name=self.key or self.name, **({"with_proof": True} if proof else {}))

    def require_proofs(self) -> None:
        """Refuse a backend whose proofs are wrong or absent.

        Raises:
            UnsupportedError: it is one; the message names the others.
        """
        if not self.proof:
            good = ", ".join(backend.name for backend in BACKENDS.values() if backend.proof)
            raise UnsupportedError(f"{self.name} writes no proof that can be trusted: {good} do")

    def version(self) -> str:
        """Return what PySAT's own documentation calls it, such as `CaDiCaL 1.5.3`."""
        with self.open() as solver:
            said = re.match(r"\s*(.+?) SAT solver", type(solver.solver).__doc__ or "")
        return said[1] if said else self.name


def _table(*backends: Backend) -> Mapping[str, Backend]:
    return {backend.name: backend for backend in backends}


BACKENDS: Final = _table(
    Backend("cadical103", interrupt=False, proof=True),
    Backend("cadical153", interrupt=False, proof=True),
    Backend("cadical195", interrupt=False, proof=True),
    Backend("cadical300", interrupt=False, proof=True),
    Backend("ergo"),
    Backend("glucose3", proof=True),
    Backend("glucose4", proof=True),
    Backend("glucose42", proof=True),
    Backend("gluecard3", proof=True),
    Backend("gluecard4", proof=True),
    Backend("kissat404", interrupt=False, core=False, statistics=False),
    Backend("lingeling", budget=False, interrupt=False, proof=True),
    Backend("maplechrono", proof=True),
    Backend("maplecm", proof=True),
    Backend("maplesat"),
    Backend("mergesat3"),
    Backend("minicard"),
    Backend("minisat22"),
    Backend("minisatep"),
    Backend("minisatgh", key="minisat-gh"),
)
"""Every backend by its name. CryptoMiniSat, which PySAT only passes on to a package of its own, is left out."""


def find(name: str) -> Backend:
    """Return the backend called `name`.

    Raises:
        InputError: there is none; the message names what there is.
    """
    if name not in BACKENDS:
        close = difflib.get_close_matches(name, BACKENDS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(BACKENDS)}"
        raise InputError(f"unknown SAT backend {shorten(name, 40)!r}: {hint}")
    return BACKENDS[name]
