"""Write quads in a form of RDF, the same bytes for the same quads in any order, under any blank node names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from textwrap import indent

import pyoxigraph as ox
from rdflib import Graph

from haidiyan import turtle
from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.store import canonical
from haidiyan.errors import InputError
from haidiyan.publication import jsonld, rdfxml

INDENT = "    "
Quads = Iterable[ox.Quad]


def write_turtle(quads: Quads, header: str = "") -> bytes:
    """The triples of all graphs as one graph; ``header`` becomes comment lines."""
    return turtle.serialize(graph_of(quads), header).encode()


def write_trig(quads: Quads, header: str = "") -> bytes:
    """Graph by graph in the order of their names, that without a name first; ``header`` becomes comment lines.

    Raises ``InputError`` where two graphs share a blank node.
    """
    graphs = by_graph(quads)
    _refuse_shared(graphs)
    return trig({name: graph_of(triples) for name, triples in graphs.items()}, header).encode()


def write_nquads(quads: Quads, header: str = "") -> bytes:
    """The sorted lines of the RDFC-1.0 canonical N-Quads; there is no place for the header."""
    return canonical(quads)[1]


def write_jsonld(quads: Quads, header: str = "") -> bytes:
    """JSON-LD with a context of its own (``jsonld``); there is no place for the header."""
    return jsonld.document(by_graph(canonical(quads)[0])).encode()


def write_rdfxml(quads: Quads, header: str = "") -> bytes:
    """The triples of all graphs as one graph (``rdfxml``); ``header`` becomes a comment."""
    triples = [ox.Quad(each.subject, each.predicate, each.object) for each in quads]
    return rdfxml.document(by_graph(canonical(triples)[0]).get("", []), header).encode()


@dataclass(frozen=True)
class Form:
    """A form of RDF: how its files end, its media type, whether it keeps graphs apart, and what writes it."""

    ending: str
    media_type: str
    keeps_graphs: bool
    write: Callable[[Quads, str], bytes]


FORMS: dict[str, Form] = {
    "turtle": Form("ttl", "text/turtle", False, write_turtle),
    "trig": Form("trig", "application/trig", True, write_trig),
    "nquads": Form("nq", "application/n-quads", True, write_nquads),
    "jsonld": Form("jsonld", "application/ld+json", True, write_jsonld),
    "rdfxml": Form("rdf", "application/rdf+xml", False, write_rdfxml),
}
"""The forms of RDF by the names that the command line gives them."""


def by_graph(quads: Quads) -> dict[str, list[ox.Triple]]:
    """The triples of each graph by its name, in the order of the names; that of the default graph is empty."""
    found: dict[str, list[ox.Triple]] = defaultdict(list)
    for quad in quads:
        found[str(getattr(quad.graph_name, "value", ""))].append(quad.triple)
    return {name: found[name] for name in sorted(found)}


def trig(graphs: Mapping[str, Graph], header: str = "") -> str:
    """Graphs by name in TriG, in the order given, each in the style of ``haidiyan.turtle``; a name may be empty."""
    prefixes: set[str] = set()
    blocks = []
    for number, (name, graph) in enumerate(graphs.items(), start=1):
        lines = turtle.serialize(graph, label=f"g{number}b").splitlines()
        prefixes.update(line for line in lines if line.startswith("@prefix "))
        body = "\n".join(line for line in lines if not line.startswith("@prefix ")).strip()
        blocks.append(f"<{name}> {{\n{indent(body, INDENT)}\n}}\n" if name else f"{body}\n")
    comment = "".join(f"# {line}\n" for line in header.splitlines())
    return "\n".join(filter(None, [comment, "".join(f"{line}\n" for line in sorted(prefixes)), *blocks]))


def _refuse_shared(graphs: Mapping[str, list[ox.Triple]]) -> None:
    seen: dict[ox.BlankNode, str] = {}
    for name, triples in graphs.items():
        for triple in triples:
            for end in (triple.subject, triple.object):
                if isinstance(end, ox.BlankNode) and seen.setdefault(end, name) != name:
                    raise InputError(f"{name} and {seen[end]} share a blank node; write them as N-Quads or JSON-LD.")
