"""The pages of the atlas over a small set of tables, made up for the tests; and what they say where there is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("pyarrow")

from starlette.testclient import TestClient

from haidiyan.atlas import parquet
from haidiyan.atlas.words import CHARTS
from haidiyan.chart.cast import Chart
from haidiyan.errors import DatasetError, ExtraError
from haidiyan.web import counted
from haidiyan.web.app import make_app
from haidiyan.web.rooms import atlas as room

pytestmark = pytest.mark.usefixtures("home")

USES = ("officials", "offspring", "parents", "siblings", "wealth")
ALWAYS, OFTEN, SELDOM, NEVER = "j2-p49-c10", "j2-p01-c03", "j2-p67-c01", "j2-p35-c05"
EACH = {ALWAYS: CHARTS, OFTEN: CHARTS // 2, SELDOM: 0, NEVER: 0}
WEALTH_ONLY = CHARTS // 4
EMENDATION, AXIS, CHOICE = "j2-p57-v1", "seasonal-void", "headnote"
LIKE = "/atlas/like?hexagram=比&moving=5&month=申&day=甲申&topic=疾病&lang=en"


def in_force(claim: str, use: str | None) -> int:
    return WEALTH_ONLY if (claim, use) == (SELDOM, "wealth") else EACH[claim]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("atlas")
    about = {"basis": "abc"}
    rates = [
        (doctrine, use, topic, claim, in_force(claim, use), 7, in_force(claim, use) / CHARTS)
        for doctrine in ("verse", "common")
        for use in (None, *USES)
        for topic in (None, "illness")
        for claim in EACH
    ]
    parquet.write(place, "base-rates", rates, about)
    pairs = [(use, "conflict", OFTEN, ALWAYS, 5000, 1, 1) for use in USES]
    pairs += [("wealth", "conflict", SELDOM, ALWAYS, 30_000, 1, 1), ("wealth", "implies", SELDOM, OFTEN, 9, 9, 9)]
    parquet.write(place, "pairs", pairs, about)
    authors: list[tuple[Any, ...]] = [
        (None, use, author, CHARTS, 4, 1.0, share)
        for use in USES
        for author, share in (("lu-wei", 0.75), ("zheng-guanqing", 0.25))
    ]
    authors += [
        ("illness", "officials", "lu-wei", CHARTS, 4, 1.0, 0.5),
        ("illness", "officials", "zheng-guanqing", CHARTS, 4, 1.0, 0.5),
    ]
    parquet.write(place, "authors", authors, about)
    half = CHARTS // 2
    changes = [
        (*variant, use, topic, charts, charts / CHARTS, 1, charts if turned else 0, charts / CHARTS if turned else 0.0)
        for variant, charts, turned in (
            (("emendation", EMENDATION), half, False),
            ((AXIS, CHOICE), half // 2, True),
            ((AXIS, "none"), 0, True),
        )
        for use in (None, *USES)
        for topic in (None, "illness")
    ]
    parquet.write(place, "what-variants-change", changes, about)
    of_claims = [
        ("emendation", EMENDATION, use, None, claim, *numbers, same)
        for use in USES
        for claim, numbers, same in (
            ("j2-p57-c05", (0, 1000, 0, 0), "j2-p57-c05a"),
            ("j2-p57-c05a", (2000 if use == "wealth" else 0, 0, 0, 0), "j2-p57-c05"),
        )
    ]
    parquet.write(place, "claims-that-variants-change", of_claims, about)
    (place / "base-rates.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (place / "secret.txt").write_text("no", encoding="utf-8")
    return place


@pytest.fixture
def site(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    there = counted.Counted(folder, "abc")
    monkeypatch.setattr(room, "counted", lambda: there)
    room._kept.clear()
    yield TestClient(make_app(), raise_server_exceptions=False, follow_redirects=False)
    room._kept.clear()


def rows(html: str) -> list[str]:
    """The rows of the tables of a page, each as its words."""
    found = re.findall(r"<tr>(.*?)</tr>", html.split("<main")[1], re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", each)).split()) for each in found]


def claims(html: str) -> list[str]:
    return [found.group() for row in rows(html) if (found := re.search(r"j\d-p\d\d-c\d+a?", row))]


def test_the_overview_has_the_head_of_every_table_and_leads_to_the_whole(site: TestClient) -> None:
    page = site.get("/atlas?lang=en").text
    always, never = re.findall(r"<h2>(?:Always|Never) in force.*?</ul>", page, re.DOTALL)
    assert (ALWAYS in always, NEVER in always) == (True, False)
    assert (ALWAYS in never, NEVER in never, SELDOM in never) == (False, True, False)
    for path in ("rates", "conflicts", "authors", "variants", "like", "base-rates.parquet", "base-rates.svg"):
        assert f'"/atlas/{path}"' in page
    assert "secret" not in page


def test_a_number_is_the_mean_over_the_use_relations_where_none_is_named(site: TestClient) -> None:
    (row,) = [each for each in rows(site.get("/atlas/rates?lang=en").text) if SELDOM in each]
    assert f"{WEALTH_ONLY / 5:,.0f} 5 %" in row
    (row,) = [each for each in rows(site.get("/atlas/rates?lang=en&use=wealth").text) if SELDOM in each]
    assert f"{WEALTH_ONLY:,} 25 %" in row


def test_base_rates_stand_in_the_order_that_the_address_names(site: TestClient) -> None:
    assert claims(site.get("/atlas/rates").text) == [SELDOM, OFTEN, ALWAYS, NEVER]
    assert claims(site.get("/atlas/rates?by=common").text)[:3] == [ALWAYS, OFTEN, SELDOM]
    assert claims(site.get("/atlas/rates?by=text&topic=illness&doctrine=common").text) == list(EACH)


def test_a_claim_stands_with_its_words_and_leads_to_the_book(site: TestClient) -> None:
    page = site.get("/atlas/rates").text
    assert "病人無藥主沉昏" in page
    assert f"/book/2/1#{OFTEN}" in page


def test_conflicts_are_counted_where_both_are_in_force_and_a_relation_without_them_counts_nothing(
    site: TestClient,
) -> None:
    first, second = (row for row in rows(site.get("/atlas/conflicts").text) if ALWAYS in row)
    assert (SELDOM in first, first.endswith("6,000")) == (True, True)
    assert (OFTEN in second, second.endswith("5,000")) == (True, True)
    (only,) = (row for row in rows(site.get("/atlas/conflicts?use=parents").text) if ALWAYS in row)
    assert OFTEN in only


def test_the_shares_of_the_authors_are_told_by_topic(site: TestClient) -> None:
    every, illness = rows(site.get("/atlas/authors?lang=en").text)[1:]
    assert every == "every topic 75 % 25 %"
    assert illness == "illness officials 50 % 50 %"


def test_what_differs_by_a_condition_stands_before_what_differs_in_words(site: TestClient) -> None:
    page = site.get("/atlas/variants?lang=en").text
    table = [row for row in rows(page) if "%" in row]
    assert [row.split(" %")[0].split()[-1] for row in table] == ["25", "50", "0"]
    assert table[1].endswith("50 % 0 %")
    assert "Those that change no reading (1)" in page
    by_share = [row for row in rows(site.get("/atlas/variants?by=share").text) if "%" in row]
    assert EMENDATION in by_share[0]


def test_a_variant_tells_its_charts_by_topic_and_its_claims_with_their_words(site: TestClient) -> None:
    page = site.get(f"/atlas/variant/{EMENDATION}?lang=en").text
    assert f"differs in 50 % of the charts ({CHARTS // 2:,}); by a condition in 0 %" in unescape(page)
    printed, emended = (row for row in rows(page) if "要日生出之吉" in row)
    assert printed.startswith("要日生出之吉 j2-p57-c05 · 1,000 · ·")
    assert emended.startswith("要日生出之吉 j2-p57-c05a 400 · · ·")
    assert any(row.startswith("illness 50 % 0 %") for row in rows(page))
    assert f"/compare?left=verse&right=verse&right_adopt=emendation%3D{EMENDATION}" in unescape(page)


def test_a_choice_that_changes_no_claim_says_so_and_the_default_changes_nothing(site: TestClient) -> None:
    assert "No claim differs." in site.get(f"/atlas/axis/{AXIS}/none?lang=en").text
    assert "it changes nothing" in site.get(f"/atlas/axis/{AXIS}/verse?lang=en").text


@pytest.mark.parametrize(
    "path", ["variant/j2-p57-v99", "variant/none", "axis/seasonal-void/nowhere", "axis/emendation/none", "secret.txt"]
)
def test_what_there_is_not_is_no_page(site: TestClient, path: str) -> None:
    assert site.get(f"/atlas/{path}").status_code == 404


@pytest.mark.parametrize(
    "query", ["by=luck", "use=gold", "topic=weathers", "doctrine=mine", "page=0", "page=2", "page=x", "page=²"]
)
def test_a_table_refuses_what_it_has_not_by_name(site: TestClient, query: str) -> None:
    answer = site.get(f"/atlas/rates?{query}")
    assert answer.status_code == 400
    assert query.partition("=")[0] in answer.text


def test_the_files_of_the_atlas_are_served_with_their_types(site: TestClient, folder: Path) -> None:
    table = site.get("/atlas/base-rates.parquet")
    assert table.content == (folder / "base-rates.parquet").read_bytes()
    assert table.headers["content-type"] == "application/vnd.apache.parquet"
    assert site.get("/atlas/base-rates.svg").headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "name", ["../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "/etc/passwd", "base-rates-wide.parquet"]
)
def test_no_other_file_is_served(site: TestClient, name: str) -> None:
    assert site.get(f"/atlas/{name}").status_code == 404


@pytest.mark.parametrize("path", ["", "/rates", "/conflicts", "/authors", "/variants", f"/variant/{EMENDATION}"])
@pytest.mark.parametrize("language", ["zh-hant", "zh-hans", "en"])
def test_without_an_atlas_pages_say_how_one_is_made(path: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(home: None = None) -> Path:
        raise DatasetError("There is no atlas in here yet: run `haidiyan atlas build`.")

    monkeypatch.setattr("haidiyan.atlas.build.current", none)
    site = TestClient(make_app())
    answer = site.get(f"/atlas{path}", params={"lang": language})
    assert answer.status_code == 200
    assert "haidiyan atlas build" in answer.text
    assert site.get("/atlas/base-rates.parquet").status_code == 503


def test_without_its_packages_the_pages_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ExtraError("The atlas needs pyarrow: install haidiyan with its extra, haidiyan[atlas].")

    monkeypatch.setattr(counted, "need_packages", missing)
    site = TestClient(make_app())
    answer = site.get("/atlas")
    assert (answer.status_code, "haidiyan[atlas]" in answer.text) == (200, True)
    assert site.get("/atlas/pairs.parquet").status_code == 503


def test_an_atlas_of_another_dataset_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("haidiyan.atlas.build.current", lambda: tmp_path / "of-another")
    assert "of another dataset" in TestClient(make_app()).get("/atlas").text


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The charts that are looked for; each time one and the same is found."""
    found: list[str] = []

    def alike(atlas: object, chart: Chart, use: str | None, topic: str | None, first: int) -> dict[str, Any]:
        found.append(chart.name)
        there = {"hexagram": 8, "name": "比", "moving": [5], "month": "酉", "day": "甲申"}
        return {
            "chart": chart.name,
            "inForce": 46,
            "topic": "疾病",
            "useRelation": "官鬼",
            "doctrine": {"name": "verse"},
            "count": 1,
            "first": [there],
            "nearest": [{"likeness": 0.9, "count": 2, "chart": there, "lacks": [SELDOM], "adds": [OFTEN]}],
        }

    monkeypatch.setattr("haidiyan.atlas.asking.alike", alike)
    monkeypatch.setattr("haidiyan.atlas.firings.Atlas", lambda doctrine, tables: None)
    monkeypatch.setattr(room, "_tables", lambda: None)
    return found


