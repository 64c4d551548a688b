"""Facts about a deal that several models use, one file each, each with its proof.

The inner functions are written in the part of Python that numba compiles: the search compiles them, the CNF and
CP-SAT models call them as they are.
"""
