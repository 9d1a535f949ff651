"""The JSON API answers what the package answers, and refuses in JSON with the right status."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from starlette.testclient import TestClient

import haidiyan
from haidiyan.comparison.find import of_book
from haidiyan.queries import Query, questions
from haidiyan.web.app import make_app
from haidiyan.web.settings import Settings

SCHEMAS = Path(haidiyan.__file__).parent / "publication" / "schema"
CHART = {"hexagram": "比", "moving": "5", "month": "申", "day": "甲申"}


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[TestClient]:
    with TestClient(make_app()) as made:
        yield made


@pytest.fixture(scope="module")
def chart(home: Path) -> Any:
    return haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")


def fits(told: Any, name: str) -> None:
    jsonschema.validate(told, json.loads((SCHEMAS / name).read_text(encoding="utf-8")))


def test_a_chart_is_that_of_the_package(client: TestClient, chart: Any) -> None:
    assert client.get("/api/cast", params=CHART).json() == chart.to_dict()
    assert client.get("/api/cast", params={"lines": "888898", "month": "申", "day": "甲申"}).json() == chart.to_dict()


def test_a_reading_is_that_of_the_package_and_fits_the_published_schema(client: TestClient, chart: Any) -> None:
    asked = {**CHART, "topic": "疾病", "about": "妻", "adopt": "seasonal-void=headnote", "all_topics": "1"}
    told = client.get("/api/read", params=asked).json()
    reading = haidiyan.read(chart, "疾病", about="妻", adopt={"seasonal-void": "headnote"}, all_topics=True)
    assert told == reading.to_dict()
    fits(told, "reading-1.json")


def test_a_claim_in_force_has_its_reasons(client: TestClient) -> None:
    reading = client.get("/api/read", params={**CHART, "topic": "疾病"}).json()
    claim = next(each["id"] for each in reading["claims"] if each["status"] == "in-force" and each["situation"])
    told = client.get("/api/why", params={**CHART, "topic": "疾病", "claim": claim}).json()
    assert (told["claim"]["id"], told["status"], told["whyNot"]) == (claim, "in-force", None)
    assert told["why"][0]["steps"]


def test_an_overridden_claim_has_its_reasons_and_what_overrides_it(client: TestClient) -> None:
    told = client.get("/api/why", params={**CHART, "topic": "疾病", "about": "妻", "claim": "j2-p77-c11"}).json()
    assert told["status"] == "overridden"
    assert told["why"]
    assert "j2-p77-c12" in told["whyNot"]["by"]


def test_a_claim_that_does_not_apply_has_the_condition_that_fails(client: TestClient) -> None:
    told = client.get("/api/why", params={**CHART, "topic": "疾病", "claim": "病人無藥主沉昏"}).json()
    assert (told["status"], told["why"]) == (None, [])
    assert told["whyNot"]["steps"]


def test_a_chart_is_compared_under_two_doctrines(client: TestClient, chart: Any) -> None:
    told = client.get("/api/compare", params={**CHART, "right_adopt": "seasonal-void=headnote"}).json()
    assert told == haidiyan.compare(haidiyan.read(chart), haidiyan.read(chart, adopt={"seasonal-void": "headnote"}))
    fits(told, "compare-1.json")


@pytest.mark.parametrize("what", ["2:57", "j2-p57-c03", "seasonal-void"])
def test_the_book_is_compared_across_its_layers(client: TestClient, what: str) -> None:
    told = client.get("/api/compare", params={"what": what}).json()
    assert told == json.loads(json.dumps(of_book(what)))
    fits(told, "compare-1.json")


def test_a_claim_and_a_passage_have_addresses_of_their_own(client: TestClient) -> None:
    assert client.get("/api/claims/j2-p57-c03").json() == client.get("/api/compare?what=j2-p57-c03").json()
    assert client.get("/api/passages/2/57").json() == client.get("/api/compare?what=2:57").json()


def test_words_are_found_as_the_package_finds_them(client: TestClient) -> None:
    assert client.get("/api/search", params={"q": "财"}).json() == haidiyan.search("财")
    assert client.get("/api/search", params={"q": "财", "layer": "verse"}).json()["terms"] == []


def test_topics_persons_doctrines_and_axes_are_all_there(client: TestClient) -> None:
    told = client.get("/api/topics").json()
    assert (told["topics"], told["persons"]) == (haidiyan.topics(), haidiyan.persons())
    there = client.get("/api/doctrines").json()
    assert there["default"] in {each["name"] for each in there["doctrines"]}
    axes = {each["name"]: each for each in there["axes"]}
    assert "headnote" in {each["name"] for each in axes["seasonal-void"]["choices"]}
    for axis in axes.values():
        assert axis["chinese"]
        assert axis["english"]
        assert axis["default"] in {each["name"] for each in axis["choices"]}
    for doctrine in there["doctrines"]:
        answer = client.get("/api/read", params={**CHART, "doctrine": doctrine["name"]})
        assert answer.json()["question"]["doctrine"]["name"] == doctrine["name"]


def test_every_bundled_query_is_listed_with_its_parameters(client: TestClient) -> None:
    told = {each["name"]: each for each in client.get("/api/queries").json()}
    assert list(told) == questions()
    assert told["claims-by-topic"]["parameters"] == Query.bundled("claims-by-topic").parameters


def test_a_bundled_query_answers_under_the_values_in_the_address(client: TestClient) -> None:
    told = client.get("/api/queries/claims-by-topic", params={"topic": "疾病"}).json()
    rows = haidiyan.query("claims-by-topic", topic="疾病")
    assert (told["rows"], tuple(told["columns"])) == (rows, rows.columns)
    either = client.get("/api/queries/claims-by-topic", params={"topic": ["疾病", "求財"]}).json()["rows"]
    assert len(either) > len(rows)


@pytest.mark.parametrize(
    ("address", "status", "names"),
    [
        ("/api/cast", 400, "six line values"),
        ("/api/cast?lines=5,8,8,8,9,8", 400, "5"),
        ("/api/read?hexagram=比&topic=疾患", 400, "疾病"),
        ("/api/read?hexagram=比&strange=1", 400, "strange"),
        ("/api/read?hexagram=比&adopt=seasonal-void", 400, "AXIS=CHOICE"),
        ("/api/read?hexagram=比&all_topics=perhaps", 422, "all_topics"),
        ("/api/read?hexagram=比&order=size", 422, "order"),
        ("/api/why?hexagram=比", 422, "claim"),
        ("/api/why?hexagram=比&claim=nothing", 400, "nothing"),
        ("/api/compare?hexagram=比", 400, "right"),
        ("/api/compare?what=2:57&hexagram=比", 400, "hexagram"),
        ("/api/search?q=。", 400, "Nothing is asked"),
        ("/api/claims/nothing", 404, "nothing"),
        ("/api/passages/2/999", 404, "2:999"),
        ("/api/passages/2/one", 422, "paragraph"),
        ("/api/queries/nothing", 404, "nothing"),
        ("/api/queries/build%2Flines", 404, "build/lines"),
        ("/api/queries/claims-by-topic?topix=1", 400, "topix"),
        ("/api/nothing", 404, "/api/nothing"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_json(client: TestClient, address: str, status: int, names: str) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert list(answer.json()) == ["detail"]
    assert names in answer.json()["detail"]
    assert answer.headers["access-control-allow-origin"] == "*"


def test_a_file_of_the_server_is_no_query(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.rq").write_text("SELECT * { ?s ?p ?o } LIMIT 1", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert client.get("/api/queries/mine.rq").status_code == 404


def test_without_a_dataset_the_answer_is_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAIDIYAN_HOME", str(tmp_path))
    client = TestClient(make_app())
    for address in ("/api/passages/2/57", "/api/search?q=克", "/api/queries/all-claims", "/health"):
        answer = client.get(address)
        assert (answer.status_code, "haidiyan build" in answer.json()["detail"]) == (503, True)


def test_any_origin_may_ask(client: TestClient) -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "GET"}
    answer = client.options("/api/read", headers=asked)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (204, "*")
    assert "GET" in answer.headers["access-control-allow-methods"]
    assert "access-control-allow-credentials" not in answer.headers
    assert client.post("/api/read").status_code == 405


def test_the_page_about_the_api_names_every_operation_and_runs_nothing(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    for language in ("zh-hant", "en"):
        page = client.get(f"/api?lang={language}").text
        for path in document["paths"]:
            assert f"<code>{path}</code>" in page
        assert "<script" not in page


def test_the_openapi_document_is_of_3_1_and_names_the_root(client: TestClient, home: Path) -> None:
    document = client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    for path in document["paths"].values():
        for status, answer in path["get"]["responses"].items():
            assert status in {"200", "400", "404", "422", "503"}
            assert "application/json" in answer["content"]
    under = TestClient(make_app(Settings(root_path="/haidiyan"))).get("/haidiyan/api/openapi.json").json()
    assert under["servers"] == [{"url": "/haidiyan"}]
