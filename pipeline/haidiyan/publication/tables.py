"""Lay the dataset out as tables, one a kind of thing, and write them as CSV.

A table is a query, ``queries/publication/table-*.rq``: its head documents the columns, and names those whose cells may
hold several values, with a space between.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.dataset.store import open_store
from haidiyan.errors import InputError
from haidiyan.queries import Query, bundled_names, run

PREFIX = "publication/table-"
BOM = "\ufeff"
RISKY = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes a cell that begins with it for: a formula."""

DESCRIPTION = "csv-metadata.json"
"""The file beside the tables that describes them (CSV on the Web)."""

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
SOURCE = iris.BASE + "dataset"

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """A table: its name, its columns with what each holds, which of them hold several values, its rows."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Row]
    title: str = ""
    words: Mapping[str, str] | None = None
    several: Collection[str] = ()


def names() -> list[str]:
    """The names of the tables.

    >>> names()[:2]
    ['choices', 'claims']
    """
    return [each.removeprefix(PREFIX) for each in bundled_names() if each.startswith(PREFIX)]


def table(name: str, subjects: Collection[str] | None = None, dataset: ox.Store | None = None) -> Table:
    """A table of the dataset in use, or of the one given; with ``subjects``, only the rows of those IRIs.

    Raises ``InputError`` where there is no such table.
    """
    if name not in names():
        raise InputError(f"There is no table {name!r}; there are {', '.join(names())}.")
    query = Query.bundled(PREFIX + name)
    found = run(query.text, open_store() if dataset is None else dataset)
    if not isinstance(found, ox.QuerySolutions):
        raise InputError(f"{query.name} is no SELECT.")
    columns = [each.value for each in found.variables]
    cells: dict[str, dict[str, dict[str, None]]] = {}
    for solution in found:
        row = {each: str(getattr(solution[each], "value", "")) for each in columns}
        if subjects is None or row["iri"] in subjects:
            merged = cells.setdefault(row["iri"], {each: {} for each in columns})
            for each in columns:
                if row[each]:
                    merged[each][row[each]] = None
    return Table(
        name,
        columns,
        [{each: " ".join(values) for each, values in row.items()} for row in cells.values()],
        query.header("table (en)"),
        {each: query.header(f"column {each}") for each in columns},
        query.header("several").split(),
    )


def tables(subjects: Collection[str] | None = None, dataset: ox.Store | None = None) -> list[Table]:
    """Every table, those left out that have no row of the ``subjects``."""
    store = open_store() if dataset is None else dataset
    found = [table(name, subjects, store) for name in names()]
    return [each for each in found if each.rows or subjects is None]


def to_csv(table: Table, excel: bool = False) -> bytes:
    """A table as CSV in UTF-8 with a head line (RFC 4180).

    For ``excel``, which takes text for Latin without a mark and runs what looks like a formula: with the mark, and an
    apostrophe before such a cell.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(table.columns)
    for row in table.rows:
        cells = ["" if row.get(each) is None else str(row[each]) for each in table.columns]
        writer.writerow([_guarded(each) for each in cells] if excel else cells)
    return ((BOM if excel else "") + text.getvalue()).encode()


def description(tables: Iterable[Table]) -> bytes:
    """What the tables and their columns are, for people and programs: CSV on the Web."""
    described = [
        {
            "url": f"{each.name}.csv",
            "dc:title": each.title,
            "tableSchema": {"columns": [_column(each, name) for name in each.columns], "primaryKey": "iri"},
        }
        for each in tables
    ]
    context: list[Any] = ["http://www.w3.org/ns/csvw", {"@language": "en"}]
    whole = {"@context": context, "dc:license": {"@id": LICENCE}, "dc:source": {"@id": SOURCE}, "tables": described}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _column(table: Table, name: str) -> dict[str, Any]:
    column: dict[str, Any] = {"name": name, "titles": name, "dc:description": (table.words or {}).get(name, "")}
    if name in table.several:
        column["separator"] = " "
    return column


def _guarded(cell: str) -> str:
    return f"'{cell}" if cell.startswith(RISKY) else cell
