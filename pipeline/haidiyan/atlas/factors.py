"""Hold the bare states and edges of all charts as numpy tables, each over its own factors, and keep them on disk.

The chart rules give them (``haidiyan.atlas.derive``); here they are packed, tried on whole charts, and handed out as
factored day words (``haidiyan.atlas.words``).
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from haidiyan.atlas.basis import bare, sealed, tables_key, unsealed
from haidiyan.atlas.derive import ANY, MOTIONS, Derived, Progress, derive
from haidiyan.atlas.words import (
    EVERY_DAY,
    EVERYWHERE,
    HEXAGRAMS,
    HOURS,
    MONTHS,
    YEARS,
    Extension,
    Place,
    Words,
    factored,
    holding,
)
from haidiyan.atlas.words import MOTIONS as ALL_MOTIONS
from haidiyan.chart.cast import Chart
from haidiyan.chart.catalog import catalog
from haidiyan.corpus.bits import KINDS, Slot, bits, charts_of
from haidiyan.corpus.cases import Case, pool
from haidiyan.corpus.rules import Nodes, evaluate
from haidiyan.dataset.memory import Memory, memory, using
from haidiyan.dataset.store import home_folder, reading_triples
from haidiyan.errors import DatasetError, InputError
from haidiyan.iris import compact

TRIED, SEED = 200, 20
"""How many charts, drawn at random, the tables are tried on."""

SLOTS: tuple[Slot, ...] = (("chart", 0), *((kind, place) for kind in KINDS if kind != "chart" for place in range(1, 7)))

Pair = tuple[Slot, Slot]
Hour = tuple[int, int]
"""The branch of the hour and that of the year, numbered as the months."""
Key = TypeVar("Key")
Arrays = dict[str, NDArray[Any]]

TABLES: dict[str, tuple[int, int | None]] = {
    "structure": (2, HEXAGRAMS),
    "edges": (3, HEXAGRAMS),
    "by_nature": (2, MONTHS),
    "by_hour": (4, MONTHS),
    "by_place": (2, 1),
    "of_use": (2, None),
    "edges_of_use": (3, None),
}
"""The tables, as ``Derived`` has them: the length of the key of a row, and of the row, ``None`` for the use relations.

