"""No query makes the server call anybody, and none changes anything; queries that only look like it are answered."""

from __future__ import annotations

import random
import re
from contextlib import suppress

import pyoxigraph as ox
import pytest
from starlette.testclient import TestClient
from tests.web.sparql.conftest import Listener

from haidiyan.errors import InputError
from haidiyan.queries import Query, bundled_names
from haidiyan.web.sparql.lexer import check

FETCHED = [
    "SELECT * { SERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { service <URL> { ?s ?p ?o } }",
    "SELECT * { SeRvIcE<URL>{?s ?p ?o} }",
    "SELECT * {SERVICE\t<URL>\n{?s ?p ?o}}",
    "SELECT * { SERVICE SILENT <URL> { ?s ?p ?o } }",
    "SELECT * { SERVICESILENT<URL> { ?s ?p ?o } }",
    "SELECT * { #x\rSERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { #x\nSERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { #x\r\nSERVICE#\r<URL>#\n{ ?s ?p ?o } }",
    "SELECT * { # '''\rSERVICE <URL#'''> { ?s ?p ?o } }",
    "PREFIX e: <URL> SELECT * { SERVICE e:x { ?s ?p ?o } }",
    "PREFIX : <URL> SELECT * { SERVICE :x { ?s ?p ?o } }",
    "PREFIX : <URL> SELECT * { SERVICE:x { ?s ?p ?o } }",
    "PREFIX : <URL> SELECT * { SERVICESILENT:x { ?s ?p ?o } }",
    "BASE <URL> SELECT * { SERVICE <x> { ?s ?p ?o } }",
    "SELECT * { OPTIONAL { SERVICE <URL> { ?s ?p ?o } } }",
    "SELECT * { { SERVICE <URL> { ?s ?p ?o } } UNION { ?s ?p ?o } }",
    "SELECT * { ?s ?p ?o MINUS { SERVICE <URL> { ?s ?p ?o } } }",
    "SELECT * { GRAPH ?g { SERVICE <URL> { ?s ?p ?o } } }",
    "SELECT * { { SELECT * { SERVICE <URL> { ?s ?p ?o } } } }",
    "SELECT * { VALUES ?x { 1 } FILTER EXISTS { SERVICE <URL> { ?s ?p ?o } } }",
    "SELECT * { VALUES ?x { 1 } FILTER (?x > 0 && NOT EXISTS { SERVICE <URL> { ?s ?p ?o } }) }",
    "SELECT * { VALUES ?x { 1 } LATERAL { SERVICE <URL> { ?s ?p ?o } } }",
    "ASK { SERVICE <URL> { ?s ?p ?o } }",
    "CONSTRUCT { ?s ?p ?o } WHERE { SERVICE <URL> { ?s ?p ?o } }",
    "DESCRIBE ?s WHERE { SERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { BIND (1 AS ?x) BIND ('' AS ?y) SERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { BIND ('\\'' AS ?y) SERVICE <URL#'> { ?s ?p ?o } }",
    'SELECT * { BIND ("""a"b""c""" AS ?y) SERVICE <URL#> { ?s ?p ?o } }',
    "SELECT * { BIND (2 AS ?x) FILTER (1<?x) SERVICE <URL#'> { ?s ?p ?o } }",
    "SELECT * { ?s ?p 1SERVICE <URL> { ?s ?p ?o } }",
    "PREFIX : <URL> SELECT * { ?s ?p trueSERVICE:x { ?s ?p ?o } }",
    "SELECT * { ?s ?p ?o.SERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { ?s ?p 'x'SERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { BIND (<<(<urn:a> <urn:p> 'a>b')>> AS ?t) SERVICE <URL#'> { ?s ?p ?o } }",
    "PREFIX e: <urn:e:> SELECT * { VALUES ?s { e:s } BIND (<<(?s e:p'a>b')>> AS ?t) SERVICE <URL#'> { ?a ?p ?o } }",
    "SELECT * { VALUES ?a { 'a' } FILTER (?a<'b>c'&&EXISTS { SERVICE <URL#'> { ?s ?p ?o } }) }",
    "SELECT * { VALUES ?a { 1 } VALUES ?b { 2 } FILTER (?a<?b#x>'''\n) SERVICE <URL#'''> { ?s ?p ?o } }",
    "SELECT * { ?s <URL'> ?o SERVICE <URL#'> { ?s ?p ?o } }",
]
"""Queries for which the engine itself calls, over ``ANY``."""
ANY = "<urn:a> <urn:p> 1 , true , 'x' ; <URL'> <urn:o> ."

