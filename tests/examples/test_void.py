"""胎絕空, 旬空, 四時空: what 2:61–70 says of charts, reckoned by hand."""

from __future__ import annotations

from typing import Any

import pytest

import haidiyan

pytestmark = pytest.mark.usefixtures("home")


def read(hexagram: str, month: str, day: str, topic: str = "求財", **asked: Any) -> dict[str, dict[str, Any]]:
    """The claims of a reading by id; no line moves."""
    chart = haidiyan.cast(hexagram=hexagram, moving=[], month=month, day=day)
    return {claim["id"]: claim for claim in haidiyan.read(chart, topic, **asked).to_dict()["claims"]}


def lines(claim: dict[str, Any]) -> set[int]:
    return {witness["line"] for witness in claim["witnesses"]}


def test_jiazi_leaves_out_xu_and_hai() -> None:
    """甲子旬中空戌亥 (2:69): on each day of that decade, and on no other."""
    for day in ("甲子", "乙丑", "癸酉"):
        assert haidiyan.cast(hexagram="乾", moving=[], day=day).to_dict()["void"] == ["戌", "亥"]
    assert haidiyan.cast(hexagram="乾", moving=[], day="甲戌").to_dict()["void"] == ["申", "酉"]


def test_spent_wealth_in_the_decades_void_is_judged_so() -> None:
    """財休宜論也. Wealth of 益 is 庚辰 in the third line and 辛未 in the fourth: 甲午 leaves out 辰 and 巳, 甲寅
    neither. Earth rests in autumn and assists in summer.
    """
    assert lines(read("益", "申", "甲午")["j2-p69-c04"]) == {3}
    assert "j2-p69-c04" not in read("益", "申", "甲寅")
    assert "j2-p69-c04" not in read("益", "午", "甲午")


def test_a_vigorous_line_is_not_void_and_waits_for_the_decade_to_pass() -> None:
    """四時旺相不為空, 旺相空亡過一旬. 甲辰 leaves out 寅 and 卯: wealth of 乾 is 甲寅, which prospers in spring."""
    spring, autumn = read("乾", "寅", "甲辰"), read("乾", "申", "甲辰")
    assert lines(spring["j2-p63-c01"]) == lines(spring["j2-p65-c01"]) == lines(spring["j2-p65-c03"]) == {2}
    assert not {"j2-p63-c08", "j2-p65-c04"} & spring.keys()
    assert lines(autumn["j2-p63-c08"]) == lines(autumn["j2-p65-c04"]) == {2}
    assert not {"j2-p63-c01", "j2-p65-c01", "j2-p65-c03", "j2-p63-c10"} & autumn.keys()


def test_the_hidden_line_that_stands_in_waits_as_well() -> None:
    """過旬占就. 姤 lacks wealth: 甲寅 lies under its second line, and 甲辰 leaves out 寅. In 乾 wealth is visible."""
    assert lines(read("姤", "寅", "甲辰")["j2-p65-c02"]) == lines(read("姤", "寅", "甲辰")["j2-p65-c03a"]) == {2}
    assert not {"j2-p65-c02", "j2-p65-c03a"} & read("姤", "申", "甲辰").keys()
    assert not {"j2-p65-c02", "j2-p65-c03a"} & read("乾", "寅", "甲辰").keys()


def test_a_void_line_that_the_day_aids_is_good_after_all() -> None:
    """日辰生助亦相同, 反吉斷, 事卻中. 乙巳 and 辛亥 are of one decade, which leaves out 寅 and 卯;
    water generates 寅, fire does not.
    """
    aided, unaided = read("乾", "申", "辛亥"), read("乾", "申", "乙巳")
    for claim in ("j2-p63-c04", "j2-p63-c06", "j2-p63-c10"):
        assert lines(aided[claim]) == {2}
        assert claim not in unaided


def test_in_spring_yin_mao_si_and_wu_are_not_void() -> None:
    """春不空於寅卯巳午之爻: 甲午 leaves out 辰 and 巳. In 坤 the second line is 乙巳."""
    assert lines(read("坤", "寅", "甲午")["j2-p63-c03"]) == {2}
    assert "j2-p63-c03" not in read("坤", "巳", "甲午")


def test_only_a_doctrine_that_voids_the_vigorous_needs_the_exception() -> None:
    """空…凶 (2:51) is in force for a vigorous line only where every branch of the decade is void; 2:63 overrides it."""
    raw = read("乾", "寅", "甲辰", adopt={"decade-void": "raw"})
    assert raw["j2-p51-c06"]["status"] == "overridden"
    assert "j2-p63-c01" in raw["j2-p51-c06"]["overriddenBy"]
    assert "j2-p51-c06" not in read("乾", "寅", "甲辰")


def test_void_at_response_and_at_self() -> None:
    """應上空亡宜改過，世落空亡事不明: 乾 has self at 壬戌 and response at 甲辰."""
    jiazi, jiawu = read("乾", "申", "甲子"), read("乾", "申", "甲午")
    assert lines(jiazi["j2-p65-c07"]) == {6}
    assert lines(jiawu["j2-p65-c06"]) == {3}
    assert "j2-p65-c06" not in jiazi
    assert "j2-p65-c07" not in jiawu


def test_the_seasonal_void_of_verse_and_headnote() -> None:
    """春土夏金秋是木 against 秋水 and 四季是木: wealth of 乾 is wood."""
    autumn, end = ("乾", "申", "甲子"), ("乾", "戌", "甲子")
    assert lines(read(*autumn)["j2-p67-c01"]) == {2}
    assert "j2-p67-c01" not in read(*autumn, adopt={"seasonal-void": "headnote"})
    assert lines(read(*end, adopt={"seasonal-void": "headnote"})["j2-p67-c01"]) == {2}


def test_the_headnotes_rule_is_held_under_the_headnotes_choice_only() -> None:
    end = ("乾", "戌", "甲子")
    assert "j2-p67-c17" not in read(*end)
    assert read(*end, adopt={"seasonal-void": "headnote"})["j2-p67-c17"]["status"] == "in-force"
    assert "j2-p67-c17" not in read("乾", "申", "甲子", adopt={"seasonal-void": "headnote"})


def test_womb_and_extinction_in_the_month() -> None:
    """四時胎絕臨值用: wood has its extinction at 申 and its womb at 酉."""
    for month in "申酉":
        assert lines(read("乾", month, "甲子")["j2-p61-c01"]) == {2}
    for month in "寅亥未戌":
        assert "j2-p61-c01" not in read("乾", month, "甲子")
