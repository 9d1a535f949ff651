"""Search across layers: every place with the words marked, the terms with their pages, what is nearest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pypinyin import lazy_pinyin
from starlette.testclient import TestClient
from tests.web.page_reader import Element, read

import haidiyan
from haidiyan.dataset.folding import fold
from haidiyan.web.app import make_app


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[TestClient]:
    with TestClient(make_app()) as made:
        yield made


def search(client: TestClient, status: int = 200, **asked: str) -> Element:
    answer = client.get("/search", params=asked)
    assert answer.status_code == status
    return read(answer.text)


def hits(shown: Element) -> list[tuple[str, str, str]]:
    """The anchor of each hit, its text, and the words marked in it."""
    return [
        (
            item.all("a", "number")[0].attributes["href"].partition("#")[2],
            item.all("span", "hit")[0].words(),
            "｜".join(each.words() for each in item.all("mark")),
        )
        for listed in shown.all("ul", "hits")
        for item in listed.all("li")
    ]


@pytest.mark.parametrize("words", ["克", "剋", "病人無藥", "克，官鬼", "chong", "xiangke", "世ying"])
def test_the_page_has_every_place_that_the_package_finds(client: TestClient, words: str) -> None:
    found = {row["segment"].rpartition("/")[2]: row["text"] for row in haidiyan.search(words)["segments"]}
    shown = hits(search(client, q=words))
    assert found
    assert {anchor: text for anchor, text, _ in shown} == found
    assert len(shown) == len(found)
    assert all(marked for _, _, marked in shown)


def test_the_words_are_marked_in_the_form_in_which_they_stand(client: TestClient) -> None:
    assert {mark for _, _, marked in hits(search(client, q="剋")) for mark in marked.split("｜")} == {"克", "剋"}
    for _, _, marked in hits(search(client, q="xiangke")):
        assert all(lazy_pinyin(fold(each)) == ["xiang", "ke"] for each in marked.split("｜"))


def test_the_simplified_interface_leaves_the_characters_of_the_source(client: TestClient) -> None:
    shown = search(client, q="财", lang="zh-hans")
    assert "检索" in shown.all("h1")[0].words()
    assert hits(shown) == hits(search(client, q="財", lang="zh-hant"))
    assert not any("财" in text for _, text, _ in hits(shown))


def test_a_layer_narrows_the_search_and_seeks_no_terms(client: TestClient) -> None:
    for layer in ("verse", "歌訣"):
        shown = search(client, q="克", layer=layer, lang="en")
        assert [each.words().split()[0] for each in shown.all("h2")] == ["verse"]
        assert not shown.all("ul", "terms")
        selected = [each.attributes["value"] for each in shown.all("option") if "selected" in each.attributes]
        assert selected == ["verse"]


def test_a_hit_leads_to_its_anchor(client: TestClient) -> None:
    shown = search(client, q="底本此處")
    links = [each.attributes["href"] for listed in shown.all("ul", "hits") for each in listed.all("a")]
    assert "/book/2/57#j2-p58-s02" in links
    for each in links:
        address, _, anchor = each.partition("#")
        assert read(client.get(address).text).at(anchor)


def test_a_term_leads_to_its_page(client: TestClient) -> None:
    terms = search(client, q="比", lang="zh-hant").all("ul", "terms")[0].all("a")
    assert "/hexagram/08" in [each.attributes["href"] for each in terms]
    for each in terms:
        assert client.get(each.attributes["href"]).status_code == 200


def test_where_nothing_is_found_the_nearest_terms_stand(client: TestClient) -> None:
    shown = search(client, q="ilness", lang="en")
    assert not hits(shown)
    assert "/topic/illness" in [each.attributes["href"] for each in shown.all("a")]


@pytest.mark.parametrize(
    "asked",
    [{}, {"q": ""}, {"q": "  "}, {"q": "、。"}, {"q": "克", "layer": "marginal"}, {"q": "shi" * 40}, {"q": "\x00"}],
)
def test_what_cannot_be_sought_is_a_page_with_the_form(client: TestClient, asked: dict[str, str]) -> None:
    answer = client.get("/search", params=asked)
    if answer.status_code == 200:
        assert asked["q"].startswith("shi")
        assert not hits(read(answer.text))
        return
    assert answer.status_code == 400
    shown = read(answer.text)
    assert shown.all("form", "seek")
    assert shown.all("p", "refusal")[0].attributes["role"] == "alert"


def test_what_is_asked_is_never_markup(client: TestClient) -> None:
    asked = "<script>alert(1)</script>克"
    answer = client.get("/search", params={"q": asked})
    assert "<script>alert" not in answer.text
