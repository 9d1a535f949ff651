"""來情 (3:55–65) and 用神 by person (3:49): readings in which they must and must not apply, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import haidiyan
from haidiyan.iris import individual
from haidiyan.reading.reading import Reading

pytestmark = pytest.mark.usefixtures("home")

IN_FORCE, OVERRIDDEN, OPEN = "in-force", "overridden", "open"
PARENTS = ("沖印契割至尊長", "屋宅墳野與田園", "又取文書並應舉", "產業車輪共舟船")
SIBLINGS = ("沖兄爭鬥與貪淫", "小見克財口舌臨", "切忌妻災防破散", "相知嫉妒是同人")
WEALTH = ("沖妻即是繫占財", "鋪店金銀買賣來", "或有陰人成合事", "金銀錢銅器和釵")
OFFSPRING = ("沖福瑞物及醫藥", "七寶貴人寺觀塔", "僧尼佛像所欲生", "六畜皮毛與角筋")
OFFICIALS = ("沖剋官鬼即求官", "更有訟事暗相關", "又或走失兼盜賊", "莫把爻中一例看")
RELATIONS = {57: PARENTS, 59: SIBLINGS, 61: WEALTH, 63: OFFSPRING, 65: OFFICIALS}


def read(hexagram: str, topic: str | None = "來情", moving: tuple[int, ...] = (), **when: Any) -> Reading:
    return haidiyan.read(haidiyan.cast(hexagram=hexagram, moving=moving, **when), topic)


def said(reading: Reading) -> dict[str, tuple[str, set[int | None]]]:
    """By their words, how the claims of 3:55–65 stand, and the witnesses that nothing overrides."""
    return {
        entry.claim.quote: (
            entry.status,
            {witness.ground.node.position for witness in entry.witnesses if not witness.overridden_by},
        )
        for entry in reading.entries
        if entry.claim.id.startswith("j3-p") and 55 <= int(entry.claim.id[4:6]) <= 65
    }


def of_relations(reading: Reading) -> dict[int, tuple[str, set[int | None]]]:
    """By paragraph, how its four lines stand; they all stand alike, or the test fails."""
    found = said(reading)
    stand = {}
    for paragraph, words in RELATIONS.items():
        here = [found[each] for each in words if each in found]
        assert len(here) in (0, 4), paragraph
        assert all(each == here[0] for each in here), paragraph
        if here:
            stand[paragraph] = here[0]
    return stand


@pytest.mark.parametrize(
    ("hexagram", "expected"),
    [
        # 戌 at the top is self: 辰, parents, clashes with it; 寅, wealth, overcomes it.
        ("乾", {57: {3}, 61: {2}}),
        # 酉 at the top: 卯, officials, clashes; 巳, parents, overcomes.
        ("坤", {57: {2}, 65: {3}}),
        # 戌 at the top: 辰, wealth, clashes; 寅, siblings, overcomes.
        ("震", {59: {2}, 61: {3}}),
        # 卯 at the third: nothing clashes (no 酉); 申, offspring, overcomes.
        ("比", {63: {4}}),
        # 午 at the second line: no 子, no water.
        ("遁", {}),
    ],
)
def test_the_concern_is_what_clashes_with_or_overcomes_the_self_line(
    hexagram: str, expected: dict[int, set[int]]
) -> None:
    assert of_relations(read(hexagram)) == {paragraph: (IN_FORCE, lines) for paragraph, lines in expected.items()}
    at_all = set().union(*expected.values())
    found = said(read(hexagram))
    for words in ("又看世爻沖剋處", "於中一事破來心", "五鄉沖剋取來情爻"):
        assert found.get(words) == ((IN_FORCE, at_all) if at_all else None)


def test_a_still_line_does_not_overcome_a_moving_self_line_but_clashes_with_it() -> None:
    """靜爻克不得動爻 (2:71) speaks of overcoming; 乾 with its self line moving, and with wealth moving too."""
    assert of_relations(read("乾", moving=(6,))).keys() == {57}
    assert of_relations(read("乾", moving=(2, 6))).keys() == {57, 61}


def test_a_line_that_the_month_leaves_spent_is_not_used() -> None:
    """若無氣之月，即不用也: in spring wood prospers and earth is dead, in summer wood rests and earth assists."""
    spring, summer = read("乾", month="卯"), read("乾", month="午")
    assert of_relations(spring) == {57: (OVERRIDDEN, set()), 61: (IN_FORCE, {2})}
    assert of_relations(summer) == {57: (IN_FORCE, {3}), 61: (OVERRIDDEN, set())}
    assert said(spring)["若無氣之月，即不用也"] == (IN_FORCE, {3})
    assert said(spring)["又看世爻沖剋處"] == (IN_FORCE, {2})


def test_without_a_month_nothing_is_set_aside() -> None:
    found = said(read("乾"))
    assert found["若無氣之月，即不用也"][0] == OPEN
    assert of_relations(read("乾")).keys() == {57, 61}


def test_another_question_hears_nothing_of_the_concern() -> None:
    assert said(read("乾", "疾病")) == said(read("乾", None)) == {}


def test_the_commonest_relation_gives_the_concern_unless_it_is_void() -> None:
    """比: siblings 未 and 戌, one of each other relation. In the decade of 甲申 未 is void (autumn, metal day)."""
    assert said(read("比"))["卦者多者取來情"] == (IN_FORCE, {1, 5})
    found = said(read("比", month="申", day="甲申"))
    assert found["卦者多者取來情"] == (IN_FORCE, {5})
    assert found["或向空亡無處尋"] == (IN_FORCE, {1})
    assert "或向空亡無處尋" not in said(read("比", month="申", day="甲午")), "辰 and 巳 are void"


def test_the_other_sense_can_be_run() -> None:
    """世爻沖剋處 as what the self line clashes with and overcomes: 戌 of 乾 overcomes 子 and clashes with 辰."""
    nodes = haidiyan.cast(hexagram="乾").evaluate().nodes.values()

    def lines(name: str) -> set[int | None]:
        return {node.position for node in nodes if individual("situation", name) in node.types}

    assert lines("struck-by-self") == {1, 3}
    assert lines("offspring-struck-by-self") == {1}
    assert lines("parents-struck-by-self") == {3}
    assert lines("wealth-struck-by-self") == set()
    assert lines("against-self") == {2, 3}


@pytest.mark.parametrize(
    ("person", "use"),
    [
        *((each, "妻財") for each in ("奴婢", "外人")),
        *((each, "兄弟") for each in ("弟兄", "同輩")),
        *((each, "官鬼") for each in ("發官", "夫主")),
        *((each, "父母") for each in ("父母", "尊親")),
        *(("妻", "妻財"), ("子孫", "子孫"), ("朋友", "兄弟"), ("僧尼", "子孫"), ("六畜", "子孫"), ("盜賊", "官鬼")),
        *(("車船", "父母"), ("醫藥", "子孫"), ("婦人", "妻財")),
    ],
)
def test_each_person_has_a_use_line(person: str, use: str) -> None:
    """奴婢外人財作用，弟兄同輩察同爻，發官夫主詳官鬼，父母尊親印授獻; and whom the book lists elsewhere."""
    assert haidiyan.read(haidiyan.cast(hexagram="乾"), about=person).to_dict()["question"]["useRelation"] == use


def test_a_person_outranks_the_topic() -> None:
    """占妻病 is read on wealth, 占夫病 on officials, 占父母病 on parents."""
    for person, use in (("妻", "妻財"), ("夫", "官鬼"), ("父母", "父母"), (None, "官鬼")):
        asked: dict[str, Any] = haidiyan.read(haidiyan.cast(hexagram="乾"), "疾病", about=person).to_dict()["question"]
        assert asked["useRelation"] == use
