"""CNF encodings of a deal, one file each, and the parts that can be added to any of them.

Every encoding writes its clauses into a sink (`clauses.py`), knows no solver, and reads an order back from a model
through the literals it shares with the others (`times.py`). `formula.py` puts an encoding and its parts together.
"""
