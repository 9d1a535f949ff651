"""Terms: what the build says of them, and what each module says of itself."""

from __future__ import annotations

import re

import pyoxigraph as ox
import pytest
from rdflib import DCTERMS, OWL, RDF, RDFS, SKOS, VANN, Graph

from haidiyan import __version__, resources
from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.load import parse
from haidiyan.iris import BASE, ONTOLOGY, PREFIXES, graph, individual, module, term
from haidiyan.ontology.terms import module_of

HEAD = "".join(f"PREFIX {name}: <{space}>\n" for name, space in PREFIXES.items())


def values(store: ox.Store, subject: str, predicate: str) -> set[str]:
    found = store.query(f"SELECT ?o {{ <{subject}> <{predicate}> ?o }}")
    assert isinstance(found, ox.QuerySolutions)
    return {row["o"].value for row in found}


def ask(store: ox.Store, pattern: str) -> bool:
    return bool(store.query(f"{HEAD} ASK {{ {pattern} }}"))


def modules(store: ox.Store) -> list[str]:
    found = store.query(f"{HEAD} SELECT ?m {{ ?m a owl:Ontology }}")
    assert isinstance(found, ox.QuerySolutions)
    return [row["m"].value for row in found]


def test_a_situation_comes_from_the_passages_of_its_claims(store: ox.Store) -> None:
    """父動 is in force in the first passage of volume 2; a pattern has the passages of what is built on it."""
    assert individual("passage", "j2-p01") in values(
        store, individual("situation", "parents-moving"), str(DCTERMS.source)
    )
    wrong = """
      VALUES ?kind { hdy:Situation hdy:Pattern }
      ?term a ?kind ; dcterms:source ?passage .
      FILTER NOT EXISTS {
        ?term ((hdy:partOf|hdy:fillerOf)/hdy:head)* ?used .
        ?claim hdy:antecedent|hdy:alternative ?used ; hdy:passage ?passage }"""
    assert not ask(store, wrong)


def test_a_state_keeps_the_source_that_a_hand_recorded(store: ox.Store) -> None:
    assert not ask(store, "?state a hdy:State ; dcterms:source ?other")
    assert not ask(store, "?state a hdy:State FILTER NOT EXISTS { ?state hdy:attestedIn|hdy:suppliedFrom ?source }")


def test_a_term_is_defined_by_the_module_of_its_file_and_a_thing_by_that_of_its_class(store: ox.Store) -> None:
    defined = str(RDFS.isDefinedBy)
    assert values(store, term("Claim"), defined) == {module("claims")}
    assert values(store, individual("state", "outside-seasonal-void"), defined) == {module("states")}
    assert values(store, individual("situation", "parents-moving"), defined) == {module("situations")}
    assert values(store, individual("layer", "verse"), defined) == {module("text")}
    assert values(store, individual("hexagram", "08"), defined) == {module("cosmology")}
    assert values(store, individual("agent", "encoders"), defined) == {BASE + "dataset"}


def test_a_composed_definition_is_whole(store: ox.Store) -> None:
    composed = [
        each.object.value
        for each in store.quads_for_pattern(
            None, ox.NamedNode(str(SKOS.definition)), None, ox.NamedNode(graph("terms"))
        )
        if isinstance(each.object, ox.Literal)
    ]
    assert composed
    assert not [words for words in composed if re.search(r"[{}]|https?:|\s{2}", words)]
    assert values(store, individual("hexagram", "08"), str(SKOS.definition)) == {
        "六十四卦之第8：下坤上坎；坤宮，歸魂。",
        "Number 8 of the sixty-four hexagrams: Kun (earth) below, Kan (water) above; palace of Kun, returning soul.",
    }


def test_what_has_a_definition_by_hand_keeps_it(store: ox.Store) -> None:
    assert not ask(
        store,
        "GRAPH graph:terms { ?thing skos:definition ?one } GRAPH ?other { ?thing skos:definition ?two }"
        " FILTER (?other != graph:terms)",
    )


def test_every_module_has_the_version_of_the_package(store: ox.Store) -> None:
    found = modules(store)
    assert {module_of(f"ontology/{path.name}") for path in resources.files("ontology", "*.ttl")} - {
        module("external-terms"),
        module("haidiyan"),
    } | {ONTOLOGY[:-1]} == set(found)
    for each in found:
        assert values(store, each, str(OWL.versionInfo)) == {__version__}
        assert values(store, each, str(OWL.versionIRI)) == {f"{each}/{__version__}"}
        assert all(__version__ in words for words in values(store, each, str(DCTERMS.bibliographicCitation)))


def test_the_whole_ontology_imports_every_module(store: ox.Store) -> None:
    assert values(store, ONTOLOGY[:-1], str(OWL.imports)) == set(modules(store)) - {ONTOLOGY[:-1]}


def test_the_prefix_of_a_module_is_the_one_that_every_file_uses(store: ox.Store) -> None:
    for each in modules(store):
        (prefix,) = values(store, each, str(VANN.preferredNamespacePrefix))
        assert values(store, each, str(VANN.preferredNamespaceUri)) == {PREFIXES[prefix]}


@pytest.mark.parametrize("path", resources.files("ontology/alignments"), ids=lambda path: path.stem)
def test_an_alignment_says_what_it_is_and_of_what(path: object) -> None:
    read = graph_of(parse(path))  # type: ignore[arg-type]
    (header,) = read.subjects(RDF.type, OWL.Ontology)
    for needed in (DCTERMS.title, DCTERMS.description):
        assert {getattr(each, "language", "") for each in read.objects(header, needed)} == {"en", "zh-hant"}
    for needed in (DCTERMS.creator, DCTERMS.license, DCTERMS.created, DCTERMS.modified, DCTERMS.references):
        assert len(list(read.objects(header, needed))) == 1


def test_inverses_are_declared_where_an_edge_leads_both_ways() -> None:
    """The pairs of docs/model.md."""
    whole = Graph()
    for path in resources.files("ontology", "*.ttl"):
        whole += graph_of(parse(path))
    pairs = {
        ("generatedBy", "generates"),
        ("overcomeBy", "overcomes"),
        ("under", "hides"),
        ("becameFrom", "becomes"),
        ("overcomeByLine", "overcomesLine"),
        ("generatedByLine", "generatesLine"),
        ("previousBranch", "nextBranch"),
        ("drains", "generates"),
    }
    stated = {(str(one), str(other)) for one, other in whole.subject_objects(OWL.inverseOf)}
    assert {(term(one), term(other)) for one, other in pairs} <= stated
