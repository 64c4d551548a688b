"""The count of a command's verdicts, and the exit code that follows from it: for `solve`.

>>> tally = Tally(2)
>>> tally.add(InputError("no such file"))
>>> str(tally), tally.exit_code
('2 deals: 1 unusable, 1 not begun', 2)
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from blackhole_experiments.cli import exits, layout
from blackhole_models.errors import InputError
from blackhole_models.result import Verdict

if TYPE_CHECKING:
    from blackhole_experiments.runs.outcome import Outcome


class Tally:
    """Counts verdicts, and says how the command is to end.

    Args:
        total: deals and inputs that cannot be used, in all.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._verdicts: Counter[Verdict] = Counter()
        self._unusable = 0
        self._cancelled = False

    def add(self, answer: Outcome | InputError) -> None:
        """Count an answer."""
        if isinstance(answer, InputError):
            self._unusable += 1
            return
        self._verdicts[answer.result.verdict] += 1
        # A solver may stop of its own accord, too; then there is an answer.
        self._cancelled |= answer.result.verdict is Verdict.INTERRUPTED and not answer.measured.answered

    @property
    def exit_code(self) -> int:
        """How the command is to end; see `exits`."""
        if self._cancelled:
            return exits.INTERRUPTED
        if self._unusable:
            return exits.UNUSABLE
        if self._verdicts[Verdict.ERROR]:
            return exits.SHORT
        if self._total > 1:
            return exits.DONE if all(verdict.decided for verdict in self._verdicts) else exits.SHORT
        codes = {Verdict.SOLVABLE: exits.SOLVABLE, Verdict.UNSOLVABLE: exits.UNSOLVABLE}
        return next((codes.get(verdict, exits.DONE) for verdict in self._verdicts), exits.DONE)

    def __str__(self) -> str:
        """Return the counts in one line."""
        parts = [f"{self._verdicts[verdict]:,} {verdict}" for verdict in Verdict if self._verdicts[verdict]]
        if self._unusable:
            parts.append(f"{self._unusable:,} unusable")
        left = self._total - self._verdicts.total() - self._unusable
        if left:
            parts.append(f"{left:,} not begun")
        return f"{layout.count(self._total, 'deal')}: {', '.join(parts)}"
