"""The closure: what it says, what it refuses, and that nothing is asserted that follows anyway."""

from __future__ import annotations

import pytest
from owlrl import DeductiveClosure, OWLRL_Semantics
from rdflib import OWL, RDF, RDFS, SKOS, BNode, Graph, Literal, URIRef

from haidiyan.dataset.closure import active, close
from haidiyan.dataset.cosmology import generate, read
from haidiyan.errors import BuildError
from haidiyan.iris import BASE, individual, term
from haidiyan.resources import files

from .conftest import World

H = "https://w3id.org/haidiyan/ontology#"


def thing(kind: str, name: str) -> URIRef:
    return URIRef(individual(kind, name))


def said(name: str) -> URIRef:
    return URIRef(term(name))


@pytest.fixture(scope="module")
def small(world: World) -> Graph:
    """The cosmology without hexagrams: soon closed."""
    heavy = set(world.asserted.subjects(RDF.type, said("HexagramLine"))) | set(
        world.asserted.subjects(RDF.type, said("Pillar"))
    )
    kept = Graph()
    for triple in world.asserted:
        if triple[0] not in heavy and triple[2] not in heavy:
            kept.add(triple)
    return kept


def test_the_closure_says_only_what_is_worth_saying(world: World) -> None:
    assert len(world.derived) > 3000
    for subject, predicate, value in world.derived:
        assert isinstance(subject, URIRef)
        assert str(subject).startswith(BASE)
        assert not isinstance(value, BNode | Literal)
        assert predicate == RDF.type or str(predicate).startswith(H)
        assert predicate != OWL.sameAs
        assert not str(value).startswith((str(OWL), str(RDFS), str(RDF)))
        assert (subject, predicate, value) not in world.asserted


def test_closing_leaves_its_graph_alone(small: Graph) -> None:
    before = set(small)
    close(small)
    assert set(small) == before


def test_closing_again_adds_nothing(small: Graph) -> None:
    assert len(close(small + close(small))) == 0


def test_leaving_out_that_each_thing_is_itself_loses_nothing(small: Graph) -> None:
    whole = active(small)
    DeductiveClosure(OWLRL_Semantics, axiomatic_triples=False, datatype_axioms=False).expand(whole)
    by_owlrl = {
        (subject, predicate, value)
        for subject, predicate, value in whole
        if str(subject).startswith(BASE)
        and isinstance(subject, URIRef)
        and isinstance(value, URIRef)
        and (str(predicate).startswith(H) or (predicate == RDF.type and str(value).startswith(BASE)))
    }
    assert by_owlrl - set(small) == set(close(small))


@pytest.mark.parametrize(
    ("planted", "words"),
    [
        (("element", "wood", "generates", "element", "water"), ["木 wood", "火 fire", "水 water"]),
        (("element", "wood", "generates", "element", "wood"), ["木 wood"]),
        (("branch", "zi", "combines", "branch", "zi"), ["子 zi"]),
        (("season", "spring", "prosperous", "element", "fire"), ["木 wood", "火 fire"]),
        (("element", "wood", "birthAt", "relation", "parents"), ["父母 parents"]),
        (("hexagram", "08", "palace", "palace", "qian"), ["乾宮 palace of Qian", "坤宮 palace of Kun"]),
    ],
)
def test_a_planted_contradiction_is_refused_in_words(
    small: Graph, planted: tuple[str, str, str, str, str], words: list[str]
) -> None:
    kind, name, predicate, other, value = planted
    bad = small + Graph()
    bad.add((thing(kind, name), said(predicate), thing(other, value)))
    with pytest.raises(BuildError) as refused:
        close(bad)
    assert all("contradicts itself" in each for each in refused.value.complaints)
    for each in words:
        assert each in str(refused.value)


def test_two_names_for_one_thing_are_refused(small: Graph) -> None:
    bad = small + Graph()
    bad.add((thing("branch", "zi"), OWL.sameAs, thing("branch", "chou")))
    with pytest.raises(BuildError, match=r"丑 chou.*子 zi.*one and the same"):
        close(bad)


def test_texts_and_sources_take_no_part(small: Graph) -> None:
    kept = active(small)
    assert (thing("element", "wood"), said("generates"), thing("element", "fire")) in kept
    assert not list(kept.triples((None, SKOS.prefLabel, None)))
    assert not list(kept.triples((None, said("attestedIn"), None)))
    assert not list(kept.triples((None, RDF.subject, None)))
    assert not [value for value in kept.objects() if isinstance(value, Literal)]


DERIVED_ONLY = """
    assisting bathingAt body cappingAt clashes dead deathAt decadeHead declineAt drains extinctionAt fifthSpirit
    fourthSpirit generatedBy hexagram homeLine illnessAt imprisoned intermediatePosition najiaFrom next nextPillar
    nourishmentAt officeAt oppositeLine overcomeBy overcomes palaceElement peakAt position previousBranch pureHexagram
    relation responseHexagramLine responsePosition resting sameElement secondSpirit selfHexagramLine sixthSpirit
    thirdSpirit tombAt void wombAt
"""


def test_what_is_derived_is_never_written() -> None:
    written = Graph()
    for path in files("data/cosmology"):
        written.parse(path)
    assert len(written) > 2500
    assert [name for name in DERIVED_ONLY.split() if list(written.triples((None, said(name), None)))] == []


def test_no_written_statement_follows_from_the_others(small: Graph, world: World) -> None:
    """Each property that is both written and derived, one statement taken out at a time."""
    taken_over = {"branch", "element", "polarity", "selfPosition", "stem", "trigram"}
    by_axiom = taken_over | {"combines", "counterpart", "opposite"}
    both = {str(name) for name in world.derived.predicates()} & {str(name) for name in small.predicates()}
    assert {name.removeprefix(H) for name in both if name.startswith(H)} <= by_axiom
    suspects = [
        triple
        for name in ("combines", "counterpart", "opposite", "selfPosition")
        for triple in small.triples((None, said(name), None))
    ]
    assert len(suspects) == 6 + 3 + 5 + 8
    without = small + Graph()
    for triple in suspects:
        without.remove(triple)
    assert not set(suspects) & set(close(without))


def test_the_rules_leave_the_written_cosmology_alone() -> None:
    written = read()
    before = set(written)
    added = generate(written)
    assert set(written) == before
    assert not before & set(added)