DOUBTFUL = [
    "SELECT * { BIND (<URL> AS ?e) SERVICE ?e { ?s ?p ?o } }",
    "SELECT * { VALUES ?e { <URL> } SERVICE SILENT ?e { ?s ?p ?o } }",
    "SELECT * { VALUES (?e ?f) { (<URL#a> <URL#'b>) } SERVICE ?e { ?s ?p ?o } }",
    "SELECT * { ?s ?p 'x'@enSERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { ?s ?p 'x'@en--ltrSERVICE <URL> { ?s ?p ?o } }",
    "PREFIX e: <urn:e:> SELECT * { ?s ?p e:a.SERVICE <URL> { ?s ?p ?o } }",
    "PREFIX e: <urn:e:> SELECT * { ?s e:p?trueSERVICE <URL> { ?s ?p ?o } }",
    "PREFIX e: <urn:e:> SELECT * { ?s e:p?1SERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { \\u0053ERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { SERVIC\\u0045 <URL> { ?s ?p ?o } }",
    "SELECT * { BIND ('\\u0027 AS ?x) SERVICE <URL#'> { ?s ?p ?o } }",
    "SELECT * { BIND ('a\nb' AS ?x) SERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { BIND ('a AS ?x) SERVICE <URL> { ?s ?p ?o } }",
    "LOAD <URL>",
    "LOAD SILENT <URL> INTO GRAPH <urn:g>",
    "ASK {} ; LOAD <URL>",
    "#\rLOAD <URL>",
    "PREFIX : <URL> LOAD:x",
    "INSERT DATA { <urn:a> <urn:b> <URL> }",
    "DELETE WHERE { ?s ?p ?o }",
    "INSERT { ?s ?p ?o } WHERE { SERVICE <URL> { ?s ?p ?o } }",
    "WITH <urn:g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    "CLEAR ALL",
    "DROP DEFAULT",
    "CREATE GRAPH <URL>",
    "COPY <URL> TO DEFAULT",
]
"""Queries at the edge of the grammar, and updates; most are no SPARQL at all."""

HARMLESS = [
    "PREFIX ex: <urn:x:> SELECT * { ?s ex:SERVICE ?o }",
    "PREFIX ex: <urn:x:> SELECT * { ?s ex:a-SERVICE/ex:LOAD ?o }",
    "SELECT * { ?SERVICE ?LOAD $service }",
    "SELECT * { ?s ?p 'SERVICE <http://example.org/> {}' , '''LOAD''' }",
    'SELECT * { ?s ?p "SERVICE" , """INSERT \\""" SERVICE""" }',
    "SELECT * { ?s ?p ?o } # SERVICE <http://example.org/> {}",
    "# LOAD <http://example.org/>\nASK {}",
    "SELECT * { ?s <http://example.org/SERVICE#LOAD> ?o }",
    "PREFIX load: <urn:x:> SELECT * { ?s load:x ?o }",
    "SELECT * { ?s ?p ?o FILTER (?o < 3 && ?o > 1) }",
    "SELECT * { ?s ?p ?o FILTER (?o<=3 || ?o<?s) }",
    "SELECT * { VALUES (?a ?b) { (<urn:a#b> <urn:c#d>) (UNDEF <urn:e'f>) } }",
    "SELECT * { ?s ?p '' , \"\" , '''''' , 'it\\'s' , '''it's''' }",
    "SELECT * { ?s ?p '\\u4e2d' , '火'@zh-hant , '3'^^<http://www.w3.org/2001/XMLSchema#integer> }",
    "SELECT * { ?s (<urn:a>|^<urn:b#c>)+/!(<urn:d#>|<urn:e#f>) ?o }",
    "SELECT (COUNT(DISTINCT *) AS ?n) { ?s a [] ; ?p ( 1 2.5 -3e4 true ) }",
    "PREFIX e: <urn:e:> SELECT * { ?s e:p\\'q ?o . _:a.b e:%41 e:x.y }",
]


