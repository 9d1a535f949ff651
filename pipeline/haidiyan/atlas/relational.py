"""Count claims by one Ibis expression over the factor tables, on DuckDB or on Spark.

Four relations, kept as Parquet, hold the factors: ``charts`` (a hexagram and a motion: the nature of each of its
nodes, and what depends on nothing else), ``natures`` (a nature and a month), ``uses`` (a use relation, ``none`` for
none, and a hexagram) and ``places`` (one row: what depends on the place and the day's stem). Every other column is a
day word: bit *n* stands for the *n*-th of the sixty days. What a claim asks for is a column over their join, made of
bitwise and, or and xor; its count is the sum of the bits that are set.

``python -m haidiyan.atlas.relational --backend duckdb`` (or ``spark``) counts every claim of a doctrine and compares
with numpy: exit status 1 where a count differs. It needs the extra ``cluster``; Spark needs Java.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from importlib.util import find_spec
from operator import and_, or_
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from haidiyan.atlas.basis import basis
from haidiyan.atlas.circuit import AND, EVERYWHERE, LESS, Atom, Circuit, Gate, Output, column
from haidiyan.atlas.factors import SLOTS, Factors, factors
from haidiyan.atlas.firings import Atlas
from haidiyan.atlas.parquet import FORMAT, refuse_foreign
from haidiyan.atlas.words import DAYS, HEXAGRAMS, MONTHS, MOTIONS, count
from haidiyan.chart.catalog import Catalog
from haidiyan.dataset.memory import memory
from haidiyan.errors import DatasetError, ExtraError, HaidiyanError, InputError
from haidiyan.iris import local_name
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE, choose

RELATIONS = ("charts", "natures", "uses", "places")
BACKENDS = ("duckdb", "spark")
NO_USE = "none"
DISK_NEEDED = 16 << 20

Counts = dict[tuple[str, str | None], tuple[int, int]]
"""In how many charts a claim, with a use relation, is in force and overridden; of what reads none it is ``None``."""

Tables = Mapping[str, Any]
"""The relations as tables of Ibis, by name."""


def relations(tables: Factors) -> dict[str, pa.Table]:
    """The factor tables as relations; words as signed integers of 64 bits."""
    arrays = tables.arrays
    hexagram, motion = (each.ravel() for each in np.indices((HEXAGRAMS, MOTIONS), np.int16))
    charts: dict[str, NDArray[Any]] = {"hexagram": hexagram, "motion": motion}
    for slot, at in zip(SLOTS, arrays["at"], strict=True):
        charts[_nature(slot)] = at.ravel()
    for name, bits in _rows(tables, "structure", "edges"):
        charts[name] = _words(bits[:, None] >> np.arange(MOTIONS, dtype=np.uint64)).ravel()
    many = int(arrays["at"].max()) + 1
    natures = {"nature": np.repeat(np.arange(-1, many, dtype=np.int16), MONTHS)}
    natures["month"] = np.tile(np.arange(MONTHS, dtype=np.int16), many + 1)
    for (name, nature), words in zip(arrays["by_nature_key"].tolist(), arrays["by_nature"], strict=True):
        found = natures.setdefault(column("by_nature", tables.names[name]), np.zeros((many + 1) * MONTHS, np.int64))
        found[(nature + 1) * MONTHS :][:MONTHS] = words.astype(np.int64)
    names = [NO_USE, *map(local_name, tables.uses)]
    uses: dict[str, Any] = {"use": np.repeat(names, HEXAGRAMS)}
    uses["hexagram"] = np.tile(np.arange(HEXAGRAMS, dtype=np.int16), len(names))
    for name, bits in _rows(tables, "of_use", "edges_of_use"):
        by_use = np.concatenate([np.zeros(1, np.uint64), bits])
        uses[name] = _words(by_use[:, None] >> np.arange(HEXAGRAMS, dtype=np.uint64)).ravel()
    places = {name: words.astype(np.int64) for name, words in _rows(tables, "by_place")}
    return {name: pa.table(columns) for name, columns in zip(RELATIONS, (charts, natures, uses, places), strict=True)}


def write(folder: Path, tables: Factors, made_of: str) -> None:
    """Write the relations of a dataset as Parquet, each whole or not at all.

    Raises ``DatasetError`` where there is too little room, ``InputError`` where the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
        if free < DISK_NEEDED:
            raise DatasetError(
                f"The relations need {DISK_NEEDED >> 20} MiB of disk in {folder}; {free >> 20} are free."
            )
        for name, table in relations(tables).items():
            marked = table.replace_schema_metadata({"haidiyan": FORMAT, "table": name, "basis": made_of})
            fresh = folder / f".{name}-{os.getpid()}.parquet"
            try:
                pq.write_table(marked, fresh, compression="zstd")
                os.replace(fresh, folder / f"{name}.parquet")
            finally:
                fresh.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"The relations cannot be written to {folder}: {error.strerror or error}.") from error


