"""Every answer comes in the form that the request likes best, and in no other."""

from __future__ import annotations

import csv
import gzip
import io
import json
from typing import Any

import pytest
from rdflib import Graph, Literal, URIRef
from rdflib.compare import isomorphic
from rdflib.query import Result, ResultRow
from starlette.testclient import TestClient

from haidiyan.iris import PREFIXES

HEXAGRAM = """PREFIX hdy: <https://w3id.org/haidiyan/ontology#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
SELECT ?number ?name ?none { ?h a hdy:Hexagram ; hdy:number ?number ; skos:prefLabel ?name
FILTER (LANG(?name) = "zh-hant" && ?number < 3) } ORDER BY ?number"""
TRIPLES = HEXAGRAM.replace("SELECT ?number ?name ?none", "CONSTRUCT { ?h skos:prefLabel ?name }")
BY_HAND = {
    ("https://w3id.org/haidiyan/hexagram/01", "乾"),
    ("https://w3id.org/haidiyan/hexagram/02", "坤"),
}
JSON, XML, CSV, TSV = (
    *(f"application/sparql-results+{each}" for each in ("json", "xml")),
    "text/csv",
    "text/tab-separated-values",
)
TURTLE, NTRIPLES, JSONLD, RDFXML = "text/turtle", "application/n-triples", "application/ld+json", "application/rdf+xml"
ROWS = {"json": JSON, "xml": XML, "csv": CSV, "tsv": TSV}
RDFLIB = {"turtle": "turtle", "ntriples": "nt", "jsonld": "json-ld", "rdfxml": "xml"}
GRAPHS = {"turtle": TURTLE, "ntriples": NTRIPLES, "jsonld": JSONLD, "rdfxml": RDFXML}


def ask(site: TestClient, query: str, accept: str | None = None, **parameters: str) -> Any:
    return site.get("/sparql", params={"query": query, **parameters}, headers={"Accept": accept} if accept else {})


def kind(answer: Any) -> str:
    return str(answer.headers["content-type"]).partition(";")[0]


@pytest.mark.parametrize("form", ["json", "xml", "csv", "tsv"])
def test_rows_say_the_same_in_every_form(site: TestClient, form: str) -> None:
    answer = ask(site, HEXAGRAM, "*/*", format=form)
    assert (answer.status_code, kind(answer)) == (200, ROWS[form])
    rows = []
    for row in Result.parse(io.BytesIO(answer.content), format=form):
        assert isinstance(row, ResultRow)
        rows.append([None if each is None or str(each) == "" else str(each) for each in row])
    assert rows == [["1", "乾", None], ["2", "坤", None]]


def test_types_and_languages_are_kept_where_the_form_has_a_place_for_them(site: TestClient) -> None:
    row = json.loads(ask(site, HEXAGRAM, JSON).content)["results"]["bindings"][0]
    assert row["name"] == {"type": "literal", "value": "乾", "xml:lang": "zh-hant"}
    assert row["number"]["datatype"] == PREFIXES["xsd"] + "integer"
    assert "none" not in row


def test_csv_is_as_the_standard_has_it(site: TestClient) -> None:
    answer = ask(site, "SELECT ?a ?b { VALUES (?a ?b) { ('x,\"y\"\\nz' 1) (UNDEF <urn:x>) } }", CSV)
    assert answer.content.startswith(b"a,b\r\n")
    assert list(csv.reader(io.StringIO(answer.text, newline=""))) == [["a", "b"], ['x,"y"\nz', "1"], ["", "urn:x"]]


@pytest.mark.parametrize("form", ["json", "xml"])
@pytest.mark.parametrize(("query", "truth"), [("ASK {}", True), ("ASK { <urn:a> <urn:b> <urn:c> }", False)])
def test_a_yes_or_no_is_read_back(site: TestClient, form: str, query: str, truth: bool) -> None:
    answer = ask(site, query, format=form)
    assert Result.parse(io.BytesIO(answer.content), format=form).askAnswer is truth


@pytest.mark.parametrize("form", ["turtle", "ntriples", "jsonld", "rdfxml"])
@pytest.mark.parametrize("how", ["format", "type", "accept"])
def test_triples_say_the_same_in_every_form(site: TestClient, form: str, how: str) -> None:
    given = {"format": {"format": form}, "type": {"format": GRAPHS[form]}, "accept": {}}[how]
    answer = ask(site, TRIPLES, GRAPHS[form] if how == "accept" else "text/html", **given)
    assert (answer.status_code, kind(answer)) == (200, GRAPHS[form])
    graph = Graph().parse(data=answer.content, format=RDFLIB[form])
    label = URIRef(PREFIXES["skos"] + "prefLabel")
    assert {(str(s), str(o)) for s, _, o in graph} == BY_HAND
    assert all(o == Literal(str(o), lang="zh-hant") and p == label for _, p, o in graph)


