"""動靜相克, 世應生剋, 三刑, 墓刑: what 2:71–74 says of charts, reckoned by hand."""

from __future__ import annotations

from typing import Any

import pytest

import haidiyan

pytestmark = pytest.mark.usefixtures("home")

BETTER = {"j2-p71-c10", "j2-p71-c11"}
WORSE = {"j2-p71-c12", "j2-p71-c13"}


def read(hexagram: str, moving: list[int], month: str | None = None, day: str | None = None, **asked: Any) -> Any:
    """The claims of a reading by id, and the states of the chart."""
    chart = haidiyan.cast(hexagram=hexagram, moving=moving, month=month, day=day)
    found = haidiyan.read(chart, "求財", **asked).to_dict()
    return {claim["id"]: claim for claim in found["claims"]}, set(found["chart"]["states"])


def lines(claim: dict[str, Any]) -> set[int]:
    return {witness["line"] for witness in claim["witnesses"]}


def test_a_moving_line_overcomes_the_still_ones_only() -> None:
    """Of 乾, 申 in the fifth line overcomes 寅 in the second; 午 in the fourth, still, cannot overcome it in turn."""
    claims, _ = read("乾", [5])
    assert lines(claims["j2-p71-c01"]) == {5}
    assert lines(claims["j2-p71-c02"]) == {4}
    assert not {"j2-p71-c01", "j2-p71-c02"} & read("乾", [])[0].keys()


@pytest.mark.parametrize(
    ("hexagram", "states"),
    [
        ("泰", {"世生應"}),  # 甲辰 and 癸酉
        ("遯", {"世克應"}),  # 丙午 and 壬申
        ("巽", {"應克世"}),  # 辛卯 and 辛酉
        ("姤", {"應生世"}),  # 辛丑 and 壬午
        ("節", {"世克應", "世應相刑"}),  # 丁巳 and 戊申, 巳刑申
        ("乾", set()),  # 壬戌 and 甲辰
    ],
)
def test_self_and_response(hexagram: str, states: set[str]) -> None:
    """世應相生人扶順，若逢刑剋事皆遲."""
    claims, found = read(hexagram, [])
    assert found & {"世生應", "應生世", "世克應", "應克世", "世應相刑"} == states
    assert (claims.keys() >= BETTER) is bool(states & {"世生應", "應生世"})
    assert (claims.keys() >= WORSE) is bool(states & {"世克應", "應克世", "世應相刑"})


def test_a_still_self_line_does_not_overcome_a_moving_response() -> None:
    """坎: 世 戊子 at the top, 應 戊午 in the third line."""
    assert read("坎", [])[0].keys() >= WORSE
    assert read("坎", [3, 6])[0].keys() >= WORSE
    assert not WORSE & read("坎", [3])[0].keys()


def test_zi_and_mao_generate_and_punish_at_once() -> None:
    """比: 應 子 generates 世 卯, and 子卯逢之無禮星."""
    claims, states = read("比", [])
    assert {"應生世", "世應相刑"} <= states
    assert claims.keys() >= BETTER | WORSE


def test_a_punishment_that_the_text_omits_needs_the_choice() -> None:
    """歸妹 has self at 丁丑 and response at 庚戌, both earth: 丑刑戌 is not in the verse."""
    assert not WORSE & read("歸妹", [])[0].keys()
    claims, states = read("歸妹", [], adopt={"punishments": "common"})
    assert "世應相刑" in states
    assert claims.keys() >= WORSE


def test_the_ideal_use_line() -> None:
    """若見用爻生得地 … 日月扶助皆如意. Wealth of 乾 is 甲寅: in the month 寅, on a day of 子, it prospers and is
    generated and supported; nothing punishes, overcomes, joins or clashes it. 申 overcomes and
    clashes it; in autumn it is void.
    """
    ideal, _ = read("乾", [], "寅", "子")
    assert {"j2-p71-c03", "j2-p71-c04", "j2-p71-c05", "j2-p71-c06"} <= ideal.keys()
    struck, _ = read("乾", [], "寅", "申")
    assert not {"j2-p71-c04", "j2-p71-c05", "j2-p71-c06"} & struck.keys()
    autumn, _ = read("乾", [], "申", "子")
    assert not {"j2-p71-c03", "j2-p71-c04", "j2-p71-c05", "j2-p71-c06"} & autumn.keys()


def test_a_moving_line_that_overcomes_spoils_it() -> None:
    """無克: with 申 in the fifth line moving, the same 甲寅 is overcome; 扶助 remains."""
    claims, _ = read("乾", [5], "寅", "子")
    assert "j2-p71-c03" in claims
    assert not {"j2-p71-c04", "j2-p71-c06"} & claims.keys()


def test_without_a_day_or_a_month_the_ideal_is_open() -> None:
    for month, day in ((None, "子"), ("寅", None)):
        claims, _ = read("乾", [], month, day)
        assert claims["j2-p71-c06"]["status"] == "open"


def test_tomb_and_punishment_hold_up_what_does_not_move() -> None:
    """墓刑不動生淹滯, 辰午酉亥日相刑. Wealth of 乾, 甲寅, has its tomb at 未; wealth of 坤, 癸亥, is
    punished on a day of 亥.
    """
    assert lines(read("乾", [], "卯", "未")[0]["j2-p73-c06"]) == {2}
    assert "j2-p73-c06" not in read("乾", [2], "卯", "未")[0]
    punished, _ = read("坤", [], "卯", "亥")
    assert lines(punished["j2-p73-c06"]) == lines(punished["j2-p73-c12"]) == {5}
    assert "j2-p73-c12" not in read("乾", [], "卯", "寅")[0]