def opened(connection: Any, folder: Path, made_of: str) -> dict[str, Any]:
    """The relations in a folder as tables of a connection of Ibis.

    Raises ``DatasetError`` that names the file which is missing, not whole, or not a relation of this dataset.
    """
    for name in RELATIONS:
        refuse_foreign(folder / f"{name}.parquet", made_of, "write the relations anew, into an empty folder")
    return {name: connection.read_parquet(str(folder / f"{name}.parquet")) for name in RELATIONS}


def circuit(atlas: Atlas) -> tuple[Circuit, dict[str, Output]]:
    """The circuit of a doctrine, and the gates of each of its claims, by IRI."""
    conditions, overriders = atlas.stated()
    found = Circuit(atlas.tables, atlas.plan, conditions, overriders)
    return found, {claim: found.claim(claim) for claim in conditions}


def expression(made: Circuit, outputs: Mapping[str, Output], tables: Tables) -> Any:
    """One Ibis expression: how often each of some claims is in force, and overridden.

    A row with two columns for each claim, ``in_force__<claim>`` and ``overridden__<claim>``; where one of them reads
    the use relation, a row for each of these, named by ``use``.
    """
    import ibis

    bit_count = ibis.udf.scalar.builtin(_bit_count, name="bit_count")
    below = made.below(gate for output in outputs.values() for gate in output)
    atoms = [gate for each in below if isinstance(gate := made.gates[each], Atom)]
    table, times = _joined(atoms, tables)
    table, columns = _gates(made, below, (gate for output in outputs.values() for gate in output), table)
    counted = {}
    for claim, output in outputs.items():
        for kind, number in zip(Output._fields, output, strict=True):
            if number < 0:
                many = table.count() * (DAYS if number == EVERYWHERE else 0)
            else:
                many = bit_count(table[columns[number]]).cast("int64").sum()
            counted[f"{kind}__{local_name(claim)}"] = many.cast("int64") * times
    return (table.group_by("use") if "use" in table.columns else table).aggregate(**counted)


def _bit_count(word: int) -> int:
    """The bits of a word that are set: a function of the backend, as Ibis asks for it."""
    raise NotImplementedError


def _joined(atoms: Iterable[Atom], tables: Tables) -> tuple[Any, int]:
    """The join of the factors that some atoms are columns of, and how many moments each row stands for."""
    wanted: dict[tuple[str, Any], dict[str, str]] = defaultdict(dict)
    for atom in atoms:
        wanted[_relation(atom.table), atom.slot][_named(atom)] = atom.column
    structure = wanted.pop(("charts", None), {})
    by_slot = {slot: columns for (name, slot), columns in sorted(wanted.items(), key=str) if name == "natures"}
    charts, natures = tables["charts"], tables["natures"]
    table = charts.select("hexagram", *map(_nature, by_slot), *structure)
    if by_slot:
        # One key for nature and month: joined by the month as well, natures would be joined with each other first.
        months = natures.filter(natures["nature"] == -1).select("month")
        table = table.cross_join(months)
        table = table.mutate(**{_nature(each): table[_nature(each)] * MONTHS + table["month"] for each in by_slot})
    for number, (slot, columns) in enumerate(by_slot.items()):
        key = f"key_{number}"
        told = {name: natures[each] for name, each in columns.items()}
        other = natures.select(**{key: natures["nature"] * MONTHS + natures["month"]}, **told)
        table = table.join(other, table[_nature(slot)] == other[key]).drop(key, _nature(slot))
    if of_use := wanted.get(("uses", None)):
        table = table.join(tables["uses"].select("use", "hexagram", *of_use), "hexagram")
    if of_place := wanted.get(("places", None)):
        table = table.cross_join(tables["places"].select(*of_place))
    return table, 1 if by_slot else MONTHS


