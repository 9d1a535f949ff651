"""The page for queries: examples a click away, answers without JavaScript, YASGUI where its files are."""

from __future__ import annotations

import html
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape
from starlette.testclient import TestClient
from tests.web.sparql.conftest import CROSS_PRODUCT, Serve

from haidiyan.queries import Query, questions
from haidiyan.web.guard import POLICY
from haidiyan.web.rooms import sparql

READER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
FILES = ("yasgui.min.js", "yasgui.min.css")


def visit(site: TestClient, language: str = "en", **parameters: str) -> Any:
    return site.get("/sparql", params={"lang": language, **parameters}, headers=READER)


def in_editor(page: str) -> str:
    found = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page, re.DOTALL)
    assert found
    return html.unescape(found[1])


@pytest.fixture(params=[False, True], ids=["without YASGUI", "with YASGUI"])
def yasgui(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the files of the editor are there; what is in them does not matter here."""
    monkeypatch.setattr(sparql, "ASSETS", tmp_path)
    if request.param:
        for name in FILES:
            (tmp_path / name).write_text("/* */", encoding="utf-8")
    return bool(request.param)


def test_the_page_says_whether_yasgui_is_there_and_works_both_ways(site: TestClient, yasgui: bool) -> None:
    page = visit(site, query="SELECT (1 + 1 AS ?two) {}")
    assert page.status_code == 200
    assert ("YASGUI is not installed" in page.text) is not yasgui
    assert ("yasgui.min.js" in page.text) is yasgui
    assert re.search(r"<th[^>]*>two</th>.*<td><span>2</span></td>", page.text, re.DOTALL)
    for name in FILES:
        assert site.get(f"/sparql/assets/{name}").status_code == (200 if yasgui else 404)


def test_styles_in_the_page_are_allowed_to_the_editor_alone_and_scripts_never(site: TestClient, yasgui: bool) -> None:
    policy = visit(site).headers["content-security-policy"]
    assert ("style-src 'self' 'unsafe-inline'" in policy) is yasgui
    assert policy.replace(" 'unsafe-inline'", "") == POLICY
    assert "connect-src 'self'" in policy
    assert "script-src 'self';" in policy
    data = site.get("/sparql", params={"query": "ASK {}"}).headers["content-security-policy"]
    assert data == POLICY


def test_nothing_in_the_page_is_inline_or_from_elsewhere(site: TestClient, yasgui: bool) -> None:
    page = visit(site, example="claims-by-topic").text
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)", page)
    assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', page)


@pytest.mark.parametrize("name", ["../rooms/sparql.py", "..%2frooms%2fsparql.py", "app.py", "%2e%2e/app.py", ""])
def test_no_file_but_those_of_the_editor_is_given_out(site: TestClient, name: str) -> None:
    answer = site.get(f"/sparql/assets/{name}")
    assert answer.status_code == 404


def test_every_example_is_one_click_away_in_both_languages(site: TestClient) -> None:
    for language, key in (("en", "question (en)"), ("zh-hant", "question (zh-hant)")):
        page = visit(site, language).text
        for name in questions():
            question = str(escape(Query.bundled(name).header(key)))
            assert re.search(rf'<a href="/sparql\?example={name}"[^>]*>{re.escape(question)}</a>', page), name


@pytest.mark.parametrize("name", ["all-claims", "claims-by-topic", "concordance"])
def test_an_example_comes_into_the_editor_as_it_is_with_its_parameters(site: TestClient, name: str) -> None:
    page = visit(site, example=name).text
    query = Query.bundled(name)
    assert in_editor(page) == query.text
    for parameter in query.parameters:
        assert f"<code>?{parameter}</code>" in page
    answered = site.post("/sparql", data={"query": in_editor(page), "format": "html"}, headers=READER)
    assert answered.status_code == 200
    assert "<table" in answered.text


def test_an_example_that_is_not_there_is_said(site: TestClient) -> None:
    answer = visit(site, example="no-such")
    assert answer.status_code == 404
    assert "no-such" in answer.text


def test_a_refused_query_stands_in_the_editor_with_the_reason(site: TestClient) -> None:
    query = "SELECT * {\n  SERVICE <http://example.org/> { ?s ?p ?o } # <b>\n}"
    answer = site.post("/sparql", data={"query": query, "format": "html"}, headers=READER)
    assert answer.status_code == 400
    assert "Line 2, column 3: SERVICE is not taken" in answer.text
    assert in_editor(answer.text) == query
    assert "<b>" not in answer.text


def test_a_query_past_its_limits_is_refused_on_the_page(serve: Serve) -> None:
    answer = visit(serve(query_seconds=0.3), query=CROSS_PRODUCT)
    assert answer.status_code == 503
    assert "more than 0.3 s" in answer.text


def test_a_thing_of_the_dataset_leads_to_its_page_and_another_nowhere(serve: Serve) -> None:
    site = serve(root_path="/book")
    query = """PREFIX branch: <https://w3id.org/haidiyan/branch/>
    SELECT * { VALUES ?x { branch:zi <https://w3id.org/haidiyan/ontology#Claim> <https://example.org/x> } }"""
    page = visit(site, query=query).text
    assert '<a class="iri" href="/book/branch/zi">branch:zi</a>' in page
    assert '<a class="iri" href="/book/ontology#Claim">hdy:Claim</a>' in page
    assert '<span class="iri">https://example.org/x</span>' in page


def test_what_a_query_makes_up_is_text_and_nothing_more(site: TestClient) -> None:
    page = visit(site, query="SELECT ('<script>alert(1)</script>' AS ?x) (<javascript:alert(1)> AS ?y) {}").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert 'href="javascript' not in page


def test_of_a_long_answer_the_page_shows_the_beginning_and_says_so(site: TestClient) -> None:
    page = visit(site, query="SELECT ?s { ?s ?p ?o } LIMIT 1001").text
    assert "Rows: 1001." in page
    assert "The first 1000 are shown" in page
    assert page.count("<tr>") == 1001
    (link,) = re.findall(r'href="([^"]*format=csv)"', page)
    whole = site.get(html.unescape(link))
    assert whole.text.count("\r\n") == 1002


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("ASK {}", '<p class="panel">yes</p>'),
        ("ASK { <urn:a> <urn:b> <urn:c> }", '<p class="panel">no</p>'),
        ("SELECT ?x { ?x <urn:b> <urn:c> }", "Rows: 0."),
        ("CONSTRUCT { <urn:a> <urn:b> '木' } {}", "&lt;urn:a&gt; &lt;urn:b&gt; &#34;木&#34;"),
        ("SELECT * {}", "Rows: 1."),
        ("SELECT (BNODE() AS ?x) {}", "_:"),
    ],
)
def test_every_kind_of_answer_is_shown(site: TestClient, query: str, words: str) -> None:
    assert words in visit(site, query=query).text


def test_the_page_in_each_language_has_its_words(site: TestClient) -> None:
    assert '<html lang="zh-Hant">' in visit(site, "zh-hant").text
    assert "查询" in visit(site, "zh-hans").text
    assert "SPARQL queries" in visit(site, "en").text
    words = tomllib.loads((Path(sparql.__file__).parent.parent / "words" / "sparql.toml").read_text(encoding="utf-8"))
    assert all(set(forms) == {"zh", "en"} for forms in words["sparql"].values())


def test_the_page_states_the_limits_in_force(serve: Serve) -> None:
    page = visit(serve(query_seconds=7, query_rows=1234, queries_at_once=3)).text
    assert all(words in page for words in ("7 s", "1,234 rows", "3 may run at once"))
