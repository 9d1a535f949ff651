"""What the dataset says of itself: the numbers are right, the version is one, the sources are those that were read."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib import DCAT, DCTERMS, OWL, PROV, RDF, VOID, Graph, Literal, URIRef
from rdflib.term import Node

from haidiyan import __version__, iris
from haidiyan.dataset import store
from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.graphs import METADATA
from haidiyan.publication.serialise import FORMS
from haidiyan.resources import root

DATASET = URIRef(iris.BASE + "dataset")
VERSIONED = URIRef(iris.dataset_version(__version__))
BUILD = URIRef(iris.individual("activity", "build"))


@pytest.fixture(scope="module")
def quads(home: Path) -> list[ox.Quad]:
    """All graphs but the metadata, which the numbers leave out."""
    found = store.named(store.open_store(home))
    return [each for each in found if each.graph_name != ox.NamedNode(METADATA)]


@pytest.fixture(scope="module")
def about(home: Path) -> Graph:
    """What a query sees by default, with the metadata in it."""
    return graph_of(each for each in store.open_store(home) if each.graph_name == ox.DefaultGraph())


def value(about: Graph, subject: Node, predicate: URIRef) -> Node:
    (found,) = about.objects(subject, predicate)
    return found


def number(about: Graph, subject: Node, predicate: URIRef) -> int:
    found = value(about, subject, predicate)
    assert isinstance(found, Literal)
    return int(found)


def iri(term: object) -> str:
    return str(getattr(term, "value", ""))


def test_the_totals_are_those_of_the_quads(about: Graph, quads: list[ox.Quad]) -> None:
    of_type = iris.PREFIXES["rdf"] + "type"
    ours = {each.subject for each in quads if isinstance(each.subject, ox.NamedNode)}
    assert number(about, DATASET, VOID.triples) == len(quads)
    assert number(about, DATASET, VOID.properties) == len({each.predicate for each in quads})
    assert number(about, DATASET, VOID.distinctSubjects) == len({each.subject for each in quads})
    assert number(about, DATASET, VOID.distinctObjects) == len({each.object for each in quads})
    assert number(about, DATASET, VOID.classes) == len(
        {each.object for each in quads if iri(each.predicate) == of_type}
    )
    assert number(about, DATASET, VOID.entities) == sum(each.value.startswith(iris.BASE) for each in ours)


def test_each_graph_is_a_part_with_its_number(home: Path, about: Graph, quads: list[ox.Quad]) -> None:
    counted = Counter(iri(each.graph_name) for each in quads)
    parts = {str(each) for each in about.objects(DATASET, VOID.subset)}
    assert parts == {str(each) for each in about.objects(DATASET, URIRef(iris.term("graph")))}
    for name in parts - {METADATA}:
        assert number(about, URIRef(name), VOID.triples) == counted[name]
    assert sum(counted.values()) == number(about, DATASET, VOID.triples)
    of_manifest = store.manifest(home).graphs
    assert {name: of_manifest[name] for name in counted} == dict(counted)


def test_each_class_and_each_property_is_a_part_with_its_number(about: Graph, quads: list[ox.Quad]) -> None:
    typed = {(each.subject, iri(each.object)) for each in quads if iri(each.predicate) == iris.PREFIXES["rdf"] + "type"}
    things = Counter(kind for _, kind in typed)
    uses = Counter(iri(each.predicate) for each in quads)
    for has, of, counted, wanted in (
        (VOID.classPartition, VOID["class"], VOID.entities, things),
        (VOID.propertyPartition, VOID.property, VOID.triples, uses),
    ):
        parts = list(about.objects(DATASET, has))
        told = {str(value(about, part, of)): number(about, part, counted) for part in parts}
        assert told == dict(wanted)
        assert len(parts) == len(wanted)


def test_every_vocabulary_in_use_is_named(about: Graph, home: Path) -> None:
    named = {str(each) for each in about.objects(DATASET, VOID.vocabulary)}
    used = {iri(each.predicate) for each in store.named(store.open_store(home))}
    spaces = {re.sub(r"[^/#]*$", "", each) for each in used}
    ours = {each for each in spaces if each.startswith(iris.BASE)}
    assert named >= (spaces - ours) | {iris.BASE + "ontology"}
    assert named <= {*iris.PREFIXES.values(), iris.BASE + "ontology"}


def test_an_example_is_described_and_lies_in_the_space(about: Graph) -> None:
    space = str(value(about, DATASET, VOID.uriSpace))
    examples = list(about.objects(DATASET, VOID.exampleResource))
    assert len(examples) >= 4
    for each in examples:
        assert str(each).startswith(space)
        assert (each, None, None) in about


def test_there_is_one_version(home: Path, about: Graph) -> None:
    version = Literal(__version__)
    for subject, predicate in ((DATASET, OWL.versionInfo), (VERSIONED, OWL.versionInfo)):
        assert str(value(about, subject, predicate)) == __version__
    full = URIRef(iris.PREFIXES["dcat"] + "version")  # rdflib's DCAT is version 2, and lacks it
    assert {str(each) for each in about.objects(None, full)} == {str(version)}
    assert value(about, DATASET, OWL.versionIRI) == VERSIONED
    assert value(about, VERSIONED, DCTERMS.isVersionOf) == DATASET
    assert str(value(about, VERSIONED, DCTERMS.identifier)) == store.manifest(home).hash
    assert {str(each) for each in about.objects(None, OWL.versionInfo)} == {__version__}


def test_there_is_one_thing_that_is_the_dataset(about: Graph) -> None:
    assert list(about.subjects(RDF.type, URIRef(iris.term("Dataset")))) == [DATASET]


def test_a_catalogue_finds_what_it_asks_for(about: Graph) -> None:
    assert {DCAT.Dataset, VOID.Dataset} <= set(about.objects(DATASET, RDF.type))
    for predicate in (DCTERMS.title, DCTERMS.description, DCTERMS.rights, DCTERMS.bibliographicCitation):
        languages = sorted(
            each.language or "" for each in about.objects(DATASET, predicate) if isinstance(each, Literal)
        )
        assert languages == ["en", "zh-hant"], predicate
    for predicate in (DCTERMS.creator, DCTERMS.publisher, DCTERMS.license, DCTERMS.source):
        assert isinstance(value(about, DATASET, predicate), URIRef)
    assert (DATASET, VOID.sparqlEndpoint, None) not in about


def test_there_is_a_distribution_for_each_form(about: Graph) -> None:
    names = {iris.local_name(str(each)) for each in about.objects(DATASET, DCAT.distribution)}
    assert names == {*FORMS, "csv", "tei", "nanopub"}
    for name in names:
        each = URIRef(f"{DATASET}#{name}")
        assert (each, RDF.type, DCAT.Distribution) in about
        assert value(about, each, DCTERMS.license) == value(about, DATASET, DCTERMS.license)
        kind = str(value(about, each, DCAT.mediaType)).removeprefix("https://www.iana.org/assignments/media-types/")
        assert kind == (FORMS[name].media_type if name in FORMS else kind)
        assert re.fullmatch(r"[a-z]+/[a-z0-9+-]+", kind)


def test_the_build_used_the_files_that_are_there_as_they_are(home: Path, about: Graph) -> None:
    sources = store.manifest(home).sources
    used = set(about.objects(BUILD, PROV.used))
    assert used == {URIRef(iris.source_file(path)) for path in sources}
    for each in used:
        path = str(value(about, each, DCTERMS.identifier))
        digest = str(value(about, each, URIRef(iris.term("sha256"))))
        assert digest == sources[path] == hashlib.sha256((root() / path).read_bytes()).hexdigest()
    assert (BUILD, PROV.generated, VERSIONED) in about
    (program,) = about.objects(BUILD, PROV.wasAssociatedWith)
    assert (program, RDF.type, PROV.SoftwareAgent) in about
    assert str(value(about, program, OWL.versionInfo)) == __version__


def test_no_time_of_a_clock_and_no_blank_node_is_in_the_metadata(home: Path) -> None:
    found = [each for each in store.named(store.open_store(home)) if each.graph_name == ox.NamedNode(METADATA)]
    assert not [
        each for each in found if isinstance(each.subject, ox.BlankNode) or isinstance(each.object, ox.BlankNode)
    ]
    assert not [each for each in found if iri(getattr(each.object, "datatype", None)).endswith(("dateTime", "time"))]
