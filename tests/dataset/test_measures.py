"""What the metadata state to tell a whole copy of the dataset from a part: hashes and counts."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib import BNode, Graph, Literal, URIRef

from haidiyan.dataset import build, store
from haidiyan.dataset.graphs import METADATA
from haidiyan.errors import BuildError
from haidiyan.iris import BASE, PREFIXES, graph, term

DATASET = ox.NamedNode(BASE + "dataset")


@pytest.fixture(scope="module")
def quads(home: Path) -> list[ox.Quad]:
    return list(store.named(store.open_store(home)))


def stated(quads: list[ox.Quad], name: str) -> str:
    (value,) = (each.object for each in quads if each.subject == DATASET and each.predicate.value == term(name))
    assert isinstance(value, ox.Literal)
    return value.value


def test_the_content_hash_is_of_every_graph_but_the_metadata(home: Path, quads: list[ox.Quad]) -> None:
    content = ox.Dataset(each for each in quads if each.graph_name != ox.NamedNode(METADATA))
    content.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    lines = sorted(f"{each} .\n" for each in content)
    assert stated(quads, "contentHash") == hashlib.sha256("".join(lines).encode()).hexdigest()
    assert stated(quads, "contentHash") == store.manifest(home).hash


def test_the_reading_hash_is_of_the_file_that_a_reading_loads(home: Path, quads: list[ox.Quad]) -> None:
    assert stated(quads, "readingHash") == hashlib.sha256(store.reading_triples(home)).hexdigest()


def test_each_graph_but_the_metadata_is_counted(home: Path, quads: list[ox.Quad]) -> None:
    names = {str(each.object)[1:-1] for each in quads if each.predicate.value == term("graph")}
    counted = {
        str(each.subject)[1:-1]: int(each.object.value)
        for each in quads
        if each.predicate.value == PREFIXES["void"] + "triples" and str(each.subject)[1:-1] in names
        if isinstance(each.object, ox.Literal)
    }
    built = store.manifest(home).graphs
    assert counted == {name: built.get(name, 0) for name in names - {METADATA}}


def test_the_hash_changes_with_the_content_and_not_with_the_metadata() -> None:
    def hashed(words: str, about: str) -> str:
        triple = URIRef("urn:a"), URIRef("urn:b")
        graphs = {
            graph("claims"): Graph().add((*triple, Literal(words))),
            METADATA: Graph().add((*triple, Literal(about))),
        }
        return str(build.measures(graphs).value(build.DATASET, URIRef(term("contentHash"))))

    assert hashed("父動", "one") == hashed("父動", "two") != hashed("子動", "one")


def test_a_reading_pack_with_blank_nodes_is_refused() -> None:
    claims = Graph().add((URIRef(BASE + "claim/a"), URIRef(term("alternative")), BNode()))
    with pytest.raises(BuildError, match="blank nodes under hdy:alternative"):
        build.measures({graph("claims"): claims})
