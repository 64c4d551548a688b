r"""Frames: JSON values on a pipe, each after its length in four bytes.

For the two ends of every pipe between a command, a worker and a run's process. Frames need no separator, so nothing a
solver prints can be mistaken for one as long as it does not write to the pipe itself.

>>> buffer = FrameBuffer()
>>> buffer.feed(encode({"a": 1})[:5]), buffer.feed(encode({"a": 1})[5:])
([], [{'a': 1}])
"""

from __future__ import annotations

import json
import os
import struct
from typing import Any

_LENGTH = struct.Struct(">I")
_CHUNK = 1 << 16


def encode(message: Any) -> bytes:
    """Return `message` as a frame."""
    data = json.dumps(message, allow_nan=False, separators=(",", ":")).encode()
    return _LENGTH.pack(len(data)) + data


def write_frame(fd: int, frame: bytes) -> None:
    """Write all of an encoded frame, waiting as long as it takes.

    Raises:
        BrokenPipeError: the other end is gone.
    """
    view = memoryview(frame)
    while view:
        view = view[os.write(fd, view) :]


def read_frame(fd: int) -> Any:
    """Wait for a frame and return its message, or None where the other end is gone."""
    head = _read_exactly(fd, _LENGTH.size)
    if head is None:
        return None
    data = _read_exactly(fd, _LENGTH.unpack(head)[0])
    return None if data is None else json.loads(data)


def _read_exactly(fd: int, count: int) -> bytes | None:
    data = bytearray()
    while len(data) < count:
        chunk = os.read(fd, min(_CHUNK, count - len(data)))
        if not chunk:
            return None
        data += chunk
    return bytes(data)


class FrameBuffer:
    """Collects what arrives in pieces and gives back each message once it is complete."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, piece: bytes) -> list[Any]:
        """Add `piece` and return the messages it completes."""
        self._data += piece
        messages = []
        while len(self._data) >= _LENGTH.size:
            end = _LENGTH.size + _LENGTH.unpack_from(self._data)[0]
            if len(self._data) < end:
                break
            messages.append(json.loads(bytes(self._data[_LENGTH.size : end])))
            del self._data[:end]
        return messages
