"""`python -m blackhole_experiments` is the command `blackhole`."""

from __future__ import annotations

from blackhole_experiments.cli import main

if __name__ == "__main__":
    main(prog_name="blackhole")
