"""The command `gunki`: its subcommands and its exit codes.

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted. A mistake of the user or in a file is reported as one line
on the error stream. A traceback is always a bug of gunki.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer

from gunki import __version__
from gunki.cli.command_loading import RootGroup
from gunki.cli.render.screen import Screen
from gunki.core.errors import GunkiError, OptionError

# Typer exports `BadParameter`, but not its base classes. Different versions of Typer have them in different modules.
UsageError: Any = typer.BadParameter.__bases__[0]
CommandError: Any = UsageError.__bases__[0]

app = typer.Typer(
    name="gunki",
    help="Sengoku board wargames with their rules enforced: every refusal names its clause.",
    cls=RootGroup,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gunki {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:  # accept input bytes that are no text
        with suppress(OSError, ValueError):
            reconfigure(errors="replace")
    try:
        code = app(args=None if args is None else list(args), prog_name="gunki", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except OptionError as error:
        return _print_failure(str(error), 2)
    except GunkiError as error:
        return _print_failure(str(error), 1)
    except UsageError as error:
        return _print_failure(error.format_message(), 2, hint=getattr(error, "ctx", None))
    except CommandError as error:
        return _print_failure(error.format_message(), 1)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        return _silence_output()
    except SystemExit as error:  # Typer raises it when the reader of the output has ended
        return error.code if isinstance(error.code, int) else 1
    except UnicodeEncodeError as error:
        return _print_failure(
            f"this terminal cannot show {error.object[error.start : error.end]!r}; use a UTF-8 locale", 1
        )


def _print_failure(message: str, code: int, hint: Any = None) -> int:
    where = "" if hint is None else f" (try '{hint.command_path} --help')"
    try:
        Screen(error=True).line(f"gunki: {' '.join(message.split())}{where}", "red")
    except BrokenPipeError:
        return _silence_output()
    return code


def _silence_output() -> int:
    """Discard all further output, because its reader has ended (`gunki … | head`).

    Python flushes the output once more when it ends. This flush then raises no error.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return 1
