"""What a scholar of this text asks, held to the printed words, to the records and to the classical tables.

Short tables stand whole, reasoned from the text; long ones are reckoned anew from ``data/source``, from the records of
``data/**/*.ttl`` as they are written, or from ``tests.classical``.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pyoxigraph as ox
import pytest
from tests import classical
from tests.queries.test_apparatus import (
    Cells,
    by_subject,
    given,
    iri,
    kinds,
    layer,
    originals,
    paragraph,
    short,
    value,
    values,
)

import haidiyan
from haidiyan import resources
from haidiyan.dataset import store
from haidiyan.dataset.convert import to_oxigraph
from haidiyan.iris import compact
from haidiyan.queries import Query, run

pytestmark = pytest.mark.xdist_group("queries")

AUTHORS = {"headnote": "headnote-writer", "interlinear": "zheng-guanqing", "main": "lu-wei"}
KINDS = {"Rule", "Definition", "Method", "Example", "Attribution", "TextualStatement"}

CHARACTERS = {
    "branch": dict(
        zip(
            ["zi", "chou", "yin", "mao", "chen", "si", "wu", "wei", "shen", "you", "xu", "hai"],
            classical.BRANCHES,
            strict=True,
        )
    ),
    "stem": dict(
        zip(["jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui"], classical.STEMS, strict=True)
    ),
    "element": dict(zip(["wood", "fire", "earth", "metal", "water"], classical.ELEMENTS, strict=True)),
    "relation": dict(
        zip(["siblings", "offspring", "wealth", "officials", "parents"], classical.RELATIONS, strict=True)
    ),
    "spirit": dict(
        zip(
            ("azure-dragon", "vermilion-bird", "hook-array", "soaring-serpent", "white-tiger", "dark-warrior"),
            classical.SPIRITS,
            strict=True,
        )
    ),
}


@pytest.fixture(scope="module")
def oxigraph(home: Path) -> ox.Store:
    return store.open_store(home)


def ask(name: str, where: ox.Store, **parameters: str | list[str] | ox.Literal) -> list[dict[str, str]]:
    """The rows, IRIs with their prefix; a parameter is a prefixed name, several, or a literal."""
    terms = {
        key: each if isinstance(each, ox.Literal) else [iri(one) for one in ([each] if isinstance(each, str) else each)]
        for key, each in parameters.items()
    }
    solutions = run(Query.bundled(name).bind(terms).text, where)
    assert isinstance(solutions, ox.QuerySolutions)
    names = [each.value for each in solutions.variables]
    return [{each: compact(str(row[each].value)) for each in names if row[each] is not None} for row in solutions]


def columns(rows: list[dict[str, str]], *names: str) -> list[Cells]:
    """The cells, names without their prefix."""
    return [tuple(re.sub(r"^[a-z-]+:(?=\S+$)", "", row.get(name, "")) for name in names) for row in rows]


def named(rows: list[dict[str, str]], *names: str) -> list[Cells]:
    """The cells, stems, branches, elements, relations and spirits by their character."""
    return [
        tuple(CHARACTERS.get(prefix, {}).get(rest, rest or prefix) for prefix, _, rest in cells)
        for cells in [[row.get(name, "").partition(":") for name in names] for row in rows]
    ]


def all_of(kind: str) -> list[str]:
    return [f"{kind}:{each}" for each in CHARACTERS[kind]]


def hexagram_number(name: str) -> int:
    return int(name.removeprefix("hexagram:"))


# The records, as they are written.


@cache
def claims() -> dict[str, str]:
    """The claims of the printed words, each with its kind."""
    emended = {claim for claim, _ in given("claims", "hdy:underReading")}
    found = {name: kind for name, kind in given("claims", "rdf:type") if kind in KINDS and name not in emended}
    assert len(found) > 700
    return found


def claims_with(predicate: str, wanted: str) -> set[str]:
    return {claim for claim, each in given("claims", predicate) if each == wanted} & claims().keys()


def pairs(predicate: str) -> set[tuple[str, str]]:
    """Two claims of the printed words, by what the first is to the second."""
    return {(one, other) for one, other in given("claims", predicate) if {one, other} <= claims().keys()}


def quote(claim: str) -> str:
    return value("claims", claim, "hdy:quote")


@cache
def source(volume: int) -> str:
    return (resources.root() / "data" / "source" / f"juan{volume}.txt").read_text(encoding="utf-8")


def clauses(text: str) -> list[str]:
    """What stands between marks of punctuation and brackets, label and headnote mark left out."""
    return [each for each in re.split("[，。；：（）]", re.sub("眉批：", "", text)) if each]


# The text.


@pytest.mark.parametrize("words", ["空亡", "用神", "伏神", "□", "日辰"])
def test_a_concordance_misses_no_place_of_the_file_and_adds_none(words: str, oxigraph: ox.Store) -> None:
    rows = ask("concordance", oxigraph, words=ox.Literal(words))
    spans = {2: list[tuple[int, int]](), 3: list[tuple[int, int]]()}
    for row in rows:
        volume = int(row["passage"].removeprefix("passage:j")[0])
        start, end, at = (int(row[name]) for name in ("start", "end", "at"))
        assert source(volume)[start:end].startswith(row["text"][:2])
        assert source(volume).find(words, start) == at
        assert at + len(words) <= end
        spans[volume].append((start, end))
    places = [(volume, found.start()) for volume in spans for found in re.finditer(f"(?={words})", source(volume))]
    assert places
    assert all(sum(start <= at < end for start, end in spans[volume]) == 1 for volume, at in places)
    assert all(
        any(start <= at < end for each, at in places if each == volume)
        for volume in spans
        for start, end in spans[volume]
    )


def test_a_mark_of_a_layer_is_not_among_its_words(oxigraph: ox.Store) -> None:
    assert ask("concordance", oxigraph, words=ox.Literal("眉批：")) == []


def test_the_void_is_spoken_of_in_five_layers(oxigraph: ox.Store) -> None:
    """空亡 in verse (2:61 …), headnote (2:67), prose (2:49), rendering."""
    rows = ask("concordance", oxigraph)
    found = {(row["layer"], row["passage"]) for row in rows}
    assert {
        ("verse", "passage:j2-p61"),
        ("verse", "passage:j2-p63"),
        ("verse", "passage:j2-p65"),
        ("headnote", "passage:j2-p67"),
        ("prose", "passage:j2-p49"),
        ("verse", "passage:j3-p55"),
    } <= found
    original = {name for name, text in originals() if "空亡" in text}
    assert {passage for each, passage in found if each not in ("rendering", "rendering-note")} == {
        f"passage:{name}" for name in original
    }


@pytest.mark.parametrize("words", ["發動", "空亡", "文書"])
def test_every_place_of_a_word_has_its_rendering_in_the_next_paragraph(words: str, oxigraph: ox.Store) -> None:
    rows = ask("renderings-of-a-word", oxigraph, words=ox.Literal(words))
    expected = {name for name, text in originals() if words in text}
    found = {row["segment"].removeprefix("segment:")[:6] for row in rows}
    assert found == expected
    for row in rows:
        assert words in row["text"]
        volume, number = row["segment"].removeprefix("segment:j")[:5].split("-p")
        assert row["rendered"] in paragraph(f"j{volume}-p{int(number) + 1:02d}")


def test_the_azure_dragon_moving_is_rendered_so(oxigraph: ox.Store) -> None:
    rows = ask("renderings-of-a-word", oxigraph)
    assert ("青龍發動萬物通", "segment", "青龍所臨的爻發動：萬事亨通") in columns(rows, "text", "by", "rendered")


def test_only_two_lines_of_the_first_poems_have_no_note(oxigraph: ox.Store) -> None:
    """In 2:1-45 a bracket follows every line but the last of 父動 and of 子動."""
    rows = ask("lines-without-notes", oxigraph)
    first = [row for row in rows if row["passage"] < "passage:j2-p46"]
    unnoted = [
        (name, line)
        for name, text in originals()
        if name < "j2-p46"
        for line in re.findall(r"([^，。：（）]+)[，。]", re.sub("）[，。]", "）", text))
    ]
    assert columns(first, "passage", "words") == sorted(unnoted)
    assert unnoted == [("j2-p01", "失物逃亡要訴論"), ("j2-p03", "守舊當占可自然")]


def test_a_poem_without_a_bracket_has_no_note_at_all(oxigraph: ox.Store) -> None:
    rows = ask("lines-without-notes", oxigraph)
    bare = {
        name: found
        for name, text in originals()
        if "（" not in text
        for found in [[each for each in clauses(text) if len(each) == 7]]
        if len(found) >= 4 and len("".join(found)) > 0.8 * len("".join(clauses(text)))
    }
    assert {"j2-p73", "j3-p19", "j3-p47", "j3-p49", "j3-p51", "j3-p57", "j3-p65", "j3-p67"} <= bare.keys()
    for name, lines in bare.items():
        said = [row for row in rows if row["passage"] == f"passage:{name}"]
        assert [row["words"] for row in said] == lines
        assert {row["passageNoted"] for row in said} == {"false"}


def test_a_headnote_on_the_whole_poem_is_told(oxigraph: ox.Store) -> None:
    rows = ask("lines-without-notes", oxigraph)
    assert ("j2-p61", "便是空亡莫亂更", "true") in columns(rows, "passage", "words", "passageNoted")


def test_every_passage_stands_in_one_family_with_all_its_claims(oxigraph: ox.Store) -> None:
    rows = ask("passages-by-family", oxigraph)
    counted = Counter(value("claims", name, "hdy:passage") for name in claims())
    found = {row["passage"].removeprefix("passage:"): row["claims"] for row in rows}
    assert len(rows) == len(found)
    assert found == {name: str(counted[name]) for name, _ in originals()}
    families: dict[str, list[str]] = {}
    for name, passage in columns(rows, "name", "passage"):
        families.setdefault(name, []).append(passage)
    assert list(families)[:3] == ["六親發動", "六親變化", "六親持世"]
    assert families["六神發動"] == [f"j2-p{number}" for number in (35, 37, 39, 41, 43, 45)]
    assert families["三刑"] == ["j2-p73"]
    assert families["射覆"] == [f"j3-p{number}" for number in range(71, 82, 2)]


def test_every_segment_of_the_original_is_accounted_for(oxigraph: ox.Store) -> None:
    rows = {row["layer"]: row for row in ask("coverage-by-layer", oxigraph)}
    texts = [text for _, text in originals()]
    headnotes = [each for text in texts for each in re.findall("（眉批：([^）]*)）", text)]
    interlinear = [each for text in texts for each in re.findall("（(?!眉批)([^）]*)）", text)]
    assert set(rows) == {
        "title", "label", "verse", "interlinear", "headnote", "prose", "colophon", "textual-note",
    }  # fmt: skip
    for row in rows.values():
        assert int(row["segments"]) == sum(int(row[each]) for each in ("claiming", "conditions", "excused"))
    sentences = [each for text in headnotes for each in text.split("。") if each]
    assert rows["headnote"]["segments"] == str(len(sentences))
    assert rows["interlinear"]["segments"] == str(sum(len([x for x in each.split("。") if x]) for each in interlinear))
    assert rows["title"]["excused"] == rows["title"]["segments"] == "2"
    assert rows["headnote"]["claiming"] == rows["headnote"]["segments"]
    assert sum(int(row["excused"]) for row in rows.values()) == len(given("claims", "hdy:statesNoClaim")) / 2


def test_what_states_no_claim_says_why(oxigraph: ox.Store) -> None:
    rows = ask("segments-without-claims", oxigraph)
    assert {segment for (segment,) in columns(rows, "segment")} == {
        segment for segment, _ in given("claims", "hdy:statesNoClaim")
    }
    assert len(rows) == len({row["segment"] for row in rows})
    words = {row["words"] for row in rows}
    # headings, praise of the method, an exhortation
    assert {"父化", "沖剋官鬼", "八卦分明在掌中", "自然神悟洩天機", "但能仔細尋其意"} <= words
    assert not {"父動", "子世", "龍動"} & words


# The claims.


@pytest.mark.parametrize(
    ("spirit", "number"),
    [
        ("azure-dragon", 35),
        ("vermilion-bird", 37),
        ("soaring-serpent", 41),
        ("white-tiger", 43),
        ("dark-warrior", 45),
    ],
)
def test_of_a_spirit_every_line_and_note_of_its_poem_is_found(spirit: str, number: int, oxigraph: ox.Store) -> None:
    rows = ask("claims-of-a-spirit", oxigraph, spirit=f"spirit:{spirit}")
    poem = {row["quote"] for row in rows if row["claim"].startswith(f"claim:j2-p{number}-")}
    assert poem == set(clauses(paragraph(f"j2-p{number}"))[1:])
    elements = {"青龍屬木", "朱雀屬火", "蛇屬土", "白虎屬金", "玄武屬水"}
    assert {row["kind"] for row in rows if row["quote"] in elements} == {"definition"}


def test_only_the_hook_array_is_spoken_of_elsewhere(oxigraph: ox.Store) -> None:
    """3:1 凶神即凶陳, which the encoding takes for 勾陳."""
    rows = ask("claims-of-a-spirit", oxigraph, spirit=all_of("spirit"))
    elsewhere = {
        (row["quote"], row["layer"]) for row in rows if not re.match(r"claim:j2-p(3[5-9]|4[1-5])-", row["claim"])
    }
    assert elsewhere == {("凶神即凶陳", "headnote")}


@pytest.mark.parametrize("name", ["headnote", "interlinear"])
def test_a_layer_states_what_stands_in_its_brackets(name: str, oxigraph: ox.Store) -> None:
    rows = ask("claims-of-a-layer", oxigraph, layer=f"layer:{name}")
    expected = {claim for claim, kind in claims().items() if kind != "TextualStatement" and layer(claim) == name}
    assert {claim for (claim,) in columns(rows, "claim")} == expected
    assert len(rows) == len(expected)


@pytest.mark.parametrize("author", ["zheng-guanqing", "headnote-writer", "lu-wei"])
@pytest.mark.parametrize("prognosis", ["favourable", "adverse"])
def test_what_an_author_foretells(author: str, prognosis: str, oxigraph: ox.Store) -> None:
    rows = ask("claims-of-an-author", oxigraph, author=f"agent:{author}", prognosis=f"prognosis:{prognosis}")
    foretold = claims_with("hdy:prognosis", prognosis)
    assert sorted(claim for (claim,) in columns(rows, "claim")) == sorted(
        claim for claim in foretold if AUTHORS[layer(claim)] == author
    )


def test_what_zheng_guanqing_calls_good_of_the_spirits(oxigraph: ox.Store) -> None:
    """無不亨通, 能化凶殺, 臨太空吉, 持木空吉, 值木空吉, 虎官利名, 臨火空吉, 值土空吉."""
    rows = ask("claims-of-an-author", oxigraph)
    said = {row["quote"] for row in rows if re.match(r"claim:j2-p(3[5-9]|4[1-5])-", row["claim"])}
    assert said == {"無不亨通", "能化凶殺", "臨太空吉", "持木空吉", "值木空吉", "虎官利名", "臨火空吉", "值土空吉"}


PROGNOSES = ("favourable", "adverse", "mixed", "neutral")


def test_good_against_ill_by_topic(oxigraph: ox.Store) -> None:
    rows = ask("prognoses-by-topic", oxigraph)
    expected: Counter[tuple[str, str]] = Counter()
    for claim, topic in given("claims", "hdy:topic"):
        for prognosis in values("claims", claim, "hdy:prognosis"):
            expected[topic, prognosis] += claim in claims()
    topics = {topic for (topic, _), times in expected.items() if times}
    assert len(topics) > 40
    assert columns(rows, "topic", *PROGNOSES) == [
        (topic, *(str(expected[topic, each]) for each in PROGNOSES)) for topic in sorted(topics)
    ]


def test_good_against_ill_by_layer(oxigraph: ox.Store) -> None:
    rows = {row["layer"]: [int(row[each]) for each in PROGNOSES] for row in ask("prognoses-by-layer", oxigraph)}
    expected = Counter((layer(claim), each) for claim, each in given("claims", "hdy:prognosis") if claim in claims())
    assert rows.keys() == {"verse", "prose", "interlinear", "headnote"}
    for name in ("interlinear", "headnote"):
        assert rows[name] == [expected[name, each] for each in PROGNOSES]
    both = [one + other for one, other in zip(rows["verse"], rows["prose"], strict=True)]
    assert both == [expected["main", each] for each in PROGNOSES]


def test_rules_that_name_no_matter(oxigraph: ox.Store) -> None:
    rows = ask("rules-without-topic", oxigraph)
    topical = {claim for claim, _ in given("claims", "hdy:topic")}
    assert {claim for (claim,) in columns(rows, "claim")} == {
        claim for claim, kind in claims().items() if kind == "Rule" and claim not in topical
    }
    quotes = {row["quote"] for row in rows}
    assert {"青龍發動萬物通", "生扶旺相合為吉", "動則紛爭而難甲"} <= quotes
    assert not {"病人無藥主沉昏", "失物難尋闇昧侵", "婚姻有疑逃者近"} & quotes


@pytest.mark.parametrize(
    ("words", "carried_from", "source_words"),
    [
        ("病人無藥主沉昏", "FromLabel", "父動"),
        ("進財旺祿福無窮", "FromLabel", "龍動"),
        ("屋宅墳野與田園", "FromLabel", "沖剋父母"),
        ("能化凶殺", "FromEarlierLine", "臨凶遇殺都無礙"),
    ],
)
def test_where_a_condition_comes_from(words: str, carried_from: str, source_words: str, oxigraph: ox.Store) -> None:
    rows = ask("conditions-carried", oxigraph)
    assert (words, carried_from, source_words) in columns(rows, "quote", "from", "words")


def test_every_condition_that_is_carried_is_in_the_list(oxigraph: ox.Store) -> None:
    rows = ask("conditions-carried", oxigraph)
    expected = {
        (claim, each)
        for claim, each in given("claims", "hdy:conditionFrom")
        if each != "FromLine" and claim in claims()
    }
    assert set(columns(rows, "claim", "from")) == expected
    labels = [row for row in rows if row["from"] == "hdy:FromLabel"]
    assert all(paragraph(row["claim"][6:12]).count(row["words"] + "：") for row in labels)
    carried = pairs("hdy:conditionClaim")
    found = {
        (claim, source)
        for claim, each, source in columns(rows, "claim", "from", "source")
        if each == "FromEarlierLine" and source
    }
    assert found <= carried
    assert {claim for claim, _ in found} == {
        claim for claim, _ in carried if "FromEarlierLine" in values("claims", claim, "hdy:conditionFrom")
    }


@pytest.mark.parametrize("certainty", ["low", "medium"])
def test_each_doubt_is_stated_in_both_languages(certainty: str, oxigraph: ox.Store) -> None:
    rows = ask("claims-in-doubt", oxigraph, certainty=f"certainty:{certainty}")
    assert {claim for (claim,) in columns(rows, "claim")} == claims_with("hdy:certainty", certainty)
    assert len(rows) == len({row["claim"] for row in rows})
    for row in rows:
        doubts = values("claims", row["claim"].removeprefix("claim:"), "hdy:doubt")
        assert sorted(doubts) == sorted([row["doubt"], row["why"]])


def test_what_makes_no_sense_as_printed_is_in_doubt(oxigraph: ox.Store) -> None:
    quotes = {row["quote"] for row in ask("claims-in-doubt", oxigraph)}
    assert {"父生娘難", "事元十象", "妻財皮池", "凶神即凶陳", "亂動休將亥爻尋", "僧尼佛像所欲生"} <= quotes


def test_the_void_of_the_dragon_may_be_the_decades(oxigraph: ox.Store) -> None:
    """惟忌臨金與落空: the rendering has 落進旬空裡."""
    assert "落進旬空裡" in paragraph("j2-p36")
    assert columns(ask("alternatives-of-a-claim", oxigraph), "quote", "label", "otherwise") == [
        ("惟忌臨金與落空", "青龍發動而臨金或空", "青龍發動而臨金或旬空")
    ]


def test_alternatives_are_those_recorded(oxigraph: ox.Store) -> None:
    alternatives = by_subject("claims", "hdy:alternative")
    some = [claim for claim in sorted(alternatives) if claim in claims() and values("claims", claim, "hdy:antecedent")]
    assert any(len(alternatives[claim]) > 1 for claim in some)
    rows = ask("alternatives-of-a-claim", oxigraph, claim=[f"claim:{each}" for each in some])
    assert sorted(columns(rows, "claim", "alternative")) == sorted(
        (claim, each) for claim in some for each in alternatives[claim]
    )


def test_exceptions_and_what_they_override(oxigraph: ox.Store) -> None:
    rows = ask("exceptions", oxigraph)
    assert set(columns(rows, "exception", "overridden")) == pairs("hdy:overrides")
    turned = {row["quote"] for row in rows if row["words"] == "惟忌臨金與落空"}
    assert turned == {"青龍發動萬物通", "進財旺祿福無窮", "無不亨通", "臨凶遇殺都無礙", "能化凶殺"}
    assert ("求官臨鬼反豐隆", "favourable", "白虎交重驚怪事", "adverse") in columns(
        rows, "words", "prognosis", "quote", "otherwise"
    )


def test_one_exception_has_an_exception(oxigraph: ox.Store) -> None:
    """2:45: the dark warrior moving brings ill; on earth (土爻相併, 值土空吉) not; with 殺 it does after all."""
    rows = ask("chains-of-exceptions", oxigraph)
    assert sorted(columns(rows, "lastWords", "middleWords", "firstWords")) == sorted(
        ("帶殺依然咎在躬", middle, first)
        for middle in ("土爻相併邪無犯", "值土空吉")
        for first in ("玄武動搖多闇昧", "若臨旺相賊交攻", "秋冬尤凶")
    )


def test_notes_that_state_a_rule_of_their_own(oxigraph: ox.Store) -> None:
    rows = ask("rules-of-notes", oxigraph)
    expected = {
        claim
        for claim in claims_with("hdy:conditionFrom", "FromLine")
        if claims()[claim] == "Rule" and layer(claim) != "main"
    }
    assert {claim for (claim,) in columns(rows, "claim")} == expected
    said = set(columns(rows, "layer", "words", "quote"))
    assert {
        ("interlinear", "旺動傷夫", "婚姻喜笑是姻緣"),
        ("interlinear", "秋冬尤凶", "若臨旺相賊交攻"),
        ("interlinear", "財靜可尋", "失物靜安家裡覓"),
    } <= said


@pytest.mark.parametrize("least", [5, 10])
def test_situations_by_the_number_of_claims(least: int, oxigraph: ox.Store) -> None:
    number = ox.Literal(str(least), datatype=iri("xsd:integer"))
    rows = ask("situations-most-used", oxigraph, least=number)
    counted = Counter(each for claim, each in given("claims", "hdy:antecedent") if claim in claims())
    assert sorted(columns(rows, "situation", "claims")) == sorted(
        (name, str(times)) for name, times in counted.items() if times >= least
    )
    assert [int(row["claims"]) for row in rows] == sorted((int(row["claims"]) for row in rows), reverse=True)
    assert {row["label"] for row in rows} >= {f"{each}爻發動" for each in ("父母", "兄弟", "子孫", "妻財", "官鬼")}


def test_states_that_no_claim_uses(oxigraph: ox.Store) -> None:
    """No passage speaks of a chart without siblings; each other absence is judged somewhere (3:43, 2:19, 2:23)."""
    unused = {state for (state,) in columns(ask("states-without-claims", oxigraph), "state")}
    assert "siblings-absent" in unused
    assert not {"parents-absent", "offspring-absent", "wealth-absent", "officials-absent"} & unused
    # relations are judged still only line by line; the palace of 占 is never a condition
    assert {f"{each}-still" for each in ("parents", "siblings", "offspring", "officials")} <= unused
    assert {"qian-palace", "kun-palace"} <= unused
    assert not {"moving", "still", "void", "parents", "azure-dragon", "entombed", "seasonal-void-verse"} & unused


# What stands for what.


def test_what_the_parents_stand_for(oxigraph: ox.Store) -> None:
    rows = ask("images-of-a-relation", oxigraph)
    assert set(columns(rows, "image", "quote")) == {
        ("艱難", "父生娘難"),
        ("書信", "父為書信"),
        ("狀詞", "父為狀詞"),
        ("文章", "父為文章"),
        ("艱辛", "父主艱辛"),
        ("統體", "父為統體"),
        ("難宰", "父主難宰"),
        ("印綬，即父母爻之別稱", "父母尊親印授獻"),
    }
    assert {row["layer"] for row in rows if row["quote"].startswith("父為")} == {"interlinear"}


def test_every_relation_has_its_images(oxigraph: ox.Store) -> None:
    rows = ask("images-of-a-relation", oxigraph, relation=all_of("relation"))
    relations = set(CHARACTERS["relation"])
    assert {claim for (claim,) in columns(rows, "claim")} == {
        claim
        for claim, each in given("claims", "hdy:of")
        if each in relations and claim in claims() and values("claims", claim, "hdy:standsFor")
    }


@pytest.mark.parametrize(
    ("words", "relation", "passage"),
    [
        ("醫藥", "offspring", "j2-p01"),  # 子能醫藥
        ("書信", "parents", "j2-p01"),  # 父為書信
        ("飲食", "wealth", "j2-p05"),  # 財為飲食
        ("福德", "offspring", "j2-p15"),  # 子為福德
        ("闇昧", "officials", "j2-p09"),  # 鬼主闇昧
        ("夫", "officials", "j3-p49"),  # 發官夫主詳官鬼
    ],
)
def test_by_which_relation_a_thing_goes(words: str, relation: str, passage: str, oxigraph: ox.Store) -> None:
    rows = ask("relations-for-a-thing", oxigraph, words=ox.Literal(words))
    assert (f"relation:{relation}", f"passage:{passage}") in {(row["relation"], row["source"]) for row in rows}


def test_the_use_lines_of_the_people_of_the_poem(oxigraph: ox.Store) -> None:
    """3:49: 奴婢外人財作用，弟兄同輩察同爻，發官夫主詳官鬼，父母尊親印授獻."""
    rows = ask("use-lines", oxigraph)
    said = {
        (name, relation)
        for name, relation, passage in columns(rows, "thing", "relation", "passage")
        if passage == "j3-p49"
    }
    assert {
        ("servants", "wealth"),
        ("outsiders", "wealth"),
        ("brothers", "siblings"),
        ("peers", "siblings"),
        ("official", "officials"),
        ("husband", "officials"),
        ("parents", "parents"),
        ("elders", "parents"),
    } <= said
    assert set(columns(rows, "thing", "relation")) == given("topics", "hdy:useRelation")
    # each says where it is from
    assert all("passage" in row or "supplied" in row for row in rows)


@pytest.mark.parametrize(
    ("element", "season", "said"),
    [
        # 秋金旺水相 (2:51), 秋水 (2:67), 秋無水 (2:57)
        ("water", "autumn", {("assisting", "水相"), ("voidByHeadnote", "秋水"), ("voidByProse", "秋無水")}),
        # 木死 (2:51), 秋是木 (2:67)
        ("wood", "autumn", {("dead", "木死"), ("voidByVerse", "秋是木")}),
        # 休水 (2:51); no table leaves it void
        ("water", "spring", {("resting", "水休")}),
    ],
)
def test_an_element_in_a_season(element: str, season: str, said: set[Cells], oxigraph: ox.Store) -> None:
    rows = ask("element-in-a-season", oxigraph, element=f"element:{element}", season=f"season:{season}")
    assert set(columns([row for row in rows if "quote" in row], "how", "quote")) == said
    assert {how for how, by in columns(rows, "how", "by") if by == "cosmology"} == {how for how, _ in said}


@pytest.mark.parametrize("element", classical.ELEMENTS)
@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter"])
def test_the_strength_of_every_element_is_classical(element: str, season: str, oxigraph: ox.Store) -> None:
    names = {character: name for name, character in CHARACTERS["element"].items()}
    rows = ask("element-in-a-season", oxigraph, element=f"element:{names[element]}", season=f"season:{season}")
    expected = classical.strength("春夏秋冬"[["spring", "summer", "autumn", "winter"].index(season)], element)
    strengths = {"prosperous": "旺", "assisting": "相", "dead": "死", "imprisoned": "囚", "resting": "休"}
    assert [strengths[how] for how, by in columns(rows, "how", "by") if by == "cosmology" and how in strengths] == [
        expected
    ]


# Hexagrams.


def test_what_the_book_says_of_yu(oxigraph: ox.Store) -> None:
    """如午日豫卦，占則辰在卯下: 豫 of the palace of 震, 卯 its third line, 辰 that of 震; its body is 午."""
    rows = ask("hexagram-in-the-book", oxigraph, hexagram="hexagram:16")
    said = {(row["how"], row["words"]) for row in rows}
    assert ("example", "如午日豫卦，占則辰在卯下之類") in said
    assert ("body", classical.hexagrams()[16].body) in said
    evidence = {thing for how, thing in columns(rows, "how", "thing") if how == "evidence"}
    assert evidence == {
        record
        for record, subject in given("cosmology", "rdf:subject")
        if re.match("16(-|$)", subject) and values("cosmology", record, "hdy:attestedIn")
    }
    assert {row["passage"] for row in rows if row["how"] != "body"} <= {"passage:j2-p57", "passage:j2-p58"}
    assert any("豫卦" in words for how, words in said if how == "named")


def test_what_the_book_says_of_dun(oxigraph: ox.Store) -> None:
    """3:69 假令遁卦: nothing is said of it elsewhere."""
    rows = ask("hexagram-in-the-book", oxigraph)
    examples = {row["words"] for row in rows if row["how"] == "example"}
    assert {"假令遁卦，第二陰爻為世，即是六月卦也，卦中身未土", "合在申酉月應", "合在四五月也"} <= examples
    assert {row["words"] for row in rows if row["how"] == "definition"} >= {"第二陰爻為世", "卦中身未土", "帶兄弟"}
    assert [row["words"] for row in rows if row["how"] == "body"] == ["未"]
    assert {row["passage"] for row in rows if row["how"] in ("example", "definition", "evidence")} == {"passage:j3-p69"}


def test_what_a_chart_changes_into_is_told(oxigraph: ox.Store) -> None:
    rows = ask("hexagram-in-the-book", oxigraph, hexagram="hexagram:02")
    assert [row["words"] for row in rows if row["how"] == "change"] == ["如占妻病，申日得比坤，五爻動"]
    assert [row["words"] for row in rows if row["how"] == "example"] == ["且如鴉從西南來，便為坤卦"]


def test_the_lines_of_every_hexagram_are_classical(oxigraph: ox.Store) -> None:
    rows = ask("lines-of-a-hexagram", oxigraph, hexagram=[f"hexagram:{number:02d}" for number in range(1, 65)])
    names = (
        "stem", "branch", "element", "relation", "role", "hiddenStem", "hiddenBranch", "hiddenRelation",
    )  # fmt: skip
    found = [
        (hexagram_number(row["hexagram"]), int(row["number"]), *cells)
        for row, cells in zip(rows, named(rows, *names), strict=True)
    ]
    expected = []
    for number, hexagram in sorted(classical.hexagrams().items()):
        for line in hexagram.najia:
            roles = {hexagram.self_position: "self", hexagram.response_position: "response"}
            stem, branch = line.hidden[0], line.hidden[1]
            hidden = classical.relation(hexagram.palace_element, classical.branch_element(branch))
            role = roles.get(line.position, "")
            own = (line.stem, line.branch, line.element, line.relation)
            expected.append((number, line.position, *own, role, stem, branch, hidden))
    assert found == expected


def test_the_examples_of_the_book(oxigraph: ox.Store) -> None:
    """2:57 午日豫卦; 2:77 申日得比坤，五爻動, a wife’s illness; 3:53 坤; 3:69 遁, whose 壬午 is the fourth line."""
    (moving,) = [
        str(line.position) for line in classical.hexagrams()[33].najia if (line.stem, line.branch) == ("壬", "午")
    ]
    rows = ask("examples-of-the-book", oxigraph)
    names = ("quote", "hexagram", "position", "changed", "day", "topic", "person")
    assert sorted(columns(rows, *names)) == sorted(
        [
            ("如午日豫卦，占則辰在卯下之類", "16", "", "", "wu", "", ""),
            ("如占妻病，申日得比坤，五爻動", "08", "5", "02", "shen", "illness", "wife"),
            ("且如鴉從西南來，便為坤卦", "02", "", "", "", "", ""),
            ("假令遁卦，第二陰爻為世，即是六月卦也，卦中身未土", "33", "", "", "", "", ""),
            ("壬午亥動，或官，或疾病", "33", moving, "", "", "", ""),
            ("午在未後，言已往也", "33", moving, "", "", "", ""),
            ("合在四五月也", "33", moving, "", "", "", ""),
            ("卦身土生金爻，帶兄弟，為萬事和", "33", "", "", "", "", ""),
            ("申在未前，為未來事", "33", "", "", "", "", ""),
            ("合在申酉月應", "33", "", "", "", "", ""),
        ]
    )


@pytest.mark.parametrize("relation", list(CHARACTERS["relation"]))
def test_what_lies_hidden_under_what_overcomes_it(relation: str, oxigraph: ox.Store) -> None:
    rows = ask("hidden-relation-under-what-overcomes-it", oxigraph, relation=f"relation:{relation}")
    wanted = CHARACTERS["relation"][relation]
    expected = set()
    for number, hexagram in classical.hexagrams().items():
        if wanted in {line.relation for line in hexagram.najia}:
            continue
        for line in hexagram.najia:
            below = classical.branch_element(line.hidden[1])
            own = classical.relation(hexagram.palace_element, below)
            if own == wanted and classical.overcomes(line.element, below):
                expected.add((f"{number:02d}", f"{number:02d}-{line.position}", line.relation))
    found = [
        (hexagram, flying, above)
        for (hexagram, flying), (above,) in zip(columns(rows, "hexagram", "flying"), named(rows, "above"), strict=True)
    ]
    assert set(found) == expected
    assert len(found) == len(expected)


def test_offspring_lie_so_in_some_hexagrams_and_all_under_parents(oxigraph: ox.Store) -> None:
    """What overcomes offspring is parents, 父能克子."""
    rows = ask("hidden-relation-under-what-overcomes-it", oxigraph)
    assert {above for (above,) in columns(rows, "above")} == {"parents"}


@pytest.mark.parametrize("relation", list(CHARACTERS["relation"]))
def test_what_stands_twice_or_thrice(relation: str, oxigraph: ox.Store) -> None:
    rows = ask("hexagrams-with-relation-repeated", oxigraph, relation=f"relation:{relation}")
    wanted = CHARACTERS["relation"][relation]
    expected = []
    for number, hexagram in sorted(classical.hexagrams().items()):
        times = [line.relation for line in hexagram.najia].count(wanted)
        if times in (2, 3):
            expected.append((f"{number:02d}", str(times)))
    assert columns(rows, "hexagram", "count") == expected


def test_self_and_response_of_every_hexagram(oxigraph: ox.Store) -> None:
    rows = ask("self-and-response", oxigraph)
    bonds = ("same", "generates", "overcomes", "overcome", "generated")
    expected = []
    for number, hexagram in sorted(classical.hexagrams().items()):
        own, other = (hexagram.najia[n - 1] for n in (hexagram.self_position, hexagram.response_position))
        bond = bonds[classical.steps(own.element, other.element)]
        expected.append((str(number), own.relation, own.branch, other.relation, other.branch, bond))
    assert named(rows, "number", "selfRelation", "selfBranch", "responseRelation", "responseBranch", "bond") == expected


@pytest.mark.parametrize("branch", list(CHARACTERS["branch"]))
def test_the_hexagrams_of_a_month(branch: str, oxigraph: ox.Store) -> None:
    rows = ask("hexagrams-of-a-body", oxigraph, branch=f"branch:{branch}")
    expected = [
        (str(number), str(hexagram.self_position))
        for number, hexagram in sorted(classical.hexagrams().items())
        if hexagram.body == CHARACTERS["branch"][branch]
    ]
    assert columns(rows, "number", "selfPosition") == expected
    # 即是六月卦也: 遁 among those of 未
    assert (("33", "2") in expected) == (branch == "wei")


# Seasons, days, stages.


def test_when_wood_is_void(oxigraph: ox.Store) -> None:
    """秋是木 in the verse; 四季是木, the months 辰未戌丑, in the headnote; never in the prose; 絕 at 申, 胎 at 酉."""
    rows = ask("months-that-leave-void", oxigraph)
    assert sorted(named(rows, "table", "month")) == sorted(
        [("verse", each) for each in "申酉戌"]
        + [("headnote", each) for each in "辰未戌丑"]
        + [("extinction", "申"), ("womb", "酉")]
    )


@pytest.mark.parametrize(
    ("element", "verse", "prose", "headnote"),
    [
        ("earth", "寅卯辰", "寅卯辰", "寅卯"),  # 春土 in all three
        ("metal", "巳午未", "巳午未", "巳午"),  # 夏金
        ("water", "", "申酉戌", "申酉"),  # 秋水 but in the verse
        ("fire", "亥子丑", "亥子丑", "亥子"),  # 冬火
    ],
)
def test_when_the_others_are_void(element: str, verse: str, prose: str, headnote: str, oxigraph: ox.Store) -> None:
    rows = named(ask("months-that-leave-void", oxigraph, element=f"element:{element}"), "table", "month")
    found = {table: {month for each, month in rows if each == table} for table in ("verse", "prose", "headnote")}
    assert found == {"verse": set(verse), "prose": set(prose), "headnote": set(headnote)}
    stages = sorted(month for table, month in rows if table in ("womb", "extinction"))
    character = CHARACTERS["element"][element]
    expected = (
        []
        if element == "earth"
        else [each for each in classical.BRANCHES if classical.stage(character, each) in ("胎", "絕")]
    )
    assert stages == sorted(expected)


def test_the_sixty_pillars_and_their_void(oxigraph: ox.Store) -> None:
    """甲子旬中空戌亥 (2:69), and so on by tens."""
    rows = ask("pillars-and-their-void", oxigraph)
    every = classical.pillars()
    expected = []
    for n, pillar in enumerate(every):
        one, other = sorted(classical.void(pillar), key=classical.BRANCHES.index)
        expected.append((str(n + 1), pillar, every[n // 10 * 10], one, other))
    assert columns(rows, "number", "name", "head", "first", "second") == expected
    assert expected[0] == ("1", "甲子", "甲子", "戌", "亥")


@pytest.mark.parametrize("element", ["wood", "fire", "metal", "water"])
def test_the_twelve_stages(element: str, oxigraph: ox.Store) -> None:
    rows = ask("stages-of-an-element", oxigraph, element=f"element:{element}")
    character = CHARACTERS["element"][element]
    assert [(row["name"], *cells) for row, cells in zip(rows, named(rows, "by", "branch"), strict=True)] == [
        (stage, character, branch)
        for stage in classical.STAGES
        for branch in classical.BRANCHES
        if classical.stage(character, branch) == stage
    ]


def test_earth_has_the_stages_of_water_or_of_fire(oxigraph: ox.Store) -> None:
    rows = ask("stages-of-an-element", oxigraph, element="element:earth")
    assert {(by, row["name"], branch) for row, (by, branch) in zip(rows, named(rows, "by", "branch"), strict=True)} == {
        (by, classical.stage(by, branch), branch) for by in "水火" for branch in classical.BRANCHES
    }


def test_combinations_clashes_and_punishments(oxigraph: ox.Store) -> None:
    """3:1 has 辰酉, 午未, 亥寅; 2:73 寅巳, 巳申, 子卯 and 辰午酉亥; the rest is supplied."""
    rows = ask("bonds-of-a-branch", oxigraph, branch=all_of("branch"))
    found: dict[str, dict[tuple[str, str], str]] = {}
    for row, (bond, one, other) in zip(rows, named(rows, "bond", "branch", "other"), strict=True):
        assert (one, other) not in found.setdefault(bond, {})
        found[bond][one, other] = row["source"]
    branches = classical.BRANCHES
    assert found["clashes"].keys() == {(each, classical.clash(each)) for each in branches}
    assert found["combines"].keys() == {(each, classical.combination(each)) for each in branches}
    attested = {pair for pair, source in found["combines"].items() if compact(source) == "passage:j3-p01"}
    assert attested == {pair for two in ("辰酉", "午未", "亥寅") for pair in ((two[0], two[1]), (two[1], two[0]))}
    assert all(
        source.startswith("common doctrine") for pair, source in found["combines"].items() if pair not in attested
    )
    text = {("寅", "巳"), ("巳", "申"), ("子", "卯"), ("卯", "子"), *((each, each) for each in "辰午酉亥")}
    assert found["punishes"].keys() == text
    assert {compact(source) for source in found["punishes"].values()} == {"passage:j2-p73"}
    assert found["punishesBySupplement"].keys() == classical.punishments() - text


@pytest.mark.parametrize("stem", list(CHARACTERS["stem"]))
def test_the_spirits_of_a_day(stem: str, oxigraph: ox.Store) -> None:
    rows = ask("spirits-of-a-day", oxigraph, stem=f"stem:{stem}")
    assert [row["number"] for row in rows] == list("123456")
    assert tuple(row["name"] for row in rows) == classical.spirits(CHARACTERS["stem"][stem])


@pytest.mark.parametrize(
    ("trait", "quotes"),
    [
        ("round", ["單陽為圓", "單陽主圓", "持乾則圓", "合則圓"]),
        ("square", ["折陰主方", "折陰主方", "持坤則方", "生則方"]),
        ("skinned", ["兄動物有皮"]),
        ("silk", ["離火絲綿絹帛"]),
        ("flying", ["逢震在上為飛"]),
    ],
)
def test_the_signs_of_a_covered_object(trait: str, quotes: list[str], oxigraph: ox.Store) -> None:
    rows = ask("signs-of-a-covered-object", oxigraph, trait=f"attribute:{trait}")
    assert [row["quote"] for row in rows] == quotes


# The apparatus, and what is contested.


def test_variants_by_proposer_and_kind(oxigraph: ox.Store) -> None:
    rows = ask("variants-by-proposer", oxigraph)
    of_kind = kinds()
    counted = Counter((proposer, of_kind[name]) for name, proposer in given("variants", "hdy:proposer"))
    assert columns(rows, "proposer", "kind", "variants") == [
        (*key, str(times)) for key, times in sorted(counted.items())
    ]
    # 後人以方括號補一「木」字 (2:58), and the seven that the notes on the base text report
    assert counted["later-hand", "noted-reading"] == 1
    assert counted["base-text-editor", "noted-reading"] == 7
    assert counted["another-transcription", "lacuna"] == 1


def test_where_a_character_is_lacking(oxigraph: ox.Store) -> None:
    """旁求□察飛神 (3:3), and the note on it (3:4)."""
    rows = ask("lacunae", oxigraph)
    assert columns(rows, "segment", "layer", "base", "proposer") == [
        ("j3-p03-s07", "verse", "旁求□察", "another-transcription"),
        ("j3-p04-s08", "textual-note", "", ""),
    ]
    assert source(3).count("□") == len(rows)
    assert source(2).count("□") == 0


def test_what_an_emendation_changes_in_a_claim(oxigraph: ox.Store) -> None:
    rows = ask("emended-claims-compared", oxigraph)
    predicates = {
        "condition": "hdy:antecedent", "prognosis": "hdy:prognosis", "subject": "rdf:subject", "object": "rdf:object",
    }  # fmt: skip
    expected = {
        (printed, replacement, name)
        for replacement, printed in given("claims", "hdy:replaces")
        for name, predicate in predicates.items()
        if values("claims", replacement, predicate) != values("claims", printed, predicate)
    }
    assert set(columns(rows, "claim", "replacement", "differs")) == expected
    # 秋無水 → 秋無木, and nothing else of that definition
    assert [cells for cells in columns(rows, "claim", "differs", "printed", "emended") if cells[0] == "j2-p57-c03"] == [
        ("j2-p57-c03", "object", "water", "wood")
    ]


def test_where_the_rendering_parts_from_the_original(oxigraph: ox.Store) -> None:
    rows = ask("divergences-by-passage", oxigraph)
    senses = {"addition", "omission", "narrowing", "widening", "contradiction", "divergence-by-emendation"}
    expected: dict[str, Counter[str]] = {}
    for name, kind in kinds().items():
        if "rendering-author" in values("variants", name, "hdy:proposer") and kind in senses | {"silent-emendation"}:
            counts = expected.setdefault(value("variants", name, "hdy:passage"), Counter())
            counts["emendations" if kind == "silent-emendation" else "divergences"] += 1
    assert columns(rows, "passage", "divergences", "emendations") == [
        (passage, str(counts["divergences"]), str(counts["emendations"]))
        for passage, counts in sorted(expected.items(), key=lambda each: (-each[1].total(), each[0]))
    ]


def test_who_agrees_with_whom(oxigraph: ox.Store) -> None:
    rows = ask("agreement-of-authors", oxigraph)
    expected: Counter[Cells] = Counter()
    for verb in ("agreesWith", "qualifies", "disagreesWith"):
        for one, other in pairs(f"cito:{verb}"):
            expected[AUTHORS[layer(one)], verb, AUTHORS[layer(other)]] += 1
    assert columns(rows, "author", "verb", "other", "times") == sorted(
        ((*key, str(times)) for key, times in expected.items()),
        key=lambda cells: (cells[0], ["agreesWith", "disagreesWith", "qualifies"].index(cells[1]), cells[2]),
    )
    # 旺動傷夫 on 婚姻喜笑是姻緣: his only dissent from the verse
    assert expected["zheng-guanqing", "disagreesWith", "lu-wei"] == 1


@pytest.mark.parametrize(
    ("claim", "author", "name"),
    [
        ("j2-p01-c04", "zheng-guanqing", "interlinear"),
        ("j2-p67-c07", "lu-wei", "verse"),
        ("j2-p67-c11", "headnote-writer", "headnote"),
        ("j2-p77-c12", "lu-wei", "prose"),
    ],
)
def test_where_a_claim_comes_from(claim: str, author: str, name: str, oxigraph: ox.Store) -> None:
    (row,) = ask("provenance-of-a-claim", oxigraph, claim=f"claim:{claim}")
    assert columns([row], "author", "layer", "encoder", "reader") == [(author, name, "encoders", "second-readers")]
    assert row["file"] == f"juan{claim[1]}.txt"
    assert source(int(claim[1]))[int(row["start"]) : int(row["end"])] == row["quote"] == quote(claim)


def test_choices_that_no_passage_supports(oxigraph: ox.Store) -> None:
    """The text is silent on the stages of earth, omits 丑戌未, and everywhere takes a side where it speaks."""
    rows = ask("choices-without-passage", oxigraph)
    assert columns(rows, "choice", "default") == [
        ("decade-void-raw", "false"),
        ("earth-stages-fire", "false"),
        ("earth-stages-water", "true"),
        ("emendation-none", "true"),
        ("punishments-common", "false"),
        ("pure-hidden-itself", "false"),
        ("seasonal-void-none", "false"),
        ("stage-void-off", "false"),
    ]


@pytest.mark.parametrize(
    ("choice", "quotes"),
    [
        ("seasonal-void-verse", ["春土", "夏金", "秋是木", "三冬是火莫相逢"]),
        ("seasonal-void-prose", ["春無土", "夏無金", "秋無水", "冬無火", "春土", "發金"]),
        ("gender-line", ["陰變陽爻為男子", "陽變陰爻是女人"]),
        ("gender-palace", ["陰宮變陽為男", "陽宮變陰為女"]),
        ("pure-hidden-opposite", ["乾伏坤", "坎伏離", "震伏巽", "艮伏兌"]),
        ("body-self", ["身動即世動也"]),
    ],
)
def test_claims_that_a_choice_carries(choice: str, quotes: list[str], oxigraph: ox.Store) -> None:
    rows = ask("claims-under-a-choice", oxigraph, choice=f"choice:{choice}")
    assert [row["quote"] for row in rows] == quotes


def test_the_headnote_leaves_wood_void_at_the_ends_of_seasons(oxigraph: ox.Store) -> None:
    rows = ask("claims-under-a-choice", oxigraph)
    said = {(row["subject"], row["object"]) for row in rows if "subject" in row}
    assert said == {
        ("season:spring", "element:earth"),
        ("season:summer", "element:metal"),
        ("season:autumn", "element:water"),
        ("season:winter", "element:fire"),
        *((f"branch:{each}", "element:wood") for each in ("chen", "wei", "xu", "chou")),
    }
    assert {row["layer"] for row in rows} == {"headnote"}


@cache
def sources_of_the_cosmology(predicate: str) -> set[Cells]:
    """(thing, predicate, value, source) from the records of the cosmology and its ontology."""
    found = ox.Store()
    root = resources.root()
    for file in [*sorted((root / "data" / "cosmology").glob("*.ttl")), root / "ontology" / "cosmology.ttl"]:
        found.load(path=str(file), format=ox.RdfFormat.TURTLE)
    rows: set[Cells] = set()
    for each in found.quads_for_pattern(None, iri(predicate), None, None):
        triple = [
            [short(quad.object) for quad in found.quads_for_pattern(each.subject, iri(f"rdf:{part}"), None, None)]
            for part in ("subject", "predicate", "object")
        ]
        thing, verb, other = [part[0] for part in triple] if triple[1] else (short(each.subject), "", "")
        rows.add((thing, verb, other, short(each.object)))
    return rows


@pytest.mark.parametrize(
    ("name", "predicate", "column"),
    [("cosmology-attested", "hdy:attestedIn", "passage"), ("cosmology-supplied", "hdy:suppliedFrom", "doctrine")],
)
def test_what_is_attested_and_what_is_supplied(name: str, predicate: str, column: str, oxigraph: ox.Store) -> None:
    rows = ask(name, oxigraph)
    found = set(columns(rows, "thing", "predicate", "value", column))
    assert len(rows) == len(found)
    assert found == sources_of_the_cosmology(predicate)


def test_three_combinations_are_the_books_and_three_are_not(oxigraph: ox.Store) -> None:
    """辰日合酉午合未，亥日寅爻六合神: so 子丑, 卯戌 and 巳申 are supplied."""
    for name, two in (("cosmology-attested", "辰酉 午未 亥寅"), ("cosmology-supplied", "子丑 卯戌 巳申")):
        rows = [row for row in ask(name, oxigraph) if row.get("predicate") == "hdy:combines"]
        assert {frozenset(pair) for pair in named(rows, "thing", "value")} == {frozenset(each) for each in two.split()}


# A reading.


def test_the_claims_behind_the_books_own_example(home: Path) -> None:
    """2:77, 占妻病，申日得比坤，五爻動: what overcomes the hidden line would be ill, but the day brings it out."""
    reading = haidiyan.read(haidiyan.cast(hexagram="比", moving=[5], day="申"), topic="疾病", about="妻")
    alone, joined = ox.Store(), ox.Store()
    for subject, predicate, thing in reading.graph:
        node, verb, value_of = to_oxigraph(subject), to_oxigraph(predicate), to_oxigraph(thing)
        assert isinstance(node, ox.NamedNode)
        assert isinstance(verb, ox.NamedNode)
        alone.add(ox.Quad(node, verb, value_of))
        joined.add(ox.Quad(node, verb, value_of))
    for quad in store.open_store(home).quads_for_pattern(None, iri("hdy:quote"), None, ox.DefaultGraph()):
        joined.add(quad)
    found = {(row["quote"], row["witness"], row["status"]) for row in ask("readings/claims-behind-a-chart", joined)}
    assert ("卻得日辰能生扶出，死中得也", "hidden-5", "in-force") in found
    assert any(witness == "hidden-5" and status == "overridden" for _, witness, status in found)
    rows = ask("readings/claims-behind-a-chart", alone)
    assert ("claim:j2-p77-c11", "hidden-5", "overridden", "claim:j2-p77-c12") in {
        (row["claim"], row["witness"], row["status"], compact(row["overriddenBy"])) for row in rows
    }
    told = {claim["id"] for claim in reading.to_dict()["claims"] if claim["witnesses"]}
    assert told <= {row["claim"].removeprefix("claim:") for row in rows}
    assert all("quote" not in row for row in rows)
