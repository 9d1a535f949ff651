"""Every statement of the cosmology says where it comes from, and what the book says of it is so."""

from __future__ import annotations

import re

from rdflib import OWL, RDF, SKOS, Graph, Literal, URIRef
from rdflib.term import Node

from haidiyan.iris import BASE, ONTOLOGY, local_name, term
from haidiyan.resources import files

from .conftest import World

ATTESTED, SUPPLIED = URIRef(term("attestedIn")), URIRef(term("suppliedFrom"))

# What a thing is called or numbered, what it is made of, and how the model points to its own vocabulary.
PLAIN = """
    bottom byProperty codePoint fullName hexagram marks middle najiaFrom nextBranch nextPillar nextStem number
    polarityProperty position spiritProperty symbol top trigramProperty
"""
# What a thing takes over from another, which has the source.
TAKEN_OVER = {"branch", "element", "polarity", "stem"}


def sourced(graph: Graph, thing: Node | None) -> bool:
    return (thing, ATTESTED, None) in graph or (thing, SUPPLIED, None) in graph


def attestations(graph: Graph) -> dict[str, tuple[Node | None, Node | None, Node | None]]:
    return {
        local_name(str(each)): (
            graph.value(each, RDF.subject),
            graph.value(each, RDF.predicate),
            graph.value(each, RDF.object),
        )
        for each in graph.subjects(RDF.type, URIRef(term("Attestation")))
    }


def plain(world: World, subject: Node, name: str) -> bool:
    kinds = {local_name(str(kind)) for kind in world.asserted.objects(subject, RDF.type)}
    if "LineValue" in kinds or name in PLAIN.split():
        return True
    return ("Pillar" in kinds and name in ("stem", "branch")) or (
        "HexagramLine" in kinds and name in ("polarity", "trigram")
    )


def test_every_asserted_statement_has_a_source(world: World) -> None:
    graph = world.asserted
    singly = set(attestations(graph).values())
    missing = {
        (str(subject).removeprefix(BASE), local_name(str(predicate)))
        for subject, predicate, value in graph
        if str(predicate).startswith(ONTOLOGY)
        and predicate not in (ATTESTED, SUPPLIED)
        and not plain(world, subject, local_name(str(predicate)))
        and (subject, predicate, value) not in singly
        and not sourced(graph, predicate)
        and not sourced(graph, subject)
    }
    assert missing == set()


def test_every_derivation_has_a_source(world: World) -> None:
    chained = {local_name(str(each)) for each in world.asserted.subjects(OWL.propertyChainAxiom)}
    unsourced = {name for name in chained if not sourced(world.asserted, URIRef(term(name)))}
    assert unsourced == TAKEN_OVER


def test_a_source_names_the_doctrine_or_a_passage(world: World) -> None:
    for value in world.asserted.objects(None, SUPPLIED):
        assert isinstance(value, Literal)
        assert value.language == "en"
        assert re.match(r"common doctrine[ :(]", str(value))
    for value in world.asserted.objects(None, ATTESTED):
        assert re.fullmatch(r".*/passage/j[23]-p\d\d", str(value))


def test_what_the_book_attests_the_closure_confirms(world: World) -> None:
    found = attestations(world.asserted)
    assert len(found) > 30
    assert [name for name, statement in found.items() if statement not in world.all] == []


def test_every_term_and_thing_has_its_labels(world: World) -> None:
    described = {
        each
        for each in world.asserted.subjects(RDF.type)
        if isinstance(each, URIRef) and str(each).startswith(BASE) and "/attestation/" not in str(each)
    }
    for each in described - {URIRef(BASE + "ontology/cosmology")}:
        assert {"zh-hant", "en"} <= languages(world, each, SKOS.prefLabel), each
        if str(each).startswith(ONTOLOGY):
            assert languages(world, each, SKOS.definition) == {"zh-hant", "en"}, each


def test_alternate_names_have_no_language_tag() -> None:
    for path in files("data/cosmology"):
        graph = Graph().parse(path)
        assert [str(each) for each in graph.objects(None, SKOS.altLabel) if getattr(each, "language", None)] == []


def languages(world: World, thing: Node, name: URIRef) -> set[str | None]:
    return {each.language for each in world.asserted.objects(thing, name) if isinstance(each, Literal)}
