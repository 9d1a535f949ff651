"""Folding for search: one form for each character, simplified, pinyin without tones; the exact words stay."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from opencc import OpenCC
from pypinyin import lazy_pinyin
from rdflib import DCTERMS, SKOS, Graph, Literal, URIRef

from haidiyan.dataset import folding, store
from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.folding import TABLE, fold, pinyin, syllables, toneless, variants
from haidiyan.dataset.graphs import is_default
from haidiyan.dataset.load import APART, parse
from haidiyan.errors import BuildError
from haidiyan.iris import graph, term
from haidiyan.ontology.pinyin import readings
from haidiyan.resources import root

BOOK = "".join((root() / "data" / "source" / f"juan{volume}.txt").read_text("utf-8") for volume in (2, 3))
PARAGRAPHS = [line for line in BOOK.splitlines() if line]


@pytest.fixture(scope="module")
def oxigraph(home: Path) -> ox.Store:
    return store.open_store(home)


def values(oxigraph: ox.Store, predicate: str, name: str | None = None) -> Iterator[tuple[str, str]]:
    place = ox.NamedNode(graph(name)) if name else ox.DefaultGraph()
    for each in oxigraph.quads_for_pattern(None, ox.NamedNode(term(predicate)), None, place):
        yield getattr(each.subject, "value", ""), getattr(each.object, "value", "")


@pytest.mark.parametrize(
    "written",
    [
        "克 剋 尅",
        "財 财 才",
        "沖 冲 衝",
        "佔 占",
        "恆 恒",
        "遯 遁",
        "託 托",
        "裡 裏 里",
        "慾 欲",
        "誤 误 悞 悮",
        "註 注",
        "併 並 并 竝",
        "闇 暗",
        "著 着",
        "乾",
        "無 无",
    ],
)
def test_all_ways_to_write_a_character_fold_into_one(written: str) -> None:
    assert len(set(map(fold, written.split()))) == 1


@pytest.mark.parametrize("apart", ["乾 干", "射 覆", "土 士", "己 已 巳", "戊 戌 戍", "克 可", "午 牛"])
def test_other_characters_stay_apart(apart: str) -> None:
    assert len(set(map(fold, apart.split()))) == len(apart.split())


def test_punctuation_falls_away_and_the_mark_of_a_lacuna_does_not() -> None:
    assert fold("世應相剋，「□」——縱好（費力）。 ") == "世应相克□纵好费力"
    assert fold("，。：；「」（）《》·— \n") == ""


def test_a_text_in_another_normal_form_is_the_same_text() -> None:
    assert fold("\uf9e9") == fold("里")
    assert unicodedata.is_normalized("NFC", fold(BOOK))


def test_a_folded_text_is_folded() -> None:
    assert fold(fold(BOOK)) == fold(BOOK)


def test_what_stands_in_a_text_stands_in_its_folded_form() -> None:
    for paragraph in PARAGRAPHS:
        for cut in range(1, len(paragraph), 7):
            assert fold(paragraph) == fold(paragraph[:cut]) + fold(paragraph[cut:])


def test_a_simplified_text_folds_as_the_traditional_does() -> None:
    """But for 乾 and 覆, which are not simplified here (data/text/simplified.ttl)."""
    simplifies = OpenCC("t2s")
    for paragraph in PARAGRAPHS:
        kept = paragraph.replace("乾", "").replace("覆", "")
        assert fold(simplifies.convert(kept)) == fold(kept)


def test_there_is_a_syllable_for_each_folded_character() -> None:
    for paragraph in PARAGRAPHS:
        assert len(syllables(paragraph)) == len(fold(paragraph))


def test_pinyin_has_no_tones_and_keeps_its_ü() -> None:
    assert pinyin("婦女，旬空。") == "fu nü xun kong"
    assert pinyin("婦女，旬空。", between="") == "funüxunkong"
    assert toneless("zhōng, lǘ") == "zhong, lü"


@pytest.mark.parametrize(
    ("words", "reading"),
    [
        ("世應相剋", "shi ying xiang ke"),
        ("長生", "chang sheng"),
        ("家長", "jia zhang"),
        ("重動", "chong dong"),
        ("沉重", "chen zhong"),
        ("輕重", "qing zhong"),
        ("著落", "zhuo luo"),
        ("帶著", "dai zhe"),
        ("遲遲不了", "chi chi bu liao"),
        ("得了", "de le"),
        ("什麼", "shen me"),
        ("問卜", "wen bu"),
        ("佛像", "fo xiang"),
        ("螣蛇", "teng she"),
    ],
)
def test_the_running_text_is_read_as_it_is_meant(words: str, reading: str) -> None:
    assert pinyin(words) == reading


def test_wherever_pypinyin_reads_otherwise_a_hand_has_decided() -> None:
    """What is listed here needs its reading in data/text/folding.ttl, as a word."""
    by_hand = folding._speller()
    undecided = set()
    for paragraph in PARAGRAPHS:
        theirs = lazy_pinyin(paragraph, errors=lambda text: list(text), v_to_u=True)  # type: ignore[arg-type, return-value]
        at = 0
        for part in by_hand.parts(paragraph):
            if part not in by_hand.table and fold(part) and syllables(part) != theirs[at : at + 1]:
                undecided.add((part, paragraph[at - 3 : at + 4]))
            at += len(part)
    assert undecided == set()


# The table.


@pytest.fixture(scope="module")
def table() -> Graph:
    return graph_of(parse(root() / TABLE))


def test_a_character_of_the_table_is_one_that_opencc_leaves_and_folds_into_one_of_the_book() -> None:
    simplifies = OpenCC("t2s")
    for other, chosen in variants().items():
        assert len(other) == len(chosen) == 1
        assert simplifies.convert(other) != simplifies.convert(chosen), other
        assert chosen in BOOK, chosen


def test_each_pair_says_where_it_is_from(table: Graph, oxigraph: ox.Store) -> None:
    for thing in set(table.subjects(SKOS.altLabel)):
        sources = list(table.objects(thing, DCTERMS.source))
        supplied = [getattr(each, "language", "") for each in table.objects(thing, URIRef(term("suppliedFrom")))]
        assert (len(sources), sorted(supplied)) in [(1, []), (0, ["en", "zh-hant"])], thing
        for source in sources:
            base = ox.NamedNode(term("base"))
            words = [each.object for each in oxigraph.quads_for_pattern(ox.NamedNode(str(source)), base, None)]
            others = {str(each) for each in table.objects(thing, SKOS.altLabel)}
            assert any(isinstance(word, ox.Literal) and set(word.value) & others for word in words), source


def test_a_word_of_the_table_stands_in_the_book_and_is_read_by_its_characters(table: Graph) -> None:
    for thing, spelling in table.subject_objects(SKOS.prefLabel):
        if isinstance(spelling, Literal) and spelling.language == "zh-latn-pinyin":
            (word,) = (str(each) for each in table.objects(thing, SKOS.prefLabel) if each != spelling)
            assert word in BOOK, word
            ways = {""}
            for character in word:
                ways = {way + toneless(each) for way in ways for each in readings(character)}
            assert toneless(spelling).replace(" ", "") in ways, word


def test_the_table_is_no_part_of_the_dataset() -> None:
    assert TABLE in APART


# The graph.


def test_every_segment_is_folded_once_and_its_words_are_those_of_the_file(oxigraph: ox.Store) -> None:
    words = dict(values(oxigraph, "words"))
    folded = [(one, text) for one, text in values(oxigraph, "folded", "folded") if one in words]
    spelt = [(one, text) for one, text in values(oxigraph, "foldedPinyin", "folded") if one in words]
    assert len(folded) == len(dict(folded)) == len(spelt) == len(dict(spelt)) == len(words)
    assert dict(folded) == {segment: fold(text) for segment, text in words.items()}
    for segment, text in spelt:
        assert len(text.split(" ")) == len(dict(folded)[segment])
    starts, ends = dict(values(oxigraph, "start")), dict(values(oxigraph, "end"))
    for segment, text in words.items():
        volume = segment.rsplit("/j", 1)[1][0]
        file = (root() / "data" / "source" / f"juan{volume}.txt").read_text("utf-8")
        assert file[int(starts[segment]) : int(ends[segment])] == text


def test_a_name_is_folded_where_that_differs(oxigraph: ox.Store) -> None:
    folded = list(values(oxigraph, "folded", "folded"))
    spelt = dict(values(oxigraph, "foldedPinyin", "folded"))
    assert (graph("x").replace("graph/x", "topic/lawsuit"), "讼") in folded
    assert not [text for name, text in folded if name.endswith("/topic/illness") and text == "疾病"]
    assert spelt[graph("x").replace("graph/x", "topic/illness")] == "ji bing"
    assert not any("/hexagram-line/" in name for name in spelt)


def test_the_folded_forms_have_a_graph_of_their_own_and_are_not_in_a_reading(oxigraph: ox.Store, home: Path) -> None:
    place = ox.NamedNode(graph("folded"))
    properties = {each.predicate.value for each in oxigraph.quads_for_pattern(None, None, None, place)}
    assert properties == {term("folded"), term("foldedPinyin")}
    for name in ("folded", "foldedPinyin"):
        assert len(list(values(oxigraph, name))) == len(list(values(oxigraph, name, "folded")))
    assert is_default(graph("folded"))
    pack = (home / "current" / "reading.nt").read_text(encoding="utf-8")
    assert f"> <{term('folded')}> " not in pack
    assert f"> <{term('foldedPinyin')}> " not in pack


def test_a_label_that_its_pinyin_does_not_spell_is_refused() -> None:
    given = Graph()
    topic = URIRef(graph("x").replace("graph/x", "topic/illness"))
    given.add((topic, SKOS.prefLabel, Literal("疾病", lang="zh-hant")))
    given.add((topic, SKOS.prefLabel, Literal("jíbèng", lang="zh-latn-pinyin")))
    with pytest.raises(BuildError, match="topic:illness “疾病” is not spelt by its pinyin, jíbèng"):
        folding.derive({graph("claims"): given})
