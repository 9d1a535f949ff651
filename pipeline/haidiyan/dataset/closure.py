"""Close the cosmology under OWL 2 RL, keep what is worth saying, and refuse a contradiction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from owlrl import OWLRL_Semantics
from rdflib import OWL, RDF, RDFS, SKOS, Graph, Literal, URIRef
from rdflib.term import Node

from haidiyan.errors import BuildError
from haidiyan.iris import BASE, compact

Triple = tuple[Node, Node, Node]

_ERROR = URIRef("http://www.daml.org/2002/03/agents/agent-ont#error")
_PROPERTY_KINDS = (OWL.ObjectProperty, OWL.FunctionalProperty, OWL.SymmetricProperty, RDF.Property)
_INERT_SCHEMA = {RDF.subject, RDF.predicate, RDF.object, RDFS.comment, RDFS.label, RDFS.seeAlso, RDFS.isDefinedBy}
_SCHEMA = (str(OWL), str(RDFS), str(RDF))


class Semantics(OWLRL_Semantics):  # type: ignore[misc]
    """OWL 2 RL as owlrl does it, apart from sameness, and without work that comes to nothing.

    That each thing is the same as itself is left out: nothing new follows, and it takes two fifths of the time.
    That two things are one is noted in ``merged`` and not followed up: it is refused anyway, and a cosmology in
    which wood is fire takes minutes to close. The rules are not tried on triples that set none off, nor a triple
    looked up again that has been: the closure is the same, in half the time.
    """

    def __init__(self, *args: object, **settings: object) -> None:
        super().__init__(*args, **settings)
        self.merged: set[tuple[str, str]] = set()
        self._stored: set[Triple] = set()

    def rules(self, t: Triple, cycle_num: int) -> None:
        """Every rule starts from a schema triple, one with a predicate, or a type, of OWL, RDFS or RDF.

        The first cycle takes note of annotation properties and blank nodes besides.
        """
        _, predicate, value = t
        decisive = value if predicate == RDF.type else predicate
        if cycle_num == 1 or str(decisive).startswith(_SCHEMA):
            super().rules(t, cycle_num)

    def store_triple(self, t: Triple) -> None:
        subject, predicate, value = t
        if predicate != OWL.sameAs:
            if t not in self._stored:
                self._stored.add(t)
                super().store_triple(t)
        elif subject != value:
            one, other = sorted((str(subject), str(value)))
            self.merged.add((one, other))

    def _equality(self, triple: Triple, cycle_num: int) -> None:
        if triple[1] == OWL.sameAs:
            self.store_triple(triple)


def close(graph: Graph) -> Graph:
    """The triples that follow from a graph by OWL 2 RL and say something about its things.

    Left out are what the graph holds already and what is true of any graph: reflexive ``owl:sameAs``, classes and
    properties among themselves, anonymous classes, literals as subjects. Labels, notes, numbers and sources take no
    part. ``graph`` is left as it is. Raises ``BuildError``, one sentence a contradiction, with the labels of the
    things; two names for one thing (``owl:sameAs``), stated or derived, count as one.
    """
    working = active(graph)
    semantics = Semantics(working, axioms=False, daxioms=False)
    semantics.closure()
    complaints = sorted({*_contradictions(graph, working), *_merged(graph, semantics.merged)})
    if complaints:
        raise BuildError(complaints)
    derived = Graph()
    for triple in working:
        if triple not in graph and _informative(triple):
            derived.add(triple)
    return derived


def active(graph: Graph) -> Graph:
    """The part of a graph from which anything can follow: the schema, and statements by declared properties.

    Twenty thousand labels and notes would make the closure four times slower and add nothing to it.
    """
    declared = {each for kind in _PROPERTY_KINDS for each in graph.subjects(RDF.type, kind)}
    kept = Graph("SimpleMemory")
    for subject, predicate, value in graph:
        schema = str(predicate).startswith(_SCHEMA) and predicate not in _INERT_SCHEMA
        if not isinstance(value, Literal) and (schema or predicate in declared):
            kept.add((subject, predicate, value))
    return kept


def _informative(triple: Triple) -> bool:
    subject, predicate, value = triple
    if not (_ours(subject) and isinstance(value, URIRef)):
        return False
    return _ours(value) if predicate == RDF.type else _ours(predicate)


def _ours(node: Node) -> bool:
    return isinstance(node, URIRef) and str(node).startswith(BASE)


def _contradictions(graph: Graph, closed: Graph) -> Iterator[str]:
    for message in closed.objects(None, _ERROR):
        yield f"The cosmology contradicts itself: {_in_words(graph, str(message))}."


def _merged(graph: Graph, pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Two things that a functional property has silently made one; owlrl reports no error for them."""
    for one, other in pairs:
        yield (
            f"The cosmology contradicts itself: {_name(graph, one)} and {_name(graph, other)} would be one and the"
            " same; look for a property that has two values, or two subjects, where it may have one."
        )


def _in_words(graph: Graph, message: str) -> str:
    return re.sub(r"https?://[^\s,()]+", lambda found: _name(graph, found[0]), message).rstrip(".")


def _name(graph: Graph, iri: str) -> str:
    """An IRI with its Chinese and English labels."""
    labels = sorted(_labels(graph.objects(URIRef(iri), SKOS.prefLabel)), reverse=True)
    return f"{' '.join(label for _, label in labels)} ({compact(iri)})" if labels else compact(iri)


def _labels(values: Iterable[Node]) -> Iterator[tuple[str, str]]:
    for value in values:
        if isinstance(value, Literal) and value.language in ("zh-hant", "en"):
            yield value.language, str(value)
