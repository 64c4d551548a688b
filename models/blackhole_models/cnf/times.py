"""The literals all encodings share: a card at a step, a card played by a step, a rank at a step.

For the encodings and their parts. `at` is always there; `by` and `ranks` are defined by clauses when first asked for,
so that a formula holds only what its parts use. Where a card cannot be played at a step its literal is `FALSE`; `by` is
`FALSE` before a card's first possible step, `TRUE` from its last one on, and does not change at a step in between at
which the card cannot be played.

Size, with N cards, T = N steps, s(c) the number of steps possible for card c, u(r) the number of steps possible for
some card of rank r, and S = Σ s(c):

    at      S variables
    by      S - N variables; for each card that has some step: 4 s(c) - 4 clauses if s(c) > 1, else 1
    ranks   Σ u(r) variables, S + Σ u(r) clauses

(for a card that has no step at all `by` is contradictory: one variable and two clauses).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from blackhole_models.cnf.clauses import FALSE, TRUE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blackhole_models.cnf.clauses import Literals, Writer
    from blackhole_models.lemmas.windows import Steps
    from blackhole_models.sequencing import Sequencing


class Times:
    """When each card is played, as literals.

    Attributes:
        problem: the deal.
        writer: where variables come from and clauses go.
        steps: which steps are possible for each card, shape (cards, steps).
        at: "card is played at step", shape (cards, steps).
    """

    def __init__(self, problem: Sequencing, writer: Writer, steps: Steps) -> None:
        self.problem = problem
        self.writer = writer
        self.steps = steps
        self.at: Literals = writer.where(steps)

    @cached_property
    def by(self) -> Literals:
        """`by[card, step]`: the card is played at this step or before, shape (cards, steps).

        With its definition each card is played at exactly one step; a card that has no step makes a contradiction.
        """
        cards = np.arange(len(self.problem))
        possible = self.steps.any(axis=1)
        last = self.steps.shape[1] - 1 - np.argmax(self.steps[:, ::-1], axis=1)
        changes = self.steps.copy()
        changes[cards[possible], last[possible]] = False
        by = self.writer.where(changes)
        for step in range(1, by.shape[1]):
            by[:, step] = np.where(changes[:, step], by[:, step], by[:, step - 1])
        by[np.arange(by.shape[1]) >= last[:, None]] = TRUE
        before = earlier(by)
        self.writer.add(-before, by)
        self.writer.add(-self.at, by)
        self.writer.add(-self.at, -before)
        self.writer.add(-by, before, self.at)
        return by

    @cached_property
    def before(self) -> Literals:
        """`before[card, step]`: the card is played before this step, shape (cards, steps)."""
        return earlier(self.by)

    @cached_property
    def ranks(self) -> Literals:
        """`ranks[rank, step]`: a card of this rank is played at this step, shape (ranks, steps)."""
        rank = np.array(self.problem.rank)
        ranks = self.writer.where(np.stack([self.steps[rank == r].any(axis=0) for r in range(self.problem.ranks)]))
        self.writer.add(-self.at, ranks[rank])
        for r in range(self.problem.ranks):
            self.writer.add(-ranks[r], *self.at[rank == r])
        return ranks

    def decode(self, model: Iterable[int]) -> list[int]:
        """Return the cards in the order in which `model` plays them.

        Args:
            model: the literals of a model; a variable that does not appear counts as false.

        Raises:
            ValueError: the model does not play exactly one card at each step.
        """
        true = np.zeros(self.writer.top + 1, dtype=np.bool_)
        positive = np.fromiter((literal for literal in model if 0 < literal <= self.writer.top), dtype=np.int64)
        true[positive] = True
        played = self.steps & true[np.where(self.steps, self.at, 0)]
        if (played.sum(axis=0) != 1).any() or (played.sum(axis=1) != 1).any():
            raise ValueError("the model does not play exactly one card at each step")
        order: list[int] = played.argmax(axis=0).tolist()
        return order

    def planted(self, order: Iterable[int]) -> list[int]:
        """Return the literals that say that the cards are played in `order`.

        Raises:
            ValueError: the formula rules out a card at its step from the beginning.
        """
        literals = [int(self.at[card, step]) for step, card in enumerate(order)]
        if int(FALSE) in literals:
            raise ValueError(f"step {literals.index(int(FALSE))} of the order is ruled out")
        return literals


def earlier(literals: Literals) -> Literals:
    """Return `literals` one step later: at step t what held at step t - 1, and FALSE at step 0."""
    shifted = np.full_like(literals, FALSE)
    shifted[:, 1:] = literals[:, :-1]
    return shifted
