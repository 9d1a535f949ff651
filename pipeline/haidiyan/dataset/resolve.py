"""Find the segment of the edition that holds each claim's quotation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from rdflib import RDF, RDFS, XSD, Graph, Literal, URIRef

from haidiyan.edition import Place, Volume, locate
from haidiyan.errors import BuildError
from haidiyan.iris import compact, individual, local_name, term

CLAIM, END, GLOSSES, OCCURRENCE, PASSAGE, QUOTE, START, STATED_IN = (
    URIRef(term(name)) for name in ("Claim", "end", "glosses", "occurrence", "passage", "quote", "start", "statedIn")
)


class Quotation(NamedTuple):
    """The three properties by which a thing quotes the text: passage, words, and which occurrence of them."""

    passage: URIRef
    words: URIRef
    occurrence: URIRef


QUOTATION = Quotation(PASSAGE, QUOTE, OCCURRENCE)


def places(
    claims: Graph, ontology: Graph, volumes: Iterable[Volume], name: Callable[[str], str] = compact
) -> dict[URIRef, Place]:
    """Where the quotation of each claim stands.

    ``ontology`` says what is a claim; ``name`` turns a claim's IRI into what a complaint calls it. Raises
    ``BuildError`` with every claim whose words its passage does not hold in one segment, or holds more than
    once, and every note's claim that is said to gloss words which its note does not gloss.
    """
    read = list(volumes)
    complaints: list[str] = []
    found: dict[URIRef, Place] = {}
    for claim in sorted(instances(claims, ontology, CLAIM)):
        try:
            found[claim] = quoted(claims, claim, read, QUOTATION)
        except BuildError as error:
            complaints += [f"{name(str(claim))}: {each}." for each in error.complaints]
    complaints += _stray_glosses(claims, found, name)
    if complaints:
        raise BuildError(complaints)
    return found


def sources(places: Mapping[URIRef, Place]) -> Graph:
    """``hdy:statedIn`` from each claim to the segment of its place, and the span of its words in the volume's file."""
    found = Graph()
    for claim, place in places.items():
        found.add((claim, STATED_IN, URIRef(individual("segment", place.segment.name))))
        add_span(found, claim, place)
    return found


def add_span(graph: Graph, subject: URIRef, place: Place) -> None:
    """Where the words of a thing begin and end, in code points from the start of the volume's file."""
    graph.add((subject, START, Literal(place.start, datatype=XSD.integer)))
    graph.add((subject, END, Literal(place.end, datatype=XSD.integer)))


def instances(graph: Graph, ontology: Graph, kind: URIRef) -> set[URIRef]:
    """What a graph has of a class of the ontology, sub-classes included."""
    kinds = {kind, *ontology.transitive_subjects(RDFS.subClassOf, kind)}
    return {each for one in kinds for each in graph.subjects(RDF.type, one) if isinstance(each, URIRef)}


def quoted(graph: Graph, subject: URIRef, volumes: list[Volume], quotation: Quotation) -> Place:
    """Where the words stand that a thing quotes. Raises ``BuildError``."""
    passages, words = list(graph.objects(subject, quotation.passage)), list(graph.objects(subject, quotation.words))
    if len(words) != 1 or len(passages) != 1:
        needs = f"It needs one {compact(quotation.words)} and one {compact(quotation.passage)}"
        raise BuildError([f"{needs} to be found in the text"])
    occurrence = graph.value(subject, quotation.occurrence)
    if isinstance(occurrence, Literal) and not isinstance(occurrence.value, int):
        raise BuildError([f"Its {compact(quotation.occurrence)} {occurrence} is no whole number"])
    count = occurrence.value if isinstance(occurrence, Literal) else None
    return locate(volumes, local_name(str(passages[0])), str(words[0]), count)


def _stray_glosses(claims: Graph, found: dict[URIRef, Place], name: Callable[[str], str]) -> Iterator[str]:
    for claim, place in found.items():
        segment = place.segment
        for glossed in sorted(claims.objects(claim, GLOSSES), key=str):
            target = found.get(URIRef(str(glossed)))
            other = target and target.segment
            if segment.note is None:
                yield f"{name(str(claim))}: It glosses {compact(str(glossed))}, but its words are no note."
            elif other and not {other.name, other.passage} & set(segment.glosses):
                glossed_here = ", ".join(segment.glosses) or "nothing"
                words = f"its note glosses {glossed_here}, not {other.name} “{other.words}”"
                yield f"{name(str(claim))}: It glosses {compact(str(glossed))}, but {words}."
