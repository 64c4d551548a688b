"""The sequencing model of Gent et al.: the card at each position and the position of each card, tied as inverses.

For the `cp-sat-position` solver, which is the published model. With T cards, numbered as in `Sequencing`:

- x[t] in 0..T-1, the card at position t, and y[c] in 0..T-1, the position of card c; a foundation card has position 0;
- x and y are inverse to each other: y[x[t]] = t for each position t, and no two cards share a position;
- for each two positions next to each other, (x[t], x[t+1]) in the table of all pairs of cards of neighbouring ranks
  (416 pairs in a full pack);
- y[upper] < y[lower] for every card directly on top of another (34 in a full pack).

CP-SAT has a constraint `inverse`, which is not used here: in the presolve of OR-Tools 9.15 it makes models infeasible
that are not, such as the five cards 5S on A, 2, 3, 4 lying free, and with it about a third of all small decks that can
be won. Stated as an element constraint and two all-different constraints it is the same relation.

Source: Gent, Jefferson, Kelsey, Lynce, Miguel, Nightingale, Smith, Tarim, "Search in the Patience Game 'Black Hole'",
AI Communications 20(3), 2007; as stated in CSPLib prob081 and MiniZinc's `black-hole.mzn`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ortools.sat.python.cp_model import CpModel

from blackhole_models.cp_sat.base import Built

if TYPE_CHECKING:
    from blackhole_models.sequencing import Sequencing


def build(problem: Sequencing) -> Built:
    """Return the model of `problem`."""
    model = CpModel()
    steps = range(len(problem))
    x = [model.new_int_var(0, steps[-1], f"card_at_{step}") for step in steps]
    y = [model.new_int_var(0, steps[-1], f"position_of_{card}") for card in problem.cards]
    for step in steps:
        model.add_element(x[step], y, step)
    model.add_all_different(x)
    model.add_all_different(y)
    if problem.has_foundation:
        model.add(x[0] == 0)
    pairs = [
        (card, other)
        for card in range(len(problem))
        for rank in problem.neighbours(problem.rank[card])
        for other in problem.of_rank(rank)
    ]
    for card, following in pairwise(x):
        model.add_allowed_assignments([card, following], pairs)
    for upper, lower in problem.precedences:
        model.add(y[upper] < y[lower])
    return Built(model, lambda value: [value(card) for card in x], x)
