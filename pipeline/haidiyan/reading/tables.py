"""Look up the bare states and edges of a chart in the tables of the atlas, as bits: a bit for each node.

``haidiyan.atlas.factors`` makes the tables from the chart rules and keeps them on disk; here they are read without
numpy, which an installation may lack and whose import takes as long as some ten readings.
"""

from __future__ import annotations

import ast
import sys
import zipfile
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from haidiyan import iris
from haidiyan.chart.catalog import Catalog
from haidiyan.corpus.bits import KINDS, Slot
from haidiyan.dataset.memory import Memory
from haidiyan.dataset.store import home_folder
from haidiyan.reading.question import Question

SLOTS: tuple[Slot, ...] = (("chart", 0), *((kind, place) for kind in KINDS if kind != "chart" for place in range(1, 7)))
"""The nodes that a chart may have; bit *n* of a mask stands for the *n*-th."""

BIT: Mapping[Slot, int] = {slot: 1 << number for number, slot in enumerate(SLOTS)}

EVERYWHERE = (1 << len(SLOTS)) - 1

HEXAGRAMS, MOTIONS, MONTHS = 64, 64, 12

Edges = dict[str, dict[int, int]]
"""Of each edge, for the bit of each node from which it leads, the mask of those to which it does."""

Numbers = Sequence[int]
T = TypeVar("T")


class Bare(NamedTuple):
    """What the chart rules give for one chart: a mask for each state and class of nodes, and the edges."""

    states: dict[str, int]
    edges: Edges


class _Still(NamedTuple):
    """What of a chart depends on hexagram and motion: states, edges, and the nodes of each nature."""

    states: dict[str, int]
    edges: Edges
    natures: dict[int, int]


