"""The form offers every way of casting, settles on a permanent address, and gives back what it cannot take."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient
from tests.web.page_reader import Element, read

import haidiyan
from haidiyan.chart.catalog import catalog
from haidiyan.web.app import make_app
from haidiyan.web.settings import Settings

LINES = {f"line{position}": value for position, value in zip(range(1, 7), "888898", strict=True)}
EXAMPLE = {"way": "hexagram", "hexagram": "比", "moving": "5", "when": "pillars", "month": "申", "day": "甲申"}


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[TestClient]:
    with TestClient(make_app(), follow_redirects=False) as made:
        yield made


def settled(client: TestClient, **given: Any) -> dict[str, list[str]]:
    """What the permanent address says that the form leads to."""
    answer = client.get("/cast", params=given)
    assert answer.status_code == 303, answer.text
    address = urlsplit(answer.headers["location"])
    assert address.path == "/read"
    return parse_qs(address.query)


def refused(client: TestClient, **given: Any) -> Element:
    answer = client.get("/cast", params=given)
    assert answer.status_code == 400
    return read(answer.text)


def field(page: Element, name: str, tag: str = "input") -> Element:
    return next(each for each in page.all(tag) if each.attributes.get("name") == name)


def options(page: Element, name: str) -> list[str]:
    return [each.attributes["value"] for each in field(page, name, "select").all("option")]


def test_lines_are_read_from_the_bottom_up(client: TestClient) -> None:
    asked = settled(client, way="lines", **LINES)
    assert asked["lines"] == ["8,8,8,8,9,8"]


def test_the_lines_are_drawn_with_the_bottom_one_lowest(client: TestClient) -> None:
    page = read(client.get("/").text)
    drawn = [line.all("input")[0].attributes["name"] for line in page.all("fieldset", "line")]
    assert drawn == ["line6", "line5", "line4", "line3", "line2", "line1"]
    for line in page.all("fieldset", "line"):
        assert [each.attributes["value"] for each in line.all("input")] == ["6", "7", "8", "9"]


@pytest.mark.parametrize("name", ["比", "8", "䷇", "水地比"])
def test_a_hexagram_is_given_by_name_number_or_symbol(client: TestClient, name: str) -> None:
    asked = settled(client, way="hexagram", hexagram=name, moving=["2", "5"])
    chart = haidiyan.cast(hexagram=asked["hexagram"][0], moving=[2, 5])
    assert chart.hexagram.number == 8
    assert asked["moving"] == ["2,5"]


def test_coins_fall_once_and_the_same_way_for_the_same_seed(client: TestClient) -> None:
    fallen = settled(client, way="coins", seed="7")
    assert fallen["lines"] == [",".join(map(str, haidiyan.cast(coins=True, seed=7).values))]
    assert "coins" not in fallen
    assert len({settled(client, way="coins")["lines"][0] for _ in range(12)}) > 1


def test_an_omen_needs_its_hour(client: TestClient) -> None:
    asked = settled(client, way="omen", omen="kun", hour="午")
    assert (asked["omen"], asked["hour"]) == (["kun"], ["午"])
    assert settled(client, way="omen", omen="kun", when="civil", at="2026-11-30T10:00")["at"] == ["2026-11-30T10:00"]
    assert field(refused(client, way="omen", omen="kun"), "hour", "select").attributes.get("aria-invalid") == "true"


def test_now_becomes_a_moment_of_the_address(client: TestClient) -> None:
    asked = settled(client, way="lines", when="now", **LINES)
    said = datetime.fromisoformat(asked["at"][0])
    assert abs(haidiyan.chart.calendar.now().replace(tzinfo=None) - said) < timedelta(minutes=1)
    assert "now" not in asked


def test_late_zi_goes_with_a_civil_moment_alone(client: TestClient) -> None:
    civil = settled(client, way="lines", when="civil", at="2026-11-30T23:30", late_zi="same", **LINES)
    assert civil["late_zi"] == ["same"]
    assert "late_zi" not in settled(client, way="lines", when="pillars", late_zi="same", **LINES)


def test_what_belongs_to_another_way_is_left_out(client: TestClient) -> None:
    asked = settled(client, **EXAMPLE, **LINES, omen="kun", seed="7", at="2026-11-30T10:00")
    assert asked.keys() == {"hexagram", "moving", "month", "day", "doctrine"}


def test_the_question_stands_in_the_address(client: TestClient) -> None:
    asked = settled(
        client,
        **EXAMPLE,
        topic="疾病",
        about="妻",
        use="妻財",
        baleful=["3", "1"],
        doctrine="prose",
        adopt=["", "seasonal-void=headnote", "emendation=j2-p01-v4", "emendation=j2-p03-v3"],
        all_topics="1",
        order="text",
    )
    assert (asked["topic"], asked["about"], asked["use"], asked["baleful"]) == (["疾病"], ["妻"], ["妻財"], ["3,1"])
    assert asked["doctrine"] == ["prose"]
    assert asked["adopt"] == ["seasonal-void=headnote", "emendation=j2-p01-v4", "emendation=j2-p03-v3"]
    assert (asked["all_topics"], asked["order"]) == (["1"], ["text"])


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("hexagram", {"way": "hexagram", "hexagram": "無此卦"}),
        ("hexagram", {"way": "hexagram"}),
        ("seed", {"way": "coins", "seed": "seven"}),
        ("day", {**EXAMPLE, "day": "甲丑"}),
        ("year", {**EXAMPLE, "year": "申"}),
        ("at", {**EXAMPLE, "when": "civil", "at": "2026-11-30"}),
        ("at", {**EXAMPLE, "when": "civil", "at": "3026-11-30T10:00"}),
    ],
)
def test_a_field_that_cannot_be_taken_is_named_and_keeps_what_was_typed(
    client: TestClient, name: str, given: dict[str, str]
) -> None:
    page = refused(client, **given, topic="疾病")
    wrong = field(page, name)
    assert wrong.attributes["aria-invalid"] == "true"
    assert wrong.attributes["value"] == given.get(name, "")
    assert page.at(wrong.attributes["aria-describedby"]).words()
    assert any(each.attributes.get("href") == f"#{name}" for each in page.all("p", "refusal")[0].all("a"))
    chosen = [each for each in field(page, "topic", "select").all("option") if "selected" in each.attributes]
    assert [each.attributes["value"] for each in chosen] == ["疾病"]


@pytest.mark.parametrize(
    "given", [{"topic": "無此事"}, {"doctrine": "none"}, {"adopt": "seasonal-void=none-such"}, {"baleful": "9"}]
)
def test_what_no_choice_of_the_form_has_is_refused(client: TestClient, given: dict[str, str]) -> None:
    assert refused(client, **EXAMPLE, **given).all("p", "refusal")


def test_words_that_are_typed_never_become_markup(client: TestClient) -> None:
    hostile = '"><script>alert(1)</script>'
    answer = client.get("/cast", params={"way": "hexagram", "hexagram": hostile})
    assert answer.status_code == 400
    assert "<script>alert" not in answer.text
    assert field(read(answer.text), "hexagram").attributes["value"] == hostile


def test_everything_that_the_dataset_can_be_asked_is_offered(client: TestClient) -> None:
    page, known = read(client.get("/").text), catalog()
    assert set(options(page, "topic")) == {"", *(topic["name"] for topic in haidiyan.topics())}
    assert set(options(page, "about")) == {"", *(person["name"] for person in haidiyan.persons())}
    assert set(options(page, "doctrine")) == set(known.choices.doctrines)
    offered = {
        each.attributes["value"]
        for select in page.all("select")
        if select.attributes["name"] == "adopt"
        for each in select.all("option")
    }
    adopted = {f"{axis}={name}" for axis, names in known.choices.axes.items() for name in names}
    assert offered == {"", *adopted} - {f"{known.choices.recorded}=none"}
    ticked = {each.attributes["value"] for each in page.all("input") if each.attributes["name"] == "adopt"}
    assert ticked == {f"emendation={name}" for name in known.emendations}
    assert len(page.at("hexagrams").all("option")) == 64


def test_topics_stand_under_their_use_relation(client: TestClient) -> None:
    use = {topic["name"]: topic["use"] for topic in haidiyan.topics()}
    for group in field(read(client.get("/").text), "topic", "select").all("optgroup"):
        names = [each.attributes["value"] for each in group.all("option")]
        assert len({use[name] for name in names}) == 1
        assert use[names[0]] in group.attributes["label"]


def test_names_are_in_the_language_of_the_interface(client: TestClient) -> None:
    assert "illness" in client.get("/", params={"lang": "en"}).text
    assert "疾病" in client.get("/", params={"lang": "zh-hant"}).text
    simplified = client.get("/", params={"lang": "zh-hans"}).text
    assert "讼" in simplified
    client.cookies.clear()


def test_the_form_is_filled_in_with_what_an_address_has(client: TestClient) -> None:
    page = read(client.get("/", params={"lines": "8,8,8,8,9,8", "month": "申", "topic": "疾病", "baleful": "3"}).text)
    checked = {
        each.attributes["name"]: each.attributes["value"] for each in page.all("input") if "checked" in each.attributes
    }
    assert checked.items() >= {**LINES, "way": "lines", "when": "pillars", "baleful": "3"}.items()


def test_nothing_of_the_page_is_inline(client: TestClient) -> None:
    page = read(client.get("/").text)
    assert not page.all("style")
    assert all("src" in each.attributes for each in page.all("script"))
    assert not [
        each for each in page.all() if any(name == "style" or name.startswith("on") for name in each.attributes)
    ]


def test_the_way_to_the_reading_knows_where_the_server_is_shown(home: Path) -> None:
    with TestClient(make_app(Settings(root_path="/hdy")), root_path="/hdy", follow_redirects=False) as client:
        assert client.get("/hdy/cast", params={**EXAMPLE}).headers["location"].startswith("/hdy/read?")
