"""Gather the contested places of the text: variants, divergences, rival doctrines, and claims that disagree."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

import pyoxigraph as ox

from haidiyan import iris, queries
from haidiyan.comparison.records import Json
from haidiyan.errors import InputError
from haidiyan.web.book.volumes import Book, Passage
from haidiyan.web.store import made

DISAGREEMENT = "disagreement"
"""The kind of a place where one claim contradicts another; it is a relation, and no class has its name."""


@dataclass(frozen=True)
class Spot:
    """One contested place: on which passage it stands, its kind and the broad kind of that, the anchor of its record.

    ``variant`` is what is recorded, or ``disagreement`` the two claims, the one that contradicts first.
    """

    passage: Passage
    kind: str
    broad: str
    anchor: str
    axes: frozenset[str]
    variant: Json | None = None
    disagreement: tuple[Json, Json] | None = None


@dataclass(frozen=True)
class Said:
    """Words that speak for an answer, with passage and layer; or from where it is supplied."""

    passage: Passage | None
    layer: str
    words: str
    supplied: str


@dataclass(frozen=True)
class Question:
    """A contested question: an axis, and its choices, each with what speaks for it."""

    axis: Json
    answers: tuple[tuple[Json, tuple[Said, ...]], ...]


class Contested:
    """The contested places of a dataset in the order of the text, and the questions on which they turn."""

    def __init__(self, _: ox.Store) -> None:
        self.book = made(Book)
        self.questions = self._questions(self.book.store)
        axes = dict.fromkeys(row["axis"] for row in self.book.records.rows("axes"))
        self.axes = {iris.local_name(iri): self.book.records.thing(iri) for iri in axes}
        bearing, passage_of, broad = self._bearing(), self.book.passage_of, self.book.broad
        spots = []
        for name, each in self.book.variants.items():
            axes_of = bearing.get(name, frozenset())
            spots.append(Spot(passage_of(name), each["kind"]["name"], broad[name], name, axes_of, variant=each))
        for name, related in self.book.related.items():
            for relation, other in related:
                if relation == "disagreesWith":
                    pair = (self.book.claims[name], other)
                    at = passage_of(name)
                    spots.append(Spot(at, DISAGREEMENT, DISAGREEMENT, name, frozenset(), disagreement=pair))
        self.spots = sorted(spots, key=lambda each: (each.passage.volume, each.passage.paragraph))
        self.counts = Counter(each.kind for each in self.spots)
        self.broad = {each.kind: each.broad for each in self.spots}
        self.axis_counts = Counter(axis for each in self.spots for axis in each.axes)

    def those(self, kind: str = "", axis: str = "") -> list[Spot]:
        """The places of a kind, or of a broad kind, and on an axis. Raises ``InputError`` for one that there is not."""
        kinds = {*self.broad, *self.broad.values()}
        if kind and kind not in kinds:
            raise InputError(f"There is no kind {kind!r} of contested place; there are {', '.join(sorted(kinds))}.")
        if axis and axis not in self.axis_counts:
            raise InputError(
                f"No contested place is on an axis {axis!r}; there are {', '.join(sorted(self.axis_counts))}."
            )
        return [
            each
            for each in self.spots
            if (not kind or kind in (each.kind, each.broad)) and (not axis or axis in each.axes)
        ]

    def _bearing(self) -> dict[str, frozenset[str]]:
        """The axes on which each variant bears, by the names of both."""
        found: dict[str, set[str]] = defaultdict(set)
        for name, axis in self.axes.items():
            for row in self.book.records.rows("variants-of-axis", axis=[axis["iri"]]):
                found[iris.local_name(row["variant"])].add(name)
        return {name: frozenset(those) for name, those in found.items()}

    def _questions(self, store: ox.Store) -> tuple[Question, ...]:
        answers: dict[str, dict[str, list[Said]]] = defaultdict(lambda: defaultdict(list))
        for row in queries.rows("contested-questions", store):
            passage = self.book.page_of.get(iris.local_name(row["passage"])) if row["passage"] else None
            said = Said(passage, row["layer"], row["words"], row["supplied"])
            if said not in answers[row["axis"]][row["choice"]]:
                answers[row["axis"]][row["choice"]].append(said)
        records = self.book.records
        return tuple(
            Question(records.thing(axis), tuple((records.thing(choice), tuple(said)) for choice, said in those.items()))
            for axis, those in answers.items()
        )