def _gates(made: Circuit, below: Sequence[int], outputs: Iterable[int], table: Any) -> tuple[Any, dict[int, str]]:
    """The table with a column for each gate that is needed more than once, level by level, and their names."""
    used = Counter(each for number in below if isinstance(gate := made.gates[number], Gate) for each in gate.over)
    used.update(number for number in set(outputs) for _ in range(2))
    levels: dict[int, int] = {}
    names: dict[int, str] = {}
    waiting: dict[int, list[int]] = defaultdict(list)
    for number in below:
        gate = made.gates[number]
        if isinstance(gate, Atom):
            levels[number], names[number] = 0, _named(gate)
            continue
        levels[number] = max(levels[each] for each in gate.over)
        if used[number] > 1:
            levels[number] += 1
            names[number] = f"gate_{number}"
            waiting[levels[number]].append(number)

    def word(number: int, of: Any, at: int) -> Any:
        """A gate by its column, where it is not to be made here."""
        if number in names and number != at:
            return of[names[number]]
        gate = made.gates[number]
        assert isinstance(gate, Gate)
        words = [word(each, of, at) for each in gate.over]
        if gate.kind == LESS:
            # Ibis puts no brackets about what it negates.
            return words[0] ^ (words[0] & words[1])
        return reduce(and_ if gate.kind == AND else or_, words)

    for _, several in sorted(waiting.items()):
        table = table.mutate(**{names[each]: word(each, table, each) for each in several})
    return table, names


def counts(made: Circuit, outputs: Mapping[str, Output], tables: Tables, together: int) -> Iterator[Counts]:
    """The counts of claims, so many in one expression, as the backend of the tables gives them."""
    # Claims that are made alike are counted once, and those together that look at the same nodes.
    alike: dict[Output, list[str]] = defaultdict(list)
    for claim, output in outputs.items():
        alike[output].append(claim)
    of_nodes: dict[tuple[bool, tuple[str, ...]], list[Output]] = defaultdict(list)
    for output in alike:
        of_nodes[_reads_use(made, output), _kinds(made, output)].append(output)
    for _, several in sorted(of_nodes.items()):
        for start in range(0, len(several), together):
            part = {alike[output][0]: output for output in several[start : start + together]}
            found: Counts = {}
            for row in expression(made, part, tables).to_pyarrow().to_pylist():
                for claim, output in part.items():
                    name = local_name(claim)
                    told = int(row[f"in_force__{name}"]), int(row[f"overridden__{name}"])
                    found.update({(local_name(each), row.get("use")): told for each in alike[output]})
            yield found


def by_numpy(atlas: Atlas, made: Circuit, outputs: Mapping[str, Output]) -> Counts:
    """The same counts from the atlas."""
    found: Counts = {}
    for use in (None, *atlas.uses):
        for claim, firing in atlas.claims(use).items():
            reads = _reads_use(made, outputs[claim])
            if reads or use is None:
                name = (local_name(use) if use else NO_USE) if reads else None
                found[local_name(claim), name] = count(firing.in_force), count(firing.overridden)
    return found


