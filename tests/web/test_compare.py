"""The comparisons of the site: a chart under two doctrines, and the layers of the book."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import jsonschema
import pytest

import haidiyan

pytest.importorskip("fastapi")

from starlette.testclient import TestClient

from haidiyan.chart.catalog import catalog
from haidiyan.comparison.records import Records
from haidiyan.web.app import make_app
from haidiyan.web.settings import Settings

pytestmark = pytest.mark.usefixtures("home")

SCHEMA = json.loads((Path(haidiyan.__file__).parent / "publication/schema/compare-1.json").read_text("utf-8"))
CHART = {"hexagram": "比", "moving": "5", "month": "申", "day": "甲申", "topic": "疾病"}


@pytest.fixture(scope="module")
def site() -> TestClient:
    return TestClient(make_app(), raise_server_exceptions=False, follow_redirects=False)


def at(path: str, **query: str | list[str]) -> str:
    return f"{path}?{urlencode({**query, 'lang': 'en'}, doseq=True)}"


def words(html: str) -> str:
    """The text of a page's content."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html.split("<main")[1])).split())


def links(html: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'href="([^"]*)"', html)]


def test_without_a_chart_there_is_a_form_with_every_doctrine_and_axis(site: TestClient) -> None:
    page = site.get("/compare").text
    for doctrine in catalog().choices.doctrines:
        assert page.count(f'<option value="{doctrine}"') == 2
    for axis, choices in catalog().choices.axes.items():
        for choice in choices if axis != "emendation" else catalog().emendations:
            assert page.count(f'value="{axis}={choice}"') == 2


def test_a_reading_leads_here_with_its_own_doctrine_on_the_left(site: TestClient) -> None:
    asked = {**CHART, "doctrine": "headnote", "adopt": "hidden=absent", "order": "text"}
    page = site.get(at("/compare", **asked, right="prose")).text
    sides = [dict(parse_qsl(urlsplit(each).query)) for each in links(page) if urlsplit(each).path == "/read"]
    assert [(each["doctrine"], each.get("adopt")) for each in sides] == [("headnote", "hidden=absent"), ("prose", None)]
    assert all(each["hexagram"] == "比" and each["topic"] == "疾病" for each in sides)


def test_the_page_tells_what_the_comparison_tells(site: TestClient) -> None:
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    told = haidiyan.compare(haidiyan.read(chart, "疾病"), haidiyan.read(chart, "疾病", doctrine="common"))
    page = site.get(at("/compare", **CHART, left="verse", right="common")).text
    assert told["claims"]
    assert f"Claims that differ: {len(told['claims'])}; the same: {told['unchanged']}." in words(page)
    for claim in told["claims"]:
        source = claim["source"]
        assert claim["quote"] in page
        assert f"/book/{source['volume']}/{source['paragraph']}#{claim['id']}" in links(page)
    assert {f"/compare/axis/{each['axis']}" for each in told["choices"]} <= set(links(page))


def test_the_data_are_the_comparison_and_keep_to_the_schema(site: TestClient) -> None:
    given = {"left": "verse", "right": "verse", "right_adopt": ["seasonal-void=headnote", "emendation=j2-p57-v1"]}
    answer = site.get(at("/compare.json", **CHART, **given))  # type: ignore[arg-type]
    told = answer.json()
    jsonschema.validate(told, SCHEMA)
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    other = haidiyan.read(chart, "疾病", adopt={"seasonal-void": "headnote", "emendation": "j2-p57-v1"})
    assert told == json.loads(json.dumps(haidiyan.compare(haidiyan.read(chart, "疾病"), other)))


def test_where_nothing_differs_the_page_says_so(site: TestClient) -> None:
    assert "nothing differs" in words(site.get(at("/compare", **CHART, left="verse", right="verse")).text)
    adopted = site.get(at("/compare", **CHART, right="verse", right_adopt="emendation=j2-p57-v1")).text
    assert "The choices differ, but nothing in this chart does" in words(adopted)


def test_what_a_form_leaves_empty_is_left_out_of_the_address(site: TestClient) -> None:
    answer = site.get(at("/compare", **CHART, about="", left="verse", right="prose", right_adopt=["", "hidden=absent"]))
    assert answer.status_code == 303
    query = parse_qsl(urlsplit(answer.headers["location"]).query, keep_blank_values=True)
    expected = {**CHART, "left": "verse", "right": "prose", "right_adopt": "hidden=absent", "lang": "en"}
    assert dict(query) == expected
    assert site.get(answer.headers["location"]).status_code == 200


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"right": "vrese"}, "vrese"),
        ({"right": ["prose", "common"]}, "prose and common"),
        ({"right_adopt": "hidden=nowhere"}, "nowhere"),
        ({"right": "prose", "left": "verse", "doctrine": "common"}, "left"),
        ({"right": "prose", "side": "up"}, "side"),
    ],
)
def test_what_cannot_be_compared_is_named(site: TestClient, given: dict[str, str], named: str) -> None:
    for path in ("/compare", "/compare.json"):
        answer = site.get(at(path, **CHART, **given))
        assert answer.status_code == 400
        assert named in unescape(answer.text)


