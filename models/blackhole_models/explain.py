"""Why a deal is unsolvable: fans whose order of cards alone rules it out, and the simplest things there are to say.

For `explain`. A set of fans is a reason if the deal stays unsolvable when the cards of all other fans lie free, each
as a fan of its own. The set found is minimal: with the cards of any one of its fans lying free as well, the deal could
be won. It is found by cores of a SAT formula (`sat.cores`) and by then leaving out fan after fan. A second approach,
given by the caller, answers where SAT gets no answer soon, and confirms the set at the end; where it was the second
approach that found the set, SAT confirms it. Each is far ahead of the other on some deals, so that on a deal that is
hard for SAT the two take turns. Every order that shows a fan to be needed is replayed by the referee.

Hard deals have no small reason: some need the order of all their fans.

>>> from blackhole_models.deal import Deal
>>> from blackhole_models.solvers import make
>>> reason = explain(Deal.of("AS", "2S 3S", "5S 4S"), make("dfs"))
>>> reason.kind, reason.fans, reason.confirmed_by
(<Kind.NO_FIRST_MOVE: 'no-first-move'>, (0,), ('sat-timeline', 'dfs'))
>>> reason.sentence()
'No card can be played first: no K or 2 is uncovered. The order of cards in fan 1 alone rules the deal out.'
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from blackhole_models.cards import rank_name
from blackhole_models.lemmas.reach import reachable
from blackhole_models.referee import replay
from blackhole_models.result import Limits, Verdict
from blackhole_models.sat.cores import CoreAnswer, FanCores
from blackhole_models.sat.solver import make as make_sat
from blackhole_models.sequencing import Sequencing
from blackhole_models.solvers import decide

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal
    from blackhole_models.result import Json
    from blackhole_models.solvers import Solver

CONFLICTS: Final = 2_000
"""After so many conflicts on one question SAT is taken to be the wrong approach for this deal."""

SOON: Final = 100_000
"""After so much effort of the second approach on one question SAT is asked it, before the second approach goes on."""

SMALL: Final = 6
"""A reason of more fans than this is not called small."""


class Kind(StrEnum):
    """What there is to say, the simplest first."""

    SOLVABLE = "solvable"
    UNDECIDED = "undecided"
    NO_FIRST_MOVE = "no-first-move"
    UNREACHABLE_RANKS = "unreachable-ranks"
    RANKS_ALONE = "ranks-alone"
    FANS = "fans"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a deal is unsolvable, or that it is not known to be.

    Attributes:
        kind: the simplest thing there is to say.
        fans: the fans, from 0, whose order of cards alone makes the deal unsolvable.
        of: number of fans that have an order, being of two cards or more.
        minimal: whether it is known that none of `fans` can be left out.
        confirmed_by: the solvers that decided that `fans` alone make the deal unsolvable.
        ranks: for `no-first-move` the ranks that could be played first, for `unreachable-ranks` those never reached.
        order: for `solvable`, an order that wins.
    """

    kind: Kind
    fans: tuple[int, ...] = ()
    of: int = 0
    minimal: bool = False
    confirmed_by: tuple[str, ...] = ()
    ranks: tuple[int, ...] = ()
    order: tuple[Card, ...] = ()

    def sentence(self) -> str:
        """Return the explanation in words, with fans counted from 1 as players do."""
        match self.kind:
            case Kind.SOLVABLE:
                return "The deal can be won."
            case Kind.UNDECIDED:
                return "It was not found out within the limits whether the deal can be won."
            case Kind.NO_FIRST_MOVE:
                first = _listing([rank_name(rank) for rank in self.ranks], "or")
                return f"No card can be played first: no {first} is uncovered. {self._about_fans()}"
            case Kind.UNREACHABLE_RANKS:
                missed = _listing(_runs(self.ranks), "and")
                return f"However play goes, cards of rank {missed} are never reached. {self._about_fans()}"
            case Kind.RANKS_ALONE | Kind.FANS:
                return self._about_fans()

    def _about_fans(self) -> str:
        if not self.fans:
            return "The ranks alone rule the deal out: even if all cards lay free, it could not be won."
        fans = ("fan " if len(self.fans) == 1 else "fans ") + _listing([str(fan + 1) for fan in self.fans], "and")
        alone = f"The order of cards in {fans} alone rules the deal out"
        if self.kind is Kind.FANS:
            alone += ": even if all other cards lay free, it could not be won"
        if not self.minimal:
            return f"{alone}; whether fewer fans would do was not found out."
        if self.kind is not Kind.FANS or len(self.fans) <= SMALL:
            return f"{alone}."
        return f"{alone}. There is no small reason: none of these {len(self.fans)} of {self.of} fans can be left out."

    def data(self) -> dict[str, Json]:
        """Return the explanation for JSON, with fans counted from 1 and ranks as they are written."""
        return {
            "kind": self.kind.value,
            "fans": [fan + 1 for fan in self.fans],
            "of": self.of,
            "minimal": self.minimal,
            "confirmed_by": list(self.confirmed_by),
            "ranks": [rank_name(rank) for rank in self.ranks],
            "sentence": self.sentence(),
        }