@pytest.mark.parametrize("text", FETCHED)
def test_what_the_engine_would_fetch_is_refused(text: str, site: TestClient, listener: Listener) -> None:
    query = text.replace("URL", listener.url)
    store = ox.Store()
    store.load(ANY.replace("URL", listener.url).encode(), ox.RdfFormat.TURTLE)
    with suppress(OSError, RuntimeError):
        found = store.query(query)
        list(found) if not isinstance(found, ox.QueryBoolean) else None
    assert listener.hears(5), "the engine does not call: the test shows nothing"
    listener.calls = 0
    answer = site.get("/sparql", params={"query": query})
    assert answer.status_code == 400, answer.text
    assert answer.json()["detail"].startswith("Line "), "the engine had it"
    assert not listener.hears(0.02)


@pytest.mark.parametrize("text", DOUBTFUL)
def test_what_the_engine_might_fetch_or_change_is_refused(text: str, site: TestClient, listener: Listener) -> None:
    answer = site.post("/sparql", data={"query": text.replace("URL", listener.url)})
    assert answer.status_code == 400, answer.text
    assert answer.json()["detail"]
    assert not listener.hears(0.02)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_it_is_answered(text: str, site: TestClient) -> None:
    answer = site.get("/sparql", params={"query": text})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("name", bundled_names())
def test_every_query_of_the_project_passes(name: str) -> None:
    check(Query.bundled(name).text)


@pytest.mark.parametrize("character", [chr(each) for each in range(1, 128)])
def test_an_iri_of_the_engine_is_an_iri_here(character: str) -> None:
    """Else what follows would be read otherwise here than there."""
    text = f"ASK {{ ?s <http://x/{character}y> ?o }}"
    try:
        ox.Store().query(text)
    except SyntaxError:
        return
    check(text)


PIECES = (
    *("SERVICE", "service", "<URL>", "{", "}", "(", ")", "?a", "?", "'", '"', "'''", '"""', "\\", "#", "\n", "\r", " "),
    *(":", "e:", "e:x", ".", "<", ">", "<?a", "1", "true", "@en", "^^", "||", "FILTER(", "BIND(1 AS ?x)", "EXISTS{"),
    *("VALUES ?v {", "_:b", "a", "SILENT", "<<", ">>", "-", "%41", "\\'", "?s ?p ?o", ",", ";", "[", "]", "&&", "="),
)


def test_chance_finds_no_way_past(listener: Listener) -> None:
    """Whatever passes makes the engine call nobody: texts at random, and queries with something at random put in."""
    chance = random.Random(2026)
    store = ox.Store()
    passed = 0
    for turn in range(30_000):
        text = "PREFIX e: <urn:e:> PREFIX : <URL> " + chance.choice(FETCHED if turn % 2 else HARMLESS)
        for _ in range(chance.randint(1, 4)):
            place = chance.randint(0, len(text))
            text = text[:place] + chance.choice(PIECES) + text[place + chance.choice((0, 0, 1)) :]
        text = text.replace("URL", listener.url)
        try:
            check(text)
        except InputError:
            continue
        passed += 1
        with suppress(SyntaxError, OSError, RuntimeError, ValueError):
            found = store.query(text)
            list(found) if not isinstance(found, ox.QueryBoolean) else None
        assert not listener.calls, text
    assert passed > 100


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("ASK {\n  SERVICE <urn:x> {} }", "Line 2, column 3"),
        ("ASK {\r\n\rSERVICE <urn:x> {} }", "Line 3, column 1"),
        ("ASK { ?s ?p 'a }", "Line 1, column 13"),
        ("ASK { ?s ?p ?o ) }", "Line 1, column 16"),
        ("ASK { ?s ?p ?o", "Line 1, column 15"),
    ],
)
def test_a_refusal_names_the_line(text: str, place: str) -> None:
    with pytest.raises(InputError, match=re.escape(place)):
        check(text)


def test_a_query_that_nests_too_deep_is_refused_and_brackets_in_strings_do_not_count() -> None:
    with pytest.raises(InputError, match="nests deeper"):
        check("ASK " + "{" * 201 + "}" * 201)
    check(f"ASK {{ ?s ?p '{'(' * 1000}' }}")
