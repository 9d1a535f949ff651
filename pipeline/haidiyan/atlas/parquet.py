"""Write the tables of the atlas as Parquet, the same bytes on every run, and read no other file for one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from haidiyan.errors import DatasetError

FORMAT = "1"
"""Raised when a table comes to hold something else."""

REMEDY = "run `haidiyan atlas build`"
NAME, COUNT, SHARE = pa.dictionary(pa.int32(), pa.string()), pa.int32(), pa.float64()
SLICE = 100_000
"""How many rows are held as Python's own at once."""

RATES: dict[str, pa.DataType] = {
    "doctrine": NAME,
    "use": NAME,
    "topic": NAME,
    "claim": NAME,
    "in_force": COUNT,
    "overridden": COUNT,
    "base_rate": SHARE,
}
COLUMNS: dict[str, dict[str, pa.DataType]] = {
    "base-rates": RATES,
    "base-rates-wide": RATES,
    "what-variants-change": {
        "axis": NAME,
        "choice": NAME,
        "use": NAME,
        "topic": NAME,
        "charts": COUNT,
        "share": SHARE,
        "claims": COUNT,
        "condition_charts": COUNT,
        "condition_share": SHARE,
    },
    "claims-that-variants-change": {
        "axis": NAME,
        "choice": NAME,
        "use": NAME,
        "topic": NAME,
        "claim": NAME,
        "gained": COUNT,
        "lost": COUNT,
        "overridden": COUNT,
        "restored": COUNT,
        "same_condition": NAME,
    },
    "pairs": {
        "use": NAME,
        "relation": NAME,
        "claim": NAME,
        "other": NAME,
        "charts": COUNT,
        "of_claim": COUNT,
        "of_other": COUNT,
    },
    "authors": {
        "topic": NAME,
        "use": NAME,
        "author": NAME,
        "charts": COUNT,
        "claims": COUNT,
        "mean_claims": SHARE,
        "mean_share": SHARE,
    },
}
"""The columns of each table; claims, topics, relations and authors by local name, a missing one is null."""

Row = Sequence[Any]


def write(folder: Path, name: str, rows: Iterable[Row], about: Mapping[str, str]) -> int:
    """Write a table, its rows in the order given; how many there are. ``about`` is kept in the file."""
    columns = COLUMNS[name]
    schema = pa.schema(
        [pa.field(column, kind) for column, kind in columns.items()],
        {"haidiyan": FORMAT, "table": name, **dict(sorted(about.items()))},
    )
    parts = [_table(part, schema) for part in _slices(rows)]
    table = pa.concat_tables(parts).unify_dictionaries().combine_chunks() if parts else schema.empty_table()
    pq.write_table(table, folder / f"{name}.parquet", compression="zstd", compression_level=9)
    return int(table.num_rows)


def read(file: Path, basis: str, columns: Sequence[str] | None = None, **wanted: str | None) -> list[dict[str, Any]]:
    """The rows of a table whose columns are as ``wanted``; ``basis`` is what it must be made of.

    Raises ``DatasetError`` that names the file where it is missing, not whole, no table of the atlas, or of another
    dataset.
    """
    name = file.stem
    with _named(file, REMEDY):
        stored = pq.ParquetFile(file)
        _refuse(file, name, _about(stored), basis, REMEDY)
        table = stored.read()
    if list(table.column_names) != list(COLUMNS[name]):
        raise DatasetError(f"{file} has other columns than the table of that name: {REMEDY}.")
    rows: list[dict[str, Any]] = table.select(list(dict.fromkeys([*(columns or COLUMNS[name]), *wanted]))).to_pylist()
    return [row for row in rows if all(row[column] == value for column, value in wanted.items())]


def refuse_foreign(file: Path, basis: str, remedy: str = REMEDY) -> None:
    """Raise ``DatasetError`` where a file is missing, not whole, or no table of its name of this dataset."""
    with _named(file, remedy):
        _refuse(file, file.stem, _about(pq.ParquetFile(file)), basis, remedy)


@contextmanager
def _named(file: Path, remedy: str) -> Iterator[None]:
    """Say of which file it is that it is missing or not whole."""
    try:
        yield
    except FileNotFoundError as error:
        raise DatasetError(f"There is no {file}: {remedy}.") from error
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise DatasetError(f"{file} is not a whole Parquet file ({_one_line(error)}): {remedy}.") from error


def _about(stored: pq.ParquetFile) -> dict[str, str]:
    return {key.decode(): value.decode() for key, value in (stored.schema_arrow.metadata or {}).items()}


def _refuse(file: Path, name: str, about: Mapping[str, str], basis: str, remedy: str) -> None:
    if about.get("haidiyan") != FORMAT or about.get("table") != name:
        raise DatasetError(f"{file} is not the table of the atlas of that name: {remedy}.")
    if about.get("basis") != basis:
        raise DatasetError(f"{file} is of another dataset, {about.get('basis', '')[:12]}: {remedy}.")


def _table(rows: Sequence[Row], schema: pa.Schema) -> pa.Table:
    values = zip(*rows, strict=True)
    return pa.table([pa.array(list(each), field.type) for each, field in zip(values, schema, strict=True)], schema)


def _slices(rows: Iterable[Row]) -> Iterator[list[Row]]:
    iterator = iter(rows)
    while part := list(islice(iterator, SLICE)):
        yield part


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()).rstrip(".")[:120]
