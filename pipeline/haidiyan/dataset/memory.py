"""Hold in memory what casting and reading need of the dataset, and run its bundled queries there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import pyoxigraph as ox

from haidiyan.dataset.store import Manifest, manifest, open_store, reading_triples
from haidiyan.resources import query

Row = dict[str, str]
T = TypeVar("T")

REMOVED_AT_MOST = 15_000
"""How many triples a store may have lost, some dozen questions, before it is loaded anew (0.07 s)."""


class Memory:
    """The static triples of a reading in a store of their own, into which a question is laid and taken out again.

    ``overlay`` tells what is laid over the dataset, where something is: the questions put here are others for it.
    Everything stands in the default graph, so that the same rules run over one question or over many.
    """

    def __init__(self, triples: Path | bytes, overlay: str = "") -> None:
        self.overlay = overlay
        self.triples: bytes = triples.read_bytes() if isinstance(triples, Path) else triples
        self._made: dict[Any, Any] = {}
        self.store = self._loaded()

    def _loaded(self) -> ox.Store:
        self._removed = 0
        store = ox.Store()
        store.load(self.triples, format=ox.RdfFormat.N_TRIPLES)
        return store

    def fresh(self) -> Memory:
        """Another memory of the same triples, with nothing laid in."""
        return Memory(self.triples, self.overlay)

    def manifest(self) -> Manifest:
        """What dataset the triples are of. Raises ``DatasetError``."""
        return manifest()

    def dataset(self) -> ox.Store:
        """That dataset whole, for what a reading does without. Raises ``DatasetError``."""
        return open_store()

    def keep(self, make: Callable[[Memory], T]) -> T:
        """What ``make`` makes of this memory, made once."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast(T, self._made[make])

    def rows(self, name: str) -> Iterator[Row]:
        """The rows of a bundled SELECT: variable to IRI or lexical form, without the variables that are unbound."""
        return self.rows_of(self.store, name)

    @staticmethod
    def rows_of(store: ox.Store, name: str) -> Iterator[Row]:
        """The rows of a bundled SELECT over another store."""
        solutions = cast(ox.QuerySolutions, store.query(query(name)))
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


_in_use: ContextVar[Memory | None] = ContextVar("_in_use", default=None)


def memory() -> Memory:
    """The memory in use: one that ``using`` put in its place, or that of the dataset in use, loaded once a process.

    Raises ``DatasetError`` where there is no dataset.
    """
    return _in_use.get() or _of_dataset()


@contextmanager
def using(other: Memory) -> Iterator[None]:
    """Have ``memory()``, and all that is made of it, mean another memory for a while."""
    token = _in_use.set(other)
    try:
        yield
    finally:
        _in_use.reset(token)


@cache
def _of_dataset() -> Memory:
    return Memory(reading_triples())
