"""Hold the tables of the atlas in memory, and look up in them what its pages tell.

The packages that the atlas needs are imported when it is first asked: the site runs without them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from haidiyan.atlas import need_packages
from haidiyan.dataset.memory import memory
from haidiyan.errors import DatasetError

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]

EVERY_USE = "mean"
"""What stands for the mean over the use relations where one of them is named otherwise."""
RATES = ("in_force", "overridden", "base_rate")
"""The numbers of a base rate."""
KEPT = 64
"""How many answers are kept beside the tables."""


class Counted:
    """The tables of one atlas; each is read when it is first asked for."""

    def __init__(self, folder: Path, basis: str) -> None:
        self.folder = folder
        self._basis = basis
        self._tables: dict[str, pa.Table] = {}
        self._found: dict[tuple[Any, ...], list[Row]] = {}

    def rows(self, name: str, **wanted: str | None) -> list[Row]:
        """The rows of a table whose columns are as wanted, ``None`` for null. Raises ``DatasetError``."""
        return self._keep((name, *wanted.items()), lambda: self._matching(name, wanted))

    def _keep(self, key: tuple[Any, ...], make: Callable[[], list[Row]]) -> list[Row]:
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= KEPT:
                self._found.clear()
            found = self._found[key] = make()
        return found

    def _matching(self, name: str, wanted: Mapping[str, str | None]) -> list[Row]:
        import pyarrow.compute as pc

        table = self._table(name)
        for column, value in wanted.items():
            cells = table[column]
            table = table.filter(cells.is_null() if value is None else pc.equal(cells, value))
        rows: list[Row] = table.to_pylist()
        return rows

    def _table(self, name: str) -> pa.Table:
        from haidiyan.atlas import parquet

        if name not in self._tables:
            import pyarrow.parquet as pq

            file = self.folder / f"{name}.parquet"
            parquet.refuse_foreign(file, self._basis)
            self._tables[name] = pq.ParquetFile(file).read()
        return self._tables[name]

    @cached_property
    def uses(self) -> list[str]:
        """The use relations, by name."""
        return sorted({row["use"] for row in self.rows("authors", topic=None) if row["use"]})

    @cached_property
    def topics(self) -> list[str]:
        """The topics, by name."""
        import pyarrow.compute as pc

        return sorted(each for each in pc.unique(self._table("authors")["topic"]).to_pylist() if each)

    @cached_property
    def doctrines(self) -> list[str]:
        """The doctrines under which base rates are counted, by name."""
        import pyarrow.compute as pc

        found: list[str] = pc.unique(self._table("base-rates")["doctrine"]).to_pylist()
        return found

    def mean(self, name: str, use: str, keys: Sequence[str], numbers: Sequence[str], **wanted: str | None) -> list[Row]:
        """The rows of a table for one use relation; for ``mean``, those of all put together, their numbers averaged.

        Rows are one where their ``keys`` are; one that a use relation has not counts as 0 there.
        """
        if use != EVERY_USE:
            return self.rows(name, use=use, **wanted)
        return self._keep((EVERY_USE, name, *wanted.items()), lambda: self._averaged(name, keys, numbers, wanted))

    def _averaged(
        self, name: str, keys: Sequence[str], numbers: Sequence[str], wanted: Mapping[str, str | None]
    ) -> list[Row]:
        together: dict[tuple[Any, ...], Row] = {}
        sums: dict[tuple[Any, ...], dict[str, float]] = defaultdict(lambda: dict.fromkeys(numbers, 0.0))
        for row in self._of_uses(name, wanted):
            key = tuple(row[each] for each in keys)
            together.setdefault(key, row)
            for number in numbers:
                sums[key][number] += row[number]
        return [
            {**row, "use": EVERY_USE, **{number: sums[key][number] / len(self.uses) for number in numbers}}
            for key, row in together.items()
        ]

    def _of_uses(self, name: str, wanted: Mapping[str, str | None]) -> Iterator[Row]:
        for use in self.uses:
            yield from self.rows(name, use=use, **wanted)

    def always_and_never(self, doctrine: str) -> tuple[list[str], list[str]]:
        """The claims that are in force in every chart with every use relation, and those in none with any."""
        rows = self.mean("base-rates", EVERY_USE, ["claim"], RATES, doctrine=doctrine, topic=None)
        return [row["claim"] for row in rows if row["base_rate"] == 1], [
            row["claim"] for row in rows if row["base_rate"] == 0
        ]


def counted() -> Counted:
    """The atlas of the dataset in use. Raises ``DatasetError`` or ``ExtraError`` where there is none to be had."""
    need_packages()
    from haidiyan.atlas.basis import basis
    from haidiyan.atlas.build import current
    from haidiyan.atlas.parquet import REMEDY

    folder, made_of = current(), memory().keep(basis)
    if folder.name != made_of:
        raise DatasetError(f"The atlas in {folder.parent} is of another dataset: {REMEDY}.")
    return _opened(folder, made_of)


@lru_cache(maxsize=2)
def _opened(folder: Path, basis: str) -> Counted:
    return Counted(folder, basis)
