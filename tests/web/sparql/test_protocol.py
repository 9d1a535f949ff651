"""The SPARQL 1.1 Protocol: the three ways to ask, the dataset of a request, what is refused, other sites."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient
from tests.web.sparql.conftest import CROSS_PRODUCT, ONE_ROW, Serve

from haidiyan import iris
from haidiyan.dataset.store import manifest
from haidiyan.web.settings import Settings

FORM, DIRECT = "application/x-www-form-urlencoded", "application/sparql-query"
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
NAMED = "SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g { ?s ?p ?o } }"
COSMOLOGY, CLAIMS = iris.graph("cosmology"), iris.graph("claims")


def number(answer: Any) -> int:
    assert answer.status_code == 200, answer.text
    return int(answer.json()["results"]["bindings"][0]["n"]["value"])


def test_the_three_ways_to_ask_are_answered_alike(site: TestClient) -> None:
    ways = [
        site.get("/sparql", params={"query": COUNT}),
        site.post("/sparql", data={"query": COUNT}),
        site.post("/sparql", content=COUNT, headers={"Content-Type": DIRECT}),
        site.post("/sparql", content=COUNT, headers={"Content-Type": f"{DIRECT.title()}; charset=utf-8"}),
    ]
    assert len({number(each) for each in ways}) == 1


def test_chinese_and_plus_signs_arrive_as_they_were_sent(site: TestClient) -> None:
    query = "SELECT ('父母+ %2B&=' AS ?n) {}"
    for answer in (
        site.get("/sparql", params={"query": query}),
        site.post("/sparql", data={"query": query}),
        site.post("/sparql", content=query.encode(), headers={"Content-Type": DIRECT}),
    ):
        assert answer.json()["results"]["bindings"][0]["n"]["value"] == "父母+ %2B&="


def test_a_query_sees_the_default_graphs_and_can_name_every_graph(site: TestClient) -> None:
    graphs = manifest().graphs
    assert number(site.get("/sparql", params={"query": NAMED})) == len(graphs)
    choice = iris.graph("choice-hidden-every")
    seen = f"ASK {{ GRAPH <{choice}> {{ ?s ?p ?o }} ?s ?p ?o }}"
    assert site.get("/sparql", params={"query": seen}).json()["boolean"] is False
    seen = f"ASK {{ GRAPH <{CLAIMS}> {{ ?s ?p ?o }} ?s ?p ?o }}"
    assert site.get("/sparql", params={"query": seen}).json()["boolean"] is True


@pytest.mark.parametrize("way", ["address", "form", "direct"])
def test_a_request_can_name_its_dataset(site: TestClient, way: str) -> None:
    def ask(query: str, *given: tuple[str, str]) -> int:
        if way == "address":
            return number(site.get("/sparql?" + urlencode([("query", query), *given])))
        if way == "form":
            body = urlencode([("query", query), *given])
            return number(site.post("/sparql", content=body, headers={"Content-Type": FORM}))
        return number(site.post("/sparql?" + urlencode(given), content=query, headers={"Content-Type": DIRECT}))

    graphs = manifest().graphs
    default, named = "default-graph-uri", "named-graph-uri"
    assert ask(COUNT, (default, COSMOLOGY)) == graphs[COSMOLOGY]
    assert ask(COUNT, (default, COSMOLOGY), (default, CLAIMS)) == graphs[COSMOLOGY] + graphs[CLAIMS]
    assert ask(NAMED, (default, COSMOLOGY)) == 0
    assert ask(NAMED, (named, COSMOLOGY), (named, CLAIMS)) == 2
    assert ask(COUNT, (named, COSMOLOGY)) == 0
    assert ask(COUNT, (default, CLAIMS), (named, COSMOLOGY)) == graphs[CLAIMS]
    assert ask(COUNT, (default, "https://example.org/none")) == 0
    # The request's dataset stands in place of the query's (SPARQL 1.1 Protocol, 2.1.4).
    assert ask(COUNT.replace("{", f"FROM <{CLAIMS}> {{", 1), (default, COSMOLOGY)) == graphs[COSMOLOGY]
    assert ask(COUNT.replace("{", f"FROM <{CLAIMS}> {{", 1)) == graphs[CLAIMS]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("SELECT * {\n ?s ?p }", "error at 2:"),
        ("SELECT * { ?s ?p ?o", "Line 1, column 20"),
        ("nonsense", "This is no SPARQL query"),
        ("", "The query is empty"),
        ("   \n", "The query is empty"),
        ("SELECT * { ?s ex:p ?o }", "This is no SPARQL query"),
        ("SELECT * { ?s <p> ?o }", "This is no SPARQL query"),
    ],
)
@pytest.mark.parametrize("way", ["address", "form", "direct"])
def test_what_is_no_query_is_refused_with_the_line(site: TestClient, query: str, words: str, way: str) -> None:
    answer = {
        "address": lambda: site.get("/sparql", params={"query": query}),
        "form": lambda: site.post("/sparql", data={"query": query}),
        "direct": lambda: site.post("/sparql", content=query, headers={"Content-Type": DIRECT}),
    }[way]()
    assert answer.status_code == 400
    assert words in answer.json()["detail"]
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("body", "kind", "status", "words"),
    [
        (urlencode({"update": "CLEAR ALL"}), FORM, 400, "changes nothing"),
        (urlencode({"query": "ASK {}", "using-graph-uri": "urn:x"}), FORM, 400, "changes nothing"),
        (urlencode([("query", "ASK {}"), ("query", "ASK {}")]), FORM, 400, "2 times"),
        ("x=y", FORM, 400, "no field `query`"),
        ("", FORM, 400, "no field `query`"),
        (b"query=%ff", FORM, 400, "not in UTF-8"),
        (b"ASK \xff", DIRECT, 400, "not in UTF-8"),
        ("&".join("x=" for _ in range(2000)), FORM, 400, "1,000 fields"),
        (urlencode({"query": "ASK {}", "default-graph-uri": "no iri"}), FORM, 400, "is no IRI"),
        ("CLEAR ALL", "application/sparql-update", 415, DIRECT),
        ("ASK {}", "text/plain", 415, DIRECT),
        ("ASK {}", "", 415, DIRECT),
        ('{"query": "ASK {}"}', "application/json", 415, DIRECT),
    ],
)
def test_what_is_no_request_of_the_protocol_is_refused(
    site: TestClient, body: str | bytes, kind: str, status: int, words: str
) -> None:
    answer = site.post("/sparql", content=body, headers={"Content-Type": kind} if kind else {})
    assert answer.status_code == status
    assert words in answer.json()["detail"]


def test_a_query_asked_for_twice_in_the_address_is_refused(site: TestClient) -> None:
    assert site.get("/sparql?query=ASK{}&query=ASK{}").status_code == 400


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_no_other_method_is_taken(site: TestClient, method: str) -> None:
    answer = site.request(method, "/sparql")
    assert answer.status_code == 405


@pytest.mark.parametrize("query", [ONE_ROW, "CONSTRUCT WHERE { ?s ?p ?o } LIMIT 1", "ASK {"])
def test_a_head_says_what_a_get_would(site: TestClient, query: str) -> None:
    got = site.get("/sparql", params={"query": query})
    head = site.head("/sparql", params={"query": query})
    assert (head.status_code, head.content) == (got.status_code, b"")
    for name in ("content-type", "content-length", "vary", "access-control-allow-origin"):
        assert head.headers[name] == got.headers[name]


def test_pages_of_other_sites_may_ask(site: TestClient) -> None:
    origin = {"Origin": "https://example.org"}
    asked = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    before = site.options("/sparql", headers=origin | asked)
    assert before.status_code == 204
    assert before.headers["access-control-allow-origin"] == "*"
    assert "POST" in before.headers["access-control-allow-methods"]
    assert "content-type" in before.headers["access-control-allow-headers"].lower()
    answers = [
        site.get("/sparql", params={"query": ONE_ROW}, headers=origin),
        site.post("/sparql", data={"query": ONE_ROW}, headers=origin),
        site.get("/sparql", params={"query": "nonsense"}, headers=origin),
        site.get("/sparql", params={"query": ONE_ROW, "format": "png"}, headers=origin),
        site.post("/sparql", content="x", headers=origin | {"Content-Type": "text/plain"}),
        site.get("/sparql", headers=origin),
    ]
    for answer in answers:
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers


def test_a_refusal_for_lack_of_time_or_place_can_be_read_by_other_sites(serve: Serve) -> None:
    site = serve(query_seconds=0.3, query_length=100)
    for query in (CROSS_PRODUCT, "#" * 101):
        answer = site.get("/sparql", params={"query": query}, headers={"Origin": "https://example.org"})
        assert answer.status_code in (413, 503)
        assert answer.headers["access-control-allow-origin"] == "*"


def test_no_other_room_is_open_to_other_sites_by_default(site: TestClient) -> None:
    answer = site.get("/health", headers={"Origin": "https://example.org"})
    assert "access-control-allow-origin" not in answer.headers


def test_the_endpoint_knows_where_it_stands(serve: Serve) -> None:
    site = serve(root_path="/book")
    text = site.get("/sparql", headers={"Accept": "application/n-triples"}).text
    endpoint = "<http://www.w3.org/ns/sparql-service-description#endpoint> <http://testserver/book/sparql> ."
    assert endpoint in text


def test_the_limits_are_those_that_are_promised() -> None:
    there = Settings()
    assert (there.query_seconds, there.query_memory, there.query_rows) == (10, 1 << 30, 100_000)
    assert (there.query_length, there.queries_at_once) == (64 << 10, 8)