def test_charts_like_one_lead_to_their_readings_of_the_same_question(site: TestClient, looked: list[str]) -> None:
    page = unescape(site.get(LIKE).text)
    assert "/read?hexagram=%E6%AF%94&moving=5&month=%E9%85%89&day=%E7%94%B2%E7%94%B3&topic=%E7%96%BE%E7%97%85" in page
    (row,) = (each for each in rows(page) if "0.9000" in each)
    assert row.index(SELDOM) < row.index(OFTEN)


def test_what_was_looked_for_is_not_looked_for_again(site: TestClient, looked: list[str]) -> None:
    assert [site.get(LIKE).status_code for _ in range(3)] == [200] * 3
    assert len(looked) == 1
    site.get(LIKE + "&doctrine=common")
    assert len(looked) == 2


def test_one_chart_is_looked_for_at_a_time_and_the_next_is_told_when_to_come(
    site: TestClient, looked: list[str]
) -> None:
    with room._looking:
        answer = site.get(LIKE)
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert site.get(LIKE).status_code == 200


def test_nothing_is_looked_for_without_a_chart(site: TestClient, looked: list[str]) -> None:
    assert site.get("/atlas/like").status_code == 200
    assert looked == []


@pytest.mark.parametrize(
    ("query", "named"), [("first=0", "first"), ("first=many", "many"), ("baleful=3", "殺"), ("x=1", "x")]
)
def test_what_cannot_be_looked_for_is_named(site: TestClient, looked: list[str], query: str, named: str) -> None:
    answer = site.get(f"{LIKE}&{query}")
    assert answer.status_code == 400
    assert named in unescape(answer.text)
    assert looked == []


def test_where_the_tables_of_the_rules_are_not_made_nobody_waits_for_them(
    site: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("haidiyan.atlas.factors.read", lambda file, key: None)
    answer = site.get(LIKE)
    assert answer.status_code == 503
    assert "haidiyan atlas build" in answer.text
