"""Every IRI of the dataset dereferences: 303 to a document, which is a page or RDF, and says the same in every form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pyoxigraph as ox
import pytest
from starlette.testclient import TestClient

from haidiyan import iris
from haidiyan.dataset.store import named, open_store
from haidiyan.web import store as kept
from haidiyan.web.app import make_app
from haidiyan.web.known import Known, document_of, path_of
from haidiyan.web.rooms.things import ENDINGS
from haidiyan.web.settings import Settings

READERS = {
    "ttl": ox.RdfFormat.TURTLE,
    "jsonld": ox.RdfFormat.JSON_LD,
    "rdf": ox.RdfFormat.RDF_XML,
    "nt": ox.RdfFormat.N_TRIPLES,
}
OF_EACH_KIND = (
    "branch/zi",
    "hexagram-line/08-5",
    "claim/j2-p01-c02",
    "segment/j2-p01-s03",
    "passage/j2-p57",
    "variant/j2-p57-v1",
    "choice/seasonal-void-verse",
    "doctrine/verse",
    "graph/claims",
    "situation/parents-moving",
    "source/data/claims/volume-3-lists.ttl",
    "ontology/cosmology",
    "dataset",
)


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[TestClient]:
    with TestClient(make_app(), follow_redirects=False) as made:
        yield made


@pytest.fixture(scope="module")
def store(home: Path) -> ox.Store:
    return open_store(home)


def triples(text: str, ending: str) -> set[str]:
    """The triples of a document, blank nodes named canonically, as lines of N-Triples."""
    dataset = ox.Dataset(ox.parse(text.encode(), format=READERS[ending]))
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


def test_every_iri_of_the_dataset_has_a_document(client: TestClient, store: ox.Store) -> None:
    ours = {
        term.value
        for quad in named(store)
        for term in (quad.subject, quad.predicate, quad.object, quad.graph_name)
        if isinstance(term, ox.NamedNode) and term.value.startswith(iris.BASE)
    }
    known = Known(store)
    assert {iri for those in known.documents.values() for iri in those} == ours
    for document in sorted({document_of(iri) for iri in ours})[::37]:
        answer = client.get("/" + path_of(document), headers={"Accept": "text/turtle"})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/data/{path_of(document)}.ttl")


@pytest.mark.parametrize(("ending", "media_type"), ENDINGS.items())
def test_a_thing_leads_to_the_document_that_is_asked_for(client: TestClient, ending: str, media_type: str) -> None:
    answer = client.get("/branch/zi", headers={"Accept": f"{media_type}, text/html;q=0.5"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/data/branch/zi.{ending}")
    assert "Accept" in answer.headers["vary"]
    document = client.get(answer.headers["location"], headers={"Accept": "image/png"})
    assert document.status_code == 200
    assert document.headers["content-type"].partition(";")[0] == media_type


def test_a_browser_is_led_to_the_page_with_its_query(client: TestClient) -> None:
    answer = client.get("/branch/zi?lang=en", headers={"Accept": "text/html,application/xml;q=0.9,*/*;q=0.8"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/page/branch/zi?lang=en")


def test_what_is_given_in_no_form_that_is_asked_for_is_406_with_the_forms(client: TestClient) -> None:
    answer = client.get("/branch/zi", headers={"Accept": "image/png"})
    assert (answer.status_code, answer.headers["vary"]) == (406, "Accept")
    for media_type in ("text/html", *ENDINGS.values()):
        assert media_type in answer.text
        assert media_type in answer.headers["link"]


@pytest.mark.parametrize("path", OF_EACH_KIND)
def test_all_forms_of_a_document_say_the_same(client: TestClient, store: ox.Store, path: str) -> None:
    said = {ending: triples(client.get(f"/data/{path}.{ending}").text, ending) for ending in READERS}
    assert said["nt"]
    assert said["ttl"] == said["nt"]
    assert said["jsonld"] == said["nt"]
    assert said["rdf"] == said["nt"]
    for quad in store.quads_for_pattern(ox.NamedNode(iris.BASE + path), None, None, ox.DefaultGraph()):
        if not isinstance(quad.object, ox.BlankNode):
            assert str(quad.triple) in said["nt"]
    for quad in store.quads_for_pattern(None, None, ox.NamedNode(iris.BASE + path), ox.DefaultGraph()):
        if isinstance(quad.subject, ox.NamedNode):
            assert str(quad.triple) in said["nt"]


def test_a_document_says_nothing_that_holds_only_under_a_choice(client: TestClient, store: ox.Store) -> None:
    choice = ox.NamedNode(iris.graph("choice-seasonal-void-verse"))
    quad = next(iter(store.quads_for_pattern(None, None, None, choice)))
    assert isinstance(quad.subject, ox.NamedNode)
    assert not list(store.quads_for_pattern(quad.subject, quad.predicate, quad.object, ox.DefaultGraph()))
    path = path_of(quad.subject.value)
    assert str(quad.triple) not in triples(client.get(f"/data/{path}.nt").text, "nt")
    assert path_of(choice.value) in client.get(f"/page/{path}").text


def test_the_page_of_a_thing_says_what_is_said_of_it_and_what_refers_to_it(client: TestClient) -> None:
    page = client.get("/page/branch/zi?lang=en").text
    assert iris.individual("branch", "zi") in page
    for path in ("/page/element/water", "/page/branch/wu", "/page/hexagram-line", "/page/graph/cosmology"):
        assert f'href="{path}' in page
    for ending in ENDINGS:
        assert f'href="/data/branch/zi.{ending}"' in page


def test_what_is_long_is_cut_and_leads_to_the_rest(client: TestClient) -> None:
    page = client.get("/page/activity/encoding").text
    assert page.count('href="/page/claim/') == 20
    assert "by=prov%3AwasGeneratedBy" in page
    address = "/page/activity/encoding?way=in&by=prov:wasGeneratedBy"
    first, second = (client.get(f"{address}&start={start}").text for start in (0, 200))
    assert (first.count('href="/page/claim/'), second.count('href="/page/claim/')) == (200, 200)
    assert "/page/claim/j2-p01-c02" in first
    assert "/page/claim/j2-p01-c02" not in second


@pytest.mark.parametrize(
    ("iri", "place"),
    [
        ("claim/j2-p01-c02", "/book/2/1#j2-p01-c02"),
        ("segment/j2-p01-s03", "/book/2/1#j2-p01-s03"),
        ("passage/j2-p57", "/book/2/57#j2-p57"),
        ("variant/j2-p57-v1", "/book/2/57#j2-p57-v1"),
    ],
)
def test_records_of_the_text_lead_to_their_place_in_the_book(client: TestClient, iri: str, place: str) -> None:
    assert f'href="{place}"' in client.get(f"/page/{iri}").text


def test_terms_of_the_ontology_stand_on_one_page_under_their_names(client: TestClient, store: ox.Store) -> None:
    answer = client.get("/ontology", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/page/ontology")
    page = client.get("/page/ontology").text
    subjects = {quad.subject.value for quad in named(store) if isinstance(quad.subject, ox.NamedNode)}
    terms = {iri for iri in subjects if iri.startswith(iris.ONTOLOGY)}
    assert len(terms) > 300
    for iri in terms:
        assert f'id="{iris.local_name(iri)}"' in page
    one = client.get("/page/ontology?part=Claim&lang=en")
    assert one.status_code == 200
    assert iris.term("Claim") in one.text
    assert client.get("/page/ontology?part=Nothing").status_code == 404


def test_a_part_of_a_document_stands_on_its_page_under_its_fragment(client: TestClient) -> None:
    assert 'id="selector"' in client.get("/page/segment/j2-p01-s03").text
    said = triples(client.get("/data/segment/j2-p01-s03.nt").text, "nt")
    assert any("j2-p01-s03#selector> <http://www.w3.org/ns/oa#exact>" in each for each in said)


def test_the_iri_of_a_chart_is_read_back_and_the_chart_computed(client: TestClient) -> None:
    path = "chart/888898-shen-jiashen"
    assert client.get(f"/{path}", headers={"Accept": "text/turtle"}).headers["location"] == f"/data/{path}.ttl"
    said = client.get(f"/data/{path}.nt").text
    assert f'<{iris.BASE}{path}> <{iris.term("lineValues")}> "888898"' in said
    assert triples(client.get(f"/data/{path}.ttl").text, "ttl") == triples(said, "nt")
    page = client.get(f"/page/{path}").text
    assert f"/read?lines={quote('8,8,8,8,9,8')}&amp;month={quote('申')}&amp;day={quote('甲申')}" in page
    for sound in ("888898-open-open", "888898-shen-shen", "777777-zi-jiazi-hour-wu-year-yichou"):
        assert client.get(f"/chart/{sound}", headers={"Accept": "text/turtle"}).status_code == 303


@pytest.mark.parametrize(
    "path",
    [
        "branch/nothing",
        "nothing",
        "chart/888898-shen-jiachou",
        "chart/888895-shen-jiashen",
        "chart/888898-shen",
        "question/0123456789abcdef",
        "page/branch/nothing",
        "data/branch/nothing.ttl",
        "data/branch/zi",
        "data/branch/zi.exe",
        "nanopub/nothing",
        "schema/nothing.json",
        "branch/z%20i",
        "branch/%3Cscript%3E",
        "../../../etc/passwd",
        "page/..%2F..%2F..%2F..%2Fetc%2Fpasswd",
        "schema/..%2F__init__.py",
        "data/..%2F..%2Fapp.py.ttl",
        "static/..%2Fapp.py",
    ],
)
def test_what_the_dataset_has_not_is_404_in_the_form_that_is_asked_for(client: TestClient, path: str) -> None:
    for accept, wanted in {
        "text/html": "text/html",
        "application/json": "application/json",
        "*/*": "text/html",
    }.items():
        answer = client.get(f"/{path}", headers={"Accept": accept})
        assert answer.status_code == 404
        assert wanted != "text/html" or "<script>" not in answer.text
        if not path.startswith(("schema/", "static/")):
            assert answer.headers["content-type"].partition(";")[0] == wanted
    assert (
        client.get("/branch/nothing", headers={"Accept": "text/turtle"})
        .headers["content-type"]
        .startswith("text/plain")
    )


def test_a_nanopublication_is_given_as_trig(client: TestClient) -> None:
    answer = client.get("/nanopub/j2-p01-c02", headers={"Accept": "application/trig"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/data/nanopub/j2-p01-c02.trig")
    document = client.get(answer.headers["location"])
    assert document.headers["content-type"].startswith("application/trig")
    assert len({str(quad.graph_name) for quad in ox.parse(document.content, format=ox.RdfFormat.TRIG)}) == 4


def test_the_published_schemas_stand_at_their_ids(client: TestClient) -> None:
    for name in ("reading-1.json", "compare-1.json"):
        answer = client.get(f"/schema/{name}")
        assert answer.headers["content-type"] == "application/schema+json"
        assert answer.json()["$id"] == f"{iris.BASE}schema/{name}"


def test_head_is_answered_as_get_is_without_a_body(client: TestClient) -> None:
    for path in ("/branch/zi", "/page/branch/zi", "/data/branch/zi.ttl", "/terms", "/nothing"):
        head, got = client.head(path), client.get(path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        assert head.headers.get("content-type") == got.headers.get("content-type")


def test_pages_of_any_origin_may_read_data(client: TestClient) -> None:
    for path in ("/branch/zi", "/data/branch/zi.ttl", "/schema/reading-1.json", "/data/nothing.ttl"):
        assert client.get(path, headers={"Origin": "https://example.org"}).headers["access-control-allow-origin"] == "*"


def test_terms_lists_every_kind_and_the_things_of_one(client: TestClient, store: ox.Store) -> None:
    kinds = kept.made(Known).kinds
    page = client.get("/terms").text
    for kind in kinds:
        assert f'href="/terms?kind={kind}"' in page
    rows = dict(re.findall(r'kind=([\w-]+)">([^<]+)</a>', client.get("/terms?lang=en").text))
    assert rows["hexagram-line"] == "hexagram line"
    assert not re.search("[\u4e00-\u9fff]", "".join(rows.values()))
    branches = client.get("/terms?kind=branch&lang=en").text
    for iri in kinds["branch"]:
        assert f'href="/page/branch/{iris.local_name(iri)}"' in branches
    assert client.get("/terms?kind=nothing").status_code == 404
    assert "/page/hexagram-line/64-6" in client.get("/terms?kind=hexagram-line&start=200").text


def test_labels_are_in_the_language_of_the_interface(client: TestClient) -> None:
    titles = {
        language: client.get(f"/page/relation/offspring?lang={language}").text.split("<h1>")[1].split("</h1>")[0]
        for language in ("zh-hant", "zh-hans", "en")
    }
    assert titles == {"zh-hant": "子孫", "zh-hans": "子孙", "en": "offspring"}


def test_under_another_root_every_link_begins_with_it(home: Path) -> None:
    client = TestClient(make_app(Settings(root_path="/haidiyan")), follow_redirects=False)
    answer = client.get("/haidiyan/branch/zi", headers={"Accept": "text/html"})
    assert answer.headers["location"] == "/haidiyan/page/branch/zi"
    page = client.get("/haidiyan/page/branch/zi").text
    assert 'href="/haidiyan/page/element/water"' in page
    assert 'href="/page/' not in page
    assert 'href="/data/' not in page


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A server of a small dataset, with names of other letters and a retired claim."""
    store = ox.Store()
    graph = ox.NamedNode(iris.graph("claims"))
    label, replaced = (
        ox.NamedNode(iris.PREFIXES["skos"] + "prefLabel"),
        ox.NamedNode(iris.PREFIXES["dcterms"] + "isReplacedBy"),
    )
    for quad in (
        ox.Quad(ox.NamedNode(iris.BASE + "topic/疾病"), label, ox.Literal("raw <b>"), graph),
        ox.Quad(ox.NamedNode(iris.BASE + "person/%E5%A6%BB"), label, ox.Literal("encoded"), graph),
        ox.Quad(ox.NamedNode(iris.BASE + "claim/old"), replaced, ox.NamedNode(iris.BASE + "claim/new"), graph),
        ox.Quad(ox.NamedNode(iris.BASE + "claim/new"), label, ox.Literal("the new one", language="en"), graph),
    ):
        store.add(quad)
        store.add(ox.Quad(quad.subject, quad.predicate, quad.object))
    known = Known(store)
    monkeypatch.setattr("haidiyan.web.rooms.things.dataset", lambda: store)
    monkeypatch.setattr("haidiyan.web.rooms.things.made", lambda make: known if make is Known else {})
    return TestClient(make_app(), follow_redirects=False)


@pytest.mark.parametrize(("path", "label"), [("topic/疾病", "raw &lt;b&gt;"), ("person/妻", "encoded")])
def test_names_of_other_letters_are_found_raw_or_percent_encoded(other: TestClient, path: str, label: str) -> None:
    answer = other.get(f"/{quote(path)}", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/page/{quote(path)}")
    assert f"<h1>{label}</h1>" in other.get(answer.headers["location"]).text
    assert other.get(f"/data/{quote(path)}.ttl").status_code == 200


def test_a_retired_thing_says_what_stands_in_its_place(other: TestClient) -> None:
    page = other.get("/page/claim/old?lang=en").text
    assert "retired" in page
    assert '<a href="/page/claim/new" title="claim:new">the new one</a>' in page
    assert "retired" not in other.get("/page/claim/new?lang=en").text
    assert "isReplacedBy" in other.get("/data/claim/old.ttl").text
