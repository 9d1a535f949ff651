"""Hold in memory what casting and reading need of the dataset, and run its bundled queries there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import cast

import pyoxigraph as ox

from haidiyan.dataset.store import reading_triples
from haidiyan.resources import query

Row = dict[str, str]

REMOVED_AT_MOST = 15_000
"""How many triples a store may have lost, some dozen questions, before it is loaded anew (0.07 s)."""


class Memory:
    """The static triples of a reading in a store of their own, into which a question is laid and taken out again.

    Everything stands in the default graph, so that the same rules run over one question or over many.
    """

    def __init__(self, triples: Path | bytes) -> None:
        self._triples = triples.read_bytes() if isinstance(triples, Path) else triples
        self.store = self._loaded()

    def _loaded(self) -> ox.Store:
        self._removed = 0
        store = ox.Store()
        store.load(self._triples, format=ox.RdfFormat.N_TRIPLES)
        return store

    def rows(self, name: str) -> Iterator[Row]:
        """The rows of a bundled SELECT: variable to IRI or lexical form, without the variables that are unbound."""
        solutions = cast(ox.QuerySolutions, self.store.query(query(name)))
        names = [variable.value for variable in solutions.variables]
        for solution in solutions:
            yield {each: term.value for each in names if (term := solution[each]) is not None}

    def derive(self, name: str) -> list[ox.Triple]:
        """The triples of a bundled CONSTRUCT."""
        return self.construct(query(name))

    def construct(self, text: str) -> list[ox.Triple]:
        """The triples of a CONSTRUCT given as text."""
        return list(cast(ox.QueryTriples, self.store.query(text)))

    def add(self, triples: Iterable[ox.Triple]) -> None:
        """Lay triples into the store."""
        self.store.extend(ox.Quad(*triple) for triple in triples)

    def remove_subjects(self, subjects: list[str]) -> None:
        """Take out every triple of these subjects; after many, with nothing else laid in, start from a fresh store.

        An in-memory store keeps what was removed: it would grow, and slow down, with every question.
        """
        for subject in subjects:
            for quad in list(self.store.quads_for_pattern(ox.NamedNode(subject), None, None, None)):
                self.store.remove(quad)
                self._removed += 1
        if self._removed > REMOVED_AT_MOST:
            self.store = self._loaded()


@cache
def memory() -> Memory:
    """The memory of the dataset in use, loaded once a process. Raises ``DatasetError`` where there is none."""
    return Memory(reading_triples())
