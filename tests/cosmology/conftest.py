"""Give the tests the closed cosmology once, in the characters of the classical reckoning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import pytest
from rdflib import RDF, SKOS, Graph, Literal, URIRef
from rdflib.term import Node

from haidiyan.dataset.cosmology import cosmology
from haidiyan.iris import hexagram_line, individual, term


@dataclass(frozen=True)
class World:
    """The cosmology as asserted and as derived; things are called by their Chinese labels."""

    asserted: Graph
    derived: Graph

    @cached_property
    def all(self) -> Graph:
        return self.asserted + self.derived

    @cached_property
    def _labels(self) -> dict[Node, str]:
        return {
            thing: str(label)
            for thing, label in self.asserted.subject_objects(SKOS.prefLabel)
            if isinstance(label, Literal) and label.language == "zh-hant"
        }

    @cached_property
    def _things(self) -> dict[tuple[str, str], URIRef]:
        return {
            (str(kind).rsplit("#", 1)[-1], self._labels[thing]): thing
            for thing, kind in self.asserted.subject_objects(RDF.type)
            if thing in self._labels and isinstance(thing, URIRef)
        }

    def label(self, thing: Node) -> str:
        return self._labels[thing]

    def thing(self, kind: str, label: str) -> URIRef:
        return self._things[kind, label]

    def every(self, kind: str) -> list[URIRef]:
        return [thing for (of_kind, _), thing in self._things.items() if of_kind == kind]

    def nodes(self, subject: Node, *properties: str) -> set[Node]:
        """What a path of properties leads to."""
        found = {subject}
        for each in properties:
            found = {value for start in found for value in self.all.objects(start, URIRef(term(each)))}
        return found

    def values(self, subject: Node, *properties: str) -> set[str]:
        """The labels of what a path leads to, or the literals themselves."""
        return {
            str(each) if isinstance(each, Literal) else self.label(each) for each in self.nodes(subject, *properties)
        }

    def one(self, subject: Node, *properties: str) -> str:
        """The only value of a path."""
        (value,) = self.values(subject, *properties)
        return value

    def pairs(self, name: str) -> set[tuple[str, str]]:
        """A whole property as pairs of labels."""
        rows: Iterable[tuple[Node, Node]] = self.all.subject_objects(URIRef(term(name)))
        return {(self.label(one), self.label(other)) for one, other in rows}

    def line(self, number: int, position: int) -> URIRef:
        return URIRef(hexagram_line(number, position))

    def hexagram(self, number: int) -> URIRef:
        return URIRef(individual("hexagram", f"{number:02d}"))


@pytest.fixture(scope="session")
def world() -> World:
    return World(*cosmology())
