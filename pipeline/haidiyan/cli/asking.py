"""The command that asks the dataset a SPARQL query: query."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haidiyan.cli.publishing import Endpoint, Timeout, dataset_at
from haidiyan.errors import DatasetError, InputError
from haidiyan.iris import compact

if TYPE_CHECKING:
    import pyoxigraph as ox

    from haidiyan.queries import Query, Results, Term


class Format(StrEnum):
    """How an answer is printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    TURTLE = "turtle"


def register(app: typer.Typer) -> None:
    """Add the command of this module to the application."""
    app.command()(query)


def query(
    source: Annotated[
        str | None,
        typer.Argument(metavar="FILE|-|NAME", help="A .rq file, - for standard input, or a bundled query: all-claims."),
    ] = None,
    bind: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="A value for a parameter: topic:illness, <IRI>, 3, plain text. Again for one name: either.",
        ),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="How to print the answer.")] = Format.TABLE,
    endpoint: Endpoint = None,
    timeout: Timeout = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Ask the dataset a SPARQL query; without one, list the questions that come with it.

    Exit status 1 where an ASK is answered no.
    """
    from haidiyan.bindings import settle
    from haidiyan.dataset.store import current, damaged, is_whole, open_store
    from haidiyan.queries import parse_binding, run

    if source is None:
        if endpoint is not None:
            raise InputError("Name the query that the store at --endpoint is to answer; `haidiyan query` lists them.")
        _list_questions()
        return
    asked = _read(source)
    values: dict[str, list[Term]] = {}
    for name, term in map(parse_binding, bind or []):
        values.setdefault(name, []).append(term)
    if there := dataset_at(endpoint, timeout):
        from haidiyan.remote.ask import ask

        _show(ask(there, asked, values), Format.JSON if as_json else form)
        return
    store = open_store()
    asked.bind(values)
    text = asked.bind(settle(asked, values, store)).text
    try:
        _show(run(text, store), Format.JSON if as_json else form)
    except (BrokenPipeError, typer.Exit):
        raise
    except (OSError, RuntimeError, DatasetError) as error:
        if is_whole(current()):
            reason = " ".join(str(error.__cause__ or error).split())
            raise InputError(f"The query cannot be answered: {reason}.") from error
        raise damaged(current(), error) from error


def _read(source: str) -> Query:
    from haidiyan.queries import Query

    if source == "-":
        try:
            bytes_in = getattr(sys.stdin, "buffer", None)
            return Query(bytes_in.read().decode("utf-8-sig") if bytes_in else sys.stdin.read())
        except UnicodeDecodeError as error:
            raise InputError(f"The query on standard input is no UTF-8 text: {error}.") from error
    if Path(source).is_file():
        return Query.from_file(Path(source))
    return Query.bundled(source)


def _list_questions() -> None:
    from haidiyan.queries import Query, questions

    rows = []
    for name in questions():
        found = Query.bundled(name)
        question = [found.header("question (zh-hant)"), found.header("question (en)")]
        rows.append([name, "\n".join(filter(None, question)), ", ".join(found.parameters)])
    print_table(["query", "question", "parameters"], rows)


def _show(results: Results | list[ox.Triple], form: Format) -> None:
    import pyoxigraph as ox

    if isinstance(results, ox.QueryBoolean):
        _show_answer(bool(results), form)
    elif isinstance(results, ox.QuerySolutions):
        _show_rows(results, form)
    else:
        _show_triples(results, form)


def _show_answer(answer: bool, form: Format) -> None:
    if form is Format.TURTLE:
        raise InputError("An ASK has no triples: --format turtle is for CONSTRUCT and DESCRIBE.")
    print(f'{{"head":{{}},"boolean":{str(answer).lower()}}}' if form is Format.JSON else "yes" if answer else "no")
    if not answer:
        raise typer.Exit(1)


def _show_rows(results: ox.QuerySolutions, form: Format) -> None:
    import pyoxigraph as ox

    if form is Format.TURTLE:
        raise InputError("A SELECT has no triples: --format turtle is for CONSTRUCT and DESCRIBE.")
    if form is Format.TABLE:
        names = [variable.value for variable in results.variables]
        print_table(names, [[_short(row[name]) for name in names] for row in results])
        return
    kind = ox.QueryResultsFormat.CSV if form is Format.CSV else ox.QueryResultsFormat.JSON
    _write((results.serialize(format=kind) or b"").replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n")


def _show_triples(results: Iterable[ox.Triple], form: Format) -> None:
    import pyoxigraph as ox

    from haidiyan.iris import PREFIXES

    if form is Format.JSON:
        raise InputError("--format json is for SELECT and ASK; a CONSTRUCT prints as turtle, csv or a table.")
    if form is Format.TURTLE:
        # Only the prefixes that the triples use: forty more lines would hide a short answer.
        triples = list(results)
        used = {compact(word.split(">")[0]).partition(":")[0] for each in triples for word in str(each).split("<")[1:]}
        prefixes = {prefix: space for prefix, space in PREFIXES.items() if prefix in used}
        _write(ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=prefixes) or b"")
        return
    names = ["subject", "predicate", "object"]
    if form is Format.TABLE:
        print_table(names, [[_short(each[0]), _short(each[1]), _short(each[2])] for each in results])
        return
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_value(each[0]), _value(each[1]), _value(each[2])] for each in results)


def _value(term: object) -> str:
    return str(getattr(term, "value", "" if term is None else term))


def _short(term: object) -> str:
    return compact(_value(term))


def _write(text: bytes) -> None:
    sys.stdout.write(text.decode())


def print_table(names: list[str], rows: list[list[str]]) -> None:
    """Print rows under their names, as wide as a terminal; in a pipe each row is one line."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*names, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    terminal = sys.stdout.isatty()
    # A pipe has no width: a row stays one line there, so that grep finds it.
    width = None if terminal else _width(names, rows)
    Console(width=width, highlight=False).print(table)


def _width(names: list[str], rows: list[list[str]]) -> int:
    from rich.cells import cell_len

    columns = zip(*([names, *rows]), strict=True)
    widest: Callable[[str], int] = lambda text: max(map(cell_len, text.splitlines() or [""]))  # noqa: E731
    return max(80, sum(max(map(widest, column)) + 3 for column in columns) + 3)
