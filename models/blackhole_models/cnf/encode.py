"""From a deal to clauses: an encoding and its parts, written into a sink.

For the SAT solver and for everyone who writes formulas to files.

>>> from blackhole_models.cnf.clauses import Clauses
>>> from blackhole_models.cnf.options import Options
>>> from blackhole_models.deal import Deal
>>> from blackhole_models.sequencing import Sequencing
>>> clauses = Clauses()
>>> times = encode(Sequencing(Deal.of("AS", "QD KH", "JC")), Options.parse("sat", ()), clauses)
>>> times.at.shape, times.writer.top, len(clauses)
((4, 4), 11, 28)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_models.cnf.budgets import add_budgets
from blackhole_models.cnf.clauses import Writer
from blackhole_models.cnf.direct import write_direct
from blackhole_models.cnf.dominance import add_dominance
from blackhole_models.cnf.exchange import add_exchange
from blackhole_models.cnf.timeline import write_timeline
from blackhole_models.cnf.times import Times
from blackhole_models.lemmas.windows import steps_by_depth, steps_by_walk

if TYPE_CHECKING:
    from blackhole_models.cnf.clauses import Sink
    from blackhole_models.cnf.options import Options
    from blackhole_models.sequencing import Sequencing

_WRITE = {"direct": write_direct, "timeline": write_timeline}


def encode(problem: Sequencing, options: Options, sink: Sink) -> Times:
    """Write the formula of `problem` into `sink` and return its literals, which read an order from a model.

    The formula is satisfiable if and only if the deal is solvable. Without `dominance` and `exchange` its models,
    restricted to the literals `at`, are the orders, one each.
    """
    times = Times(problem, Writer(sink), steps_by_walk(problem) if options.windows else steps_by_depth(problem))
    _WRITE[options.base](times, options)
    if options.dominance:
        add_dominance(times)
    if options.exchange:
        add_exchange(times)
    if options.budgets:
        add_budgets(times)
    return times
