"""CP-SAT models in files, for other programs: the protobuf message that OR-Tools solves, as text or binary.

For whoever wants to look at a model or to solve it elsewhere. Variables are named for what they mean: `KH_by_7` (the
king of hearts is played at step 7 or before), `rank_K_at_7`, `position_of_KH`, `card_at_7` (a card's number, counted as
in `Sequencing`). The schema is `cp_model.proto` of OR-Tools.

>>> from blackhole_models.deal import Deal
>>> deal = Deal.of("AS", "QD KH", "JC")
>>> model_text(deal, "cp-sat-position").splitlines()[1:3]
['variables {', '  name: "card_at_0"']
>>> [str(card) for card in read_order(deal, [0, 1, 2, 3, 0, 1, 2, 3], "cp-sat-position")]
['AS', 'KH', 'QD', 'JC']
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from blackhole_models.cp_sat.build import build
from blackhole_models.cp_sat.options import BASES, Options
from blackhole_models.errors import InputError, shorten
from blackhole_models.sequencing import Sequencing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackhole_models.cards import Card
    from blackhole_models.cp_sat.base import Formulation
    from blackhole_models.cp_sat.literals import Literal
    from blackhole_models.deal import Deal


def model_text(deal: Deal, solver: str = "cp-sat") -> str:
    """Return the model of `deal` as protobuf text.

    Args:
        deal: the deal.
        solver: the name of a CP-SAT solver, parts included.

    Raises:
        InputError: no such formulation or part.
    """
    return str(_formulation(deal, solver).model.proto)


def model_bytes(deal: Deal, solver: str = "cp-sat") -> bytes:
    """Return the model of `deal` as a binary protobuf message; otherwise as `model_text`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.pb")
        if not _formulation(deal, solver).model.export_to_file(str(path)):
            raise OSError(f"OR-Tools cannot write {path}")
        return path.read_bytes()


def read_order(deal: Deal, values: Sequence[int], solver: str = "cp-sat") -> tuple[Card, ...]:
    """Return the order that a solution of the exported model stands for.

    Args:
        deal: the deal.
        values: the value of each variable, in the order of the model's variables.
        solver: the name the model was exported under.

    Raises:
        InputError: no such formulation or part, another number of values than variables, or no order of cards.
    """
    formulation = _formulation(deal, solver)
    variables = len(formulation.model.proto.variables)
    if len(values) != variables:
        raise InputError(f"the model has {variables} variables, the solution {len(values)}")

    def value(literal: Literal) -> int:
        if isinstance(literal, bool):
            return literal
        return values[literal.index] if literal.index >= 0 else 1 - values[-literal.index - 1]

    order = formulation.read(value)
    if sorted(order) != list(range(len(deal))):
        raise InputError("the solution does not play every card once")
    return formulation.problem.order(order)


def _formulation(deal: Deal, solver: str) -> Formulation:
    base, *parts = solver.split("+")
    if base not in BASES:
        raise InputError(f"there is no CP-SAT model {shorten(base, 40)!r}: there are {', '.join(BASES)}")
    formulation = build(Sequencing(deal), Options.parse(base, tuple(parts)))
    formulation.model.name = deal.name or "deal"
    return formulation
