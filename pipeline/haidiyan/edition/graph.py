"""Write the edition as RDF: passages and segments with Web Annotation selectors."""

from __future__ import annotations

from collections.abc import Iterable

from rdflib import Graph, Literal, URIRef
from rdflib.namespace import DCTERMS, RDF, XSD

from haidiyan import iris

from .model import Passage, Segment, Volume

_OA = iris.PREFIXES["oa"]


def graphs(volumes: Iterable[Volume]) -> dict[str, Graph]:
    """The graphs of all volumes by IRI: ``graph:volume-2``, ``graph:volume-2-verse``, ``graph:volume-2-label`` …"""
    return {iri: graph for volume in volumes for iri, graph in of_volume(volume).items()}


def of_volume(volume: Volume) -> dict[str, Graph]:
    """A volume's passages in one graph, which says what its layers' graphs are; the segments of each layer in another.

    Work, witness, agents and layers stand in ``data/text``.
    """
    name = f"volume-{volume.number}"
    subject = URIRef(iris.individual("volume", str(volume.number)))
    whole = _graph()
    whole.add((subject, _hdy("sha256"), Literal(volume.sha256)))
    found = {iris.graph(name): whole}
    for passage in volume.passages:
        _passage(whole, subject, passage)
        for segment in passage.segments:
            iri = iris.graph(f"{name}-{segment.layer}")
            if iri not in found:
                found[iri] = _graph()
                whole.add((URIRef(iri), DCTERMS.source, subject))
                whole.add((URIRef(iri), _hdy("holdsLayer"), _individual("layer", segment.layer)))
            _segment(found[iri], subject, segment)
    return found


def _graph() -> Graph:
    found = Graph()
    for prefix in ("agent", "dcterms", "hdy", "layer", "oa", "passage", "segment", "volume", "xsd"):
        found.bind(prefix, iris.PREFIXES[prefix])
    return found


def _passage(found: Graph, volume: URIRef, passage: Passage) -> None:
    subject = _individual("passage", passage.name)
    language = passage.segments[0].language if passage.segments else None
    found.add((subject, RDF.type, _hdy("Passage")))
    found.add((subject, _hdy("volume"), volume))
    found.add((subject, _hdy("paragraph"), _count(passage.paragraph)))
    found.add((subject, _hdy("text"), Literal(passage.text, lang=language)))
    found.add((subject, _hdy("start"), _count(passage.start)))
    found.add((subject, _hdy("end"), _count(passage.end)))
    if passage.renders:
        found.add((subject, _hdy("renders"), _individual("passage", passage.renders)))


def _segment(found: Graph, volume: URIRef, segment: Segment) -> None:
    subject = _individual("segment", segment.name)
    selector = URIRef(f"{subject}#selector")
    found.add((subject, RDF.type, _hdy("Segment")))
    found.add((subject, _hdy("passage"), _individual("passage", segment.passage)))
    found.add((subject, _hdy("layer"), _individual("layer", segment.layer)))
    found.add((subject, _hdy("words"), Literal(segment.words, lang=segment.language)))
    found.add((subject, _hdy("start"), _count(segment.start)))
    found.add((subject, _hdy("end"), _count(segment.end)))
    found.add((subject, _hdy("order"), _count(segment.order)))
    if segment.creator:
        found.add((subject, DCTERMS.creator, _individual("agent", segment.creator)))
    if segment.note:
        found.add((subject, _hdy("note"), _count(segment.note)))
    for name in segment.glosses:
        found.add((subject, _hdy("glosses"), _named(name)))
    for name in segment.renders:
        found.add((subject, _hdy("renders"), _named(name)))
    found.add((subject, RDF.type, URIRef(_OA + "SpecificResource")))
    found.add((subject, URIRef(_OA + "hasSource"), volume))
    found.add((subject, URIRef(_OA + "hasSelector"), selector))
    found.add((selector, RDF.type, URIRef(_OA + "TextPositionSelector")))
    found.add((selector, RDF.type, URIRef(_OA + "TextQuoteSelector")))
    found.add((selector, URIRef(_OA + "start"), _count(segment.start)))
    found.add((selector, URIRef(_OA + "end"), _count(segment.end)))
    found.add((selector, URIRef(_OA + "exact"), Literal(segment.words)))


def _hdy(name: str) -> URIRef:
    return URIRef(iris.term(name))


def _individual(kind: str, name: str) -> URIRef:
    return URIRef(iris.individual(kind, name))


def _named(name: str) -> URIRef:
    """A segment or a passage; only a segment's name has a third part."""
    return _individual("segment" if name.count("-") == 2 else "passage", name)


def _count(number: int) -> Literal:
    return Literal(number, datatype=XSD.integer)
