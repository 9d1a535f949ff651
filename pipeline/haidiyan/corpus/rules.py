"""Run the chart rules alone over charts: bare states and edges, and no class that a clause or a bridge gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.corpus.cases import batches
from haidiyan.dataset.memory import Memory
from haidiyan.dataset.store import reading_triples_path
from haidiyan.reading.doctrine import RDF_TYPE
from haidiyan.reading.evaluation import CHART, Node
from haidiyan.reading.question import Question
from haidiyan.reading.rules import chart_rules

Nodes = dict[str, Node]
"""The nodes of one question by IRI."""

BATCH, BATCHES = 8, 20
"""Charts at once, and how often before the store is renewed: what was taken out of it goes on costing time in it."""

_NODE = ox.NamedNode(iris.term("node"))
_PLACE = re.compile(r"#([a-z]+)-([1-6])$")


def evaluate(questions: Iterable[Question], source: Memory | None = None) -> Iterator[Nodes]:
    """The nodes of each question with what the chart rules derive for them over a dataset, batch by batch."""
    for several in batches(batches(questions, BATCH), BATCHES):
        memory = source.fresh() if source else Memory(reading_triples_path())
        for batch in several:
            yield from _batch(batch, memory)


def _batch(questions: list[Question], memory: Memory) -> list[Nodes]:
    given = [question.triples() for question in questions]
    names = [list(_node_names(triples)) for triples in given]
    try:
        for triples in given:
            memory.add(triples)
        for rule in chart_rules():
            memory.add(memory.derive(rule))
        return [{iri: _node(memory, iri) for iri in each} for each in names]
    finally:
        memory.remove_subjects([iri for each in names for iri in each])


def _node_names(triples: list[ox.Triple]) -> Iterator[str]:
    for triple in triples:
        if triple.predicate == _NODE and isinstance(triple.object, ox.NamedNode):
            yield triple.object.value


def _node(memory: Memory, iri: str) -> Node:
    place = _PLACE.search(iri)
    node = Node(iri, place[1], int(place[2])) if place else Node(iri, CHART, None)
    for quad in memory.store.quads_for_pattern(ox.NamedNode(iri), None, None, None):
        if not isinstance(quad.object, ox.NamedNode):
            continue
        if quad.predicate == RDF_TYPE:
            node.types.add(quad.object.value)
        else:
            node.links.setdefault(quad.predicate.value, set()).add(quad.object.value)
    return node
