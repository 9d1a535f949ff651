"""旁爻, 借用, 飛克伏, 日辰生出: the book's example of 2:77 and charts reckoned by hand."""

from __future__ import annotations

from typing import Any

import pytest

import haidiyan

pytestmark = pytest.mark.usefixtures("home")


def read(
    hexagram: str, moving: list[int], month: str | None, day: str, topic: str = "疾病", **asked: Any
) -> dict[str, dict[str, Any]]:
    """The claims of a reading by id."""
    chart = haidiyan.cast(hexagram=hexagram, moving=moving, month=month, day=day)
    return {claim["id"]: claim for claim in haidiyan.read(chart, topic, **asked).to_dict()["claims"]}


def hidden(claim: dict[str, Any]) -> set[int]:
    assert {witness["node"] for witness in claim["witnesses"]} == {"hidden"}
    return {witness["line"] for witness in claim["witnesses"]}


def test_a_wifes_illness_on_a_day_of_shen() -> None:
    """申日得比坤，五爻動，癸亥伏在戌上下動，本不好，卻得日辰能生扶出，死中得也."""
    chart = haidiyan.cast(hexagram="比", moving=[5], day="申")
    found = chart.to_dict()
    line = found["lines"][4]
    assert found["changed"]["name"] == "坤"
    assert (line["branch"], line["hidden"]["stem"], line["hidden"]["branch"]) == ("戌", "癸", "亥")
    assert line["hidden"]["relation"] == "妻財"
    assert {"飛克伏", "動", "生出扶出"} <= set(line["hidden"]["states"])
    claims = read("比", [5], None, "申", about="妻")
    assert claims["j2-p77-c11"]["status"] == "overridden"
    assert claims["j2-p77-c11"]["overriddenBy"] == ["j2-p77-c12"]
    assert claims["j2-p77-c12"]["status"] == "in-force"
    assert hidden(claims["j2-p77-c12"]) == {5}
    assert claims["j2-p77-c05"]["status"] == "open"


@pytest.mark.parametrize("day", ["寅", "午", "辰"])
def test_on_a_day_that_does_not_help_it_stays_bad(day: str) -> None:
    """Wood, fire and earth neither generate water nor are of it."""
    claims = read("比", [5], None, day, about="妻")
    assert claims["j2-p77-c11"]["status"] == "in-force"
    assert "j2-p77-c12" not in claims


def test_the_example_is_of_a_line_that_moves() -> None:
    """The same chart without motion falls under 不動者 instead."""
    claims = read("比", [], "申", "申", about="妻")
    assert not {"j2-p77-c05", "j2-p77-c11", "j2-p77-c12"} & claims.keys()
    assert hidden(claims["j2-p77-c01"]) == hidden(claims["j2-p77-c02"]) == {5}


def test_a_still_hidden_line_comes_out_on_a_vigorous_day() -> None:
    """不動者須要日辰旺生出 …無氣之日不能生: 申 generates 亥; metal prospers in autumn and is dead in summer."""
    summer, autumn = read("比", [], "午", "申", about="妻"), read("比", [], "酉", "申", about="妻")
    assert hidden(autumn["j2-p77-c02"]) == {5}
    assert "j2-p77-c04" not in autumn
    assert hidden(summer["j2-p77-c04"]) == {5}
    assert "j2-p77-c02" not in summer


def test_a_vigorous_day_clashes_the_flying_line_away() -> None:
    """沖出飛: 辰 clashes with 戌; earth assists in summer and is dead in spring. 亥 is not what it clashes with."""
    summer, spring = read("比", [], "午", "辰", about="妻"), read("比", [], "卯", "辰", about="妻")
    assert hidden(summer["j2-p77-c03"]) == {5}
    assert "j2-p77-c03" not in spring
    assert "j2-p77-c03" not in read("比", [], "巳", "巳", about="妻")


def test_a_use_line_in_the_side_palace_should_not_move() -> None:
    """若旁爻立不可動. 比 is of the palace 坤, its upper trigram 坎 the side palace: wealth is 戊子 at the top,
    parents are 乙巳 in the second line, at home.
    """
    stirred, other, home = (
        read("比", moving, None, "申", topic) for moving, topic in (([6], "求財"), ([5], "求財"), ([2], "科舉"))
    )
    assert {witness["line"] for witness in stirred["j2-p75-c02"]["witnesses"]} == {6}
    assert "j2-p75-c01" in other
    assert "j2-p75-c02" not in other
    assert not {"j2-p75-c01", "j2-p75-c02"} & home.keys()


def test_a_vigorous_self_line_can_borrow() -> None:
    """比 has its self line at 卯: it prospers in spring and is dead in autumn."""
    spring, autumn = read("比", [], "寅", "子"), read("比", [], "酉", "子")
    assert "j2-p75-c07" in spring
    assert "j2-p75-c08" not in spring
    assert "j2-p75-c08" in autumn
    assert "j2-p75-c07" not in autumn


def test_a_prosperous_flying_line_moves_against_the_hidden_use_line() -> None:
    """飛爻動旺克，無世凶. In 豫 wealth 辰 lies under 卯, and the self line is 未: in spring wood prospers, earth
    is dead. In 屯 officials 辰 lie under 寅, which is the self line itself, and so not without vigour.
    """
    assert read("豫", [3], "寅", "子", "求財")["j2-p75-c09"]["status"] == "in-force"
    assert "j2-p75-c09" not in read("豫", [3], "申", "子", "求財")
    assert "j2-p75-c09" not in read("豫", [], "寅", "子", "求財")
    assert "j2-p75-c09" not in read("屯", [2], "寅", "子", "疾病")


def test_a_prosperous_line_is_not_hurt_by_a_yin_day() -> None:
    """旺爻，乃陰時日不能刑剋. Offspring of 坤 are 癸酉; in autumn metal prospers. 巳, a yin day, overcomes it; 午,
    a yang day, does too; in spring it is imprisoned.
    """
    asked = {"topic": "子嗣"}
    yin, yang, spring = (read("坤", [], *time, **asked) for time in (("酉", "巳"), ("酉", "午"), ("寅", "巳")))
    assert {witness["line"] for witness in yin["j2-p79-c01"]["witnesses"]} == {6}
    assert yin["j2-p51-c10"]["status"] == "overridden"
    assert "j2-p79-c01" not in yang
    assert yang["j2-p51-c10"]["status"] == "in-force"
    assert "j2-p79-c01" not in spring
    assert {witness["line"] for witness in spring["j2-p79-c02"]["witnesses"]} == {6}


def test_a_line_that_is_not_asked_after_is_not_sunk_by_the_day() -> None:
    """日辰能沉滯, said of the use line: on the same day of 巳 in spring parents of 坤 are 乙巳 itself, which fire
    neither overcomes nor punishes.
    """
    assert "j2-p79-c02" not in read("坤", [], "寅", "巳", "科舉")


def test_hidden_under_its_generator_and_met_by_generation_it_is_pardoned() -> None:
    """伏在生下，遇生合赦吉. 姤 lacks wealth: 甲寅 lies under 辛亥, wood under water. In summer wood rests; 子
    generates it, 酉 overcomes it.
    """
    met, unmet = read("姤", [], "午", "子", "求財"), read("姤", [], "午", "酉", "求財")
    assert hidden(met["j2-p79-c04"]) == {2}
    assert "j2-p79-c04" not in unmet
    assert hidden(unmet["j2-p79-c03"]) == {2}
    assert "j2-p79-c04" not in read("姤", [], "寅", "子", "求財")
