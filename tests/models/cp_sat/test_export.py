"""Exported models: what other programs read is the model, and their solution is an order."""

from __future__ import annotations

import pytest
from google.protobuf import text_format  # type: ignore[import-untyped]  # its stubs are a package apart
from ortools.sat import cp_model_pb2
from ortools.sat.python.cp_model import OPTIMAL, CpModel, CpSolver

from blackhole_models.cp_sat.export import model_bytes, model_text, read_order
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError
from blackhole_models.referee import replay

DEAL = Deal.of("AS", "AD 3S", "AH 2S", "3C", "AC 2D", "3H 3D", "2H 2C", ranks=3, name="a deal")
NAMES = ["cp-sat", "cp-sat-position", "cp-sat-circuit", "cp-sat-timeline+flow+budgets+exchange"]


@pytest.mark.parametrize("name", NAMES)
def test_text_and_binary_are_the_same_message(name: str) -> None:
    text = text_format.Parse(model_text(DEAL, name), cp_model_pb2.CpModelProto())
    assert text == cp_model_pb2.CpModelProto.FromString(model_bytes(DEAL, name))
    assert text.name == "a deal"


@pytest.mark.parametrize("name", NAMES)
def test_variables_have_names_of_their_own(name: str) -> None:
    message = cp_model_pb2.CpModelProto.FromString(model_bytes(DEAL, name))
    names = [variable.name for variable in message.variables]
    assert all(names)
    assert len(set(names)) == len(names)
    assert any("2C" in name for name in names)


@pytest.mark.parametrize("name", NAMES)
def test_solution_of_another_program_is_read_as_an_order(name: str) -> None:
    model = CpModel()
    assert model.proto.parse_text_format(model_text(DEAL, name))
    solver = CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == OPTIMAL
    assert replay(DEAL, read_order(DEAL, list(solver.response_proto.solution), name)).wins


def test_what_is_no_solution_is_refused() -> None:
    with pytest.raises(InputError, match="the model has 24 variables, the solution 1"):
        read_order(DEAL, [0], "cp-sat-position")
    with pytest.raises(InputError, match="does not play every card once"):
        read_order(DEAL, [0] * 24, "cp-sat-position")


def test_unknown_model_is_named() -> None:
    with pytest.raises(InputError, match="no CP-SAT model 'dfs': there are cp-sat"):
        model_text(DEAL, "dfs")
