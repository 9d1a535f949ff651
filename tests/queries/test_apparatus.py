"""What a scholar asks of the apparatus, held to the printed text and to the records as they are written.

The lists are counted from ``data/**/*.ttl`` and ``data/source`` alone: where words stand, and in which layer, is read
off the brackets of the source, without the edition.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path

import pyoxigraph as ox
import pytest

from haidiyan import resources
from haidiyan.dataset import store
from haidiyan.iris import PREFIXES, compact, local_name
from haidiyan.queries import Query, run

pytestmark = pytest.mark.xdist_group("queries")

Cells = tuple[str, ...]

WRITERS = {"headnote": "headnote-writer", "interlinear": "zheng-guanqing", "main": "lu-wei"}
"""The brackets of the source tell notes from the words they stand in, which are the editor's."""


# The book and the records, read without the code under test.


@cache
def paragraphs(volume: int) -> list[str]:
    text = (resources.root() / "data" / "source" / f"juan{volume}.txt").read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip()]


def paragraph(passage: str) -> str:
    """The words of ``j2-p57``."""
    volume, number = passage.removeprefix("j").split("-p")
    return paragraphs(int(volume))[int(number)]


def originals() -> Iterator[tuple[str, str]]:
    for volume in (2, 3):
        for number, text in enumerate(paragraphs(volume)):
            if number % 2:
                yield f"j{volume}-p{number:02d}", text


@cache
def records(folder: str) -> ox.Store:
    found = ox.Store()
    for file in sorted((resources.root() / "data" / folder).glob("*.ttl")):
        found.load(path=str(file), format=ox.RdfFormat.TURTLE)
    return found


def iri(name: str) -> ox.NamedNode:
    prefix, local = name.split(":")
    return ox.NamedNode(PREFIXES[prefix] + local)


def short(term: object) -> str:
    assert isinstance(term, ox.NamedNode | ox.Literal)
    return local_name(term.value) if isinstance(term, ox.NamedNode) else term.value


@cache
def given(folder: str, predicate: str) -> frozenset[tuple[str, str]]:
    """Local names of subjects with those of their values, or the words."""
    pattern = records(folder).quads_for_pattern(None, iri(predicate), None, None)
    return frozenset((short(each.subject), short(each.object)) for each in pattern)


