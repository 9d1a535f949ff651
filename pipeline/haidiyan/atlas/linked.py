"""Say the base rate of each claim in RDF."""

from __future__ import annotations

from collections.abc import Iterable

from rdflib import XSD, Graph, Literal, URIRef

from haidiyan import turtle
from haidiyan.atlas.words import CHARTS
from haidiyan.iris import term


def describe(rates: Iterable[tuple[str, int, float]], dataset: str) -> bytes:
    """Turtle with ``hdy:firesIn`` and ``hdy:baseRate`` of each claim; ``rates`` are those of ``rates.with_any_use``."""
    graph = Graph()
    for claim, charts, share in rates:
        graph.add((URIRef(claim), URIRef(term("firesIn")), Literal(charts)))
        graph.add((URIRef(claim), URIRef(term("baseRate")), Literal(f"{share:.9f}", datatype=XSD.decimal)))
    header = (
        f"How often each claim is in force over all {CHARTS} charts, under the default doctrine.\nDataset {dataset}."
    )
    return turtle.serialize(graph, header).encode()