@contextmanager
def connected(backend: str, master: str = "local[2]") -> Iterator[Any]:
    """A connection of Ibis to DuckDB in memory, or to Spark. Raises ``ExtraError`` where something is not installed."""
    wanted = {"duckdb": ("ibis", "duckdb"), "spark": ("ibis", "pyspark")}[backend]
    missing = [name for name in wanted if find_spec(name) is None]
    if missing:
        raise ExtraError(f"This needs {' and '.join(missing)}: install haidiyan with its extra, haidiyan[cluster].")
    import ibis

    if backend == "duckdb":
        connection = ibis.duckdb.connect(memory_limit="2GB", temp_directory=tempfile.gettempdir())
        try:
            yield connection
        finally:
            connection.disconnect()
        return
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        raise ExtraError("Spark needs Java 17 or later: install it, and have `java` on the path or set JAVA_HOME.")
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master(master)
        .appName("haidiyan")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.ui.showConsoleProgress", "false")
        # A query of a thousand columns is longer in compiling than it is in running.
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .config("spark.sql.constraintPropagation.enabled", "false")
        .config("spark.sql.adaptive.enabled", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    try:
        yield ibis.pyspark.connect(session)
    finally:
        session.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    """Count and compare: 0 where all counts are equal, 1 where one is not, 2 where it cannot be done."""
    parser = argparse.ArgumentParser(prog="python -m haidiyan.atlas.relational", description=__doc__)
    parser.add_argument("--backend", choices=BACKENDS, default="duckdb", help="what executes the expression")
    parser.add_argument("--master", default="local[2]", help="of Spark: the cluster, spark://…, or local[2]")
    parser.add_argument("--doctrine", default=DEFAULT_DOCTRINE, help="the doctrine that is followed")
    parser.add_argument("--tables", type=Path, help="a folder for the relations that all of a cluster can read")
    parser.add_argument("--together", type=int, default=16, help="how many claims are counted by one expression")
    parser.add_argument("--quiet", action="store_true", help="print no claims, only how many agree")
    given = parser.parse_args(arguments)
    try:
        if given.together < 1:
            raise InputError(f"--together is how many claims to count at once, not {given.together}.")
        with tempfile.TemporaryDirectory() as temporary, connected(given.backend, given.master) as connection:
            return _compare(given, connection, given.tables or Path(temporary))
    except HaidiyanError as error:
        print(error, file=sys.stderr)
        return 2


def _compare(given: argparse.Namespace, connection: Any, folder: Path) -> int:
    source = memory()
    made_of = basis(source)
    tables = factors(source)
    atlas = Atlas(choose(source.keep(Catalog), given.doctrine, {}), source, tables)
    if not any((folder / f"{name}.parquet").exists() for name in RELATIONS):
        write(folder, tables, made_of)
    made, outputs = circuit(atlas)
    start = time.perf_counter()
    found: Counts = {}
    opened_tables = opened(connection, folder, made_of)
    for part in counts(made, outputs, opened_tables, given.together):
        found.update(part)
        if sys.stderr.isatty():
            print(f"\r{len(found)} counts", end="", file=sys.stderr, flush=True)
    there = time.perf_counter()
    wanted = by_numpy(atlas, made, outputs)
    here = time.perf_counter()
    different = sorted(key for key in wanted.keys() | found.keys() if wanted.get(key) != found.get(key))
    if not given.quiet:
        for claim, use in wanted:
            if (told := found.get((claim, use))) is not None:
                print(f"{claim}  {use or '—':<9}  {told[0]:>8}  {told[1]:>8}")
    for claim, use in different:
        print(f"{claim} {use or ''}: {found.get((claim, use))}, numpy {wanted.get((claim, use))}", file=sys.stderr)
    print(
        f"{given.backend}: {len(wanted) - len(different)} of {len(wanted)} counts of {len(outputs)} claims are numpy's;"
        f" {there - start:.1f} s there, {here - there:.1f} s in numpy"
    )
    return 1 if different else 0


def _rows(tables: Factors, *names: str) -> Iterator[tuple[str, NDArray[np.uint64]]]:
    for table in names:
        for (name, *slots), words in zip(tables.arrays[f"{table}_key"].tolist(), tables.arrays[table], strict=True):
            yield column(table, tables.names[name], *(SLOTS[each] for each in slots)), words


def _words(bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Day words of every day where the lowest bit is set, and of none elsewhere."""
    return np.where(bits & np.uint64(1), np.int64((1 << DAYS) - 1), np.int64(0))


def _nature(slot: tuple[str, int]) -> str:
    return f"nature_of__{slot[0]}_{slot[1]}"


def _named(atom: Atom) -> str:
    return f"{atom.column}__{atom.slot[0]}_{atom.slot[1]}" if atom.slot else atom.column


def _relation(table: str) -> str:
    return {"structure": "charts", "edges": "charts", "by_nature": "natures", "by_place": "places"}.get(table, "uses")


def _kinds(made: Circuit, output: Output) -> tuple[str, ...]:
    """The kinds of node of which a claim reads month or day."""
    atoms = (made.gates[each] for each in made.below(output))
    return tuple(sorted({each.slot[0] for each in atoms if isinstance(each, Atom) and each.slot}))


def _reads_use(made: Circuit, output: Output) -> bool:
    atoms = (made.gates[each] for each in made.below(output))
    return any(isinstance(each, Atom) and _relation(each.table) == "uses" for each in atoms)


if __name__ == "__main__":
    sys.exit(main())