def explain(deal: Deal, other: Solver, limits: Limits | None = None) -> Explanation:
    """Return why `deal` is unsolvable.

    Args:
        deal: the deal.
        other: the second approach, anything but SAT.
        limits: wall time for all questions together; memory and effort of the second approach for one question.

    Raises:
        RuntimeError: the two approaches disagree, or a solver's order breaks a rule: one of them is wrong.
    """
    ordered = frozenset(number for number, fan in enumerate(deal.fans) if len(fan) > 1)
    kind, ranks, fans = _simplest(deal, ordered)
    for prepared in (deal, freed(deal, frozenset())):
        other.prepare(prepared)
    with FanCores(deal) as cores:
        inquiry = _Inquiry(deal, other, limits or Limits(), cores)
        answer = inquiry.ask(fans)
        if answer.solvable is not False:
            return Explanation(Kind.SOLVABLE if answer.solvable else Kind.UNDECIDED, order=answer.order)
        fans = answer.core
        unclear = set()
        for fan in sorted(fans):
            if fan in fans:
                answer = inquiry.ask(fans - {fan})
                if answer.solvable is None:
                    unclear.add(fan)
                fans = answer.core if answer.solvable is False else fans
        minimal = fans.isdisjoint(unclear)
        confirmed_by = inquiry.confirm(fans)
    if kind is Kind.FANS and not fans:
        kind = Kind.RANKS_ALONE
    return Explanation(kind, tuple(sorted(fans)), len(ordered), minimal, confirmed_by, ranks)


def freed(deal: Deal, fans: AbstractSet[int]) -> Deal:
    """Return `deal` with every fan but `fans` split into fans of one card."""
    kept = tuple(fan for number, fan in enumerate(deal.fans) if number in fans)
    free = tuple((card,) for number, fan in enumerate(deal.fans) if number not in fans for card in fan)
    return replace(deal, fans=kept + free)


def _simplest(deal: Deal, ordered: frozenset[int]) -> tuple[Kind, tuple[int, ...], frozenset[int]]:
    """Return the kind of reason seen without search, the ranks it is about, and fans that suffice for it."""
    problem = Sequencing(deal)
    found = reachable(problem)
    if len(found) == len(problem):
        return Kind.FANS, (), ordered
    if len(found) == 1 and problem.has_foundation:
        first = problem.neighbours(problem.rank[0])
        covering = {problem.fan[card] for rank in first for card in problem.of_rank(rank)}
        return Kind.NO_FIRST_MOVE, first, ordered & covering
    missed = {problem.rank[card] for card in range(len(problem))} - {problem.rank[card] for card in found}
    if not missed:
        return Kind.FANS, (), ordered
    return Kind.UNREACHABLE_RANKS, tuple(sorted(missed)), ordered


class _Inquiry:
    """Asks SAT, and from the first question that it cannot answer soon the second approach first."""

    def __init__(self, deal: Deal, other: Solver, limits: Limits, cores: FanCores) -> None:
        self._deal = deal
        self._other = other
        self._limits = limits
        self._end = math.inf if limits.seconds is None else time.monotonic() + limits.seconds
        self._cores = cores
        self._hard = False
        self._refuted: dict[frozenset[int], str] = {}

    def ask(self, fans: frozenset[int]) -> CoreAnswer:
        """Decide the deal in which only `fans` keep their order."""
        for name, answer in self._answers(fans):
            if answer.solvable is False:
                self._refuted[answer.core] = name
            if answer.solvable is not None:
                return answer
        return CoreAnswer(None)

    def _answers(self, fans: frozenset[int]) -> Iterator[tuple[str, CoreAnswer]]:
        """Yield who was asked and the answer, as long as none is wanted but the next."""
        turn = self._hard
        if not self._hard:
            yield self._by_cores(fans)
            self._hard = True
        yield self._by_other(fans, effort=SOON if self._limits.effort is None else min(SOON, self._limits.effort))
        if turn:
            yield self._by_cores(fans)
        yield self._by_other(fans, effort=self._limits.effort)

    def _by_cores(self, fans: frozenset[int]) -> tuple[str, CoreAnswer]:
        if self._left().seconds == 0:
            return self._cores.name, CoreAnswer(None)
        answer = self._cores.ask(fans, conflicts=CONFLICTS)
        if answer.solvable:
            fault = replay(freed(self._deal, fans), answer.order).fault
            if fault:
                raise RuntimeError(f"the referee refuses an order of {self._cores.name}: {fault}")
        return self._cores.name, answer

    def _by_other(self, fans: frozenset[int], *, effort: int | None) -> tuple[str, CoreAnswer]:
        limits = replace(self._left(), effort=effort, memory_mb=self._limits.memory_mb)
        return self._other.name, _decided(self._other, freed(self._deal, fans), limits, fans)

    def _left(self) -> Limits:
        """Return the time that is left as a limit."""
        return Limits(None if math.isinf(self._end) else max(0.0, self._end - time.monotonic()))

    def confirm(self, fans: frozenset[int]) -> tuple[str, ...]:
        """Return who found that `fans` are a reason, and who confirmed it, if anyone could within the limits."""
        finder = self._refuted[fans]
        if finder == self._cores.name:
            second, answer = self._by_other(fans, effort=self._limits.effort)
        else:
            # A backend that can be interrupted; memory and effort limits are the second approach's.
            sat = make_sat("sat", (), {"backend": "glucose4"})
            second, answer = sat.name, _decided(sat, freed(self._deal, fans), self._left(), fans)
        if answer.solvable:
            raise RuntimeError(f"{finder} calls a deal unsolvable for which {second} has an order")
        return (finder,) if answer.solvable is None else (finder, second)


def _decided(solver: Solver, deal: Deal, limits: Limits, fans: frozenset[int]) -> CoreAnswer:
    solver.prepare(deal)
    result = decide(solver, deal, limits)
    if result.verdict is Verdict.ERROR:
        raise RuntimeError(f"{solver.name}: {result.message}")
    if not result.verdict.decided:
        return CoreAnswer(None)
    solvable = result.verdict is Verdict.SOLVABLE
    return CoreAnswer(solvable, order=result.order or (), core=frozenset() if solvable else fans)


def _listing(words: list[str], joined: str) -> str:
    return f" {joined} ".join(", ".join(words).rsplit(", ", 1))


def _runs(ranks: tuple[int, ...]) -> list[str]:
    """Return ascending ranks as written, three or more in a row as `5 to K`."""
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    words = []
    for run in runs:
        names = [rank_name(rank) for rank in run]
        words += names if len(run) < 3 else [f"{names[0]} to {names[-1]}"]
    return words
