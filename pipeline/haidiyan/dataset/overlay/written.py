"""Read the file of an overlay: its triples, and how its text writes the names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pyoxigraph as ox
from rdflib import BNode, Graph, URIRef
from rdflib.term import Node

from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.load import reason
from haidiyan.dataset.turtle_lines import TurtleLines
from haidiyan.errors import BuildError, InputError
from haidiyan.iris import BASE, compact

LARGEST = 5_000_000
"""The bytes that a file may have: the whole book, with its claims, is a fifth of that."""


@dataclass(frozen=True)
class Written:
    """A file as it was written: its name, its triples, and the lines of its text."""

    file: str
    graph: Graph
    lines: TurtleLines

    @cached_property
    def own(self) -> set[URIRef]:
        """What the file describes."""
        return {each for each in self.graph.subjects() if isinstance(each, URIRef)}

    def name(self, iri: str) -> str:
        """What a complaint calls a thing: as the file writes it, with the line of its description."""
        return (URIRef(iri) in self.own and self.lines.name(self.file, iri)) or self.spelled(iri)

    def named(self, iri: str) -> str:
        """The same; a property without the line: it is never what the complaint is about."""
        return self.spelled(iri) if (None, URIRef(iri), None) in self.graph else self.name(iri)

    def spelled(self, iri: str) -> str:
        """A thing of the file's as the file writes it; one of the dataset's by its usual prefix."""
        return compact(iri) if iri.startswith(BASE) else self.lines.spelled(iri) or compact(iri)

    def owner(self, node: Node) -> URIRef | None:
        """The thing with a name that a blank node is part of."""
        seen: set[Node] = set()
        waiting = [node]
        while waiting:
            current = waiting.pop()
            if isinstance(current, URIRef):
                return current
            if isinstance(current, BNode) and current not in seen:
                seen.add(current)
                waiting += sorted(self.graph.subjects(None, current), key=str)
        return None


def open_file(path: Path) -> Written:
    """A file of Turtle. Raises ``InputError`` where it cannot be read, ``BuildError`` where it is not Turtle."""
    try:
        with path.open("rb") as handle:
            content = handle.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    if len(content) > LARGEST:
        raise InputError(f"{path} is larger than the {LARGEST // 1_000_000} MB that an overlay may have.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} cannot be read: its bytes are not UTF-8.") from error
    try:
        quads = list(ox.parse(input=text.encode(), format=ox.RdfFormat.TURTLE, rename_blank_nodes=True))
    except SyntaxError as error:
        raise BuildError([f"{path}, line {error.lineno}, column {error.offset}: {reason(error)}"]) from error
    except MemoryError as error:
        raise BuildError([f"{path}: this Turtle cannot be read: a comment or a string is too long."]) from error
    lines = TurtleLines(text)
    if lines.star is not None or any(isinstance(each.object, ox.Triple) for each in quads):
        at = f", line {lines.star}" if lines.star else ""
        raise BuildError([f"{path}{at}: this is not RDF 1.1: a triple cannot stand within a triple."])
    return Written(path.name, graph_of(quads), lines)
