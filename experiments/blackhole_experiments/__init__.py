"""Runs, measures, compares and reports what the solvers of `blackhole_models` do; the command line."""
