"""The errors a user can cause, each said in one line.

Everything that is wrong with an input is an `InputError`; the command line prints its text and exits with 2.
A bug is never an `InputError`.
"""

from __future__ import annotations

_LONGEST = 60


def shorten(text: object, longest: int = _LONGEST) -> str:
    """Return `text` on one line and no longer than `longest` characters, for use in a message."""
    line = " ".join(str(text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


class InputError(ValueError):
    """Input that cannot be used.

    Args:
        message: what is wrong, naming the card or token concerned.
        source: the file, number or other origin of the input, where there is one.
        line: the line in that source, counted from 1.
    """

    def __init__(self, message: str, *, source: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line

    def __str__(self) -> str:
        where = self.source or ""
        if self.line is not None:
            where += f"{', ' if where else ''}line {self.line}"
        return f"{where}: {self.message}" if where else self.message

    def at(self, source: str) -> InputError:
        """Return the same error with `source` as its origin."""
        return type(self)(self.message, source=source, line=self.line)


class UnsupportedError(InputError):
    """Input that is well formed but asks for something the game or the toolkit does not have."""
