"""`blackhole deal` and `blackhole convert`: deals as text, in any format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from blackhole_experiments.cli import exits, layout
from blackhole_experiments.cli.group import warn
from blackhole_experiments.cli.inputs import (
    DealOptions,
    deal_options,
    number_options,
    open_deals,
)
from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blackhole_models.deal import Deal

_COMMENTS: Final = {"pysolfc": "#", "csplib": "$", "minizinc": "%"}
"""How a comment begins, in the formats that have comments."""

_FORMATS: Final = "pysolfc, solvitaire, csplib, minizinc or pycsp3"


@click.command(
    epilog="""\b
    Examples:
      blackhole deal pysolfc:5
      blackhole deal uniform:1-10 --ranks 6 --suits 2 --fan-size 4 --to solvitaire
    """
)
@click.argument("specs", metavar="SPEC...", nargs=-1, required=True)
@click.option("--to", "target", default="pysolfc", show_default=True, metavar="FORMAT", help=f"One of {_FORMATS}.")
@number_options
def deal(specs: tuple[str, ...], target: str, options: DealOptions) -> int:
    """Deal by number, and print the deals as text.

    A SPEC is a number or a range of numbers of a scheme: pysolfc:5 is the deal of that number in PySolFC, ms:5 that of
    the Microsoft generator, uniform:5 a deal of any shape in which every deal of that shape is equally likely.
    """
    from blackhole_models.dealers import is_spec

    for spec in specs:
        if not is_spec(spec):
            raise InputError(f"{shorten(spec)!r} is no deal number such as pysolfc:5; for files there is convert")
    written = _Written(open_deals(specs, options), target)
    for text in written:
        click.echo(text, nl=False)
    return written.exit_code


@click.command(
    epilog="""\b
    Examples:
      blackhole convert my-deal.txt --to solvitaire
      blackhole convert *.param --to pysolfc --out deals.txt
    """
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--to", "target", required=True, metavar="FORMAT", help=f"One of {_FORMATS}.")
@click.option("--out", metavar="FILE", help="Write there, over what it holds. Default: standard output.")
@deal_options
def convert(files: tuple[str, ...], target: str, out: str | None, options: DealOptions) -> int:
    """Write the deals of each FILE in another format.

    A FILE may be any DEAL: also - for standard input, or a number such as pysolfc:5. Comments of a file are not kept.
    A deal that the format cannot hold is refused, in one line on standard error; the others are still written.
    """
    written = _Written(open_deals(files, options), target)
    if out is None:
        for text in written:
            click.echo(text, nl=False)
        return written.exit_code
    texts = list(written)
    if texts:  # a file that is there is not emptied for nothing
        try:
            Path(out).write_text("".join(texts), encoding="utf-8", errors="backslashreplace", newline="\n")
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", source=out) from None
    return written.exit_code


class _Written:
    """Deals as text, one after the other; what cannot be written is said on standard error.

    Args:
        entries: deals, and errors that have been said already.
        target: name of the format.

    Raises:
        InputError: there is no such format.
    """

    def __init__(self, entries: Iterable[Deal | InputError], target: str) -> None:
        from blackhole_models.formats import FORMATS

        if target not in FORMATS:
            raise InputError(f"unknown format {shorten(target, 20)!r}: there are {', '.join(FORMATS)}")
        self.exit_code = exits.DONE
        self._entries = entries
        self._target = target

    def __iter__(self) -> Iterator[str]:
        """Yield the text of each deal, under a comment with its name where the format has comments."""
        from blackhole_models.formats import write_deal

        comment = _COMMENTS.get(self._target)
        between = ""
        for entry in self._entries:
            if isinstance(entry, InputError):
                self.exit_code = exits.UNUSABLE
                continue
            try:
                text = write_deal(entry, self._target)
            except InputError as error:
                warn(error.at(entry.name))
                self.exit_code = exits.UNUSABLE
                continue
            yield between + (f"{comment} {layout.name(entry)}\n" if comment else "") + text
            between = "\n"
