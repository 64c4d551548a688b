"""The exit codes of `blackhole`, for scripts and for the tools that drive solvers.

`solve` on one deal answers as SAT solvers do: 10, 20, or 0 for not decided. On several deals, as every other command:
0, 1, 2, whichever is largest.
"""

from __future__ import annotations

from typing import Final

DONE: Final = 0
"""All went well: each deal decided, the order wins; also one deal that was not decided within its limits."""

SHORT: Final = 1
"""Not everything wished for: some deal not decided, an order that does not win, a run that failed."""

UNUSABLE: Final = 2
"""Some input could not be used; the rest was done."""

SOLVABLE: Final = 10
UNSOLVABLE: Final = 20

INTERRUPTED: Final = 130
"""Ended by Ctrl-C: 128 and the number of the signal, as shells count."""

BROKEN_PIPE: Final = 141
"""Nobody reads the output any more (`| head -1`): 128 and the number of the signal SIGPIPE."""
