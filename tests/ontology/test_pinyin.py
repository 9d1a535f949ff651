"""Pinyin: every label is spelt by one rule, polyphones are decided by hand, and what a hand wrote stays."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib import SKOS, Graph, Literal, URIRef

from haidiyan.dataset.load import load
from haidiyan.errors import BuildError
from haidiyan.iris import PREFIXES, compact, graph
from haidiyan.ontology import pinyin

LABELS = """
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
SELECT ?thing ?chinese ?pinyin {
  ?thing skos:prefLabel ?chinese FILTER (LANG(?chinese) = "zh-hant")
  OPTIONAL { ?thing skos:prefLabel ?pinyin FILTER (LANG(?pinyin) = "zh-latn-pinyin") }
}
"""
HEXAGRAMS = """
乾 qián 坤 kūn 屯 zhūn 蒙 méng 需 xū 訟 sòng 師 shī 比 bǐ 小畜 xiǎoxù 履 lǚ
泰 tài 否 pǐ 同人 tóngrén 大有 dàyǒu 謙 qiān 豫 yù 隨 suí 蠱 gǔ 臨 lín 觀 guān
噬嗑 shìhé 賁 bì 剝 bō 復 fù 無妄 wúwàng 大畜 dàxù 頤 yí 大過 dàguò 坎 kǎn
離 lí 咸 xián 恆 héng 遯 dùn 大壯 dàzhuàng 晉 jìn 明夷 míngyí 家人 jiārén 睽 kuí
蹇 jiǎn 解 xiè 損 sǔn 益 yì 夬 guài 姤 gòu 萃 cuì 升 shēng 困 kùn 井 jǐng 革 gé
鼎 dǐng 震 zhèn 艮 gèn 漸 jiàn 歸妹 guīmèi 豐 fēng 旅 lǚ 巽 xùn 兌 duì 渙 huàn
節 jié 中孚 zhōngfú 小過 xiǎoguò 既濟 jìjì 未濟 wèijì
"""
READINGS = {
    "strength:assisting": "xiàng",
    "state:assisting": "xiàng",
    "state:self": "shì",
    "state:response": "yìng",
    "state:intermediate": "jiān",
    "state:old-yang": "chóng",
    "state:old-yin": "jiāo",
    "state:baleful": "shā",
    "state:punished-by-line": "yáoxíng",
    "state:day-clash": "rìchōng",
    "state:flying-hidden-alike": "bǐhé",
    "state:changes-to-wealth": "huà qīcái",
    "state:entombed-own": "rùmù (běnxíng)",
    "state:month-birth": "yuè chángshēng",
    "situation:many-lines-move": "luàndòng",
    "situation:white-tiger-moving-officials": "báihǔ fādòng ér lín guānguǐ",
    "situation:still-line-cannot-overcome-moving": "jìngyáo kè bù dé dòngyáo",
    "situation:object-line-vigorous": "biǎolǐ zhī yáo wàngxiàng",
    "situation:yang-inside-line": "wéi lǐ zhī yáo shǔ yáng",
    "pattern:broken": "yuè rì pò",
    "topic:traveller": "xíngrén",
    "topic:incumbent": "xiànrèn",
    "topic:ordinary-question": "chángzhān",
    "topic:farming": "gēngzhòng",
    "stage:birth": "chángshēng",
    "spirit:hook-array": "gōuchén",
    "spirit:soaring-serpent": "téngshé",
    "line-value:7": "shàoyáng",
    "attribute:heavy": "zhòng",
    "attribute:long": "cháng",
    "hdy:Rule": "zhānduàn",
    "hdy:dayStem": "rìgān",
    "hexagram-line:40-1": "xiè chūyáo",
    "hexagram-line:12-6": "pǐ shàngyáo",
}
MARKS = "\u0300\u0301\u0304\u0308\u030c"
FINALS = "aeiou"


def labels(store: ox.Store) -> list[tuple[str, str, str]]:
    found = store.query(LABELS)
    assert isinstance(found, ox.QuerySolutions)
    return [(compact(row["thing"].value), row["chinese"].value, row["pinyin"].value) for row in found]


def by_hand() -> list[Graph]:
    return list(load().graphs.values())


def test_the_readings_of_the_tradition_are_kept(store: ox.Store) -> None:
    spelt = {thing: reading for thing, _, reading in labels(store)}
    assert {thing: spelt[thing] for thing in READINGS} == READINGS


def test_the_hexagrams_have_their_traditional_readings(store: ox.Store) -> None:
    names = HEXAGRAMS.split()
    expected = dict(zip(names[::2], names[1::2], strict=True))
    found = {name: reading for thing, name, reading in labels(store) if thing.startswith("hexagram:")}
    assert found == expected


def test_every_polyphone_of_a_label_is_decided_by_hand(store: ox.Store) -> None:
    """What is listed here needs its reading in data/text/pinyin.ttl, alone or in a word."""
    speller = pinyin.Speller(pinyin.table(by_hand()))
    hand = {str(each) for each in by_hand_spelt()}
    undecided = {
        f"{character} ({', '.join(pinyin.readings(character))}) in “{chinese}”, {thing}"
        for thing, chinese, _ in labels(store)
        if thing not in hand and not thing.startswith("hexagram-line:")
        for character in speller.undecided(chinese)
    }
    assert undecided == set()


def by_hand_spelt() -> set[str]:
    return {
        compact(str(thing))
        for each in by_hand()
        for thing, words in each.subject_objects(SKOS.prefLabel)
        if isinstance(words, Literal) and words.language == pinyin.PINYIN
    }


def test_a_reading_that_a_hand_wrote_is_one_that_the_character_has() -> None:
    """Of single characters in the table: a slip of the pen is no reading."""
    known = pinyin.table([])
    wrong = {(one, said) for one, said in known.items() if len(one) == 1 and said not in pinyin.readings(one)}
    assert wrong == set()


def test_a_word_in_the_table_is_spelt_by_readings_of_its_characters() -> None:
    """相 in 旺相 may be xiàng or xiāng, but nothing else."""
    wrong = []
    for word, spelling in pinyin.table([]).items():
        ways = {""}
        for character in word:
            ways = {way + reading for way in ways for reading in pinyin.readings(character)}
        if spelling.replace(" ", "").replace("’", "") not in ways:
            wrong.append((word, spelling))
    assert wrong == []


def test_pinyin_has_a_tone_on_every_syllable_and_no_capital(store: ox.Store) -> None:
    for thing, _, reading in labels(store):
        assert reading == reading.lower(), thing
        for word in reading.replace("(", " ").replace(")", " ").replace(",", " ").split():
            assert any(mark in unicodedata.normalize("NFD", word) for mark in MARKS[:3] + MARKS[4]), (thing, reading)


def test_what_a_hand_wrote_outranks_the_rule() -> None:
    heavy = URIRef(PREFIXES["attribute"] + "heavy")
    old = URIRef(PREFIXES["state"] + "old-yang")
    given = Graph()
    for thing in (heavy, old):
        given.add((thing, SKOS.prefLabel, Literal("重", lang="zh-hant")))
    given.add((heavy, SKOS.prefLabel, Literal("zhòng", lang="zh-latn-pinyin")))
    assert set(pinyin.label([given])) == {(old, SKOS.prefLabel, Literal("chóng", lang="zh-latn-pinyin"))}


def test_a_label_without_a_reading_is_named() -> None:
    given = Graph()
    given.add((URIRef(PREFIXES["topic"] + "x"), SKOS.prefLabel, Literal("SHA", lang="zh-hant")))
    with pytest.raises(BuildError, match="topic:x “SHA” cannot be spelt in pinyin: 'S' has no reading"):
        pinyin.label([given])


def test_a_word_spelt_in_two_ways_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "pinyin.ttl"
    pair = '[] <http://www.w3.org/2004/02/skos/core#prefLabel> "相"@zh-hant , "%s"@zh-latn-pinyin .\n'
    table.write_text(pair % "xiàng" + pair % "xiāng", encoding="utf-8")
    with pytest.raises(BuildError, match="相 is spelt twice"):
        pinyin.table([], table)


def test_the_longest_word_is_taken_first() -> None:
    speller = pinyin.Speller({"日生": "rìshēng", "日生扶": "rì shēngfú", "得": "dé"})
    assert speller.spell("得日生扶") == "dé rì shēngfú"
    assert speller.spell("得日生") == "dé rìshēng"


def test_the_generated_pinyin_is_in_a_graph_of_its_own_and_not_in_a_reading(store: ox.Store, home: Path) -> None:
    place = ox.NamedNode(graph("pinyin"))
    generated = list(store.quads_for_pattern(None, None, None, place))
    assert generated
    assert {each.predicate.value for each in generated} == {str(SKOS.prefLabel)}
    assert {getattr(each.object, "language", None) for each in generated} == {"zh-latn-pinyin"}
    pack = (home / "current" / "reading.nt").read_text(encoding="utf-8")
    assert "jìngyáo kè bù dé dòngyáo" not in pack
