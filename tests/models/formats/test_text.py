"""Bytes to text, and the line of a position."""

from __future__ import annotations

import pytest

from blackhole_models.errors import InputError
from blackhole_models.formats.text import Lines, decode


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_text_is_the_same_whoever_wrote_it(encoding: str, end: str) -> None:
    assert decode(f"A♠{end}{end}2♥{end}".encode(encoding)) == "A♠\n\n2♥\n"


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"", None, "the file is empty"),
        (b"a\r\nb\r\n\xe9", 3, "byte 0xe9 is not utf-8"),
        (b"a\rb\r\x00", 3, "control character 0x00"),
        (b"\xff\xfea", 1, "is not utf-16"),
    ],
)
def test_bytes_that_are_no_text_are_named_with_their_line(data: bytes, line: int | None, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        decode(data)
    assert error.value.line == line


def test_line_of_every_position() -> None:
    text = "ab\n\nc\n"
    assert [Lines(text).of(position) for position in range(len(text))] == [1, 1, 1, 2, 3, 3]
    assert Lines(text, first=7).of(4) == 9
