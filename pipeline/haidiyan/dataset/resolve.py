"""Find the segment of the edition that holds each claim's quotation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rdflib import RDF, RDFS, Graph, Literal, URIRef

from haidiyan.edition import Segment, Volume, find
from haidiyan.errors import BuildError
from haidiyan.iris import compact, individual, local_name, term

CLAIM, GLOSSES, OCCURRENCE, PASSAGE, QUOTE, STATED_IN = (
    URIRef(term(name)) for name in ("Claim", "glosses", "occurrence", "passage", "quote", "statedIn")
)


def resolve(claims: Graph, ontology: Graph, volumes: Iterable[Volume], name: Callable[[str], str] = compact) -> Graph:
    """``hdy:statedIn`` from each claim to its segment.

    ``ontology`` says what is a claim; ``name`` turns a claim's IRI into what a complaint calls it. Raises
    ``BuildError`` with every claim whose words its passage does not hold in one segment, or holds more than
    once, and every note's claim that is said to gloss words which its note does not gloss.
    """
    read = list(volumes)
    complaints: list[str] = []
    found: dict[URIRef, Segment] = {}
    for claim in sorted(_claims(claims, ontology)):
        try:
            found[claim] = _segment(claims, claim, read)
        except BuildError as error:
            complaints += [f"{name(str(claim))}: {each}." for each in error.complaints]
    complaints += _stray_glosses(claims, found, name)
    if complaints:
        raise BuildError(complaints)
    places = Graph()
    for claim, segment in found.items():
        places.add((claim, STATED_IN, URIRef(individual("segment", segment.name))))
    return places


def _claims(claims: Graph, ontology: Graph) -> set[URIRef]:
    kinds = {CLAIM, *ontology.transitive_subjects(RDFS.subClassOf, CLAIM)}
    return {each for kind in kinds for each in claims.subjects(RDF.type, kind) if isinstance(each, URIRef)}


def _segment(claims: Graph, claim: URIRef, volumes: list[Volume]) -> Segment:
    quotes, passages = list(claims.objects(claim, QUOTE)), list(claims.objects(claim, PASSAGE))
    if len(quotes) != 1 or len(passages) != 1:
        raise BuildError(["It needs one hdy:quote and one hdy:passage to be found in the text"])
    occurrence = claims.value(claim, OCCURRENCE)
    if isinstance(occurrence, Literal) and not isinstance(occurrence.value, int):
        raise BuildError([f"Its hdy:occurrence {occurrence} is no whole number"])
    count = occurrence.value if isinstance(occurrence, Literal) else None
    return find(volumes, local_name(str(passages[0])), str(quotes[0]), count)


def _stray_glosses(claims: Graph, found: dict[URIRef, Segment], name: Callable[[str], str]) -> Iterator[str]:
    for claim, segment in found.items():
        for glossed in sorted(claims.objects(claim, GLOSSES), key=str):
            other = found.get(URIRef(str(glossed)))
            if segment.note is None:
                yield f"{name(str(claim))}: It glosses {compact(str(glossed))}, but its words are no note."
            elif other and not {other.name, other.passage} & set(segment.glosses):
                glossed_here = ", ".join(segment.glosses) or "nothing"
                words = f"its note glosses {glossed_here}, not {other.name} “{other.words}”"
                yield f"{name(str(claim))}: It glosses {compact(str(glossed))}, but {words}."