A table is two arrays: its rows (``uint64``), and under ``…_key`` of what each row is (``int16``): the number of a state
or an edge in ``names``, then the numbers of slots in ``SLOTS``, or of a nature, with that of an hour and a year. The
array ``at`` has the nature of each slot's node over [slot, hexagram, motion], -1 for none. The others are lists of
IRIs, and ``key`` says of which dataset.
"""


class Factors:
    """The tables of one dataset. ``months``, ``days`` and ``uses`` are IRIs in the order of their axes.

    ``known`` are the states that the dataset declares: of another nothing is known here. ``moment`` are the numbers of
    the hour and the year that the charts have, or ``None`` where these are not given.
    """

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        self.moment: Hour | None = None
        self.months: tuple[str, ...] = tuple(arrays["months"].tolist())
        self.days: tuple[str, ...] = tuple(arrays["days"].tolist())
        self.uses: tuple[str, ...] = tuple(arrays["uses"].tolist())
        self.known = frozenset(arrays["states"].tolist())

    def state(self, name: str, use: str | None = None) -> Extension:
        """Where a bare state, or a class of nodes, holds, where the use relation is ``use``."""
        found: Extension = {}
        for (slot,), words in self._rows("structure", name):
            _put(found, SLOTS[slot], _of_motions(words))
        for (slot,), words in self._rows("by_place", name):
            _put(found, SLOTS[slot], words.reshape(1, 1, 1))
        for (slot,), by_use in self._rows("of_use", name) if use else ():
            _put(found, SLOTS[slot], _of_hexagrams(by_use[self.uses.index(use or "")]))
        if natures := [*self._rows("by_nature", name), *self._of_the_hour(name)]:
            table = np.zeros((int(self.arrays["at"].max()) + 2, MONTHS), np.uint64)
            for (nature, *_), words in natures:
                table[nature] |= words
            if (table == table[:, :1]).all():
                table = table[:, :1]
            for place, at in zip(SLOTS, self._at, strict=True):
                _put(found, place, table.T[:, at.T].T)
        return found

    def edge(self, name: str, use: str | None = None) -> dict[Pair, Words]:
        """Where an edge leads from one slot to another."""
        found: dict[Pair, Words] = {}
        for (here, there), words in self._rows("edges", name):
            _put(found, (SLOTS[here], SLOTS[there]), _of_motions(words))
        for (here, there), by_use in self._rows("edges_of_use", name) if use else ():
            _put(found, (SLOTS[here], SLOTS[there]), _of_hexagrams(by_use[self.uses.index(use or "")]))
        return found

    def at_hour(self, hour: int, year: int) -> Factors:
        """The tables of the charts that have this hour and this year."""
        _ = self._tables  # made once, and shared
        other = copy(self)
        other.moment = hour, year
        return other

    def hours(self) -> list[list[Hour]]:
        """Every hour with every year, those together of which nothing is told apart."""
        alike: dict[bytes, list[Hour]] = defaultdict(list)
        for moment in product(range(HOURS), range(YEARS)):
            other, told = self.at_hour(*moment), hashlib.sha256()
            for name in sorted(self.of_hour):
                by_nature: dict[int, NDArray[np.uint64]] = {}
                for (nature, *_), words in other._of_the_hour(name):
                    by_nature[nature] = by_nature.get(nature, np.uint64(0)) | words
                for nature, words in sorted(by_nature.items(), key=lambda each: each[0]):
                    told.update(f"{name} {nature} ".encode() + words.tobytes())
            alike[told.digest()].append(moment)
        return list(alike.values())

    @cached_property
    def of_hour(self) -> frozenset[str]:
        """The states that depend on the hour or the year."""
        return frozenset(self._tables["by_hour"])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every state, class of nodes and edge that has a table."""
        return tuple(self.arrays["names"].tolist())

    @cached_property
    def of_use(self) -> frozenset[str]:
        """The states and edges that depend on the use relation."""
        return frozenset({*self._tables["of_use"], *self._tables["edges_of_use"]})

    def place_of(self, chart: Chart) -> Place:
        """Where a chart with month and day stands on the axes."""
        month, day = chart.moment.month, chart.moment.day
        if month is None or day is None:
            raise InputError("The atlas has charts with a month and a day; give both.")
        return (
            chart.hexagram.number - 1,
            MOTIONS.index(chart.moving),
            self.months.index(month),
            self.days.index(day.iri),
        )

    def _rows(self, table: str, name: str) -> list[tuple[tuple[int, ...], NDArray[np.uint64]]]:
        return self._tables[table].get(name, [])

    def _of_the_hour(self, name: str) -> list[tuple[tuple[int, ...], NDArray[np.uint64]]]:
        """The rows by nature of a state that reads hour or year, in the charts that have these."""
        if self.moment is None:
            return []
        hour, year = self.moment
        rows = self._rows("by_hour", name)
        return [(key, words) for key, words in rows if key[1] in (ANY, hour) and key[2] in (ANY, year)]

    @cached_property
    def _at(self) -> list[NDArray[np.int16]]:
        """The natures of each slot over [hexagram, motion], the latter of length 1 where they do not depend on it."""
        return [each[:, :1] if (each == each[:, :1]).all() else each for each in self.arrays["at"]]

    @cached_property
    def _tables(self) -> dict[str, dict[str, list[tuple[tuple[int, ...], NDArray[np.uint64]]]]]:
        """The rows of each table by name of state or edge: of which slots or nature, and the words."""
        names: list[str] = self.arrays["names"].tolist()
        tables: dict[str, dict[str, list[tuple[tuple[int, ...], NDArray[np.uint64]]]]] = {}
        for table in TABLES:
            rows = tables.setdefault(table, defaultdict(list))
            for key, words in zip(self.arrays[f"{table}_key"].tolist(), self.arrays[table], strict=True):
                rows[names[key[0]]].append((tuple(key[1:]), words))
        return tables


def factors(
    source: Memory | None = None, home: Path | str | None = None, progress: Progress = lambda stage: None
) -> Factors:
    """The tables of a dataset, from its home folder or, where they are not there or another's, by the chart rules.

    They are the same with a further text and with other claims (``haidiyan.atlas.basis``); what an overlay adds is left
    out: it brings no chart rule. Raises ``DatasetError`` where whole charts are not as the tables have them.
    """
    source = source or memory()
    base = Memory(reading_triples()) if source.overlay else source
    key = tables_key(base)
    file = home_folder(home) / "atlas" / "factors.npz"
    arrays = read(file, key)
    if arrays is None:
        # The rules run over what the key is of, and are then tried on whole charts over the whole dataset.
        alone = Memory(bare(base))
        with using(alone):
            arrays = pack(derive(alone, progress), key)
        with using(base):
            progress(f"{TRIED} charts at random")
            _refuse(unexplained(Factors(arrays), *drawn(base)))
        try:
            write(file, arrays)
        except OSError as error:
            print(f"The tables of the rules cannot be kept in {file}: {error.strerror or error}.", file=sys.stderr)
    return Factors(arrays)


