"""Writing files whole or not at all."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest

from blackhole_experiments.files import replacing, write_file
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def test_text_and_bytes(tmp_path: Path) -> None:
    write_file(tmp_path / "text", "ä\n")
    write_file(tmp_path / "bytes", b"\0\r\n")
    assert (tmp_path / "text").read_bytes() == b"\xc3\xa4\n"
    assert (tmp_path / "bytes").read_bytes() == b"\0\r\n"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    write_file(tmp_path / "file", "old")
    with pytest.raises(TypeError), replacing(tmp_path / "file") as part, part.open("w") as file:
        file.writelines(["half of the new", None])  # type: ignore[list-item]  # that is what fails
    assert (tmp_path / "file").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_reader_keeps_the_old_file(tmp_path: Path) -> None:
    write_file(tmp_path / "file", "old")
    with (tmp_path / "file").open() as reader:
        write_file(tmp_path / "file", "new")
        assert reader.read() == "old"
    assert (tmp_path / "file").read_text() == "new"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_file(tmp_path / "pipe", "through")
    reader.join()
    assert read == ["through"]


@pytest.mark.parametrize(
    ("name", "said"), [("folder", "directory"), ("none/file", "No such file"), ("file/x", "Not a")]
)
def test_what_cannot_be_written_is_said(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=rf"{name}: cannot be written: .*{said}"):
        write_file(tmp_path / name, "text")
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "file"}
