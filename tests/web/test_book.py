"""The pages of the book: every character as the source has it, each thing at its anchor, layers switched by address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.page_reader import Element, read

import haidiyan
from haidiyan.web.app import make_app
from haidiyan.web.settings import Settings

SOURCE = Path(__file__).parents[2] / "data/source"
VOLUMES = {2: "juan2.txt", 3: "juan3.txt"}
ORIGINAL = {"title", "label", "verse", "interlinear", "headnote", "prose", "colophon"}


def paragraphs(volume: int) -> list[str]:
    text = (SOURCE / VOLUMES[volume]).read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line.strip()]


PLACES = [(volume, number) for volume in VOLUMES for number in (0, *range(1, len(paragraphs(volume)), 2))]


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[TestClient]:
    with TestClient(make_app(), follow_redirects=False) as made:
        yield made


def page(client: TestClient, address: str, status: int = 200) -> Element:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return read(answer.text)


def of_layers(element: Element) -> set[str]:
    """The layers of which something is shown."""
    parts = [each for each in element.all() if each.attributes.get("data-layer")]
    return {each.attributes["data-layer"] for each in parts if not each.is_hidden and each.words(hidden=False)}


def test_a_passage_has_exactly_the_characters_of_its_source_in_simplified_chinese_too(client: TestClient) -> None:
    for volume, number in PLACES:
        source = paragraphs(volume)
        shown = page(client, f"/book/{volume}/{number}?lang=zh-hans")
        for paragraph in (number, number + 1) if number else (0,):
            assert shown.at(f"j{volume}-p{paragraph:02d}").words().strip() == source[paragraph]


@pytest.mark.parametrize("language", ["zh-hant", "zh-hans", "en"])
def test_the_language_of_the_interface_changes_no_word_of_the_book(client: TestClient, language: str) -> None:
    shown = page(client, f"/book/2/67?lang={language}")
    assert shown.at("j2-p67").words().strip() == paragraphs(2)[67]
    quotes = {row["claim"].rpartition("/")[2]: row["quote"] for row in haidiyan.query("all-claims")}
    there = {name: quote for name, quote in quotes.items() if name.startswith("j2-p67-")}
    assert there
    assert {name: shown.at(name).all("h4")[0].all("span")[0].words() for name in there} == there


@pytest.mark.parametrize("volume", VOLUMES)
def test_who_reads_on_reads_every_paragraph_once_and_in_order(client: TestClient, volume: int) -> None:
    address, columns = f"/book/{volume}", []
    while address:
        shown = page(client, address)
        columns += shown.all("section", "column")
        following = [each for each in shown.all("a") if each.attributes.get("rel") == "next"]
        address = following[0].attributes["href"] if following else ""
    assert [each.words().strip() for each in columns] == paragraphs(volume)[1:]


def test_the_passages_of_a_volume_follow_each_other(client: TestClient) -> None:
    address, seen = "/book/2/0", []
    while address:
        seen.append(address)
        ways = {each.attributes.get("rel"): each.attributes["href"] for each in page(client, address).all("a")}
        assert ways.get("prev") == (seen[-2] if len(seen) > 1 else None)
        address = ways.get("next", "")
    assert seen == [f"/book/{volume}/{number}" for volume, number in PLACES if volume == 2]


def test_every_claim_and_variant_stands_at_its_anchor_with_its_words(client: TestClient) -> None:
    wanted: dict[str, list[tuple[str, str]]] = {}
    for kind, words in (("claim", "quote"), ("variant", "base")):
        for row in haidiyan.query(f"all-{kind}s"):
            original = int(row["paragraph"]) - (int(row["paragraph"]) > 0 and int(row["paragraph"]) % 2 == 0)
            name = row[kind].rpartition("/")[2]
            wanted.setdefault(f"/book/{row['volume']}/{original}", []).append((name, row[words]))
    assert sum(map(len, wanted.values())) > 1200
    for address, those in wanted.items():
        shown = page(client, address)
        for name, words in set(those):
            record = shown.at(name)
            assert record.tag == "article"
            assert words in record.all("h4" if "claim" in record.classes else "h3")[0].words()


@pytest.mark.parametrize("address", ["/book/2/57", "/book/2/67", "/book/3/71", "/book/2?from=49"])
def test_no_anchor_stands_twice_and_every_link_within_the_page_has_one(client: TestClient, address: str) -> None:
    shown = page(client, address)
    anchors = Counter(each.attributes["id"] for each in shown.all() if "id" in each.attributes)
    assert max(anchors.values()) == 1
    within = {each.attributes["href"][1:] for each in shown.all("a") if each.attributes["href"].startswith("#")}
    assert within <= set(anchors)
    shows = {name for each in shown.all() for name in each.attributes.get("data-shows", "").split()}
    assert "?" in address or shows <= set(anchors)


@pytest.mark.parametrize("address", ["/book", "/book/2/57", "/book/2/77", "/book/3?from=71"])
def test_every_link_leads_somewhere(client: TestClient, address: str) -> None:
    links = {each.attributes["href"].partition("#")[0] for each in page(client, address).all("a")} - {""}
    assert all(each.startswith("/") for each in links)
    beyond = {each for each in links if not each.startswith("/book/") or address != "/book"}
    assert {each: status for each in beyond if (status := client.get(each).status_code) >= 400} == {}


def test_a_mark_covers_the_words_of_its_variant_and_shows_who_reads_them_how(client: TestClient) -> None:
    shown = page(client, "/book/2/57?lang=zh-hant")
    pieces = [
        each for each in shown.at("j2-p57").all() if "j2-p57-v1" in each.attributes.get("data-variants", "").split()
    ]
    assert "".join(each.words() for each in pieces) == "秋無水"
    marks = [each for each in shown.all("a", "mark") if "j2-p57-v1" in each.attributes["data-shows"].split()]
    assert len(marks) == 1
    assert marks[0].attributes["href"].startswith("#j2-p57-v")
    told = shown.at("j2-p57-v1")
    assert all(words in told.words() for words in ("秋無水", "秋無木", "後人", "底本整理者", "可疑"))
    links = {each.attributes["href"] for each in told.all("a")}
    assert {"/variant/j2-p57-v1", "/atlas/variant/j2-p57-v1", "/book/2/57#j2-p57-c03"} <= links


def test_a_line_shows_its_claims_with_condition_and_outcome(client: TestClient) -> None:
    shown = page(client, "/book/2/1?lang=zh-hant")
    marker = next(each for each in shown.all("a", "claims") if each.attributes["data-shows"] == "of-j2-p01-s04")
    line = shown.at(marker.attributes["href"][1:])
    assert "病人無藥主沉昏" in line.all("h3")[0].words()
    claim = shown.at("j2-p01-c03")
    assert claim.parent is line
    assert "父母爻發動" in claim.words()
    links = {each.attributes["href"] for each in claim.all("a")}
    assert {"/claim/j2-p01-c03", "/situation/parents-moving", "/topic/illness", "/prognosis/adverse"} <= links


def test_a_note_stands_after_the_words_that_it_glosses(client: TestClient) -> None:
    shown = page(client, "/book/2/1")
    line = next(each for each in shown.at("j2-p01").all("span", "line") if "父母當頭克子孫" in each.words())
    note = line.all("small", "note")[0]
    assert (note.attributes["data-layer"], note.words()) == ("interlinear", "（父能克子）")
    assert note.all("span", "words")[0].attributes["data-of"] == "j2-p01-s02"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("layers=verse,interlinear", {"verse", "interlinear"}),
        ("layers=verse&layers=headnote", {"verse", "headnote"}),
        ("layers=歌訣、夾註", {"verse", "interlinear"}),
        ("layers=interlinear", {"interlinear"}),
        ("layers=rendering", {"rendering"}),
        ("layers=", {"label", "verse", "interlinear", "rendering", "rendering-note"}),
    ],
)
def test_an_address_says_which_layers_are_shown(client: TestClient, asked: str, shown: set[str]) -> None:
    asked_for = page(client, f"/book/2/1?{asked}")
    columns = asked_for.all("section", "column")
    there = {"label", "verse", "interlinear", "rendering", "rendering-note"}
    assert set().union(*map(of_layers, columns)) == shown & there
    boxes = {each.attributes["value"]: each for each in asked_for.all("input") if each.attributes["name"] == "layers"}
    chosen = {name for name, box in boxes.items() if "checked" in box.attributes}
    assert chosen == (set(boxes) if asked == "layers=" else shown)
    kept = "" if asked == "layers=" else "layers="
    assert all(kept in each.attributes["href"] for each in asked_for.all("a") if "data-keeps" in each.attributes)


def test_a_layer_that_there_is_not_is_named_with_those_that_there_are(client: TestClient) -> None:
    told = page(client, "/book/2/57?layers=verse,marginal", 400).all("p", "refusal")[0].words()
    assert "marginal" in told
    assert all(each in told for each in ORIGINAL)


@pytest.mark.parametrize(
    "address",
    ["/book/2/999", "/book/9", "/book/9/1", "/book/x", "/book/2/x", "/book/2/-1", "/book/2/٣", "/book/99999999"],
)
def test_a_place_that_there_is_not_is_a_page_that_says_so(client: TestClient, address: str) -> None:
    refusal = page(client, address, 404).all("p", "refusal")[0].words()
    volume, _, paragraph = address.removeprefix("/book/").partition("/")
    assert (f"2:{paragraph}" if volume == "2" else f"volume {volume}") in refusal


@pytest.mark.parametrize("asked", ["from=x", "from=-1", "from=1&from=9"])
def test_a_portion_is_asked_for_by_one_number(client: TestClient, asked: str) -> None:
    page(client, f"/book/2?{asked}", 400)


def test_a_rendering_leads_to_its_original_with_the_layers_chosen(client: TestClient) -> None:
    answer = client.get("/book/2/58?layers=rendering")
    assert (answer.status_code, answer.headers["location"]) == (307, "/book/2/57?layers=rendering")


def test_the_contents_have_every_passage_with_its_family_and_counts(client: TestClient) -> None:
    shown = page(client, "/book?lang=zh-hant")
    links = [each.attributes["href"] for each in shown.all("a")]
    assert all(f"/book/{volume}/{number}" in links for volume, number in PLACES)
    assert "六親發動" in [each.words() for each in shown.all("h3")]
    claims = Counter(row["volume"] for row in {row["claim"]: row for row in haidiyan.query("all-claims")}.values())
    variants = Counter(
        row["volume"] for row in {row["variant"]: row for row in haidiyan.query("all-variants")}.values()
    )
    for volume in ("2", "3"):
        assert f"論斷 {claims[volume]} 條，異文 {variants[volume]} 條" in shown.words()


def test_a_further_text_appears_by_itself(home_with_texts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAIDIYAN_HOME", str(home_with_texts))
    with TestClient(make_app(), follow_redirects=False) as client:
        links = {each.attributes["href"] for each in page(client, "/book").all("a")}
        for number, folder in ((4, "second-text"), (101, "another-book")):
            file = next((Path(__file__).parents[1] / "examples" / folder / "source").glob("*.txt"))
            source = [line for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]
            assert f"/book/{number}" in links
            columns = page(client, f"/book/{number}").all("section", "column")
            assert [each.words().strip() for each in columns] == source[1:][: len(columns)]
            assert page(client, f"/book/{number}/1").all("section", "column")[0].words().strip() == source[1]


def test_the_data_of_a_passage_are_linked_and_there(client: TestClient) -> None:
    links = {each.words(): each.attributes["href"] for each in page(client, "/book/2/57").all("a")}
    for form, media_type in {
        "Turtle": "text/turtle",
        "JSON-LD": "application/ld+json",
        "JSON": "application/json",
        "TEI": "application/tei+xml",
    }.items():
        answer = client.get(links[form])
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(media_type)
        assert "春無土" in answer.text or "\\u6625\\u7121\\u571f" in answer.text


@pytest.mark.parametrize("address", ["/book", "/book/2", "/book/2/57", "/book/contested", "/search?q=克"])
def test_links_know_where_the_server_stands_and_nothing_is_inline(home: Path, address: str) -> None:
    with TestClient(make_app(Settings(root_path="/haidiyan"))) as client:
        shown = page(client, f"/haidiyan{address}")
    links = [
        each.attributes[name] for each in shown.all() for name in ("href", "src", "action") if name in each.attributes
    ]
    assert {each for each in links if not each.startswith(("/haidiyan/", "#"))} == set()
    assert not [each for each in shown.all() if "style" in each.attributes or each.tag == "style"]
    assert all(each.attributes.get("src") for each in shown.all("script"))
    assert not [name for each in shown.all() for name in each.attributes if name.startswith("on")]
