"""射覆 (3:71–82): what the book says of a covered object, worked out by hand from its words."""

from __future__ import annotations

from typing import Any

import pytest

import haidiyan
from haidiyan.reading.covered import Attribute, covered_object, tables
from haidiyan.reading.reading import Reading

pytestmark = pytest.mark.usefixtures("home")

BI: dict[str, Any] = {"hexagram": "比", "moving": [5], "month": "申", "day": "甲申"}
"""坤宮 earth: 乙未兄 乙巳父 乙卯官世, 戊申子 戊戌兄 戊子財應. The fifth moves: 戌 earth.

Autumn: wood dead, water assisting. The day's metal overcomes the self line's wood and generates the response line's
water; moving 戌 overcomes the water. Autumn leaves wood void (秋是木, 2:67).
"""

GOU: dict[str, Any] = {"hexagram": "姤", "month": "巳", "day": "甲戌"}
"""乾宮 metal: 辛丑父世 辛亥子 辛酉兄, 壬午官應 壬申兄 壬戌父; wealth 甲寅 lies hidden under the second line.

巳 generates 丑 and supports 午, 戌 supports 丑; neither is overcome, punished or broken. All is still.
"""


def read(cast: dict[str, Any], **asked: Any) -> Reading:
    return haidiyan.read(haidiyan.cast(**cast), "射覆", **asked)


def status(reading: Reading, claim: str) -> str | None:
    """The status of a claim in a reading, None where it does not apply."""
    return next((entry.status for entry in reading.entries if entry.claim.id == claim), None)


def places(reading: Reading, claim: str) -> set[int | None]:
    """The positions of the witnesses of a claim that is in force."""
    entry = next(entry for entry in reading.entries if entry.claim.id == claim and entry.status == "in-force")
    return {witness.ground.node.position for witness in entry.witnesses if not witness.overridden_by}


def described(reading: Reading) -> dict[str, dict[str, list[str]]]:
    """Attribute, value, claims."""
    return {
        part["attribute"]: {value["value"]: value["claims"] for value in part["values"]}
        for part in (each.to_dict() for each in covered_object(reading.entries))
    }


def contradictory(reading: Reading) -> set[str]:
    return {each.to_dict()["attribute"] for each in covered_object(reading.entries) if each.contradictory}


def test_a_vigorous_response_and_a_spent_self_disagree_on_the_size() -> None:
    """旺扶重大 at 應 子水, 休囚輕小 at 世 卯木: both are kept, and called contradictory."""
    reading = read(BI)
    assert places(reading, "j3-p71-c03") == {6}
    assert places(reading, "j3-p71-c04") == {3}
    assert {"大", "小"} == described(reading)["大小"].keys()
    assert {"大小", "輕重", "厚薄", "新舊"} <= contradictory(reading)


def test_the_verse_looks_at_self_and_response_and_the_prose_at_both_sides() -> None:
    """覆射包涵世應中 (3:71), but 財 應 鬼 世 go before 旺相重大主新 (3:73, 3:75).

    豫 is of 震宮 wood: 未財世 巳子 卯兄, 午子應 申官 戌財. In autumn 申 alone is vigorous; a 子 day supports none.
    """
    reading = read({"hexagram": "豫", "month": "申", "day": "甲子"})
    assert status(reading, "j3-p71-c03") is None
    assert places(reading, "j3-p71-c04") == {1, 4}
    assert places(reading, "j3-p73-c17") == places(reading, "j3-p75-c03") == {5}
    assert places(reading, "j3-p73-c18") == places(reading, "j3-p75-c04") == {1, 4, 6}


def test_the_support_of_the_day_makes_a_spent_line_heavy_and_leaves_it_light() -> None:
    """旺扶: 丑世 of 姤 is imprisoned in winter, and a 戌 day supports it; 午應 is dead and has no support."""
    reading = read(GOU | {"month": "子"})
    assert places(reading, "j3-p71-c03") == {1}
    assert places(reading, "j3-p71-c04") == {1, 4}


def test_the_support_of_the_month_counts_as_that_of_the_day() -> None:
    """旺扶 with 日月扶助 (2:71): 未世 of 豫 is dead in spring, and a 辰 month supports it; 午應 assists."""
    reading = read({"hexagram": "豫", "month": "辰"})
    assert places(reading, "j3-p71-c03") == {1, 4}
    assert places(reading, "j3-p71-c04") == {1}


def test_what_would_be_square_is_not_square_when_it_is_overcome() -> None:
    """世 卯 is 折陰 and in 坤, hence 方; the day overcomes it: 方受刑剋月破日破不方 takes their place."""
    reading = read(BI)
    for claim in ("j3-p73-c10", "j3-p73-c12", "j3-p77-c05"):
        assert status(reading, claim) == "overridden"
    assert described(reading)["形狀"] == {"不方": ["j3-p79-c02"]}


