"""Constraint models of a deal for OR-Tools CP-SAT, one file per formulation.

`position.py`, `circuit.py` and `timeline.py` are the formulations; `base.py` is what they share, `parts.py` what can be
added to each, `options.py` says which parts a name stands for, `build.py` puts them together. `engine.py` runs CP-SAT,
`solver.py` makes that a solver of the registry. `longest.py` asks for the longest order instead of a complete one,
`export.py` writes models for other programs.

The same rules put in different ways differ in time by a factor of more than ten. What makes the best one (`cp-sat`)
fast is, in this order: Booleans with exactly-one constraints instead of integers, with which a few hundred conflicts
decide a deal; CP-SAT without the work that a few hundred conflicts cannot pay back (`lean`); the redundant count of
each rank. Dominance and windows help on the hardest deals, budgets where the count is missing; conditional symmetry
costs more literals than it saves.
"""
