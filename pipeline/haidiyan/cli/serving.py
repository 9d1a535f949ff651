"""The command that serves the site: serve."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from typing import Annotated

import typer

from haidiyan.errors import ExtraError, InputError

LIMITS = "Limits of a query"
WORKERS = 2
NEEDED = ("fastapi", "jinja2", "uvicorn")


def register(app: typer.Typer) -> None:
    """Add the command of this module to the application."""
    app.command()(serve)


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for all of this machine's.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8000,
    root_path: Annotated[str, typer.Option(help="The path under which a proxy shows the server: /haidiyan.")] = "",
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes answer; two where the machine has two cores, if left out."),
    ] = None,
    tables: Annotated[
        bool,
        typer.Option(help="Make, in the background, the tables that make readings quick, where they are missing."),
    ] = True,
    query_seconds: Annotated[
        float, typer.Option(min=0.1, help="How long a query may take.", rich_help_panel=LIMITS)
    ] = 10.0,
    query_memory: Annotated[
        int, typer.Option(min=64, metavar="MIB", help="How much memory a query may take.", rich_help_panel=LIMITS)
    ] = 1024,
    query_rows: Annotated[
        int, typer.Option(min=1, help="How many rows or triples an answer may have.", rich_help_panel=LIMITS)
    ] = 100_000,
    query_length: Annotated[
        int, typer.Option(min=1, metavar="KIB", help="How long a query may be.", rich_help_panel=LIMITS)
    ] = 64,
    queries_at_once: Annotated[
        int, typer.Option(min=1, help="How many queries may run at once.", rich_help_panel=LIMITS)
    ] = 8,
) -> None:
    """Serve the site: read the book, cast, compare, query, follow links. Ends with Ctrl-C."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ExtraError(f'The server needs {", ".join(missing)}: pip install "haidiyan[web]".')
    if root_path and not re.fullmatch(r"(/[\w.~-]+)+/?", root_path, re.ASCII):
        raise InputError(f"A root path is like /haidiyan or /books/haidiyan, not {root_path!r}.")
    from haidiyan.web import server
    from haidiyan.web.settings import KIB, MIB, Settings

    server.run(
        Settings(
            host=host,
            port=port,
            root_path=root_path,
            workers=workers or min(WORKERS, os.cpu_count() or 1),
            tables=tables,
            query_seconds=query_seconds,
            query_memory=query_memory * MIB,
            query_rows=query_rows,
            query_length=query_length * KIB,
            queries_at_once=queries_at_once,
        )
    )
