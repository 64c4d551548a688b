"""How far one can get: what is said of a run that looked for the longest play. For `solve --best`.

>>> solver_for("cp-sat")
'cp-sat-longest'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from blackhole_models.cards import parse_card
from blackhole_models.errors import InputError, shorten
from blackhole_models.referee import replay
from blackhole_models.result import Json, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_experiments.runs.outcome import Outcome
    from blackhole_models.referee import Step

SOLVERS: Final[Mapping[str, str]] = {"search": "search-longest", "cp-sat": "cp-sat-longest"}
"""Who looks for the longest play, by the solver that a user names."""


def solver_for(name: str) -> str:
    """Return the solver that finds the longest play as `name` decides.

    Raises:
        InputError: there is none.
    """
    if name in SOLVERS.values():
        return name
    if name not in SOLVERS:
        raise InputError(f"--best is found by {' or '.join(SOLVERS)}, not by {shorten(name, 40)}")
    return SOLVERS[name]


@dataclass(frozen=True, slots=True)
class Best:
    """The longest play that a run found, from the start of the game.

    Attributes:
        steps: its cards, as the referee saw them.
        laid: cards that lie in the centre when the game begins: one, or none.
        cards: cards there are to play.
        most: no play has more cards.
    """

    steps: tuple[Step, ...]
    laid: int
    cards: int
    most: int

    @property
    def played(self) -> int:
        """How many cards it plays."""
        return len(self.steps) - self.laid

    @property
    def proven(self) -> bool:
        """Whether no play is longer."""
        return self.played == self.most

    def to_json(self) -> dict[str, Json]:
        """Return this as an object fit for JSON."""
        return {
            "order": [str(step.card) for step in self.steps],
            "played": self.played,
            "most": self.most,
            "proven": self.proven,
        }

    def headline(self, outcome: Outcome, why: str) -> str:
        """Say how many cards can be played; `why` says why no more is known, where it is not proven."""
        if self.played == self.cards:
            return f"all {self.cards} cards can be played (the order was replayed by the referee)"
        if self.proven:
            return (
                f"at most {self.played} of {self.cards} cards can be played (the order was replayed by the referee; "
                f"{outcome.run.solver} ruled out every longer one)"
            )
        return f"at least {self.played} and at most {self.most} of {self.cards} cards can be played ({why})"


def best_of(outcome: Outcome) -> Best | None:
    """Return the longest play that came of a run; None if it found none or did not say.

    Raises:
        RuntimeError: the referee refuses the order.
    """
    details: Mapping[str, Any] = outcome.result.details
    if "longest" not in details or outcome.result.verdict is Verdict.ERROR:
        return None
    deal = outcome.run.deal
    replayed = replay(deal, [parse_card(card) for card in details["longest"]], complete=False)
    if replayed.fault:
        raise RuntimeError(f"the referee refuses the longest order: {replayed.fault}")
    laid = int(deal.foundation is not None)
    cards = len(deal) - laid
    return Best(replayed.steps, laid, cards, cards - cast("int", details["fewest_left"]))