@cache
def by_subject(folder: str, predicate: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for subject, each in sorted(given(folder, predicate)):
        found.setdefault(subject, []).append(each)
    return found


def values(folder: str, subject: str, predicate: str) -> list[str]:
    return by_subject(folder, predicate).get(subject, [])


def value(folder: str, subject: str, predicate: str, default: str = "") -> str:
    found = values(folder, subject, predicate)
    assert len(found) < 2
    return found[0] if found else default


def place(folder: str, subject: str, words: str, occurrence: str = "hdy:occurrence") -> tuple[int, int]:
    """Where the quoted words stand in their paragraph, the n-th time that they do."""
    text, quoted = paragraph(value(folder, subject, "hdy:passage")), value(folder, subject, words)
    starts = [each.start() for each in re.finditer(f"(?={re.escape(quoted)})", text)]
    start = starts[int(value(folder, subject, occurrence, "1")) - 1]
    return start, start + len(quoted)


def notes(text: str) -> Iterator[tuple[str, int, int, str]]:
    for found in re.finditer("（(眉批：)?([^（）]*)）", text):
        yield "headnote" if found[1] else "interlinear", found.start(2), found.end(2), found[2].rstrip("。")


def layer(claim: str) -> str:
    start, _ = place("claims", claim, "hdy:quote")
    around = notes(paragraph(value("claims", claim, "hdy:passage")))
    return next((kind for kind, begin, stop, _ in around if begin <= start < stop), "main")


def kinds() -> dict[str, str]:
    return {name: re.sub("(?<=[a-z])(?=[A-Z])", "-", kind).lower() for name, kind in given("variants", "rdf:type")}


def emended_claims() -> set[str]:
    return {claim for claim, _ in given("claims", "hdy:underReading")}


def statements(*predicates: str) -> set[tuple[str, str, str]]:
    return {(subject, short(iri(each)), value) for each in predicates for subject, value in given("claims", each)}


def alike(one: str, other: str) -> int:
    """How many characters both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def difference(base: str, reading: str) -> tuple[str, str]:
    """What is left of both when what they begin and end with alike is taken away."""
    start = alike(base, reading)
    base, reading = base[start:], reading[start:]
    end = alike(base[::-1], reading[::-1])
    return base[: len(base) - end], reading[: len(reading) - end]


# The answers.


@pytest.fixture(scope="module")
def oxigraph(home: Path) -> ox.Store:
    return store.open_store(home)


def ask(name: str, oxigraph: ox.Store, **parameters: str) -> list[dict[str, str]]:
    query = Query.bundled(name).bind({key: iri(each) for key, each in parameters.items()})
    solutions = run(query.text, oxigraph)
    assert isinstance(solutions, ox.QuerySolutions)
    names = [each.value for each in solutions.variables]
    return [{each: compact(str(row[each].value)) for each in names if row[each] is not None} for row in solutions]


def cells(rows: list[dict[str, str]], *names: str) -> list[Cells]:
    return [tuple(row.get(name, "") for name in names) for row in rows]


def local(rows: list[dict[str, str]], *names: str) -> list[Cells]:
    """The cells, names without their prefix."""
    return [
        tuple(rest if prefix in PREFIXES else each for each in row for prefix, _, rest in [each.partition(":")])
        for row in cells(rows, *names)
    ]


# all-variants


def test_the_list_of_variants_has_the_columns_that_others_build_on(oxigraph: ox.Store) -> None:
    solutions = run(Query.bundled("all-variants").text, oxigraph)
    assert isinstance(solutions, ox.QuerySolutions)
    columns = ["variant", "kind", "volume", "paragraph", "base", "reading", "proposer", "certainty"]
    assert [each.value for each in solutions.variables] == columns
    for row in solutions:
        assert {row[name].datatype.value.rsplit("#")[-1] for name in ("volume", "paragraph")} == {"integer"}
        assert {row[name].datatype.value.rsplit("#")[-1] for name in ("kind", "base", "reading")} == {"string"}


def test_every_variant_that_is_written_is_one_row(oxigraph: ox.Store) -> None:
    rows = ask("all-variants", oxigraph)
    of_kind = kinds()
    assert len(of_kind) > 100
    expected: Counter[Cells] = Counter()
    for name, kind in of_kind.items():
        volume, number = value("variants", name, "hdy:passage").removeprefix("j").split("-p")
        said = [value("variants", name, each) for each in ("hdy:base", "hdy:reading", "hdy:certainty")]
        proposer = values("variants", name, "hdy:proposer")[0]
        expected[(name, kind, volume, str(int(number)), said[0], said[1], proposer, said[2])] += 1
    columns = ("variant", "kind", "volume", "paragraph", "base", "reading", "proposer", "certainty")
    assert Counter(local(rows, *columns)) == expected


def test_the_list_of_variants_follows_the_text(oxigraph: ox.Store) -> None:
    rows = ask("all-variants", oxigraph)
    places = [
        (int(volume), int(number), place("variants", name, "hdy:base")[0])
        for volume, number, name in local(rows, "volume", "paragraph", "variant")
    ]
    assert places == sorted(places)


def test_all_that_the_notes_on_the_base_text_record_is_in_the_list(oxigraph: ox.Store) -> None:
    rows = ask("all-variants", oxigraph)
    noted = [
        (row["volume"], row["paragraph"], *difference(row["base"], row["reading"]))
        for row in rows
        if row["kind"] == "noted-reading"
    ]
    assert sorted(noted) == sorted(
        [
            ("2", "51", "", "木"),
            ("2", "57", "水", "木"),
            ("3", "15", "完", "看"),
            ("3", "17", "生", "主"),
            ("3", "17", "日", "月"),
            ("3", "17", "音", "者"),
            ("3", "29", "郎", "隔"),
            ("3", "69", "亥", "發"),
        ]
    )
    assert [(row["volume"], row["paragraph"]) for row in rows if row["kind"] == "lacuna"] == [("3", "3")]


def test_a_variant_of_two_proposers_and_two_kinds_is_one_row_of_the_narrower_kind() -> None:
    some = ox.Store()
    some.load(
        """
        PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX : <https://w3id.org/haidiyan/ontology#>
        :Emendation rdfs:subClassOf :Variant . :Conjecture rdfs:subClassOf :Emendation .
        <urn:v> a :Variant , :Emendation , :Conjecture ; :passage <urn:p> ; :start 9 ; :base "水"@lzh-hant ;
          :reading "木"@lzh-hant ; :proposer <urn:b> , <urn:a> , <urn:c> ; :certainty <urn:low> .
        <urn:p> :paragraph 57 ; :volume <urn:2> . <urn:2> :volumeNumber 2 .
        """.encode(),
        format=ox.RdfFormat.TURTLE,
    )
    assert cells(ask("all-variants", some), "variant", "kind", "proposer") == [("urn:v", "conjecture", "urn:a")]


# void-by-layer


def test_who_says_what_is_void_in_autumn_and_who_disagrees(oxigraph: ox.Store) -> None:
    rows = ask("void-by-layer", oxigraph)
    assert sorted(cells(rows, "layer", "element", "claim", "author", "reading", "against")) == [
        ("headnote", "element:water", "claim:j2-p67-c11", "agent:headnote-writer", "", "verse"),
        ("prose", "element:water", "claim:j2-p57-c03", "agent:lu-wei", "", "verse"),
        ("prose", "element:wood", "claim:j2-p57-c03a", "agent:later-hand", "variant:j2-p57-v1", "headnote"),
        ("verse", "element:wood", "claim:j2-p67-c07", "agent:lu-wei", "", "headnote prose"),
    ]


@pytest.mark.parametrize(
    ("season", "element", "said"),
    [
        # 春無土 (2:57), 春土 (2:67 in verse and headnote, 2:69)
        ("spring", "earth", ["j2-p57-c01", "j2-p67-c05", "j2-p67-c09", "j2-p69-c07"]),
        # 夏無金, 夏金 twice, 發金
        ("summer", "metal", ["j2-p57-c02", "j2-p67-c06", "j2-p67-c10", "j2-p69-c08"]),
        # 冬無火, 三冬是火莫相逢, 冬火
        ("winter", "fire", ["j2-p57-c04", "j2-p67-c08", "j2-p67-c12"]),
    ],
)
def test_in_the_other_seasons_all_layers_agree(season: str, element: str, said: list[str], oxigraph: ox.Store) -> None:
    rows = ask("void-by-layer", oxigraph, season=f"season:{season}")
    assert sorted(each for (each,) in local(rows, "claim")) == said
    assert {row["layer"] for row in rows} == {"verse", "headnote", "prose"}
    assert {(row["element"], row["against"]) for row in rows} == {(f"element:{element}", "")}


# contested-questions

ANSWERS = {
    "body": {"month", "self"},
    "changes": {"all", "sole-home"},
    "decade-void": {"rescued", "delayed", "raw"},
    "earth-stages": {"water", "fire"},
    "gender": {"line", "palace"},
    "hidden": {"every", "absent"},
    "punishments": {"text", "common"},
    "pure-hidden": {"opposite", "itself"},
    "seasonal-void": {"verse", "headnote", "prose", "prose-emended", "none"},
    "stage-void": {"on", "off"},
}


def test_every_contested_question_has_all_its_answers_side_by_side(oxigraph: ox.Store) -> None:
    rows = ask("contested-questions", oxigraph)
    found = {(axis, choice) for axis, choice in local(rows, "axis", "choice")}
    assert found == {(axis, f"{axis}-{choice}") for axis, choices in ANSWERS.items() for choice in choices}


def test_each_answer_has_the_words_that_are_recorded_for_it(oxigraph: ox.Store) -> None:
    expected = set()
    for claim, choice in given("claims", "hdy:underChoice"):
        if claim not in emended_claims():
            expected.add((choice, value("claims", claim, "hdy:passage"), value("claims", claim, "hdy:quote")))
    for choosing, passage, words in (
        ("hdy:baseChoice", "hdy:passage", "hdy:base"),
        ("hdy:readingChoice", "hdy:readingPassage", "hdy:readingQuote"),
    ):
        for name, choice in given("variants", choosing):
            expected.add((choice, value("variants", name, passage), value("variants", name, words)))
    expected.add(("seasonal-void-prose-emended", "j2-p57", value("variants", "j2-p57-v1", "hdy:reading")))
    rows = [row for row in ask("contested-questions", oxigraph) if "words" in row]
    assert set(local(rows, "choice", "passage", "words")) == expected


def test_autumn_is_contested_by_the_verse_the_headnote_the_prose_and_the_later_hand(oxigraph: ox.Store) -> None:
    rows = [row for row in ask("contested-questions", oxigraph) if row["axis"] == "axis:seasonal-void"]
    autumn = [row for row in rows if re.search("秋(是|無)?[木水]$", row.get("words", ""))]
    got = set(cells(autumn, "choice", "passage", "layer", "author", "words"))
    assert got >= {
        ("choice:seasonal-void-verse", "passage:j2-p67", "verse", "agent:lu-wei", "秋是木"),
        ("choice:seasonal-void-headnote", "passage:j2-p67", "headnote", "agent:headnote-writer", "秋水"),
        ("choice:seasonal-void-prose", "passage:j2-p57", "prose", "agent:lu-wei", "秋無水"),
        ("choice:seasonal-void-prose-emended", "passage:j2-p57", "prose", "agent:later-hand", "秋無木"),
    }
    by = {(choice, layer, author) for choice, layer, author in cells(rows, "choice", "layer", "author") if layer}
    assert {each for each in by if each[0] == "choice:seasonal-void-headnote"} == {
        ("choice:seasonal-void-headnote", "headnote", "agent:headnote-writer")
    }


def test_man_and_woman_are_told_by_the_line_or_by_the_palace(oxigraph: ox.Store) -> None:
    rows = [row for row in ask("contested-questions", oxigraph) if row["axis"] == "axis:gender"]
    assert sorted(cells(rows, "choice", "layer", "words")) == [
        ("choice:gender-line", "verse", "陰變陽爻為男子"),
        ("choice:gender-line", "verse", "陽變陰爻是女人"),
        ("choice:gender-palace", "headnote", "陰宮變陽為男"),
        ("choice:gender-palace", "headnote", "陽宮變陰為女"),
    ]


def test_what_no_passage_says_is_shown_as_supplied(oxigraph: ox.Store) -> None:
    rows = ask("contested-questions", oxigraph)
    supplied = set(local([row for row in rows if "supplied" in row], "choice", "supplied"))
    assert supplied == {each for each in given("doctrines", "hdy:suppliedFrom") if each[0] != "emendation-none"}
    assert {name for name, _ in supplied} >= {
        "earth-stages-water",
        "earth-stages-fire",
        "seasonal-void-none",
        "decade-void-raw",
    }
    earth = [row for row in rows if row["axis"] == "axis:earth-stages"]
    assert len(earth) == 2
    assert not any("words" in row or "passage" in row for row in earth)


# claims-on-emended-words

ADOPTABLE = {"noted-reading", "silent-emendation", "parallel-reading", "conjecture"}


def emended() -> set[Cells]:
    """Claims whose quotation shares a character with the base words of an emendation."""
    found: set[Cells] = set()
    claims = [claim for claim, _ in given("claims", "hdy:quote") if claim not in emended_claims()]
    by_passage: dict[str, list[tuple[str, tuple[int, int]]]] = {}
    for claim in claims:
        by_passage.setdefault(value("claims", claim, "hdy:passage"), []).append(
            (claim, place("claims", claim, "hdy:quote"))
        )
    for name, kind in kinds().items():
        if kind in ADOPTABLE:
            start, end = place("variants", name, "hdy:base")
            for claim, (begin, stop) in by_passage.get(value("variants", name, "hdy:passage"), []):
                if start < stop and begin < end:
                    found.add((claim, "words", name))
    return found


def test_the_claims_that_hang_on_an_emended_character(oxigraph: ox.Store) -> None:
    rows = ask("claims-on-emended-words", oxigraph)
    words = emended()
    touched = {(claim, name) for claim, _, name in words}
    carried = {
        (claim, "condition", name)
        for claim, source in given("claims", "hdy:conditionClaim")
        for other, name in touched
        if other == source and claim not in emended_claims() and (claim, name) not in touched
    }
    replaced: dict[tuple[str, str], list[str]] = {}
    for new, old in given("claims", "hdy:replaces"):
        for name in values("claims", new, "hdy:underReading"):
            replaced.setdefault((old, name), []).append(new)
    carried |= {(claim, "condition", name) for claim, name in replaced if (claim, name) not in touched}
    expected = Counter(
        (claim, through, name, new)
        for claim, through, name in words | carried
        for new in replaced.get((claim, name), [""])
    )
    assert Counter(local(rows, "claim", "through", "variant", "replacement")) == expected


def test_the_later_hand_moves_the_table_and_the_rules_that_rest_on_it(oxigraph: ox.Store) -> None:
    rows = [row for row in ask("claims-on-emended-words", oxigraph) if row["variant"] == "variant:j2-p57-v1"]
    assert sorted(cells(rows, "claim", "through", "kind", "base", "reading", "replacement")) == [
        ("claim:j2-p57-c03", "words", "noted-reading", "秋無水", "秋無木", "claim:j2-p57-c03a"),
        ("claim:j2-p57-c05", "condition", "noted-reading", "秋無水", "秋無木", "claim:j2-p57-c05a"),
        ("claim:j2-p57-c06", "condition", "noted-reading", "秋無水", "秋無木", "claim:j2-p57-c06a"),
    ]


@pytest.mark.parametrize(
    ("claim", "printed", "read"),
    [
        ("j2-p09-c06", "崇", "祟"),  # 病困門庭禍崇來
        ("j2-p51-c13", "", "木"),  # 生〔木〕旺
        ("j2-p73-c08", "日", "自"),  # 日相刑
        ("j3-p15-c02", "完", "看"),
        ("j3-p69-c09", "亥", "發"),
    ],
)
def test_a_claim_shows_the_character_that_it_hangs_on(claim: str, printed: str, read: str, oxigraph: ox.Store) -> None:
    rows = [row for row in ask("claims-on-emended-words", oxigraph) if row["claim"] == f"claim:{claim}"]
    assert (printed, read, "words") in {(*difference(row["base"], row["reading"]), row["through"]) for row in rows}


# claims-modified-by-headnotes, notes-against-their-lines


def test_what_the_headnotes_modify(oxigraph: ox.Store) -> None:
    rows = ask("claims-modified-by-headnotes", oxigraph)
    said = statements("cito:disagreesWith", "cito:qualifies", "hdy:overrides")
    expected = Counter((old, verb, note) for note, verb, old in said if layer(note) == "headnote")
    assert Counter(local(rows, "claim", "verb", "headnote")) == expected
    assert {row["words"] for row in rows} == {value("claims", note, "hdy:quote") for _, _, note in expected}


@pytest.mark.parametrize(
    ("layer", "quote", "verb", "words"),
    [
        ("verse", "秋是木", "cito:disagreesWith", "秋水"),
        ("verse", "陰變陽爻為男子", "cito:disagreesWith", "陰宮變陽為男"),
        ("verse", "陽變陰爻是女人", "cito:disagreesWith", "陽宮變陰為女"),
        ("verse", "六爻先以卦為身", "cito:disagreesWith", "身動即世動也"),
        ("verse", "不離元宮五向推", "cito:qualifies", "無宮五向重伏神"),
        ("verse", "空並刑沖剋墓凶", "hdy:overrides", "春不空於寅卯巳午之爻"),
        ("prose", "有動看動變爻", "cito:qualifies", "亂動不變"),
    ],
)
def test_a_headnote_stands_beside_the_words_it_modifies(
    layer: str, quote: str, verb: str, words: str, oxigraph: ox.Store
) -> None:
    rows = ask("claims-modified-by-headnotes", oxigraph)
    assert (layer, quote, verb, words) in cells(rows, "layer", "quote", "verb", "words")


def test_what_the_notes_say_of_claims(oxigraph: ox.Store) -> None:
    rows = ask("notes-against-their-lines", oxigraph)
    said = statements("cito:agreesWith", "cito:disagreesWith", "cito:qualifies")
    expected = Counter(
        (note, layer(note), value("claims", note, "hdy:quote"), verb, claim, value("claims", claim, "hdy:quote"))
        for note, verb, claim in said
        if layer(note) != "main"
    )
    assert Counter(local(rows, "note", "layer", "words", "verb", "claim", "quote")) == expected


@pytest.mark.parametrize(
    ("layer", "words", "verb", "quote"),
    [
        ("interlinear", "旺動傷夫", "cito:disagreesWith", "婚姻喜笑是姻緣"),
        ("interlinear", "父能克子", "cito:agreesWith", "父母當頭克子孫"),
        ("interlinear", "鬼制病安", "cito:agreesWith", "占病求醫身便痊"),
        ("headnote", "四季是木", "cito:disagreesWith", "秋是木"),
        ("headnote", "秋水", "cito:disagreesWith", "秋是木"),
    ],
)
def test_a_note_stands_beside_the_line_it_bears_on(
    layer: str, words: str, verb: str, quote: str, oxigraph: ox.Store
) -> None:
    rows = ask("notes-against-their-lines", oxigraph)
    assert (layer, words, verb, quote) in cells(rows, "layer", "words", "verb", "quote")


# authors-on-topic


@pytest.mark.parametrize("topic", ["illness", "marriage", "visiting", "lawsuit"])
def test_an_author_is_asked_after_a_topic_and_the_narrower_ones(topic: str, oxigraph: ox.Store) -> None:
    narrower = {topic} | {name for name, broad in given("topics", "skos:broader") if broad == topic}
    claims = {claim for claim, named in given("claims", "hdy:topic") if named in narrower} - emended_claims()
    rows = ask("authors-on-topic", oxigraph, topic=f"topic:{topic}")
    assert Counter(local(rows, "claim", "author", "quote", "prognosis")) == Counter(
        (claim, WRITERS[layer(claim)], *(value("claims", claim, each) for each in ("hdy:quote", "hdy:prognosis")))
        for claim in claims
    )


def test_the_author_of_the_notes_and_the_author_of_the_verse_on_illness(oxigraph: ox.Store) -> None:
    rows = ask("authors-on-topic", oxigraph)
    said = set(cells(rows, "name", "layer", "quote", "prognosis"))
    assert said >= {
        ("陸位", "verse", "病人無藥主沉昏", "prognosis:adverse"),
        ("陸位", "verse", "占病求醫身便痊", "prognosis:favourable"),
        ("陸位", "verse", "縱能憂病還為吉", "prognosis:favourable"),
        ("陸位", "prose", "病者死", "prognosis:adverse"),
    }
    assert {each for each in said if each[0] == "鄭觀卿"} == {
        ("鄭觀卿", "interlinear", "鬼制病安", "prognosis:favourable"),
        ("鄭觀卿", "interlinear", "兄動反覆", "prognosis:adverse"),
        ("鄭觀卿", "interlinear", "病占忌鬼", "prognosis:adverse"),
        ("鄭觀卿", "interlinear", "病凶亦吉", "prognosis:favourable"),
        ("鄭觀卿", "interlinear", "醫藥受克", "prognosis:adverse"),
    }


def test_of_one_marriage_the_verse_says_joy_and_the_note_harm(oxigraph: ox.Store) -> None:
    rows = ask("authors-on-topic", oxigraph, topic="topic:marriage")
    found = cells(rows, "author", "quote", "prognosis")
    assert ("agent:lu-wei", "婚姻喜笑是姻緣", "prognosis:favourable") in found
    assert ("agent:zheng-guanqing", "旺動傷夫", "prognosis:adverse") in found


# definitions-contradicted


def test_the_cycle_contradicts_two_notes(oxigraph: ox.Store) -> None:
    rows = [row for row in ask("definitions-contradicted", oxigraph) if row["by"] == "closure"]
    columns = ("quote", "subject", "predicate", "object", "factSubject", "factPredicate", "factObject")
    parents, offspring, officials = "relation:parents", "relation:offspring", "relation:officials"
    assert cells(rows, *columns) == [
        ("鬼能克子", officials, "hdy:overcomes", offspring, offspring, "hdy:overcomes", officials),
        ("子為父洩", offspring, "hdy:drains", parents, parents, "hdy:overcomes", offspring),
    ]


def test_the_definitions_that_disagree_contradict_each_other(oxigraph: ox.Store) -> None:
    rows = [row for row in ask("definitions-contradicted", oxigraph) if row["by"] == "book"]
    definitions = {name for name, kind in given("claims", "rdf:type") if kind == "Definition"} - emended_claims()
    pairs = {(one, two) for one, two in given("claims", "cito:disagreesWith") if {one, two} <= definitions}
    assert Counter(local(rows, "claim", "contrary")) == Counter(pairs | {(two, one) for one, two in pairs})


@pytest.mark.parametrize(
    ("quote", "contrary"),
    [
        ("鬼能克子", {"子能克鬼", "官被子克", "子能克官", "官遭子傷"}),
        ("子為父洩", {"父能克子", "父必克子", "同上"}),
        ("秋是木", {"秋水", "秋無水", "四季是木"}),
        ("卦中身未土", {"身動即世動也"}),
    ],
)
def test_the_words_against_a_definition(quote: str, contrary: set[str], oxigraph: ox.Store) -> None:
    rows = ask("definitions-contradicted", oxigraph)
    assert {row["words"] for row in rows if row["quote"] == quote and row["by"] == "book"} == contrary


# metre-exceptions

SHORT_LINES = {"j2-p41": "蛇發動憂索絆", "j3-p03": "旁求□察飛神"}
"""Of a name of two characters one is missing; a character could not be typed."""


def exceptions() -> list[tuple[str, str, int, int, str]]:
    """Passage, layer, span and words of the lines and notes that are too short or too long."""
    found = []
    for passage, words in SHORT_LINES.items():
        start = paragraph(passage).index(words)
        found.append((passage, "verse", start, start + len(words), words))
    for passage, text in originals():
        for kind, start, end, words in notes(text):
            if kind == "interlinear" and characters(words) != 4:
                found.append((passage, kind, start, end, words))
    return found


def characters(words: str) -> int:
    return len(re.sub("[，。、；：]", "", words))


def test_the_lines_and_notes_that_leave_the_metre(oxigraph: ox.Store) -> None:
    rows = ask("metre-exceptions", oxigraph)
    segments = set(local(rows, "segment", "passage", "layer", "words", "length", "usual"))
    expected = Counter(
        (passage, kind, words, str(characters(words)), "7" if kind == "verse" else "4")
        for passage, kind, _, _, words in exceptions()
    )
    assert expected["j2-p41", "verse", "蛇發動憂索絆", "6", "7"] == 1
    assert expected["j3-p03", "verse", "旁求□察飛神", "6", "7"] == 1
    assert expected["j2-p21", "interlinear", "同上", "2", "4"] == 2
    assert expected["j3-p27", "interlinear", "間為中人，不可發動，兄動脫詐，鬼動見禍", "16", "4"] == 1
    assert expected.total() == 10
    assert Counter(each[1:] for each in segments) == expected


def test_the_variants_that_bear_on_the_metre(oxigraph: ox.Store) -> None:
    rows = [row for row in ask("metre-exceptions", oxigraph) if "variant" in row]
    expected = Counter(
        (name, words)
        for passage, _, start, end, words in exceptions()
        for name, where in given("variants", "hdy:passage")
        if where == passage and start <= place("variants", name, "hdy:base")[0] < end
    )
    assert Counter(local(rows, "variant", "words")) == expected
    restored = {(row["words"], *difference(row["base"], row["reading"])) for row in rows}
    assert restored >= {("蛇發動憂索絆", "", "螣"), ("蛇屬土", "", "螣")}
    assert "旁求□察飛神" in {row["words"] for row in rows}


# variants-of-a-passage


@pytest.mark.parametrize("passage", ["j2-p57", "j2-p58", "j2-p67", "j3-p17", "j3-p03"])
def test_the_variants_of_a_passage_are_those_of_its_words_and_those_it_bears(passage: str, oxigraph: ox.Store) -> None:
    rows = ask("variants-of-a-passage", oxigraph, passage=f"passage:{passage}")
    expected = Counter(
        (name, by.removeprefix("hdy:"), proposer)
        for by in ("hdy:passage", "hdy:readingPassage")
        for name, where in given("variants", by)
        if where == passage
        for proposer in values("variants", name, "hdy:proposer")
    )
    assert expected
    assert Counter(local(rows, "variant", "by", "proposer")) == expected


def test_the_later_hand_is_a_variant_of_its_passage_reported_in_the_rendering(oxigraph: ox.Store) -> None:
    columns = ("by", "kind", "base", "reading", "proposer", "certainty", "readIn")
    rest = ("noted-reading", "秋無水", "秋無木", "agent:later-hand", "certainty:medium", "passage:j2-p58")
    for passage, by in (("j2-p57", "hdy:passage"), ("j2-p58", "hdy:readingPassage")):
        rows = ask("variants-of-a-passage", oxigraph, passage=f"passage:{passage}")
        assert (by, *rest) in cells([row for row in rows if row["variant"] == "variant:j2-p57-v1"], *columns)
