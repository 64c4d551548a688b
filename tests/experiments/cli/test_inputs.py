"""DEAL arguments: what is taken, what is refused in one line, and what is said about the rest."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from blackhole_experiments.cli.inputs import DealOptions, open_deals
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError
from blackhole_models.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result


SMALL = "Foundations: AS\n2S 3S\n3H 2H AH\n"


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def names(*arguments: object, **options: Any) -> list[str]:
    return [
        entry.name if isinstance(entry, Deal) else f"! {entry}"
        for entry in open_deals([str(argument) for argument in arguments], DealOptions(**options))
    ]


def test_deals_come_in_the_order_of_the_arguments(small: Path, tmp_path: Path) -> None:
    two = written(tmp_path / "two.txt", SMALL + SMALL)
    assert names("pysolfc:7-8", two, "uniform:1", small) == [
        "pysolfc:7",
        "pysolfc:8",
        f"{two}#1",
        f"{two}#2",
        "uniform:1",
        str(small),
    ]


def test_a_huge_range_is_no_wait() -> None:
    begun = time.monotonic()
    inputs = open_deals(["uniform:1-1000000000000", "pysolfc:1-1000000"], DealOptions())
    assert len(inputs) == 10**12 + 10**6
    first = next(iter(inputs))
    assert isinstance(first, Deal)
    assert first.name == "uniform:1"
    assert time.monotonic() - begun < 2


def test_what_cannot_be_used_keeps_its_place(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = names("pysolfc:0", small, "no-such-file", "pysolfc:5")
    assert [entry.startswith("!") for entry in entries] == [True, False, True, False]
    assert capsys.readouterr().err.splitlines()[-1] == (
        "blackhole: no-such-file: there is no such file, and a deal number is written like pysolfc:5"
    )


def test_one_broken_deal_does_not_lose_the_others_of_its_file(tmp_path: Path) -> None:
    file = written(tmp_path / "mixed.txt", SMALL + SMALL.replace("3H 2H", "3H 3H") + SMALL)
    first, second, third = names(file)
    assert (first, third) == (f"{file}#1", f"{file}#3")
    assert second.startswith(f"! {file}#2: 3H is in line 6 twice; 2H is missing")


def test_options_shape_numbers_and_reading(small: Path) -> None:
    (dealt,) = open_deals(["uniform:1"], DealOptions(ranks=5, suits=2, fan_size=2, game="all-in-a-row"))
    assert isinstance(dealt, Deal)
    assert (dealt.ranks, len(dealt.fans), dealt.foundation) == (5, 5, None)
    (read,) = open_deals([str(small)], DealOptions(top="first"))
    assert isinstance(read, Deal)
    assert [str(card) for card in read.uncovered] == ["2S", "3H"]


@pytest.mark.parametrize(
    ("given", "option"),
    [({"game": "black-hole"}, "--game"), ({"fan_size": 2}, "--fan-size"), ({"any_foundation": True}, "--any-")],
)
def test_an_option_about_numbers_is_not_ignored_for_files(small: Path, given: dict[str, Any], option: str) -> None:
    with pytest.raises(InputError, match=f"^{option}.* is about deals by number"):
        open_deals([str(small)], DealOptions(**given))


@pytest.mark.parametrize(
    ("given", "option"),
    [({"top": "last"}, "--top"), ({"format": "csplib"}, "--format"), ({"allow_odd_deck": True}, "--allow-odd-deck")],
)
def test_an_option_about_files_is_not_ignored_for_numbers(given: dict[str, Any], option: str) -> None:
    with pytest.raises(InputError, match=f"^{option} is about files"):
        open_deals(["pysolfc:5"], DealOptions(**given))


def test_another_number_of_ranks_is_said_once_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "two.txt", SMALL + SMALL)
    open_deals([str(file)], DealOptions())
    note = f"blackhole: {file}: taken for a deck of 3 ranks, in which 3 and A are neighbours (see --ranks)\n"
    assert capsys.readouterr().err == note
    open_deals([str(file)], DealOptions(ranks=3))
    assert capsys.readouterr().err == ""


def test_standard_input_is_read_once(blackhole: Callable[..., Result]) -> None:
    assert blackhole("convert", "-", "--to", "solvitaire", stdin=SMALL).stdout.count("tableau piles") == 1
    said = blackhole("convert", "-", "-", "--to", "solvitaire", stdin=SMALL)
    assert (said.exit_code, said.stderr) == (2, "blackhole: standard input can be read only once\n")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\xff", "not a text file"),
        (b"Foundations: AS\n" + b"3S " * 20_000, "3S is there 20,000 times"),
        (b"A" * 200_000, "the content is no deal"),
        (b"Foundations: AS 2S\n3S\n", "foundation cards"),
        (b"once upon a time", "the content is no deal in a known format"),
        (SMALL.replace("2H", "9Z").encode(), "line 3: '9Z' is not a card"),
    ],
)
def test_a_file_of_no_use_is_one_line(
    blackhole: Callable[..., Result], tmp_path: Path, content: bytes, complaint: str
) -> None:
    file = tmp_path / "deal"
    file.write_bytes(content)
    for said in (blackhole("solve", file), blackhole("verify", file, "AS"), blackhole("convert", file, "--to=csplib")):
        assert (said.exit_code, said.stdout) == (2, "")
        assert said.stderr.startswith(f"blackhole: {file}")
        assert complaint in said.stderr
        assert said.stderr.count("\n") == 1
        assert len(said.stderr) < 500


@pytest.mark.parametrize(
    ("argument", "complaint"),
    [
        ("", "'' names no file"),
        ("/", "/: a folder, not a file"),
        ("5", "a deal number is written like pysolfc:5"),
        ("x" * 5000, "cannot be read: File name too long"),
        ("pysolfc:0", "pysolfc numbers go from 1 to"),
        ("pysolfc:100000000000000000001", "there is no deal 100000000000000000001"),
        ("uniform:18446744073709551616", "uniform numbers go from 0 to 18446744073709551615"),
        ("pysolfc:9-3", "is empty"),
        ("pysolfc:x", "takes a number or a range"),
        ("nowhere:5", "there is no dealer 'nowhere'"),
    ],
)
def test_an_argument_of_no_use_is_one_line(blackhole: Callable[..., Result], argument: str, complaint: str) -> None:
    said = blackhole("solve", argument)
    assert (said.exit_code, said.stdout) == (2, "")
    assert complaint in said.stderr
    assert said.stderr.count("\n") == 1
    assert len(said.stderr) < 500


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--ranks", "2", "uniform:1"], "3 to 999 ranks, not 2"),
        (["--suits", "0", "uniform:1"], "suits, not 0"),
        (["--fan-size", "0", "uniform:1"], "at least one card"),
        (["--ranks", "six", "uniform:1"], "'six' is not a valid integer"),
        (["--game", "golf", "uniform:1"], "'golf' is not one of"),
        (["--ranks", "6", "pysolfc:1"], "pysolfc deals one pack of 13 ranks"),
        (["--any-foundation", "pysolfc:1"], "use uniform"),
        (["--game", "all-in-a-row", "--any-foundation", "uniform:1"], "has no foundation card"),
        (["--format", "golf", "/dev/null"], "unknown format 'golf': there are pysolfc"),
    ],
)
def test_options_of_no_use_are_one_line(blackhole: Callable[..., Result], options: list[str], complaint: str) -> None:
    said = blackhole("solve", *options)
    assert (said.exit_code, said.stdout) == (2, "")
    assert complaint in said.stderr
    assert said.stderr.count("\n") == 1


def test_the_help_names_every_format(blackhole: Callable[..., Result]) -> None:
    for command in ("solve", "deal", "convert"):
        text = " ".join(blackhole(command, "--help").stdout.split())
        assert all(name in text for name in FORMATS)
