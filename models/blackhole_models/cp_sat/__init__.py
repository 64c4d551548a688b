"""Constraint models of a deal for OR-Tools CP-SAT, one file per formulation.

`base.py` is what the formulations share, `solver.py` makes a solver of each and runs it.
"""
