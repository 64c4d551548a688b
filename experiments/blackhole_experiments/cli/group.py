"""The group of commands: imports a command when it is asked for, and says what went wrong in one line.

For `blackhole_experiments.cli`. An `InputError`, like a mistake in the arguments, ends in one line on standard error
and exit code 2; Ctrl-C in 130; a reader that has gone in silence. Anything else that is raised is a bug, and shows its
traceback.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from blackhole_experiments.cli import exits
from blackhole_models.errors import InputError, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LONGEST_MESSAGE = 400
_LONGEST_SOURCE = 200
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Lazy(NamedTuple):
    """A command that is not imported yet: `module:object`, and what it does in a few words."""

    target: str
    summary: str


class Refusal(click.ClickException):
    """One line for the user, and exit code 2."""

    exit_code = exits.UNUSABLE

    def show(self, file: Any = None) -> None:
        """Print the line on standard error."""
        click.echo(f"blackhole: {self.message}", file=file, err=file is None)


def warn(text: object) -> None:
    """Say something to people, in one line on standard error."""
    click.echo(f"blackhole: {_one_line(text)}", err=True)


def _one_line(text: object) -> str:
    if isinstance(text, InputError) and text.source is not None:
        text = text.at(shorten(text.source, _LONGEST_SOURCE))  # else what is wrong would be cut off
    return shorten(text, _LONGEST_MESSAGE)


class CommandLine(click.Group):
    """A click group of lazily imported commands."""

    def __init__(self, name: str, *, commands: Mapping[str, Lazy], **settings: Any) -> None:
        super().__init__(
            name,
            invoke_without_command=True,
            callback=_help_if_alone,
            context_settings={"help_option_names": ["-h", "--help"]},
            **settings,
        )
        self._lazy = commands

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the commands, in the order of the list."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in self._lazy:
            return None
        from importlib import import_module

        module, _, name = self._lazy[cmd_name].target.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that `args` begin with, or say which was perhaps meant."""
        if args[0] not in self._lazy and not ctx.resilient_parsing and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], self._lazy, n=1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(self._lazy)}"
            ctx.fail(f"unknown command {shorten(args[0], 40)!r}: {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, lazy.summary) for name, lazy in self._lazy.items()])

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Parse the arguments before the command."""
        with _one_line_each():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and exit with the code it returns."""
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may be no valid text
        with _one_line_each():
            code = super().invoke(ctx)
        ctx.exit(code or exits.DONE)


@contextmanager
def _one_line_each() -> Iterator[None]:
    """Turn what a user can cause into a line on standard error and an exit code."""
    try:
        yield
    except InputError as error:
        raise Refusal(_one_line(error)) from None
    except click.UsageError as error:
        message = _one_line(error.format_message().rstrip("."))
        raise Refusal(message if error.ctx is None else f"{message} (see {error.ctx.command_path} --help)") from None
    except KeyboardInterrupt:
        raise click.exceptions.Exit(exits.INTERRUPTED) from None
    except OSError as error:
        if error.errno != errno.EPIPE and error.errno not in _FULL:
            raise
        _let_go_of_output()
        if error.errno != errno.EPIPE:
            warn(f"cannot write the output: {error.strerror}")
        raise click.exceptions.Exit(exits.BROKEN_PIPE if error.errno == errno.EPIPE else exits.SHORT) from None


def _let_go_of_output() -> None:
    """Send what standard output has not taken yet nowhere, else the interpreter tries it again when it exits."""
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123 - only its number is wanted
        os.dup2(nothing.fileno(), sys.stdout.fileno())


@click.pass_context
def _help_if_alone(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