class Tables:
    """The tables of one dataset; ``arrays`` as ``haidiyan.atlas.factors`` describes them, flat."""

    def __init__(self, arrays: Mapping[str, Any], source: Memory) -> None:
        self._arrays = arrays
        self._months = _places(arrays["months"])
        self._days = _places(arrays["days"])
        self._uses = _places(arrays["uses"])
        pillars = source.keep(Catalog).pillars.values()
        self._day_of_branch = {pillar.branch: self._days[pillar.iri] for pillar in pillars}
        self._reads: dict[str, set[str]] = {}
        for row in source.rows("corpus/states"):
            self._reads.setdefault(row["state"], set()).update(
                [iris.local_name(row["reads"])] if "reads" in row else []
            )
        self._structure = list(self._rows("structure", 2, HEXAGRAMS))
        self._linked = list(self._rows("edges", 3, HEXAGRAMS))
        self._by_nature: dict[int, list[tuple[str, Numbers]]] = defaultdict(list)
        for name, (nature,), words in self._rows("by_nature", 2, MONTHS):
            self._by_nature[nature].append((name, words))
        self._by_place = [(name, 1 << slot, words[0]) for name, (slot,), words in self._rows("by_place", 2, 1)]
        self._of_use = list(self._rows("of_use", 2, len(self._uses)))
        self._linked_of_use = list(self._rows("edges_of_use", 3, len(self._uses)))
        self._still = lru_cache(maxsize=512)(self._still_of)
        self._hours = lru_cache(maxsize=None)(self._of_month)

    def of(self, question: Question) -> Bare:
        """The bare states and edges of a question's chart, none of its lines marked 殺.

        Where an input was not given, a state that reads it is left out, as the chart rules do.
        """
        chart, moment = question.chart, question.chart.moment
        hexagram, motion = chart.hexagram.number - 1, sum(1 << position - 1 for position in chart.moving)
        still = self._still(hexagram, motion)
        states, edges = dict(still.states), still.edges
        month = self._months[moment.month] if moment.month else 0
        day = self._days[moment.day.iri] if moment.day else self._day_of_branch.get(moment.day_branch or "", 0)
        unread = self._reading(question.open_inputs)
        for nature, nodes in still.natures.items():
            for name, days in self._hours(nature, month):
                if days >> day & 1 and name not in unread:
                    states[name] = states.get(name, 0) | nodes
        for name, node, days in self._by_place:
            if days >> day & 1 and name not in unread:
                states[name] = states.get(name, 0) | node
        if question.use:
            use = self._uses[question.use]
            for name, (slot,), words in self._of_use:
                if words[use] >> hexagram & 1:
                    states[name] = states.get(name, 0) | 1 << slot
            linked = ((name, ends) for name, ends, words in self._linked_of_use if words[use] >> hexagram & 1)
            edges = _edges(linked, edges)
        return Bare(states, edges)

    def _still_of(self, hexagram: int, motion: int) -> _Still:
        states: dict[str, int] = {}
        for name, (slot,), words in self._structure:
            if words[hexagram] >> motion & 1:
                states[name] = states.get(name, 0) | 1 << slot
        edges = _edges((name, ends) for name, ends, words in self._linked if words[hexagram] >> motion & 1)
        natures: dict[int, int] = {}
        at: Numbers = self._arrays["at"]
        for number in range(len(SLOTS)):
            nature = at[(number * HEXAGRAMS + hexagram) * MOTIONS + motion]
            if nature >= 0:
                natures[nature] = natures.get(nature, 0) | 1 << number
        return _Still(states, edges, natures)

    def _of_month(self, nature: int, month: int) -> list[tuple[str, int]]:
        """The states that nodes of a nature have in a month, each with the days on which they do."""
        return [(name, words[month]) for name, words in self._by_nature[nature] if words[month]]

    def _reading(self, inputs: Sequence[str]) -> frozenset[str]:
        """The states that read one of some inputs."""
        return frozenset(name for name, read in self._reads.items() if read.intersection(inputs)) if inputs else _NONE

    def _rows(self, table: str, keys: int, width: int) -> Iterator[tuple[str, tuple[int, ...], Numbers]]:
        names, key, words = self._arrays["names"], self._arrays[f"{table}_key"], self._arrays[table]
        for row in range(len(key) // keys):
            name, *rest = key[row * keys : (row + 1) * keys]
            yield names[name], tuple(rest), words[row * width : (row + 1) * width]


_NONE: frozenset[str] = frozenset()


def _edges(rows: Iterable[tuple[str, tuple[int, ...]]], among: Edges | None = None) -> Edges:
    """The edges of some rows, and those that are there already."""
    found = {name: dict(links) for name, links in among.items()} if among else {}
    for name, (here, there) in rows:
        links = found.setdefault(name, {})
        links[1 << here] = links.get(1 << here, 0) | 1 << there
    return found


def _places(names: Sequence[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


def tables(source: Memory, home: Path | str | None = None) -> Tables | None:
    """The tables of a dataset from its home folder; ``None`` where not there, not as written, or another's."""
    from haidiyan.atlas.basis import tables_key, unsealed

    file = home_folder(home) / "atlas" / "factors.npz"
    if source.overlay or not file.is_file():
        return None
    try:
        content = unsealed(file)
    except (OSError, ValueError):
        return None
    arrays = _arrays(content)
    return Tables(arrays, source) if arrays["key"] == [tables_key(source)] else None


def _arrays(content: bytes) -> dict[str, Any]:
    """The arrays of an ``.npz`` file, flat: lists of strings, and arrays of numbers."""
    with zipfile.ZipFile(BytesIO(content)) as stored:
        return {name.removesuffix(".npy"): _array(stored.read(name)) for name in stored.namelist()}


def _array(stored: bytes) -> list[str] | Sequence[int]:
    """One array in the format of numpy, whose header says what it holds."""
    if stored[:8] != b"\x93NUMPY\x01\x00":
        raise ValueError("no array that numpy wrote")
    start = 10 + int.from_bytes(stored[8:10], "little")
    header = ast.literal_eval(stored[10:start].decode("ascii"))
    kind, body = header["descr"], stored[start:]
    if header["fortran_order"] or kind[:2] not in ("<U", "<i", "<u"):
        raise ValueError(f"an array of another kind: {header}")
    if kind[:2] == "<U":
        width = 4 * int(kind[2:])
        return [body[at : at + width].decode("utf-32-le").rstrip("\0") for at in range(0, len(body), width)]
    numbers = array({"<i2": "h", "<u8": "Q"}[kind])
    numbers.frombytes(body)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
