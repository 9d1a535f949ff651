"""Find where each variant stands in the edition, and which claims its words touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rdflib import RDF, Graph, URIRef
from rdflib.term import Node

from haidiyan.dataset.resolve import Quotation, add_span, instances, quoted
from haidiyan.edition import Place, Volume
from haidiyan.errors import BuildError
from haidiyan.iris import compact, individual, term

VARIANT, BASE, READING, BASE_SEGMENT, READING_SEGMENT, TOUCHES = (
    URIRef(term(name)) for name in ("Variant", "base", "reading", "baseSegment", "readingSegment", "touches")
)
OF_BASE = Quotation(*(URIRef(term(name)) for name in ("passage", "base", "occurrence")))
OF_READING = Quotation(*(URIRef(term(name)) for name in ("readingPassage", "readingQuote", "readingOccurrence")))


def resolve(
    variants: Graph,
    ontology: Graph,
    volumes: Iterable[Volume],
    claims: Mapping[URIRef, Place],
    name: Callable[[str], str] = compact,
) -> Graph:
    """The segments of a variant's base words and of its reading, their span, and the claims that quote those words.

    ``claims`` says where each claim's quotation stands. Raises ``BuildError`` with every variant whose words the
    text does not have, that changes nothing, or that says the same as another of its kind at the same place.
    """
    read = list(volumes)
    complaints: list[str] = []
    places: dict[URIRef, Place] = {}
    found = Graph()
    for variant in sorted(instances(variants, ontology, VARIANT)):
        try:
            base = places[variant] = quoted(variants, variant, read, OF_BASE)
            found.add((variant, BASE_SEGMENT, _segment(base)))
            add_span(found, variant, base)
            if (variant, OF_READING.words, None) in variants:
                found.add((variant, READING_SEGMENT, _segment(quoted(variants, variant, read, OF_READING))))
        except BuildError as error:
            complaints += [f"{name(str(variant))}: {each}." for each in error.complaints]
            continue
        for claim, place in claims.items():
            if place.overlaps(base):
                found.add((variant, TOUCHES, claim))
    complaints += _without_effect(variants, places, name)
    if complaints:
        raise BuildError(complaints)
    return found


def _segment(place: Place) -> URIRef:
    return URIRef(individual("segment", place.segment.name))


def _without_effect(variants: Graph, places: Mapping[URIRef, Place], name: Callable[[str], str]) -> Iterator[str]:
    seen: dict[tuple[str, int, str, Node | None], URIRef] = {}
    for variant, place in places.items():
        reading = str(variants.value(variant, READING))
        if reading == str(variants.value(variant, BASE)):
            yield f"{name(str(variant))}: Its reading is its base; there is no variant in that."
        key = (place.segment.name, place.start, reading, variants.value(variant, RDF.type))
        other = seen.setdefault(key, variant)
        if other != variant:
            yield f"{name(str(variant))}: It says the same as {compact(str(other))}; one of the two is enough."
