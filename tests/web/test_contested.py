"""The map of contested places: each variant and each contradiction once, by kind and by axis, with its place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from starlette.testclient import TestClient
from tests.web.page_reader import Element, read

import haidiyan
from haidiyan.dataset.store import open_store
from haidiyan.iris import local_name
from haidiyan.web.app import make_app


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[TestClient]:
    with TestClient(make_app()) as made:
        yield made


@pytest.fixture(scope="module")
def variants(home: Path) -> dict[str, dict[str, str]]:
    return {local_name(row["variant"]): row for row in haidiyan.query("all-variants")}


@pytest.fixture(scope="module")
def contradictions(home: Path) -> list[tuple[str, str]]:
    solutions = open_store(home).query(
        "SELECT DISTINCT ?one ?other { ?one <http://purl.org/spar/cito/disagreesWith> ?other }",
        use_default_graph_as_union=True,
    )
    assert isinstance(solutions, ox.QuerySolutions)
    return [(local_name(row["one"].value), local_name(row["other"].value)) for row in solutions]


def shown(client: TestClient, status: int = 200, **asked: str) -> Element:
    answer = client.get("/book/contested", params={"lang": "en", **asked})
    assert answer.status_code == status
    return read(answer.text)


def listed(page: Element) -> Counter[str]:
    """The anchors of the list, each as often as it stands there."""
    items = [item for section in page.all("section", "spots") for item in section.all("li")]
    return Counter(item.all("a")[0].attributes["href"].partition("#")[2] for item in items)


def test_the_list_has_every_variant_once_and_every_contradiction(
    client: TestClient, variants: dict[str, dict[str, str]], contradictions: list[tuple[str, str]]
) -> None:
    assert len(variants) > 380
    assert contradictions
    assert listed(shown(client)) == Counter([*variants, *(one for one, _ in contradictions)])


def test_a_place_stands_under_its_passage_with_base_and_reading(
    client: TestClient, variants: dict[str, dict[str, str]]
) -> None:
    page = shown(client)
    for name, row in variants.items():
        links = [each for each in page.all("a") if each.attributes["href"].endswith(f"#{name}")]
        assert [each.attributes["href"] for each in links] == [f"/book/{row['volume']}/{row['paragraph']}#{name}"]
        assert row["base"] in links[0].words()
        assert row["reading"] in links[0].words()


def test_a_cell_of_the_map_counts_its_passage_by_kind_and_leads_to_the_list(
    client: TestClient, variants: dict[str, dict[str, str]], contradictions: list[tuple[str, str]]
) -> None:
    page = shown(client)
    wanted: dict[str, int] = defaultdict(int)
    for name in [*variants, *(one for one, _ in contradictions)]:
        wanted[name.rpartition("-")[0]] += 1
    cells = {each.attributes["href"][1:].removeprefix("at-"): each for each in page.all("ol", "map")[0].all("a")}
    cells |= {each.attributes["href"][1:].removeprefix("at-"): each for each in page.all("ol", "map")[1].all("a")}
    assert set(cells) == set(wanted)
    for name, cell in cells.items():
        assert len(cell.all("span", "dot")) == wanted[name]
        told = cell.attributes["aria-label"].partition(": ")[2]
        assert sum(int(each.split()[-1]) for each in told.split(", ")) == wanted[name]
        assert page.at(f"at-{name}")


@pytest.mark.parametrize("kind", ["noted-reading", "rival-doctrine", "lacuna", "addition"])
def test_a_kind_shows_its_places_only(client: TestClient, variants: dict[str, dict[str, str]], kind: str) -> None:
    plain = kind.replace("-", "")
    expected = {name for name, row in variants.items() if row["kind"].replace("-", "").lower() == plain}
    assert expected
    assert set(listed(shown(client, kind=kind))) == expected


def test_a_broad_kind_shows_those_under_it(client: TestClient) -> None:
    of_sense = set(listed(shown(client, kind="divergence")))
    assert set(listed(shown(client, kind="widening"))) < of_sense
    assert set(listed(shown(client, kind="disagreement"))).isdisjoint(of_sense)


def test_an_axis_shows_its_rivals_and_the_emendations_that_bear_on_it(client: TestClient) -> None:
    page = shown(client, axis="seasonal-void")
    assert {"j2-p57-v1", "j2-p67-v6"} <= set(listed(page))
    assert page.all("section", "question")
    assert "秋是木" in page.all("section", "question")[0].words()
    assert set(listed(shown(client, axis="seasonal-void", kind="noted-reading"))) == {"j2-p57-v1"}


def test_every_question_has_its_answers(client: TestClient) -> None:
    rows = haidiyan.query("contested-questions")
    sections = shown(client).all("section", "question")
    assert len(sections) == len({row["axis"] for row in rows})
    told = " ".join(each.words() for each in sections)
    assert all(row["words"] in told and row["supplied"] in told for row in rows)


@pytest.mark.parametrize("asked", [{"kind": "misprint"}, {"axis": "colour"}])
def test_what_there_is_not_is_named(client: TestClient, asked: dict[str, str]) -> None:
    refusal = shown(client, 400, **asked).all("p", "refusal")[0].words()
    assert next(iter(asked.values())) in refusal
