"""The command that loads the dataset into a store, publish; and the options with which others ask one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from haidiyan.remote.store import RemoteDataset

STORE = "Another store"

Endpoint = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Ask the dataset in a SPARQL 1.1 store at its query address, and not the one built here.",
        rich_help_panel=STORE,
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        envvar="HAIDIYAN_TIMEOUT",
        help="How long an answer of the store may take.",
        rich_help_panel=STORE,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command of this module to the application."""
    app.command()(publish)


def publish(
    url: Annotated[str, typer.Argument(metavar="URL", help="Where the store speaks the Graph Store protocol.")],
    default_graph: Annotated[
        bool,
        typer.Option(
            "--default-graph",
            help="Replace the store’s default graph as well, by what a query sees: for a store without a union option.",
        ),
    ] = False,
    user: Annotated[
        str | None,
        typer.Option(envvar="HAIDIYAN_USER", help="Who loads; without one, as ~/.netrc says for the host."),
    ] = None,
    password: Annotated[
        str | None,
        typer.Option(
            envvar="HAIDIYAN_PASSWORD",
            help="The user’s password. Others on this machine can see what stands on a command line.",
        ),
    ] = None,
    timeout: Timeout = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be sent, and send nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Load the dataset into a SPARQL store: one PUT a named graph, the metadata last.

    It can be repeated. While the metadata graph is missing, the load is not finished.
    """
    from haidiyan.cli.building import build_if_missing
    from haidiyan.errors import InputError
    from haidiyan.remote.client import TIMEOUT, Client
    from haidiyan.remote.publish import publish as load

    if password is not None and user is None:
        raise InputError("A password is given, and no user: give --user or $HAIDIYAN_USER.")
    client = Client(url, TIMEOUT if timeout is None else timeout, user, password)
    build_if_missing()
    with _progress("would send" if dry_run else "sending") as report:
        done = load(client, default_graph=default_graph, dry_run=dry_run, progress=report)
    if as_json:
        print(done.to_json())
        return
    also = f", and {done.default_graph} triples into the default graph" if done.default_graph is not None else ""
    print(f"海底眼 {done.version}: {done.triples} triples in {len(done.graphs)} graphs{also}, {done.seconds:.1f} s")
    if done.removed:
        print(f"gone {len(done.removed)} graphs of an earlier version")
    print(f"hash {done.hash}")
    print(f"{'not sent to' if dry_run else 'in  '} {done.url}")


def dataset_at(endpoint: str | None, timeout: float | None) -> RemoteDataset | None:
    """The dataset behind what ``--endpoint`` names, if it is given. Raises ``InputError``."""
    if endpoint is None:
        return None
    from haidiyan.remote.client import TIMEOUT, Client
    from haidiyan.remote.store import RemoteDataset

    return RemoteDataset(Client(endpoint, TIMEOUT if timeout is None else timeout))


@contextmanager
def _progress(doing: str) -> Iterator[Callable[[str, int, int, int], None]]:
    if not sys.stderr.isatty():
        yield lambda name, triples, number, of: print(
            f"{doing} {name}, {triples} triples ({number}/{of})", file=sys.stderr, flush=True
        )
        return
    from rich.console import Console

    with Console(stderr=True).status("…") as status:
        yield lambda name, triples, number, of: status.update(f"{doing} {name}, {triples} triples ({number}/{of})")
