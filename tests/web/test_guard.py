"""What stands before every room: safe headers, bodies within bounds, links behind a proxy, no way out of the folder."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from haidiyan.web.app import make_app
from haidiyan.web.settings import KIB, Settings

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(Settings(body=4 * KIB))) as visitor:
        yield visitor


@pytest.mark.parametrize("path", ["/", "/health", "/nothing-like-it", "/static/style.css", "/api/openapi.json"])
def test_every_answer_keeps_a_browser_safe(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(each.strip().partition(" ")[::2] for each in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/atlas/..%2f..%2fmanifest.json",
        "/data/..%2f..%2fetc%2fpasswd.ttl",
        "/schema/../app.py",
        "/page/%00",
    ],
)
def test_no_path_leads_out(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert "root:" not in answer.text
    assert "import" not in answer.text


def test_a_body_that_is_too_long_is_refused_before_it_is_read(client: TestClient) -> None:
    for content in (b"x" * (4 * KIB + 1), iter([b"x" * KIB] * 5)):
        answer = client.post("/sparql", content=content, headers={"Content-Type": "application/sparql-query"})
        assert answer.status_code == 413
        assert "4 KiB" in answer.json()["detail"]


@pytest.mark.parametrize("asked", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7919*7907 }}"])
def test_what_a_visitor_types_is_shown_and_never_run(client: TestClient, asked: str) -> None:
    for path, name in (("/search", "q"), ("/read", "hexagram"), ("/compare/find", "what"), ("/cast", "omen")):
        shown = client.get(path, params={name: asked}).text
        assert asked not in shown or "<" not in asked
        assert str(7919 * 7907) not in shown


@pytest.mark.parametrize("stripped", [True, False])
def test_behind_a_proxy_every_link_begins_with_its_path(stripped: bool) -> None:
    client = TestClient(make_app(Settings(root_path="/eye")))
    page = client.get("/" if stripped else "/eye/")
    assert page.status_code == 200
    links = [part.split('"')[0] for part in page.text.split('href="')[1:]]
    assert links
    assert all(link.startswith(("/eye/", "#", "https://")) for link in links), links
    assert client.get("/static/style.css" if stripped else "/eye/static/style.css").status_code == 200
    assert client.get("/branch/zi", follow_redirects=False).headers["location"].startswith("/eye/")


def test_the_root_path_itself_leads_in_and_no_host_is_believed() -> None:
    client = TestClient(make_app(Settings(root_path="/eye")))
    answer = client.get("/eye", headers={"Host": "evil.example"}, follow_redirects=False)
    assert answer.status_code == 200
    assert "evil.example" not in answer.text


@pytest.mark.parametrize("path", ["//evil.example/", "/%2fevil.example/x"])
def test_no_path_becomes_a_link_to_another_host(client: TestClient, path: str) -> None:
    page = client.get(f"http://testserver{path}")
    assert page.status_code == 404
    assert 'href="//' not in page.text
    asked = "SELECT (<https://w3id.org/haidiyan//evil.example/x> AS ?z) {}"
    page = client.get("/sparql", params={"query": asked, "format": "html"})
    assert "evil.example" in page.text
    assert 'href="//' not in page.text


def test_a_request_leaves_one_line_in_the_log(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="haidiyan.web"):
        answer = client.get("/health")
    (told,) = [json.loads(each.message) for each in caplog.records if each.name == "haidiyan.web"]
    assert {"id", "method", "path", "status", "ms", "bytes"} <= set(told)
    assert (told["path"], told["status"], told["id"]) == ("/health", 200, answer.headers["x-request-id"])
