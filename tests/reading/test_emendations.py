"""An emendation reaches the verdict: the claims gained and lost, worked out by hand from the words."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from rdflib import RDF, Dataset, Namespace, URIRef
from rdflib.term import Node

import haidiyan

pytestmark = pytest.mark.usefixtures("home")

BI: dict[str, Any] = {"hexagram": "比"}
"""坤宮 earth, all still: 乙未兄 乙巳父 乙卯官世, 戊申子 戊戌兄 戊子財應.

Hidden, the pure 坤: 乙未兄 乙巳父 乙卯官, 癸丑兄 癸亥財 癸酉子.
"""

HDY = Namespace("https://w3id.org/haidiyan/ontology#")
CLAIM = "https://w3id.org/haidiyan/claim/"


def reading(cast: dict[str, Any], emendation: str | None, **asked: Any) -> dict[str, Any]:
    adopt = {**asked.pop("adopt", {}), **({"emendation": emendation} if emendation else {})}
    return haidiyan.read(haidiyan.cast(**cast), asked.pop("topic", None), adopt=adopt, **asked).to_dict()


def claims(read: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {claim["id"]: claim for claim in read["claims"]}


def places(claim: dict[str, Any]) -> set[tuple[str, int | None]]:
    return {(witness["node"], witness["line"]) for witness in claim["witnesses"]}


def void_by_season(read: dict[str, Any]) -> set[str]:
    """The elements of the lines, visible and hidden, that the season leaves void."""
    lines = [each for line in read["chart"]["lines"] for each in (line, line["hidden"])]
    return {each["element"] for each in lines if "四時空" in each["states"]}


def changes(cast: dict[str, Any], emendation: str, **asked: Any) -> tuple[set[str], set[str], dict[str, str]]:
    """What the emendation gives, what it takes away, and what it gives another status."""
    before = claims(reading(cast, None, **asked))
    after = claims(reading(cast, emendation, **asked))
    turned = {
        name: after[name]["status"]
        for name in before.keys() & after.keys()
        if before[name]["status"] != after[name]["status"]
    }
    return after.keys() - before.keys(), before.keys() - after.keys(), turned


def test_autumn_water_is_no_longer_void_when_the_prose_has_wood() -> None:
    """秋無水 as printed: the wealth, 子 water, is void, and a 申 day generates it; with 秋無木 it is not void."""
    cast = {**BI, "month": "申", "day": "甲申"}
    asked = {"use": "妻財", "doctrine": "prose"}
    assert void_by_season(reading(cast, None, **asked)) == {"水"}
    assert void_by_season(reading(cast, "j2-p57-v1", **asked)) == {"木"}
    gained, lost, turned = changes(cast, "j2-p57-v1", **asked)
    assert lost == {
        "j2-p51-c06",  # 空 … 凶
        "j2-p57-c05",  # 要日生出之吉, of the use line
        "j2-p57-c06",  # the same, of 亥 hidden under 戌
        "j2-p67-c01",  # 用爻最怕走時空
        "j2-p67-c03",  # 吉不能成凶不凶
        "j2-p69-c06",  # 空者財…乃四時之空也
    }
    assert gained == {
        "j2-p71-c05",  # 不入時空與並沖
        "j2-p71-c06",  # 日月扶助皆如意
    }
    assert not turned


def test_autumn_wood_is_void_when_the_prose_has_wood() -> None:
    """With 秋無木 the officials, 卯 wood, are void in autumn, and a 子 day generates them, and 卯 hidden under them."""
    cast = {**BI, "month": "申", "day": "戊子"}
    asked = {"use": "官鬼", "doctrine": "prose"}
    gained, lost, turned = changes(cast, "j2-p57-v1", **asked)
    assert gained == {"j2-p57-c05a", "j2-p57-c06a", "j2-p67-c01", "j2-p67-c03"}
    assert lost == {
        "j2-p69-c06",  # the wealth, 子 water, is in the seasonal void no more
        "j2-p71-c05",  # 不入時空: the officials are in it now
    }
    assert not turned
    after = claims(reading(cast, "j2-p57-v1", **asked))
    assert places(after["j2-p57-c05a"]) == {("line", 3)}
    assert places(after["j2-p57-c06a"]) == {("hidden", 3)}


def test_the_verse_does_not_hear_an_emendation_of_the_prose() -> None:
    """秋是木 in any case: only what the prose itself says of water in autumn gives way."""
    gained, lost, turned = changes({**BI, "month": "申", "day": "甲申"}, "j2-p57-v1", use="妻財")
    assert (gained, lost, turned) == (set(), {"j2-p57-c05", "j2-p57-c06"}, {})


def test_even_on_a_yin_day_means_on_every_day() -> None:
    """乃陰時日 → 雖陰時日 (2:79): 卯, prosperous in spring, is safe from a yang day as well, which was 克…凶."""
    gained, lost, turned = changes({**BI, "month": "卯", "day": "甲申"}, "j2-p79-v2", use="官鬼")
    assert (gained, lost, turned) == ({"j2-p79-c01a"}, set(), {"j2-p51-c10": "overridden"})


def test_on_a_yin_day_the_verdict_is_the_same_in_other_words() -> None:
    cast = {**BI, "month": "卯", "day": "乙酉"}
    assert changes(cast, "j2-p79-v2", use="官鬼") == ({"j2-p79-c01a"}, {"j2-p79-c01"}, {})
    claim = claims(reading(cast, "j2-p79-v2", use="官鬼"))["j2-p79-c01a"]
    assert claim["quote"] == "凡旺爻，乃陰時日不能刑剋，作事亦吉"
    assert claim["readsAs"] == "凡旺爻，雖陰時日不能刑剋，作事亦吉"
    assert claim["emendations"] == ["j2-p79-v2"]


def test_even_if_the_day_aids_it_means_whether_it_does_or_not() -> None:
    """繼日生扶 → 縱日生扶 (2:59): 卯 changes into 申, which overcomes it; a 午 day does not aid it, a 子 day does."""
    cast = {**BI, "moving": [3], "month": "申"}
    for day, lost in (("甲午", set()), ("甲子", {"j2-p59-c04"})):
        assert changes({**cast, "day": day}, "j2-p59-v1", use="官鬼") == ({"j2-p59-c04a"}, lost, {})


def test_aid_that_does_not_help_is_excepted_in_either_wording() -> None:
    """亦主難: on a 子 day that the officials are generated (2:51) gives way, with 繼 as with 縱."""
    cast = {**BI, "moving": [3], "month": "申", "day": "甲子"}
    for emendation, exception in ((None, "j2-p59-c04"), ("j2-p59-v1", "j2-p59-c04a")):
        aided = claims(reading(cast, emendation, use="官鬼"))["j2-p51-c01"]
        assert (aided["status"], aided["overriddenBy"]) == ("overridden", [exception])


def test_hidden_lines_are_looked_at_where_they_were_brought_in() -> None:
    """更著伏爻 → 更看伏爻 (3:25), in the pure hexagram 坤 with its first line moving."""
    cast = {"hexagram": "坤", "moving": [1], "month": "申", "day": "甲申"}
    assert changes(cast, "j3-p25-v5") == ({"j3-p25-c08a"}, {"j3-p25-c08"}, {})


def test_supported_is_no_longer_enough_for_a_large_thing() -> None:
    """旺扶 → 旺相 (3:71): in summer 子 water at the response line is imprisoned; the 子 day supports it, no more."""
    cast = {**BI, "month": "巳", "day": "戊子"}
    assert changes(cast, "j3-p71-v4", topic="射覆") == (set(), {"j3-p71-c03"}, {})
    assert places(claims(reading(cast, None, topic="射覆"))["j3-p71-c03"]) == {("line", 6)}


def test_any_vigorous_use_line_and_not_that_of_mao_alone() -> None:
    """用爻卯有氣 → 用爻有氣 (3:19): 子 water, assisting in autumn and generated by 申, now falls under both lines."""
    cast = {**BI, "month": "申", "day": "甲申"}
    assert changes(cast, "j3-p19-v3", topic="求財") == ({"j3-p19-c03a", "j3-p19-c04a"}, set(), {})


def test_void_is_then_earth_of_spring_whatever_its_relation() -> None:
    """空者財春土 → 空者則春土 (2:69): in spring the two earth lines, which are siblings, are void."""
    cast = {**BI, "month": "寅", "day": "甲申"}
    assert changes(cast, "j2-p69-v4") == ({"j2-p69-c06a"}, set(), {})
    assert places(claims(reading(cast, "j2-p69-v4"))["j2-p69-c06a"]) == {("line", 1), ("line", 5)}


def test_self_punishment_names_no_day() -> None:
    """日相刑 → 自相刑 (2:73): 酉 of 姤 on a 酉 day is still punished by the day, but no sentence says so of a day."""
    cast = {"hexagram": "姤", "month": "申", "day": "乙酉"}
    assert changes(cast, "j2-p73-v4", use="兄弟") == (set(), {"j2-p73-c12"}, {})
    assert "日刑" in reading(cast, "j2-p73-v4", use="兄弟")["chart"]["lines"][2]["states"]


def test_a_rule_of_another_choice_stays_with_that_choice() -> None:
    """亥爻 → 變爻 (3:33): that changes are not to be sought is held only where changes are not read at all."""
    cast = {**BI, "moving": [3, 5], "month": "申", "day": "甲申"}
    assert changes(cast, "j3-p33-v1") == (set(), {"j3-p33-c01"}, {})
    sole = {"changes": "sole-home"}
    assert changes(cast, "j3-p33-v1", adopt=sole) == ({"j3-p33-c01a"}, {"j3-p33-c01"}, {})


def test_an_emendation_of_spelling_changes_only_how_the_words_are_read() -> None:
    """禍崇 → 禍祟 (2:9), with the officials moving and an illness asked after."""
    cast = {**BI, "moving": [3], "month": "申", "day": "甲申"}
    before, after = (claims(reading(cast, each, topic="疾病")) for each in (None, "j2-p09-v1"))
    assert after["j2-p09-c06"]["readsAs"] == "病困門庭禍祟來"
    assert after["j2-p09-c06"]["emendations"] == ["j2-p09-v1"]
    assert after["j2-p09-c06"]["quote"] == before["j2-p09-c06"]["quote"] == "病困門庭禍崇來"
    for each in (before, after):
        each["j2-p09-c06"] |= {"readsAs": None, "emendations": []}
        for claim in each.values():
            claim["conflictsWith"].sort()
    assert after == before


def test_a_note_stays_with_the_line_that_it_explains() -> None:
    """憂田主 → 憂田土 (2:39): 勾陳屬土 explains the line in either wording."""
    cast = {**BI, "moving": [3], "month": "申", "day": "甲申"}
    assert changes(cast, "j2-p39-v1", topic="田土") == ({"j2-p39-c01a"}, {"j2-p39-c01"}, {})
    assert "j2-p39-c02" in claims(reading(cast, "j2-p39-v1", topic="田土"))


def test_a_note_reads_one_way_at_a_time() -> None:
    """父主難宰 → 父主艱辛 (2:25), with the parents of 姤 holding the self line."""
    cast = {"hexagram": "姤", "month": "申", "day": "甲申"}
    assert changes(cast, "j2-p25-v1") == ({"j2-p25-c02a"}, {"j2-p25-c02"}, {})


@cache
def graph() -> Dataset:
    return haidiyan.dataset()


def emended() -> list[Node]:
    """Every claim that stands under a reading."""
    return [each for each in set(graph().subjects(HDY.underReading)) if str(each).startswith(CLAIM)]


def of(claim: Node, predicate: URIRef) -> set[Node]:
    return set(graph().objects(claim, predicate))


def test_each_stands_in_the_place_of_a_claim_that_the_reading_touches() -> None:
    """Or in that of one whose condition is carried from such a claim, as the reading leaves it."""
    for claim in emended():
        readings = of(claim, HDY.underReading)
        touched = {each for reading in readings for each in of(reading, HDY.touches)}
        carried = any(of(each, HDY.underReading) == readings for each in of(claim, HDY.conditionClaim))
        assert of(claim, HDY.replaces), claim
        for replaced in of(claim, HDY.replaces):
            assert replaced in touched or carried, claim
            assert of(replaced, HDY.statedIn) == of(claim, HDY.statedIn), claim


VERDICT = [
    *(HDY[name] for name in ("antecedent", "attributeValue", "of", "outcome", "prognosis", "standsFor", "topic")),
    *(RDF.subject, RDF.predicate, RDF.object),
]


def test_none_is_written_for_a_reading_that_changes_nothing() -> None:
    for claim in emended():
        for replaced in of(claim, HDY.replaces):
            assert any(of(replaced, each) != of(claim, each) for each in VERDICT), claim


def test_what_is_overridden_as_printed_is_overridden_as_emended() -> None:
    """An exception does not lose its hold where the words that it excepts are read otherwise."""
    for claim in emended():
        for replaced in of(claim, HDY.replaces):
            assert set(graph().subjects(HDY.overrides, replaced)) <= set(graph().subjects(HDY.overrides, claim)), claim
