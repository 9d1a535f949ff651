"""A query over an endpoint: the default graph that it sees, its parameters, the forms of its answer."""

from __future__ import annotations

import csv
import io

import pyoxigraph as ox
import pytest
from tests.remote.conftest import Command, Said
from tests.remote.servers import Told, answered_by, told

from haidiyan.iris import PREFIXES, graph, term
from haidiyan.queries import bundled_names, questions
from haidiyan.remote.ask import asks_default_graph
from haidiyan.resources import query

GRAPHS = "".join(f"PREFIX {name}: <{PREFIXES[name]}>\n" for name in ("graph", "hdy", "topic"))


@pytest.fixture
def whole(copy: ox.Store) -> ox.Store:
    return copy


@pytest.fixture
def empty_default(copy: ox.Store) -> ox.Store:
    copy.remove_graph(ox.DefaultGraph())
    return copy


def asked(haidiyan: Command, there: ox.Store, *arguments: str) -> Said:
    with told(answered_by(there)) as server:
        return haidiyan("query", *arguments, "--endpoint", server.url)


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_a_question_is_answered_as_here_in_every_form(haidiyan: Command, whole: ox.Store, form: str) -> None:
    here = haidiyan("query", "claims-by-topic", "--bind", "topic=婚姻", "--format", form)
    there = asked(haidiyan, whole, "claims-by-topic", "--bind", "topic=婚姻", "--format", form)
    assert sorted(there.out) == sorted(here.out)
    assert (there.status, there.complaints) == (0, [])


@pytest.mark.parametrize("form", ["table", "csv", "turtle"])
def test_triples_are_answered_as_here_in_every_form(
    haidiyan: Command, whole: ox.Store, tmp_path_factory: pytest.TempPathFactory, form: str
) -> None:
    text = GRAPHS + "CONSTRUCT { ?c hdy:quote ?q } WHERE { ?c hdy:topic topic:illness ; hdy:quote ?q }"
    file = tmp_path_factory.mktemp("query") / "quotes.rq"
    file.write_text(text, encoding="utf-8")
    here = haidiyan("query", str(file), "--format", form)
    there = asked(haidiyan, whole, str(file), "--format", form)
    assert sorted(there.out.splitlines()) == sorted(here.out.splitlines())
    assert there.status == 0


def test_an_ask_is_answered(haidiyan: Command, whole: ox.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for pattern, answer in (("?s ?p ?o", (0, "yes\n")), ("?s <urn:never> ?o", (1, "no\n"))):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"ASK {{ {pattern} }}"))
        assert asked(haidiyan, whole, "-")[:2] == answer


def test_an_empty_default_graph_is_no_answer(haidiyan: Command, empty_default: ox.Store) -> None:
    said = asked(haidiyan, empty_default, "all-claims")
    assert (said.status, said.out) == (2, "")
    (line,) = said.complaints
    assert "publish --default-graph" in line
    assert "union" in line


def test_a_default_graph_of_an_earlier_dataset_is_no_answer(haidiyan: Command, whole: ox.Store) -> None:
    stated = ox.NamedNode(term("contentHash"))
    (quad,) = whole.quads_for_pattern(None, stated, None, ox.DefaultGraph())
    whole.remove(quad)
    whole.add(ox.Quad(quad.subject, stated, ox.Literal("0" * 64)))
    said = asked(haidiyan, whole, "all-claims")
    assert "another dataset than its named graphs" in said.complaints[0]


def test_a_query_that_names_its_graphs_needs_no_default_graph(
    haidiyan: Command, empty_default: ox.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in (
        "SELECT ?c { GRAPH graph:claims { ?c a hdy:Rule } } LIMIT 2",
        "SELECT ?c FROM graph:claims { ?c a hdy:Rule } LIMIT 2",
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(GRAPHS + text))
        said = asked(haidiyan, empty_default, "-", "--format", "csv")
        assert len(list(csv.reader(io.StringIO(said.out)))) == 3


@pytest.mark.parametrize("name", questions())
def test_every_question_asks_the_default_graph(name: str) -> None:
    assert asks_default_graph(query(name))


@pytest.mark.parametrize("name", [name for name in bundled_names() if name.startswith("remote/")])
def test_what_the_program_asks_needs_no_default_graph(name: str) -> None:
    # metadata.rq looks into the default graph to see what it holds.
    assert asks_default_graph(query(name)) is (name == "remote/metadata")


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("SELECT * { GRAPH ?g { ?s ?p ?o } }", False),
        ("SELECT * FROM NAMED <urn:g> { ?s ?p ?o }", True),
        ("SELECT * { GRAPH ?g { ?s ?p ?o } ?s <urn:p> ?o }", True),
        ("SELECT (COUNT(*) AS ?n) { ?s <urn:p>+ ?o }", True),
        ("SELECT * { GRAPH ?g { ?s ?p ?o } FILTER EXISTS { ?s <urn:q> ?x } }", True),
        ("SELECT * { GRAPH ?g { ?s ?p ?o } FILTER NOT EXISTS { GRAPH ?h { ?s ?p ?o } } }", False),
        ("SELECT * { { SELECT ?s { GRAPH <urn:g> { ?s ?p ?o } } } }", False),
        ("CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <urn:g> { ?s ?p ?o } }", False),
        ("CONSTRUCT WHERE { ?s ?p ?o }", True),
        ("ASK { ?s ?p ?o }", True),
        ("DESCRIBE <urn:a>", True),
        ("SELECT no SPARQL", True),
        ("SELECT * { VALUES ?a { 1 } }", False),
    ],
)
def test_whether_a_query_asks_the_default_graph(text: str, needs: bool) -> None:
    assert asks_default_graph(text) is needs


def test_a_part_of_the_dataset_is_no_answer(haidiyan: Command, whole: ox.Store) -> None:
    whole.remove_graph(ox.NamedNode(graph("variants")))
    said = asked(haidiyan, whole, "all-claims")
    assert (said.status, said.out) == (2, "")
    assert "graph:variants has 0 triples of" in said.complaints[0]


@pytest.mark.parametrize(
    ("binding", "complaint"),
    [("topic=疾疾", "疾病"), ("topic=topic:ilness", "illness"), ("tropic=疾病", "no parameter 'tropic'")],
)
def test_a_value_that_is_not_known_is_refused_as_here(
    haidiyan: Command, whole: ox.Store, binding: str, complaint: str
) -> None:
    said = asked(haidiyan, whole, "claims-by-topic", "--bind", binding)
    assert (said.status, said.complaints) == (2, haidiyan("query", "claims-by-topic", "--bind", binding).complaints)
    assert complaint in said.complaints[0]


def test_a_value_is_the_thing_that_it_names(haidiyan: Command, whole: ox.Store) -> None:
    with told(answered_by(whole)) as server:
        answers = {
            haidiyan("query", "claims-by-topic", "--bind", f"topic={name}", "--endpoint", server.url).out
            for name in ("疾病", "illness", "topic:illness")
        }
    assert len(answers) == 1
    _sent_once(server, "topic/illness> }")


def _sent_once(server: Told, words: str) -> None:
    assert [each for each in server.asked if words in each.body.decode()]