def test_an_inside_that_is_overcome_and_void_has_no_flesh() -> None:
    """裡受刑剋落空，無肉而虛無: 卯木 is overcome by the day and void in autumn; the outside, overcome, is not void."""
    reading = read(BI)
    assert status(reading, "j3-p77-c02") == "in-force"
    assert status(reading, "j3-p77-c01") is None
    assert status(reading, "j3-p77-c03") is None
    assert described(reading)["肉"] == {"無肉": ["j3-p77-c02"]}


def test_without_the_void_the_inside_keeps_its_flesh() -> None:
    """Where neither 四時空 nor 胎絕空 is followed, 卯 is overcome and not void: 而 asks for both."""
    reading = read(BI, adopt={"seasonal-void": "none", "stage-void": "off"})
    assert status(reading, "j3-p77-c02") is None


def test_autumn_makes_a_withered_thing_and_kun_one_of_earth() -> None:
    found = described(read(BI))
    assert found["生死"] == {"死槁": ["j3-p77-c09"]}
    assert found["質料"] == {"土石": ["j3-p81-c13"]}
    assert found["顏色"].keys() == {"正色"}
    assert found["皮"] == {"有皮": ["j3-p79-c04"]}


def test_an_undamaged_yang_official_in_qian_is_round_and_a_yin_self_square() -> None:
    """午官 is 單陽 and in 乾, 丑世 is 折陰 and generated by the month: 圓 and 方 stand side by side."""
    reading = read(GOU)
    assert places(reading, "j3-p73-c09") == {4}
    assert places(reading, "j3-p73-c10") == {1}
    assert places(reading, "j3-p77-c04") == {4}
    assert places(reading, "j3-p81-c04") == {1}
    assert described(reading)["形狀"].keys() == {"圓", "方"}
    assert "形狀" in contradictory(reading)


def test_two_materials_are_no_contradiction() -> None:
    """A thing may be of metal (午官 in 乾) and of wood (丑世 in 巽)."""
    reading = read(GOU)
    assert described(reading)["質料"] == {"金": ["j3-p81-c07"], "竹木": ["j3-p81-c10"]}
    assert "質料" not in contradictory(reading)


def test_a_support_makes_it_long() -> None:
    """扶則長: 戌 supports 丑世, 巳 supports 午官."""
    reading = read(GOU)
    assert places(reading, "j3-p81-c03") == {1, 4}
    assert described(reading)["長短"] == {"長": ["j3-p81-c03"]}


def test_hidden_wealth_can_be_eaten_and_relations_that_appear_do_not_lie_hidden() -> None:
    """伏財能食: 姤 lacks wealth only; offspring lie under its lines as well, but appear."""
    reading = read(GOU)
    assert places(reading, "j3-p75-c07") == places(reading, "j3-p73-c13") == {2}
    for claim in ("j3-p75-c08", "j3-p75-c09", "j3-p75-c10", "j3-p75-c11", "j3-p73-c14"):
        assert status(reading, claim) is None
    assert described(reading)["可食"] == {"能食": ["j3-p73-c13", "j3-p75-c07"]}


def test_no_skin_needs_absent_wealth_and_a_void_response_together() -> None:
    """財無應空無皮: 午 is void in the decade of 甲申, spent in autumn, not helped by metal; not so in 甲戌's."""
    assert status(read(GOU | {"month": "申", "day": "甲申"}), "j3-p75-c01") == "in-force"
    assert status(read(GOU), "j3-p75-c01") is None
    assert status(read({"hexagram": "豫", "month": "申", "day": "甲申"}), "j3-p75-c01") is None


def test_both_wordings_of_the_hidden_colour_are_kept() -> None:
    """旅 has no officials (離宮 fire; 辰午申酉未巳): 伏藏勞色 (headnote), 伏藏旁色 (prose), no contradiction."""
    reading = read({"hexagram": "旅", "month": "午", "day": "甲子"})
    assert described(reading)["顏色"] == {"旁色": ["j3-p75-c06"], "勞色": ["j3-p73-c20"]}
    assert "顏色" not in contradictory(reading)
    assert status(reading, "j3-p75-c05") is None
    assert described(reading)["覆蓋"] == {"能蓋": ["j3-p73-c15", "j3-p75-c09"]}


def test_officials_hidden_and_a_void_self_leave_no_flesh() -> None:
    """鬼隱世空無肉: the self line of 旅 is 丙辰 earth, void in spring (春土)."""
    assert status(read({"hexagram": "旅", "month": "寅"}), "j3-p75-c02") == "in-force"
    assert status(read({"hexagram": "旅", "month": "午", "day": "甲子"}), "j3-p75-c02") is None


