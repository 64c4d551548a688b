"""From the bytes of a file to its text, whoever wrote it: for every format alike.

Takes UTF-8 with or without a byte order mark, UTF-16 and UTF-32 with one, and any of the three line ends. Anything else
is refused here, so that no reader ever sees it.

>>> decode(b"\\xef\\xbb\\xbfFoundations: AS\\r\\n")
'Foundations: AS\\n'
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right

from blackhole_models.errors import InputError

# The mark of UTF-32-LE begins with that of UTF-16-LE, so the longer ones come first.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f]")


def decode(data: bytes) -> str:
    r"""Return the text in `data` with every line end as \n.

    Raises:
        InputError: `data` is empty or no text.
    """
    if not data.strip():
        raise InputError("the file is empty")
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = 1 + _plain_ends(data[: error.start].decode(encoding, "replace")).count("\n")
        byte = data[error.start]
        raise InputError(
            f"not a text file: byte 0x{byte:02x} is not {encoding.removesuffix('-sig')}", line=line
        ) from None
    text = _plain_ends(text)
    control = _CONTROL.search(text)
    if control is not None:
        line = 1 + text.count("\n", 0, control.start())
        raise InputError(f"not a text file: it has the control character 0x{ord(control[0]):02x}", line=line)
    return text


def _plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Lines:
    """The line of each position in a text; its first line is numbered `first`.

    >>> Lines("a\\nb").of(2)
    2
    """

    def __init__(self, text: str, first: int = 1) -> None:
        self._first = first
        self._ends = [match.start() for match in re.finditer("\n", text)]

    def of(self, position: int) -> int:
        """Return the line of the character at `position`."""
        return self._first + bisect_right(self._ends, position - 1)
