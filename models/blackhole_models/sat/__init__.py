"""SAT: hands the formulas of `cnf` to the SAT solvers of PySAT, and takes orders, proofs and reasons back."""
