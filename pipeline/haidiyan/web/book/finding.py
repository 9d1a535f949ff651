"""Search the text for a page: the places by layer with the words marked, the terms, what is nearest."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.dataset import search
from haidiyan.dataset.folding import fold
from haidiyan.web.book.volumes import Book, Layer, Passage
from haidiyan.web.store import made

_SPELT = ox.NamedNode(iris.term("foldedPinyin"))


def _spelt(store: ox.Store) -> dict[str, str]:
    """The pinyin of every segment and term, as search compares it."""
    return {
        each.subject.value: each.object.value
        for each in store.quads_for_pattern(None, _SPELT, None, ox.DefaultGraph())
        if isinstance(each.subject, ox.NamedNode) and isinstance(each.object, ox.Literal)
    }


@dataclass(frozen=True)
class Hit:
    """A segment that holds the words: where, in which form, and its text in parts, which are the words or are not."""

    name: str
    passage: Passage
    how: str
    parts: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class Results:
    """What a search found; ``whole`` are the terms of just that name, ``terms`` those that have it in their name."""

    layers: tuple[tuple[Layer, tuple[Hit, ...]], ...]
    whole: tuple[search.Row, ...]
    terms: tuple[search.Row, ...]
    nearest: tuple[search.Row, ...]

    @property
    def count(self) -> int:
        return sum(len(hits) for _, hits in self.layers)


def found(words: str, layer: str | None, book: Book) -> Results:
    """What ``haidiyan.search`` finds, laid out. Raises like it."""
    asked = search.sought(words, book.store)
    told = search.find(asked, book.store, layer)
    spelt = made(_spelt)
    hits: dict[str, list[Hit]] = defaultdict(list)
    for row in told.segments:
        name = iris.local_name(row["segment"])
        places = asked.places(fold(row["text"]), spelt[row["segment"]])
        hits[row["layer"]].append(Hit(name, book.passage_of(name), row["how"], marked(row["text"], places)))
    return Results(
        layers=tuple((each, tuple(hits[each.name])) for each in book.layers if hits[each.name]),
        whole=tuple(row for row in told.terms if row["whole"] == "true"),
        terms=tuple(row for row in told.terms if row["whole"] != "true"),
        nearest=tuple(told.nearest),
    )


def marked(text: str, places: list[tuple[int, int]]) -> tuple[tuple[str, bool], ...]:
    """A text in parts, those at ``places`` of its folded form marked; joined they are the text.

    >>> marked("父，剋子", [(0, 2)])
    (('父，剋', True), ('子', False))
    """
    at = [place for place, each in enumerate(text) for _ in fold(each)]
    inside = {place for start, end in places for place in range(at[start], at[end - 1] + 1)}
    parts: list[tuple[str, bool]] = []
    for place, each in enumerate(text):
        if parts and parts[-1][1] == (place in inside):
            parts[-1] = (parts[-1][0] + each, parts[-1][1])
        else:
            parts.append((each, place in inside))
    return tuple(parts)
