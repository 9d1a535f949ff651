"""Lay charts and the classes that claims look for before a reasoner, and tell what it finds where claims look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from rdflib import OWL, RDF, RDFS, Graph, URIRef
from rdflib.term import Node as Term

from haidiyan.chart.catalog import catalog
from haidiyan.dataset.load import Sources, load
from haidiyan.iris import graph, term
from haidiyan.reading.doctrine import Doctrine
from haidiyan.reading.evaluation import CHART, Node

_ANTECEDENT, _ALTERNATIVE, _WITNESS_EDGE, _BRIDGE_GRAPH = (
    URIRef(term(name)) for name in ("antecedent", "alternative", "witnessEdge", "bridgeGraph")
)

_AXIOMS = (OWL.intersectionOf, OWL.onProperty, OWL.someValuesFrom, RDFS.subClassOf, RDF.first, RDF.rest)

Nodes = Mapping[str, Node]
"""The nodes of one question by IRI."""

Membership = tuple[str, str]
"""A node with a class that it is in; both IRIs."""


@dataclass
class Theory:
    """The OWL on which the claims rest."""

    axioms: Graph
    roots: set[tuple[str, str]]
    """The classes that claims look for, each with the edge by which they look."""
    below: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    """For each class that axioms put something into, the classes that they name: on the node itself with the edge
    ``""``, else at the end of an edge."""


class ContradictionError(Exception):
    """A reasoner found the charts and the classes contradictory; its messages."""


def theory(doctrine: Doctrine, sources: Sources | None = None) -> Theory:
    """What antecedents and alternatives rest on, with the bridges of a doctrine, as the ontology has it."""
    sources = sources or load()
    classes = _classes(doctrine, sources)
    found = Theory(Graph(), set(_roots(sources.graphs[graph("claims")])))
    waiting = [kind for kind, _ in found.roots]
    while waiting:
        head = waiting.pop()
        if head not in found.below:
            found.below[head] = set(_take(classes, URIRef(head), found.axioms))
            waiting += [kind for _, kind in found.below[head]]
    found.below = {head: named for head, named in found.below.items() if named}
    return found


def _classes(doctrine: Doctrine, sources: Sources) -> Graph:
    """The ontology's states, patterns and situations, with the bridges of a doctrine."""
    classes = sources.graphs[graph("ontology")] + sources.graphs[graph("situations")]
    doctrines = sources.graphs[graph("doctrines")]
    for choice in doctrine.adopted(catalog().choices):
        for where in doctrines.objects(URIRef(choice), _BRIDGE_GRAPH):
            classes += sources.graphs[str(where)]
    return classes


def _roots(claims: Graph) -> Iterator[tuple[str, str]]:
    """Antecedents with their claim's edge; alternatives, which may be of another kind of node, with every edge."""
    for claim, edge in claims.subject_objects(_WITNESS_EDGE):
        yield from ((str(kind), str(edge)) for kind in claims.objects(claim, _ANTECEDENT))
    for kind, edge in product(set(claims.objects(None, _ALTERNATIVE)), set(claims.objects(None, _WITNESS_EDGE))):
        yield str(kind), str(edge)


def _take(classes: Graph, head: Term, axioms: Graph) -> Iterator[tuple[str, str]]:
    """Copy the axioms that can put something into ``head``; the classes that they name, each with its edge."""
    yield from _copy_intersection(classes, head, axioms)
    for lower in classes.subjects(RDFS.subClassOf, head):
        axioms.add((lower, RDFS.subClassOf, head))
        if isinstance(lower, URIRef):
            yield "", str(lower)
            continue
        yield from _copy_intersection(classes, lower, axioms)
        for edge in classes.objects(lower, OWL.onProperty):
            axioms += classes.triples((lower, None, None))
            for end in classes.objects(lower, OWL.someValuesFrom):
                yield str(edge), str(end)


def _copy_intersection(classes: Graph, whole: Term, axioms: Graph) -> Iterator[tuple[str, str]]:
    for first in classes.objects(whole, OWL.intersectionOf):
        axioms.add((whole, OWL.intersectionOf, first))
        for cell in classes.transitive_objects(first, RDF.rest):
            for link in (RDF.first, RDF.rest):
                axioms += classes.triples((cell, link, None))
        yield from (("", str(part)) for part in classes.items(first))


def everything(charts: Sequence[Nodes], doctrine: Doctrine, sources: Sources | None = None) -> Graph:
    """Charts with all that the chart rules say of them, and the axioms of every state, pattern and situation."""
    sources = sources or load()
    classes = _classes(doctrine, sources)
    said = Graph()
    for link in _AXIOMS:
        said += classes.triples((None, link, None))
    for nodes in charts:
        for node in nodes.values():
            for kind in node.types:
                said.add((URIRef(node.iri), RDF.type, URIRef(kind)))
            for edge, targets in node.links.items():
                for target in targets:
                    said.add((URIRef(node.iri), URIRef(edge), URIRef(target)))
    return said


Looks = dict[str, set[str]]
"""For each kind of node the classes that a claim may look for on it."""


def looks(charts: Sequence[Nodes], of: Theory) -> Looks:
    """Where claims look: from the chart along their edges, and on through the classes that others name."""
    reach: dict[tuple[str, str], set[str]] = defaultdict(set)
    for nodes in charts:
        for node in nodes.values():
            for edge, targets in node.links.items():
                reach[node.kind, edge].update(nodes[each].kind for each in targets if each in nodes)
            reach[node.kind, ""].add(node.kind)
    found: Looks = defaultdict(set)
    waiting = [(at, kind) for kind, edge in of.roots for at in reach.get((CHART, edge), ())]
    while waiting:
        at, kind = waiting.pop()
        if kind not in found[at]:
            found[at].add(kind)
            named = of.below.get(kind, ())
            waiting += [(there, each) for edge, each in named for there in reach.get((at, edge), ())]
    return found


def facts(charts: Sequence[Nodes], of: Theory, looked: Looks) -> Graph:
    """What the chart rules say of charts, as far as claims look for it."""
    edges = {at: {edge for kind in kinds for edge, _ in of.below.get(kind, ())} for at, kinds in looked.items()}
    said = Graph()
    for nodes in charts:
        for node in nodes.values():
            for kind in node.types & looked.get(node.kind, set()):
                said.add((URIRef(node.iri), RDF.type, URIRef(kind)))
            for edge in node.links.keys() & edges.get(node.kind, set()):
                for target in node.links[edge] & nodes.keys():
                    said.add((URIRef(node.iri), URIRef(edge), URIRef(target)))
    return said


def read(charts: Sequence[Nodes], of: Theory) -> set[Membership]:
    """What a reading has found the nodes of charts to be, where claims look: what the reasoners speak of."""
    kinds = {iri: node.types for nodes in charts for iri, node in nodes.items()}
    return where_looked(charts, of, looks(charts, of), kinds)


def where_looked(charts: Sequence[Nodes], of: Theory, looked: Looks, kinds: Mapping[str, set[str]]) -> set[Membership]:
    """Of the classes that each node is in, those that are made of others and that a claim may look for there."""
    return {
        (iri, kind)
        for nodes in charts
        for iri, node in nodes.items()
        for kind in kinds[iri] & looked.get(node.kind, set()) & of.below.keys()
    }