@pytest.mark.parametrize(("hexagram", "values"), [("豫", {"飛"}), ("復", {"走"}), ("震", {"飛", "走"}), ("比", None)])
def test_zhen_above_flies_and_zhen_below_runs(hexagram: str, values: set[str] | None) -> None:
    reading = read({"hexagram": hexagram})
    found = described(reading).get("飛走")
    assert (found.keys() if found else None) == values
    assert ("飛走" in contradictory(reading)) is (hexagram == "震")


@pytest.mark.parametrize(
    ("position", "attribute", "value"),
    [(1, "足", "有足"), (5, "皮", "有皮"), (2, "可食", "能食"), (3, "氣", "有氣"), (4, "用處", "不中")],
)
def test_each_moving_relation_says_one_thing(position: int, attribute: str, value: str) -> None:
    """乾: 子子孫 寅妻財 辰父母 午官鬼 申兄弟 from the bottom, the top (self) parents again."""
    moving = ("足", "皮", "可食", "氣", "用處")
    found = described(read({"hexagram": "乾", "moving": [position]}))
    assert {each: set(found[each]) for each in moving if each in found} == {attribute: {value}}


def test_what_holds_the_self_line_names_the_thing() -> None:
    """父母持世為殺物, 光華藥石子孫同, 妻財受用或能食, 兄弟爻將物不中, each in a pure hexagram: self is on top.

    乾 壬戌 earth, of metal's palace, parents; 坤 癸酉 metal, of earth's, offspring; 震 庚戌 earth, of wood's, wealth;
    離 己巳 fire, of fire's, siblings.
    """
    assert described(read({"hexagram": "乾"}))["物類"].keys() == {"殺物"}
    assert described(read({"hexagram": "坤"}))["物類"].keys() == {"光華", "藥石"}
    wealth = described(read({"hexagram": "震"}))
    assert wealth["用處"].keys() == {"受用"}
    assert wealth["可食"].keys() == {"能食"}
    assert described(read({"hexagram": "離"}))["用處"].keys() == {"不中"}


def test_the_season_is_open_until_the_month_is_known() -> None:
    reading = read({"hexagram": "姤"})
    assert status(reading, "j3-p77-c08") == status(reading, "j3-p77-c09") == "open"
    assert "生死" not in described(reading)


def test_a_relation_that_is_chosen_may_give_the_shape() -> None:
    """五鄉一鄉亦可取物，合則圓: 寅 combines with 亥, offspring in the second line of 姤."""
    chart = {"hexagram": "姤", "month": "卯", "day": "丙寅"}
    assert places(read(chart, use="子孫"), "j3-p81-c02") == {2}
    assert status(read(chart, use="官鬼"), "j3-p81-c02") is None
    assert status(read(chart), "j3-p81-c02") == "open"


def test_the_exception_takes_the_place_of_the_rule_on_its_own_line_only() -> None:
    """子 day: 午官 of 姤 is broken by the day and not round; the self line, combined with 子, is round."""
    reading = read({"hexagram": "姤", "month": "巳", "day": "甲子"})
    assert status(reading, "j3-p73-c09") == status(reading, "j3-p77-c04") == "overridden"
    assert places(reading, "j3-p81-c02") == {1}
    assert described(reading)["形狀"].keys() >= {"圓", "不圓"}
    assert "形狀" in contradictory(reading)


def test_both_sides_struck_leave_nothing_at_all() -> None:
    """表裡俱受刑剋落空，則空而無物 takes the place of the sentences on one side.

    頤 is of 巽宮 wood: 子父 寅兄 辰財, 戌財世 子父 寅兄; 世 戌 and 應 子, wealth 辰 and 戌, no official.
    On 甲寅 (void 子丑) in spring: 戌 earth at 世, overcome by 寅, void by the season (春土), is outside as wealth and
    inside as self line.
    """
    reading = read({"hexagram": "頤", "month": "寅", "day": "甲寅"})
    assert status(reading, "j3-p77-c03") == "in-force"
    assert status(reading, "j3-p77-c01") == status(reading, "j3-p77-c02") == "overridden"
    assert described(reading)["有無"] == {"空無": ["j3-p77-c03"]}


def test_another_question_hears_nothing_of_covered_objects() -> None:
    reading = haidiyan.read(haidiyan.cast(**BI), "疾病")
    assert covered_object(reading.entries) == []


def test_every_value_is_said_by_a_claim_and_contraries_are_of_one_attribute() -> None:
    attributes = {value: attribute for attribute, value, _ in tables().said}
    assert tables().contraries
    for one, other in map(sorted, tables().contraries):
        assert attributes[one] == attributes[other]


def test_the_description_follows_the_order_of_the_model() -> None:
    """Shape before size before weight, whatever the order of the text."""
    names = [each.to_dict()["attribute"] for each in covered_object(read(BI).entries)]
    assert [each for each in names if each in ("形狀", "大小", "輕重", "生死")] == ["形狀", "大小", "輕重", "生死"]
    assert all(isinstance(each, Attribute) for each in covered_object(read(BI).entries))
