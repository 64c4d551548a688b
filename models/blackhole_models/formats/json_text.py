"""JSON whose values know their line, for the JSON formats: a player mends lines, and `json` forgets them.

The standard library parses, and one pass over the text finds the line of each value. Both go in document order, so
the n-th value of the one is the n-th token of the other.

>>> [member.line for node in documents('{"piles":\\n[1,\\n2]}') for member in node.get("piles").elements("piles")]
[2, 3]
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from blackhole_models.errors import InputError, shorten
from blackhole_models.formats.text import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_INTEGER = 18
"""More digits number no card, and converting thousands of them to an int is slow or refused by Python."""

# A string, an opening bracket, or any other scalar: what a value or a key of an object begins with.
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[^\s\[\]{},:"]+', re.DOTALL)
_BLANKS = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its line. Lists are lists of nodes, objects are tuples of (key, node), scalars as `json` has them."""

    value: object
    line: int

    def has(self, key: str) -> bool:
        """Return whether this is an object with a member called `key`, null included."""
        return isinstance(self.value, tuple) and any(name == key for name, _ in self.value)

    def get(self, key: str) -> Node:
        """Return the member called `key` of this object.

        Raises:
            InputError: there is none, or more than one, or this is no object.
        """
        if not isinstance(self.value, tuple):
            raise InputError(f"a deal must be an object with {key!r}, not {self}", line=self.line)
        found: list[Node] = [member for name, member in self.value if name == key]
        if not found:
            raise InputError(f"there is no {key!r}", line=self.line)
        if len(found) > 1:
            raise InputError(f"{key!r} is there {len(found)} times", line=found[1].line)
        return found[0]

    def elements(self, name: str) -> list[Node]:
        """Return the elements of this list, which a message calls `name`.

        Raises:
            InputError: this is no list.
        """
        if not isinstance(self.value, list):
            raise InputError(f"{name} must be a list, not {self}", line=self.line)
        return self.value

    def __str__(self) -> str:
        if isinstance(self.value, list | tuple):
            return "a list" if isinstance(self.value, list) else "an object"
        if isinstance(self.value, bool) or self.value is None:
            return json.dumps(self.value)
        return repr(shorten(self.value, 20)) if isinstance(self.value, str) else shorten(self.value, 20)


def documents(text: str) -> Iterator[Node | InputError]:
    """Yield the deals in `text`: one value, several one after the other, JSON lines, or a list of them.

    What is no JSON gives an error in its place and ends the reading; of JSON lines, each stands alone.
    """
    rows = [(number, row) for number, row in enumerate(text.split("\n"), start=1) if row.strip()]
    if all(row.startswith("{") for _, row in rows):
        for number, row in rows:
            yield from _values(row, number)
    else:
        yield from _values(text, 1)


def _values(text: str, first_line: int) -> Iterator[Node | InputError]:
    lines = Lines(text, first_line)
    decoder = json.JSONDecoder(object_pairs_hook=_Members, parse_int=_integer)
    tokens = _TOKEN.finditer(text)
    start = _after_blanks(text, 0)
    while start < len(text):
        try:
            value, end = decoder.raw_decode(text, start)
            node = _located(value, (lines.of(token.start()) for token in tokens))
        except json.JSONDecodeError as error:
            message = f"not valid JSON: {error.msg[0].lower()}{error.msg[1:]}"
            yield InputError(message, line=lines.of(error.pos))
            return
        except RecursionError:
            yield InputError("brackets are nested far too deeply for a deal", line=lines.of(start))
            return
        yield from node.value if isinstance(node.value, list) else [node]
        start = _after_blanks(text, end)


def _after_blanks(text: str, start: int) -> int:
    blanks = _BLANKS.match(text, start)
    return blanks.end() if blanks else start


class _Members(list[tuple[str, object]]):
    """An object as parsed: its members in document order."""


def _integer(digits: str) -> int | Decimal:
    return int(digits) if len(digits) <= _LONGEST_INTEGER else Decimal(digits)


def _located(value: object, lines: Iterator[int]) -> Node:
    line = next(lines)
    if isinstance(value, _Members):
        members = []
        for key, member in value:
            next(lines)  # the key's own token
            members.append((key, _located(member, lines)))
        return Node(tuple(members), line)
    if isinstance(value, list):
        return Node([_located(element, lines) for element in value], line)
    return Node(value, line)
