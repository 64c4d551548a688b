"""From a deal to a CP-SAT model: a formulation with its parts.

For the solver, and for whoever writes models to files.

>>> from blackhole_models.cp_sat.options import Options
>>> from blackhole_models.deal import Deal
>>> from blackhole_models.sequencing import Sequencing
>>> deal = Deal.of("AS", "QD KH", "JC")
>>> model = build(Sequencing(deal), Options.parse("cp-sat-position", ())).model
>>> [variable.name for variable in model.proto.variables][:5]
['card_at_0', 'card_at_1', 'card_at_2', 'card_at_3', 'position_of_AS']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blackhole_models.cp_sat.base import Formulation, LayeredFormulation
from blackhole_models.cp_sat.circuit import Circuit
from blackhole_models.cp_sat.parts import add_budgets, add_counts, add_dominance, add_exchanges
from blackhole_models.cp_sat.position import Position
from blackhole_models.cp_sat.timeline import Timeline
from blackhole_models.lemmas.windows import steps_by_depth, steps_by_walk

if TYPE_CHECKING:
    from blackhole_models.cp_sat.options import Options
    from blackhole_models.sequencing import Sequencing


def build(problem: Sequencing, options: Options) -> Formulation:
    """Return the model of `problem`: feasible if and only if the deal is solvable.

    Without `dominance` and cases its solutions are the orders, one each.
    """
    formulation = _formulation(problem, options)
    if options.dominance:
        add_dominance(formulation)
    if options.cases:
        add_exchanges(formulation, options.cases)
    if options.budgets:
        add_budgets(formulation)
    if options.counts and isinstance(formulation, LayeredFormulation):
        add_counts(formulation)
    return formulation


def _formulation(problem: Sequencing, options: Options) -> Formulation:
    if options.kind == "timeline":
        steps = steps_by_walk(problem) if options.windows else steps_by_depth(problem)
        return Timeline(problem, steps, options.rank_rule)
    anywhere = np.ones((len(problem), len(problem)), dtype=np.bool_)
    steps = steps_by_walk(problem) if options.windows else anywhere
    return Position(problem, steps, options.rank_rule) if options.kind == "position" else Circuit(problem, steps)