def test_a_description_and_its_blank_nodes_are_the_same_in_every_form(site: TestClient) -> None:
    query = "DESCRIBE ?c { ?c <http://www.w3.org/2002/07/owl#intersectionOf> ?l } LIMIT 3"
    graphs = [
        Graph().parse(data=ask(site, query, accept).content, format=name)
        for accept, name in ((TURTLE, "turtle"), (NTRIPLES, "nt"), (JSONLD, "json-ld"), (RDFXML, "xml"))
    ]
    assert len(graphs[0])
    assert all(isomorphic(graphs[0], each) for each in graphs[1:])


@pytest.mark.parametrize(
    ("accept", "rows", "triples"),
    [
        (None, JSON, TURTLE),
        ("*/*", JSON, TURTLE),
        (f"{CSV};q=0.5, {XML};q=0.7, */*;q=0.1", XML, TURTLE),
        (f"{XML}, {NTRIPLES}", XML, NTRIPLES),
        ("application/json", JSON, None),
        ("application/xml", XML, None),
        ("text/plain", None, NTRIPLES),
        (f"{JSON};q=0, */*", XML, TURTLE),
        (f"{TURTLE};q=0.2, {RDFXML};q=0.9", None, RDFXML),
        ("text/*;q=0.4, application/ld+json;q=0.6", CSV, JSONLD),
        (f"{TURTLE}, text/html;q=0.5", "text/html", TURTLE),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html", "text/html"),
        (f"{JSON},*/*;q=0.9", JSON, TURTLE),
        ("image/png", None, None),
    ],
)
def test_the_form_is_negotiated(site: TestClient, accept: str | None, rows: str | None, triples: str | None) -> None:
    for query, wanted in ((HEXAGRAM, rows), ("ASK {}", rows), (TRIPLES, triples)):
        answer = ask(site, query, accept)
        if wanted:
            assert (answer.status_code, kind(answer)) == (200, wanted)
        else:
            assert answer.status_code == 406
            assert "none of the" in answer.json()["detail"] or "none of their" in answer.json()["detail"]
        assert "Accept" in answer.headers["vary"]


@pytest.mark.parametrize(("query", "form"), [(HEXAGRAM, "turtle"), (TRIPLES, "csv"), (HEXAGRAM, "png")])
def test_a_format_that_cannot_be_is_refused(site: TestClient, query: str, form: str) -> None:
    answer = ask(site, query, "*/*", format=form)
    assert answer.status_code == 406
    assert answer.json()["detail"]


@pytest.mark.parametrize("query", [HEXAGRAM, TRIPLES, "SELECT ?s ?p ?o { ?s ?p ?o } LIMIT 5000"])
def test_an_answer_is_the_same_compressed_and_not(site: TestClient, query: str) -> None:
    plain = site.get("/sparql", params={"query": query}, headers={"Accept-Encoding": "identity"})
    packed = site.get("/sparql", params={"query": query}, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    if len(plain.content) > 10_000:
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(plain.content)
        assert len(gzip.compress(plain.content)) > 100


@pytest.mark.parametrize("accept", [TURTLE, NTRIPLES, JSONLD, RDFXML, None])
def test_without_a_query_the_service_describes_itself(site: TestClient, accept: str | None) -> None:
    answer = site.get("/sparql", headers={"Accept": accept} if accept else {})
    assert answer.status_code == 200
    name = {TURTLE: "turtle", NTRIPLES: "nt", JSONLD: "json-ld", RDFXML: "xml", None: "turtle"}[accept]
    graph = Graph().parse(data=answer.content, format=name)
    found = graph.query(
        """PREFIX sd: <http://www.w3.org/ns/sparql-service-description#>
        PREFIX void: <http://rdfs.org/ns/void#>
        SELECT ?endpoint (COUNT(DISTINCT ?form) AS ?forms) (COUNT(DISTINCT ?graph) AS ?graphs) ?size {
          ?service a sd:Service ; sd:endpoint ?endpoint ; sd:resultFormat ?form ;
            sd:supportedLanguage sd:SPARQL11Query ; sd:defaultDataset ?dataset .
          ?dataset sd:defaultGraph/void:triples ?size ; sd:namedGraph ?named . ?named sd:name ?graph }
        GROUP BY ?endpoint ?size"""
    )
    (row,) = found
    assert isinstance(row, ResultRow)
    assert str(row["endpoint"]) == "http://testserver/sparql"
    assert int(str(row["forms"])) == len(ROWS) + len(GRAPHS)
    count = "SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g { ?s ?p ?o } }"
    assert str(row["graphs"]) == ask(site, count, CSV).text.split()[1]
    assert str(row["size"]) == ask(site, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", CSV).text.split()[1]
