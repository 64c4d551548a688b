"""Frames on a pipe, whole and in pieces."""

from __future__ import annotations

import json
import os
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_experiments.runs.frames import FrameBuffer, encode, read_frame, write_frame

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def test_frames_larger_than_a_pipe_arrive_whole(pipe: tuple[int, int]) -> None:
    message = {"text": "ä" * 1_000_000}
    writer = threading.Thread(target=write_frame, args=(pipe[1], encode(message)))
    writer.start()
    assert read_frame(pipe[0]) == message
    writer.join()


@pytest.mark.parametrize("kept", [0, 2, 6])
def test_end_of_the_pipe_is_no_message(pipe: tuple[int, int], kept: int) -> None:
    write_frame(pipe[1], encode([1, 2])[:kept])
    os.close(pipe[1])
    assert read_frame(pipe[0]) is None


def test_other_end_gone_is_said(pipe: tuple[int, int]) -> None:
    os.close(pipe[0])
    with pytest.raises(BrokenPipeError):
        write_frame(pipe[1], encode(1))


@settings(deadline=None)
@given(st.lists(st.text(max_size=50) | st.integers() | st.none(), max_size=10), st.integers(1, 30))
def test_pieces_of_any_size_give_the_same_messages(messages: list[object], size: int) -> None:
    data = b"".join(map(encode, messages))
    buffer = FrameBuffer()
    received = [each for at in range(0, len(data), size) for each in buffer.feed(data[at : at + size])]
    assert received == json.loads(json.dumps(messages))