def test_data_without_two_sides_say_what_is_missing(site: TestClient) -> None:
    answer = site.get(at("/compare.json", **CHART))
    assert answer.status_code == 400
    assert "right" in answer.json()["detail"]


def test_every_passage_has_a_page_with_its_words_and_claims(site: TestClient) -> None:
    records = Records()
    originals = [row for row in records.passages.values() if not row["renders"]]
    for row in originals[::9]:
        path = f"/compare/passage/{row['volume']}/{row['paragraph']}"
        page = site.get(at(path)).text
        told = site.get(f"{path}.json").json()
        jsonschema.validate(told, SCHEMA)
        segments = [each for part in told["rows"] for each in [part["original"], *part["notes"], *part["rendering"]]]
        for segment in filter(None, [*segments, *told["ofTheWhole"]]):
            assert segment["words"] in page
            for claim in segment["claims"]:
                place = claim["passage"]
                assert f"/book/{place['volume']}/{place['paragraph']}#{claim['name']}" in links(page)
        for variant in told["apparatus"]:
            assert f'id="{variant["name"]}"' in page


def test_a_rendering_leads_to_its_original(site: TestClient) -> None:
    answer = site.get("/compare/passage/2/58")
    assert (answer.status_code, answer.headers["location"]) == (303, "/compare/passage/2/57")


def test_every_axis_has_a_page_with_its_choices_and_who_speaks_for_them(site: TestClient) -> None:
    index = links(site.get("/compare/axes").text)
    for axis in catalog().choices.axes:
        assert f"/compare/axis/{axis}" in index
        page = site.get(at(f"/compare/axis/{axis}")).text
        told = site.get(f"/compare/axis/{axis}.json").json()
        jsonschema.validate(told, SCHEMA)
        for choice in told["choices"]:
            assert f"{axis}={choice['name']}" in page
        for position in told["positions"]:
            assert all(quote["words"] in page for quote in position["quotes"])
        for emendation in told["emendations"]:
            assert emendation["reading"] in page


def test_a_claim_has_a_page_with_the_other_layers(site: TestClient) -> None:
    page = site.get(at("/compare/claim/j2-p57-c03")).text
    told = site.get("/compare/claim/j2-p57-c03.json").json()
    jsonschema.validate(told, SCHEMA)
    assert told["claim"]["quote"] == "秋無水"
    assert told["disagreements"]
    for each in told["disagreements"]:
        assert each["claim"]["name"] in page
        assert each["with"]["name"] in page


@pytest.mark.parametrize(
    ("what", "path"),
    [
        ("2:57", "/compare/passage/2/57"),
        ("j2-p58", "/compare/passage/2/57"),
        ("四時空", "/compare/axis/seasonal-void"),
        ("j2-p57-c03", "/compare/claim/j2-p57-c03"),
        ("病人無藥主沉昏", "/compare/claim/j2-p01-c03"),
    ],
)
def test_a_name_leads_to_its_comparison(site: TestClient, what: str, path: str) -> None:
    assert site.get("/compare/find", params={"what": what}).headers["location"] == path


@pytest.mark.parametrize(
    "path", ["/compare/passage/9/1", "/compare/axis/seasons", "/compare/claim/j2-p57-c99", "/compare/find?what=j9-p1"]
)
def test_what_the_book_has_not_is_no_page(site: TestClient, path: str) -> None:
    assert site.get(path).status_code == 404
    if "find" not in path:
        answer = site.get(f"{path}.json")
        assert answer.status_code == 404
        assert answer.json()["detail"]


@pytest.mark.parametrize("language", ["zh-hant", "zh-hans", "en"])
def test_each_page_speaks_each_language_and_keeps_the_words_of_the_source(site: TestClient, language: str) -> None:
    query = f"?lang={language}"
    pages = [
        site.get("/compare" + query + "&" + urlencode({**CHART, "right": "headnote"})).text,
        site.get("/compare/axis/seasonal-void" + query).text,
        site.get("/compare/passage/2/67" + query).text,
    ]
    assert all("用爻最怕走時空" in page for page in (pages[0], pages[2]))
    assert all("秋水" in page for page in pages[1:])
    assert ("四时空" in pages[1]) == (language == "zh-hans")
    assert ("seasonal void" in pages[1]) == (language == "en")


def test_every_link_knows_under_which_path_the_server_is_shown() -> None:
    site = TestClient(make_app(Settings(root_path="/eye")), root_path="/eye", follow_redirects=False)
    for path in ("/compare", at("/compare", **CHART, right="common"), "/compare/axis/hidden", "/compare/passage/2/57"):
        there = links(site.get(path).text)
        assert there
        assert all(each.startswith(("/eye/", "#")) for each in there)
    assert site.get("/compare/passage/2/58").headers["location"] == "/eye/compare/passage/2/57"
