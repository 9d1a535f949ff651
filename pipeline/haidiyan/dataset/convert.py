"""Carry terms and graphs between rdflib and pyoxigraph, blank node labels included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

import pyoxigraph as ox
from rdflib import BNode, Graph, Literal, URIRef
from rdflib.term import Node

OxSubject = ox.NamedNode | ox.BlankNode
OxTerm = ox.NamedNode | ox.BlankNode | ox.Literal


def to_oxigraph(node: Node) -> OxTerm:
    """An rdflib term as a pyoxigraph term; language tags become lower case, as everywhere in the project."""
    if isinstance(node, URIRef):
        return ox.NamedNode(str(node))
    if isinstance(node, BNode):
        return ox.BlankNode(str(node))
    if isinstance(node, Literal):
        if node.language:
            return ox.Literal(str(node), language=node.language)
        return (
            ox.Literal(str(node), datatype=ox.NamedNode(str(node.datatype))) if node.datatype else ox.Literal(str(node))
        )
    raise TypeError(f"{node!r} is no RDF 1.1 term")


def to_rdflib(term: object) -> Node:
    """A pyoxigraph term as an rdflib term, its lexical form untouched."""
    if isinstance(term, ox.NamedNode):
        return URIRef(term.value)
    if isinstance(term, ox.BlankNode):
        return BNode(term.value)
    if isinstance(term, ox.Literal):
        if term.language:
            return Literal(term.value, lang=term.language)
        plain = term.datatype.value == "http://www.w3.org/2001/XMLSchema#string"
        return Literal(term.value, datatype=None if plain else URIRef(term.datatype.value), normalize=False)
    raise TypeError(f"{term!r} is no RDF 1.1 term")


def graph_of(triples: Iterable[ox.Quad] | Iterable[ox.Triple]) -> Graph:
    """An rdflib graph of the triples, whatever graph they stood in."""
    graph = Graph()
    for each in triples:
        graph.add((to_rdflib(each.subject), to_rdflib(each.predicate), to_rdflib(each.object)))
    return graph


def quads_of(graphs: Mapping[str, Graph]) -> Iterator[ox.Quad]:
    """All triples of named rdflib graphs as pyoxigraph quads."""
    for name, graph in graphs.items():
        place = ox.NamedNode(name)
        for subject, predicate, value in graph:
            yield ox.Quad(
                cast(OxSubject, to_oxigraph(subject)),
                cast(ox.NamedNode, to_oxigraph(predicate)),
                to_oxigraph(value),
                place,
            )
