"""Terms of other vocabularies: each stands in a list, and the list has no term that rdflib denies."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from rdflib import DCAT, URIRef

from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.load import parse
from haidiyan.iris import PREFIXES
from haidiyan.ontology import vocabularies
from haidiyan.resources import files

DCAT_3 = {"DatasetSeries", "first", "hasCurrentVersion", "hasVersion", "inSeries", "isVersionOf", "last", "next"} | {
    "prev",
    "previousVersion",
    "version",
}


@pytest.mark.parametrize(
    "term",
    [
        "skos:preferredLabel",
        "dcterms:licence",
        "prov:wasAttributedBy",
        "cito:agreeWith",
        "oa:hasSelektor",
        "sh:propery",
    ],
)
def test_a_term_that_its_vocabulary_does_not_have_is_named(term: str) -> None:
    prefix, name = term.split(":")
    assert vocabularies.strangers([PREFIXES[prefix] + name]) == [
        f"{term} is no term of its vocabulary, or ontology/external-terms.ttl does not list it."
    ]


def test_a_vocabulary_without_a_list_is_a_stranger_throughout() -> None:
    assert vocabularies.strangers(["http://xmlns.com/foaf/0.1/name"])


@pytest.mark.parametrize("term", ["skos:prefLabel", "dcterms:license", "cito:qualifies", "dcat:version", "xsd:date"])
def test_a_term_in_a_list_is_none(term: str) -> None:
    prefix, name = term.split(":")
    assert vocabularies.strangers([PREFIXES[prefix] + name]) == []


def test_the_dataset_uses_no_stranger(store: ox.Store) -> None:
    assert vocabularies.check(store) == []


def test_a_stranger_is_found_as_property_class_and_datatype() -> None:
    store = ox.Store()
    prefixes = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
    text = 'hdy:a a skos:Koncept ; skos:lable "x" ; hdy:b "1"^^xsd:integr .'
    store.load((prefixes + text).encode(), format=ox.RdfFormat.TURTLE)
    assert [each.split(" ")[0] for each in vocabularies.check(store)] == [
        "xsd:integr",
        "skos:Koncept",
        "skos:lable",
    ]


@pytest.mark.parametrize("path", files("ontology") + files("data"), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_file_uses_a_stranger(path: object) -> None:
    """Shapes and alignments too, which are no part of the dataset."""
    read = graph_of(parse(path))  # type: ignore[arg-type]
    assert vocabularies.strangers({str(each) for each in read.predicates()}) == []


def test_the_list_of_dcat_has_what_rdflib_knows_and_version_3_adds() -> None:
    ours = {each for each in vocabularies.listed() if each.startswith(str(DCAT))}
    unknown = {each.removeprefix(str(DCAT)) for each in ours if URIRef(each) not in DCAT}
    assert unknown <= DCAT_3
