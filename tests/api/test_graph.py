"""A chart and a reading as RDF: whole, described, without blank nodes, the same on every run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rdflib import PROV, RDF, BNode, Graph, Literal, URIRef

import haidiyan
from haidiyan import __version__, iris, turtle
from haidiyan.dataset import store
from haidiyan.iris import BASE, individual, term
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")

OVERLAY = root() / "docs" / "examples" / "overlay.ttl"
TOPIC_PROGRAM = """
import haidiyan, sys
from haidiyan import turtle
chart = haidiyan.cast(hexagram="比", moving=[5], day="申")
print(turtle.serialize(haidiyan.read(chart, "疾病", about="妻").graph))
"""


def example(**given: Any) -> Any:
    """申日 比之坤, 占妻病 (2:77)."""
    return haidiyan.read(haidiyan.cast(hexagram="比", moving=[5], day="申"), topic="疾病", about="妻", **given)


@pytest.fixture(scope="module")
def readings(home: Path) -> list[Any]:
    """Given in full, and left open; of pure hexagrams; under other doctrines; with what is not adopted."""
    full = haidiyan.cast(hexagram="坤", moving=[1, 6], at="2026-11-30T10:00")
    bare = haidiyan.cast(hexagram="乾")
    return [
        example(),
        haidiyan.read(full, "求財", baleful=[3], all_doctrines=True, all_topics=True),
        haidiyan.read(full, "疾病", doctrine="prose", adopt={"emendation": "j2-p57-v1"}),
        haidiyan.read(bare),
    ]


@pytest.fixture(scope="module")
def described(home: Path) -> set[str]:
    """Every name that the dataset describes."""
    quads = store.open_store(home).quads_for_pattern(None, None, None)
    return {str(getattr(each.subject, "value", "")) for each in quads}


def hdy(name: str) -> URIRef:
    return URIRef(term(name))


def firings(graph: Graph) -> dict[tuple[str, str], URIRef]:
    """The firings by claim and witness, each by the end of its IRI."""
    found = {}
    for firing in graph.subjects(RDF.type, hdy("Firing")):
        claim, witness = graph.value(firing, hdy("claim")), graph.value(firing, hdy("witness"))
        found[iris.local_name(str(claim)), iris.local_name(str(witness))] = URIRef(str(firing))
    return found


def status(graph: Graph, firing: URIRef) -> str:
    return iris.local_name(str(graph.value(firing, hdy("status"))))


def test_there_are_no_blank_nodes(readings: list[Any]) -> None:
    for reading in readings:
        for graph in (reading.graph, reading.chart.graph):
            assert not [each for triple in graph for each in triple if isinstance(each, BNode)]


def test_every_name_of_ours_is_described_there_or_in_the_dataset(readings: list[Any], described: set[str]) -> None:
    for reading in readings:
        for graph in (reading.graph, reading.chart.graph):
            named = {str(each) for triple in graph for each in triple if str(each).startswith(BASE)}
            assert named - described <= set(map(str, graph.subjects()))
            assert named & described


def test_the_chart_is_named_and_has_its_lines(readings: list[Any]) -> None:
    for reading in readings:
        chart, graph = reading.chart, reading.chart.graph
        assert (URIRef(chart.iri), RDF.type, hdy("Chart")) in graph
        assert (URIRef(chart.iri), hdy("lineValues"), Literal("".join(map(str, chart.values)))) in graph
        languages = {each.language for each in graph.objects(URIRef(chart.iri), None) if isinstance(each, Literal)}
        assert {"zh-hant", "en"} <= languages
        assert not list(graph.subjects(RDF.type, hdy("Firing")))


def test_every_node_has_its_states_and_edges(readings: list[Any]) -> None:
    for reading in readings:
        graph, evaluation = reading.graph, reading.evaluation
        for node, kind in evaluation.memberships():
            assert (URIRef(node), RDF.type, URIRef(kind)) in graph
        for node in evaluation.nodes.values():
            for edge, ends in node.links.items():
                assert {str(end) for end in graph.objects(URIRef(node.iri), URIRef(edge))} == ends
        assert len(list(graph.objects(URIRef(evaluation.question.iri), hdy("line")))) == 6


def test_what_the_example_gives_stands_on_the_question() -> None:
    reading = example()
    graph, question = reading.graph, URIRef(reading.evaluation.question.iri)
    fifth = URIRef(f"{question}#line-5")
    for predicate, target in (
        ("chart", reading.chart.iri),
        ("topic", individual("topic", "illness")),
        ("dayBranch", individual("branch", "shen")),
        ("open", individual("input", "month")),
        ("adopts", individual("choice", "hidden-every")),
        ("useRelation", individual("relation", "wealth")),
    ):
        assert (question, hdy(predicate), URIRef(target)) in graph
    assert (fifth, RDF.type, URIRef(individual("state", "moving"))) in graph
    assert (fifth, hdy("hides"), URIRef(f"{question}#hidden-5")) in graph


def test_the_firings_are_the_rows_of_the_table(readings: list[Any]) -> None:
    for reading in readings:
        graph, told = reading.graph, reading.to_dict()
        wanted = {}
        for claim in told["claims"]:
            for witness in claim["witnesses"]:
                kind = "opposite" if witness.get("opposite") else witness["node"]
                node = iris.local_name(told["question"]["iri"]) if kind == "chart" else f"{kind}-{witness['line']}"
                wanted[claim["id"], node] = "overridden" if witness["overriddenBy"] else claim["status"]
        found = {key: status(graph, firing) for key, firing in firings(graph).items()}
        assert {key: how for key, how in found.items() if how != "open"} == wanted
        waiting = {claim["id"] for claim in told["claims"] if claim["status"] == "open"}
        assert {claim for claim, node in found if found[claim, node] == "open"} == waiting


def test_the_exception_overrides_the_firing_on_its_own_node() -> None:
    graph = example().graph
    found = firings(graph)
    bad, exception = found["j2-p77-c11", "hidden-5"], found["j2-p77-c12", "hidden-5"]
    assert (status(graph, bad), status(graph, exception)) == ("overridden", "in-force")
    assert list(graph.objects(bad, hdy("overriddenBy"))) == [exception]
    assert set(graph.objects(exception, hdy("conflictsWith"))) == {
        found["j2-p07-c03", "line-5"],
        found["j2-p07-c04", "line-5"],
    }
    assert list(graph.objects(exception, hdy("restsOn"))) == [URIRef(individual("choice", "hidden-every"))]


def test_only_what_is_in_force_stands_against_another_and_both_ways(readings: list[Any]) -> None:
    for reading in readings:
        graph = reading.graph
        against = set(graph.subject_objects(hdy("conflictsWith")))
        assert against == {(other, one) for one, other in against}
        assert {status(graph, URIRef(str(one))) for one, _ in against} <= {"in-force"}
        told = {(claim["id"], other) for claim in reading.to_dict()["claims"] for other in claim["conflictsWith"]}
        by_name = {firing: claim for (claim, _), firing in firings(graph).items()}
        assert {(by_name[URIRef(str(one))], by_name[URIRef(str(other))]) for one, other in against} == told


def test_it_says_which_dataset_it_was_derived_from() -> None:
    reading = example()
    graph, dataset = reading.graph, reading.to_dict()["dataset"]
    version = graph.value(URIRef(reading.evaluation.question.iri), PROV.wasDerivedFrom)
    assert version == URIRef(iris.dataset_version(__version__))
    assert {str(each) for each in graph.objects(version)} >= {dataset["version"], dataset["hash"]}


def test_what_an_overlay_adds_is_its_author_s() -> None:
    chart = haidiyan.cast(hexagram="巽", moving=[2], month="子", day="甲寅")
    reading = haidiyan.read(chart, topic="公事", overlay=OVERLAY, doctrine="chen")
    graph, author = reading.graph, URIRef(reading.to_dict()["overlay"]["authorIri"])
    added = set(graph.subjects(hdy("addedBy"), author))
    claims = {claim for claim in graph.objects(None, hdy("claim")) if not str(claim).startswith(BASE)}
    assert claims
    assert claims <= added
    assert (author, RDF.type, PROV.Agent) in graph


def test_a_serialisation_is_short_and_reads_back() -> None:
    graph = example().graph
    text = graph.serialize(format="turtle")
    assert "@prefix hdy: <https://w3id.org/haidiyan/ontology#>" in text
    assert set(Graph().parse(data=text, format="turtle")) == set(graph)
    assert set(turtle.parse(turtle.serialize(graph))) == set(graph)


def test_the_same_bytes_whatever_the_hash_seed(home: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
    said = {
        subprocess.run(
            [sys.executable, "-c", TOPIC_PROGRAM],
            env={**environment, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert said != {b""}
