"""Alignments: what they join exists on both sides, and none of it is in the dataset."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib import OWL, RDF, RDFS, SKOS, Graph, URIRef

from haidiyan import resources
from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.load import load, parse
from haidiyan.iris import BASE, ONTOLOGY, PREFIXES, graph, term
from haidiyan.ontology import vocabularies

FILES = resources.files("ontology/alignments")
NAMES = {"prov", "skos", "web-annotation", "cito", "crminf", "lrmoo", "nanopub", "tei"}
MATCHES = (SKOS.closeMatch, SKOS.relatedMatch)
JOINS = (RDFS.subClassOf, RDFS.subPropertyOf, *MATCHES)
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def joins(path: Path) -> list[tuple[str, URIRef, str]]:
    read = graph_of(parse(path))
    return [(str(ours), by, str(theirs)) for by in JOINS for ours, theirs in read.subject_objects(by)]


@pytest.fixture(scope="module")
def declared() -> Graph:
    graphs = load().graphs
    return graphs[graph("ontology")] + graphs[graph("cosmology")]


def test_there_is_a_file_for_each_vocabulary() -> None:
    assert {path.stem for path in FILES} == NAMES


@each_file
def test_a_file_joins_terms_and_says_nothing_else_of_them(path: Path) -> None:
    read = graph_of(parse(path))
    (header,) = read.subjects(RDF.type, OWL.Ontology)
    used = {by for thing, by, _ in read if thing != header}
    assert used <= {*JOINS, SKOS.editorialNote}
    assert used & set(JOINS)


@each_file
def test_every_term_of_ours_exists(path: Path, declared: Graph) -> None:
    kinds = {OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty}
    missing = [ours for ours, _, _ in joins(path) if not kinds & set(declared.objects(URIRef(ours), RDF.type))]
    assert missing == []
    assert all(ours.startswith(ONTOLOGY) for ours, _, _ in joins(path))


@each_file
def test_every_term_of_theirs_stands_in_the_list_of_its_vocabulary(path: Path) -> None:
    theirs = [other for _, _, other in joins(path)]
    assert vocabularies.strangers(theirs) == []
    assert not [other for other in theirs if other.startswith(BASE)]


@each_file
def test_a_class_stands_under_a_class_and_a_property_under_a_property(path: Path, declared: Graph) -> None:
    for ours, by, _ in joins(path):
        kinds = set(declared.objects(URIRef(ours), RDF.type))
        if by == RDFS.subClassOf:
            assert OWL.Class in kinds
        if by == RDFS.subPropertyOf:
            assert OWL.ObjectProperty in kinds


@each_file
def test_a_note_is_in_both_languages(path: Path) -> None:
    read = graph_of(parse(path))
    for thing in set(read.subjects(SKOS.editorialNote)):
        found = sorted(getattr(each, "language", "") for each in read.objects(thing, SKOS.editorialNote))
        assert found == ["en", "zh-hant"]


def test_nothing_is_put_under_a_term_of_crminf() -> None:
    """J2_concluded_that stands under a property and its inverse: what is put under it inherits both."""
    path = next(path for path in FILES if path.stem == "crminf")
    assert {by for _, by, _ in joins(path)} <= set(MATCHES)


def test_no_alignment_is_in_the_dataset_or_its_closure(store: ox.Store) -> None:
    for path in FILES:
        for ours, by, theirs in joins(path):
            found = store.quads_for_pattern(ox.NamedNode(ours), ox.NamedNode(str(by)), ox.NamedNode(theirs))
            assert not list(found), (path.stem, ours, theirs)
    for space in (PREFIXES["crminf"], PREFIXES["lrmoo"]):
        assert not store.query(f'ASK {{ ?s ?p ?o FILTER (ISIRI(?o) && STRSTARTS(STR(?o), "{space}")) }}')
    assert term("Claim").startswith(BASE)
