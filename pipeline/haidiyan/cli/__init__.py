"""The command line ``haidiyan``: put its commands together, and turn every refusal into one clear line.

Exit status 0; 1: the answer is no, or something was found; 2: bad input, or no usable dataset; 130:
interrupted.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, NoReturn

import typer

from haidiyan import __version__
from haidiyan.errors import BuildError, HaidiyanError

COMMANDS = ("reading", "comparing", "atlas", "asking", "searching", "exporting", "publishing", "serving", "building")
"""The modules of this package that have commands, in the order of ``--help``; each has ``register(app)``."""


def make_app() -> typer.Typer:
    """The Typer application with the commands of every module in ``COMMANDS``."""
    app = typer.Typer(
        name="haidiyan",
        help="海底眼: cast a hexagram, and the book answers.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for name in COMMANDS:
        if find_spec(f"haidiyan.cli.{name}"):
            import_module(f"haidiyan.cli.{name}").register(app)
    return app


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit status."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; its exit status. Refusals are printed on stderr, one line each."""
    for stream in (sys.stdout, sys.stderr):
        # Chinese goes out as UTF-8 whatever the locale says.
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() not in ("utf-8", "utf8"):
            stream.reconfigure(encoding="utf-8")
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        status = make_app()(args=given or ["--help"], prog_name="haidiyan", standalone_mode=False)
        sys.stdout.flush()
    except BuildError as error:
        return _refuse(error.complaints)
    except HaidiyanError as error:
        return _refuse([str(error)])
    except typer.TyperException as error:
        return _refuse([_usage(error)], error.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        return _refuse(["interrupted; the dataset is as it was."], 130)
    except BrokenPipeError:
        # Whoever read our output has gone; a second complaint at exit would be noise.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _refuse([f"{error.filename or 'the system'}: {error.strerror or error}."])
    return status if isinstance(status, int) else 0


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "haidiyan"
    return f"{error.format_message().rstrip('.')}; see `{command} --help`."


def _refuse(complaints: Sequence[str], status: int = 2) -> int:
    for complaint in complaints:
        print(f"haidiyan: {' '.join(complaint.split())}", file=sys.stderr)
    return status


def _show_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit()


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass
