"""A worker that also knows the solvers of `misbehaving.py`, which lies beside this program."""

from __future__ import annotations

from blackhole_experiments.runs import worker
from blackhole_models import solvers

if __name__ == "__main__":
    solvers.REGISTRY = {**solvers.REGISTRY, "bad": solvers.Entry("misbehaving", "does what it must not")}
    worker.main()
