"""DEAL arguments: files, standard input, numbers and ranges of numbers.

For every command that takes deals. Files are read and arguments checked before anything else is done, so that a slip
in the last of many shows at once; numbers are dealt when it is their turn, so that a range of a million is no wait.
What cannot be used is said on standard error, and keeps its place among the deals.

>>> inputs = open_deals(["pysolfc:1-1000000"], DealOptions())
>>> len(inputs), next(iter(inputs)).name
(1000000, 'pysolfc:1')
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from blackhole_experiments.cli import exits
from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.layout import is_terminal
from blackhole_experiments.cli.options import bundle
from blackhole_models.cards import rank_name
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from blackhole_models.dealers import Shape
    from blackhole_models.formats import ReadOptions

Entry = Deal | InputError
"""A deal, or what is wrong with it."""

STANDARD_INPUT: Final = "-"
_NO_FILE: Final = "there is no such file"
_STANDARD_RANKS = 13
_MOST_BYTES = 1 << 30
"""A file that is larger is no file of deals; it may be a device without an end."""


@dataclass(frozen=True, slots=True)
class DealOptions:
    """What a user says about deals beside naming them; None is nothing."""

    game: Literal["black-hole", "all-in-a-row"] | None = None
    ranks: int | None = None
    suits: int | None = None
    fan_size: int | None = None
    any_foundation: bool = False
    top: Literal["first", "last"] | None = None
    allow_odd_deck: bool = False
    format: str | None = None

    def shape(self) -> Shape:
        """Return the shape of deals by number."""
        from blackhole_models.dealers import Shape

        standard = Shape()
        return Shape(
            game=self.game or standard.game,
            ranks=standard.ranks if self.ranks is None else self.ranks,
            suits=standard.suits if self.suits is None else self.suits,
            fan_size=self.fan_size,
            any_foundation=self.any_foundation,
        )

    def reading(self) -> ReadOptions:
        """Return what a reader of files is told."""
        from blackhole_models.formats import ReadOptions

        return ReadOptions(self.ranks, self.suits, self.top, self.allow_odd_deck, self.format)


_NUMBER_OPTIONS = (
    click.option(
        "--game",
        type=click.Choice(["black-hole", "all-in-a-row"]),
        help="Of deals by number: the game. All in a Row has no foundation card. Default: black-hole.",
    ),
    click.option(
        "--ranks",
        type=int,
        metavar="N",
        help="Ranks of the deck. Default: 13 for deals by number; for files what the deck shows.",
    ),
    click.option(
        "--suits",
        type=int,
        metavar="N",
        help="Suits of the deck, four to a pack. Default: 4 for deals by number; for files what the deck shows.",
    ),
    click.option(
        "--fan-size",
        type=int,
        metavar="N",
        help="Of deals by number: cards in a fan. Default: 3, or 4 in All in a Row.",
    ),
    click.option(
        "--any-foundation",
        is_flag=True,
        help="Of deals by number: deal any card to the foundation, instead of the ace of spades.",
    ),
)
_FILE_OPTIONS = (
    click.option(
        "--top",
        type=click.Choice(["first", "last"]),
        help="Of files: which card of a fan, as written, is its top. Default: what the format says.",
    ),
    click.option("--allow-odd-deck", is_flag=True, help="Of files: take decks with cards missing or repeated."),
    click.option(
        "--format",
        metavar="NAME",
        help="Of files: pysolfc, solvitaire, csplib, minizinc or pycsp3. Default: seen by the content.",
    ),
)

number_options = bundle("options", DealOptions, *_NUMBER_OPTIONS)
deal_options = bundle("options", DealOptions, *_NUMBER_OPTIONS, *_FILE_OPTIONS)
"""The options behind `DealOptions`; `number_options` leaves out those about files."""


class Inputs:
    """Deals and errors, in the order of the arguments; dealt while iterating."""

    def __init__(self, parts: list[Sequence[Entry]]) -> None:
        self._parts = parts

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __iter__(self) -> Iterator[Entry]:
        return chain.from_iterable(self._parts)


def open_deals(arguments: Sequence[str], options: DealOptions) -> Inputs:
    """Open every DEAL of `arguments`; say on standard error what cannot be used, and what was inferred.

    Raises:
        InputError: an option is about files and there is none, or about numbers likewise; or it is no good itself.
    """
    from blackhole_models.dealers import is_spec

    if list(arguments).count(STANDARD_INPUT) > 1:
        raise InputError("standard input can be read only once")
    numbers = [argument for argument in arguments if is_spec(argument)]
    _refuse_idle(options, numbers=bool(numbers), files=len(numbers) < len(arguments))
    shape = options.shape() if numbers else None
    return Inputs(
        [
            _file(argument, options) if shape is None or not is_spec(argument) else _numbers(argument, shape)
            for argument in arguments
        ]
    )


def one_deal(argument: str, options: DealOptions) -> Deal:
    """Return the deal of `argument`; end the command if there is none, which has then been said.

    Raises:
        InputError: there is more than one.
    """
    inputs = open_deals([argument], options)
    if len(inputs) != 1:
        raise InputError(f"one deal is wanted, and {shorten(argument)} has {len(inputs):,}")
    (entry,) = inputs
    if isinstance(entry, InputError):
        raise click.exceptions.Exit(exits.UNUSABLE)
    return entry


def _refuse_idle(options: DealOptions, *, numbers: bool, files: bool) -> None:
    about_numbers = {
        "--game": options.game is not None,
        "--fan-size": options.fan_size is not None,
        "--any-foundation": options.any_foundation,
    }
    about_files = {
        "--top": options.top is not None,
        "--allow-odd-deck": options.allow_odd_deck,
        "--format": options.format is not None,
    }
    for name, given in about_numbers.items():
        if given and not numbers:
            raise InputError(f"{name} is about deals by number, such as pysolfc:5, and there is none: a file says all")
    for name, given in about_files.items():
        if given and not files:
            raise InputError(f"{name} is about files, and there is none")


def _numbers(spec: str, shape: Shape) -> Sequence[Entry]:
    from blackhole_models.dealers import deals

    try:
        return deals(spec, shape)
    except InputError as error:
        return _refused(error if error.source else error.at(spec))


def _file(path: str, options: DealOptions) -> Sequence[Entry]:
    from blackhole_models.formats import read_deals

    source = "standard input" if path == STANDARD_INPUT else path
    try:
        data = read_bytes(path)
    except InputError as error:
        if error.message == _NO_FILE:
            error = InputError(f"{_NO_FILE}, and a deal number is written like pysolfc:5", source=path)
        return _refused(error)
    entries = read_deals(data, source=source, options=options.reading())
    for entry in entries:
        if isinstance(entry, InputError):
            warn(entry)
    if options.ranks is None:
        for ranks in sorted({entry.ranks for entry in entries if isinstance(entry, Deal)} - {_STANDARD_RANKS}):
            last = rank_name(ranks - 1)
            warn(f"{source}: taken for a deck of {ranks} ranks, in which {last} and A are neighbours (see --ranks)")
    return entries


def _refused(error: InputError) -> list[Entry]:
    warn(error)
    return [error]


def read_bytes(path: str) -> bytes:
    """Return what is in the file at `path`, or on standard input for `-`.

    Raises:
        InputError: it cannot be read.
    """
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise InputError("standard input is closed")
        if is_terminal(sys.stdin):
            warn("reading from the terminal; Ctrl-D on a line of its own ends the input")
        return _whole(sys.stdin.buffer, "standard input")
    if not path:
        raise InputError("'' names no file")
    try:
        with Path(path).open("rb") as file:
            return _whole(file, path)
    except FileNotFoundError:
        raise InputError(_NO_FILE, source=path) from None
    except OSError as error:
        what = "a folder, not a file" if isinstance(error, IsADirectoryError) else f"cannot be read: {error.strerror}"
        raise InputError(what, source=path) from None


def _whole(file: BinaryIO, source: str) -> bytes:
    data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise InputError(f"more than {_MOST_BYTES >> 20} MiB: this is no file of deals", source=source)
    return data
