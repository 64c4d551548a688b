"""`blackhole deal` and `blackhole convert`: text that can be read back, and what cannot be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blackhole_models.dealers import Shape, deals
from blackhole_models.formats import FORMATS, ReadOptions, read_deals

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result


@pytest.mark.parametrize("target", FORMATS)
def test_what_is_dealt_can_be_read(blackhole: Callable[..., Result], target: str) -> None:
    said = blackhole("deal", "pysolfc:5", "ms:7-9", "--to", target)
    assert (said.exit_code, said.stderr) == (0, "")
    read = read_deals(said.stdout.encode(), source="stdout", options=ReadOptions())
    assert read == [*deals("pysolfc:5", Shape()), *deals("ms:7-9", Shape())]


@pytest.mark.parametrize(("target", "comment"), [("pysolfc", "#"), ("csplib", "$"), ("minizinc", "%")])
def test_the_number_is_a_comment(blackhole: Callable[..., Result], target: str, comment: str) -> None:
    text = blackhole("deal", "pysolfc:33000", "--to", target).stdout
    assert text.startswith(f"{comment} pysolfc:33000\n")


def test_any_shape_is_dealt(blackhole: Callable[..., Result]) -> None:
    options = ["--ranks", 5, "--suits", 6, "--fan-size", 4]
    said = blackhole("deal", "uniform:3", *options)
    (read,) = read_deals(said.stdout.encode(), source="", options=ReadOptions(suits=6))
    assert read == deals("uniform:3", Shape(ranks=5, suits=6, fan_size=4))[0]
    said = blackhole("deal", "pysolfc:24", "--game", "all-in-a-row")
    assert "Foundations: -\n" in said.stdout


def test_files_are_not_dealt(blackhole: Callable[..., Result], small: Path) -> None:
    said = blackhole("deal", small)
    assert said.exit_code == 2
    assert "for files there is convert" in said.stderr


def test_an_unknown_format_is_one_line(blackhole: Callable[..., Result], small: Path) -> None:
    for said in (blackhole("deal", "pysolfc:5", "--to", "golf"), blackhole("convert", small, "--to", "golf")):
        assert (said.exit_code, said.stdout) == (2, "")
        assert said.stderr.splitlines()[-1].startswith("blackhole: unknown format 'golf': there are pysolfc, ")


@pytest.mark.parametrize("target", FORMATS)
def test_converting_there_and_back_keeps_the_deal(
    blackhole: Callable[..., Result], tmp_path: Path, target: str
) -> None:
    there, back = tmp_path / "there", tmp_path / "back"
    assert blackhole("convert", "pysolfc:1-3", "--to", target, "--out", there).exit_code == 0
    assert blackhole("convert", there, "--to", "pysolfc", "--out", back).exit_code == 0
    assert read_deals(back.read_bytes(), source="", options=ReadOptions()) == list(deals("pysolfc:1-3", Shape()))


def test_what_a_format_cannot_hold_does_not_stop_the_rest(blackhole: Callable[..., Result], small: Path) -> None:
    said = blackhole("convert", "pysolfc:1", small, "no-such-file", "pysolfc:2", "--to", "csplib", "--ranks", 3)
    assert said.exit_code == 2
    assert len(said.stderr.splitlines()) == 4  # both numbers have another deck
    said = blackhole("convert", "pysolfc:1", small, "no-such-file", "pysolfc:2", "--to", "csplib")
    assert said.exit_code == 2
    assert said.stdout.count("letting initialStacks") == 2
    refusals = [line for line in said.stderr.splitlines() if "taken for" not in line]
    assert refusals == [
        "blackhole: no-such-file: there is no such file, and a deal number is written like pysolfc:5",
        f"blackhole: {small}: CSPLib's format has only fans of three cards, and fan 1 has 2",
    ]


def test_a_file_is_not_emptied_for_nothing(blackhole: Callable[..., Result], small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("precious")
    assert blackhole("convert", small, "--to", "csplib", "--out", out).exit_code == 2
    assert out.read_text() == "precious"


def test_a_file_can_be_converted_in_place(blackhole: Callable[..., Result], small: Path) -> None:
    before = read_deals(small.read_bytes(), source="", options=ReadOptions())
    assert blackhole("convert", small, "--to", "solvitaire", "--out", small).exit_code == 0
    assert small.read_text().startswith("{")
    assert read_deals(small.read_bytes(), source="", options=ReadOptions()) == before


def test_an_output_that_cannot_be_written_is_one_line(blackhole: Callable[..., Result], tmp_path: Path) -> None:
    said = blackhole("convert", "pysolfc:1", "--to", "csplib", "--out", tmp_path / "no" / "folder")
    assert said.exit_code == 2
    assert said.stderr == f"blackhole: {tmp_path / 'no' / 'folder'}: cannot be written: No such file or directory\n"