def pack(derived: Derived, key: str) -> Arrays:
    """The tables as arrays."""
    tables: dict[str, Mapping[tuple[Any, ...], int | list[int]]] = {name: getattr(derived, name) for name in TABLES}
    names = sorted({each[0] for table in tables.values() for each in table})
    numbers = {**{name: number for number, name in enumerate(names)}, **{slot: n for n, slot in enumerate(SLOTS)}}
    at = np.full((len(SLOTS), HEXAGRAMS, ALL_MOTIONS), -1, np.int16)
    for slot, natures in derived.at.items():
        for (hexagram, motion), nature in natures.items():
            at[numbers[slot], hexagram, motion] = nature
    arrays: Arrays = {
        "key": np.array(key),
        "months": np.array(derived.months),
        "days": np.array(derived.days),
        "uses": np.array(derived.uses),
        "states": np.array(derived.states),
        "names": np.array(names),
        "at": at,
    }
    for name, (keys, width) in TABLES.items():
        rows = sorted(([numbers.get(part, part) for part in each], words) for each, words in tables[name].items())
        arrays[name] = np.array([words for _, words in rows], np.uint64).reshape(-1, width or len(derived.uses))
        arrays[f"{name}_key"] = np.array([each for each, _ in rows], np.int16).reshape(-1, keys)
    return arrays


def drawn(source: Memory, size: int = TRIED, seed: int = SEED) -> tuple[list[Case], list[Nodes]]:
    """Charts at random, none of their lines marked, and what the rules give for them."""
    cases = [replace(case, baleful=()) for case in pool(size, seed)]
    return cases, list(evaluate((case.question() for case in cases), source))


def unexplained(tables: Factors, cases: Sequence[Case], charts: Sequence[Nodes]) -> set[str]:
    """The states and edges that the tables give some of these charts otherwise than the rules did."""
    found: set[str] = set()
    known = catalog()
    for use in tables.uses:
        mine = [n for n, case in enumerate(cases) if known.find("relation", case.use, "relation") == use]
        if not mine:
            continue
        places = [tables.place_of(cases[n].question().chart) for n in mine]
        given = charts_of((charts[n] for n in mine), tables.names)
        for name in tables.names:
            states, edges = _bits(tables.state(name, use), places), _bits(tables.edge(name, use), places)
            if states != given.states.get(name, {}) or edges != given.edges.get(name, {}):
                found.add(name)
        found |= given.states.keys() - set(tables.names)
    return found


def _bits(words: Mapping[Key, Words], places: Sequence[Place]) -> dict[Key, int]:
    """Bits of the charts at these places, for each that has any."""
    found = {each: bits(np.flatnonzero(holding(on, places)).tolist()) for each, on in words.items()}
    return {each: on for each, on in found.items() if on}


def _refuse(names: Iterable[str]) -> None:
    wrong = ", ".join(sorted(map(compact, names)))
    if wrong:
        raise DatasetError(
            f"The tables of the atlas do not explain whole charts in {wrong}: hdy:reads leaves out an input, or"
            " the state depends on more than haidiyan.atlas.derive says."
        )


def read(file: Path, key: str) -> Arrays | None:
    """The tables in a file, or ``None`` where it is not there, not as it was written, or of another dataset."""
    try:
        content = unsealed(file)
    except (OSError, ValueError):
        return None
    with np.load(BytesIO(content), allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files} if str(stored["key"]) == key else None


def write(file: Path, arrays: Arrays) -> None:
    """Put the tables in a file, whole or not at all."""
    content = BytesIO()
    np.savez(content, allow_pickle=False, **arrays)
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f".building-{secrets.token_hex(8)}")
    try:
        fresh.write_bytes(sealed(content.getvalue()))
        os.replace(fresh, file)
    finally:
        fresh.unlink(missing_ok=True)


def _of_motions(words: NDArray[np.uint64]) -> Words:
    """For each hexagram bits of motions, as day words."""
    on = words[:, None] >> np.arange(ALL_MOTIONS, dtype=np.uint64) & np.uint64(1)
    return _day_words(on.astype(bool)[:, :, None])


def _of_hexagrams(word: np.uint64) -> Words:
    """Bits of hexagrams, as day words."""
    on = word >> np.arange(HEXAGRAMS, dtype=np.uint64) & np.uint64(1)
    return _day_words(on.astype(bool)[:, None, None])


def _day_words(on: NDArray[np.bool_]) -> Words:
    if on.all():
        return EVERYWHERE
    return np.asfortranarray(factored(np.where(on, EVERY_DAY, np.uint64(0))))


def _put(found: dict[Key, Words], key: Key, words: Words) -> None:
    if words.any():
        found[key] = found[key] | words if key in found else words
