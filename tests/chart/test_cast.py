"""A chart by lines or by hexagram: every way to name one, and every value that cannot be taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests import classical

from haidiyan.chart.cast import Chart, cast
from haidiyan.errors import InputError
from haidiyan.iris import individual
from haidiyan.reading.question import ask

pytestmark = pytest.mark.usefixtures("home")

TRADITIONAL = """
乾 坤 屯 蒙 需 訟 師 比 小畜 履 泰 否 同人 大有 謙 豫 隨 蠱 臨 觀 噬嗑 賁 剝 復 無妄 大畜 頤 大過 坎 離
咸 恆 遯 大壯 晉 明夷 家人 睽 蹇 解 損 益 夬 姤 萃 升 困 井 革 鼎 震 艮 漸 歸妹 豐 旅 巽 兌 渙 節 中孚 小過 既濟 未濟
"""
SIMPLIFIED = """
乾 坤 屯 蒙 需 讼 师 比 小畜 履 泰 否 同人 大有 谦 豫 随 蛊 临 观 噬嗑 贲 剥 复 无妄 大畜 颐 大过 坎 离
咸 恒 遁 大壮 晋 明夷 家人 睽 蹇 解 损 益 夬 姤 萃 升 困 井 革 鼎 震 艮 渐 归妹 丰 旅 巽 兑 涣 节 中孚 小过 既济 未济
"""
IMAGES = dict(zip("乾兌離震巽坎艮坤", "天澤火雷風水山地", strict=True))
SIMPLER = str.maketrans("澤風為", "泽风为")


def full_name(number: int, name: str) -> str:
    """水地比: the image above, the image below, the name; 乾為天 for a pure hexagram."""
    hexagram = classical.hexagrams()[number]
    if hexagram.lower == hexagram.upper:
        return f"{name}為{IMAGES[hexagram.upper]}"
    return IMAGES[hexagram.upper] + IMAGES[hexagram.lower] + name


def test_every_hexagram_answers_to_its_names_its_number_and_its_symbol() -> None:
    for number, (name, simpler) in enumerate(zip(TRADITIONAL.split(), SIMPLIFIED.split(), strict=True), 1):
        names: list[str | int] = [
            *(name, simpler, full_name(number, name), full_name(number, simpler).translate(SIMPLER)),
            *(number, str(number), f"{number:02d}", classical.symbol(classical.hexagrams()[number].lines)),
        ]
        assert {each: cast(hexagram=each).hexagram.number for each in names} == dict.fromkeys(names, number)


@pytest.mark.parametrize(("name", "number"), [("習坎", 29), ("习坎", 29), ("雷風恒", 32), (" 比 ", 8), ("兑為澤", 58)])
def test_common_alternates_are_known(name: str, number: int) -> None:
    assert cast(hexagram=name).hexagram.number == number


def test_every_hexagram_of_lines_is_the_right_one() -> None:
    for hexagram in classical.hexagrams().values():
        chart = cast(lines=[7 if line == "1" else 8 for line in hexagram.lines])
        assert chart.hexagram.number == chart.changed.number == hexagram.number
        assert chart.moving == ()


def test_line_values_say_what_moves_and_into_what() -> None:
    chart = cast(lines=[8, 8, 8, 8, 9, 8])
    assert (chart.hexagram.number, chart.changed.number, chart.moving) == (8, 2, (5,))
    assert cast(lines=[6, 7, 8, 9, 7, 7]).moving == (1, 4)


def test_a_hexagram_with_moving_positions_is_the_chart_of_its_lines() -> None:
    assert cast(hexagram="比", moving=[5]) == cast(lines=[8, 8, 8, 8, 9, 8])
    assert cast(hexagram="乾", moving=[6, 1, 6]).values == (9, 7, 7, 7, 7, 9)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({}, "888898-open-open"),
        ({"day": "申"}, "888898-open-shen"),
        ({"month": "申", "day": "甲申"}, "888898-shen-jiashen"),
        ({"month": "申", "day": "甲申", "hour": "午"}, "888898-shen-jiashen-hour-wu"),
        ({"month": "申", "day": "甲申", "year": "丙午"}, "888898-shen-jiashen-year-bingwu"),
    ],
)
def test_the_iri_of_a_chart_says_its_lines_month_and_day(given: dict[str, str], name: str) -> None:
    assert cast(hexagram=8, moving=[5], **given).iri == individual("chart", name)  # type: ignore[arg-type]


def test_a_pillar_brings_its_branch_and_the_two_that_it_leaves_void() -> None:
    moment = cast(hexagram="比", day="甲申").moment
    assert moment.day is not None
    assert moment.day_branch == individual("branch", "shen")
    assert moment.day.void == (individual("branch", "wu"), individual("branch", "wei"))


def test_all_sixty_pillars_and_no_others_are_days() -> None:
    known = set(classical.pillars())
    for stem in classical.STEMS:
        for branch in classical.BRANCHES:
            if stem + branch in known:
                assert cast(hexagram=1, day=stem + branch).moment.day is not None
            else:
                with pytest.raises(InputError, match=stem + branch):
                    cast(hexagram=1, day=stem + branch)


def comparing() -> Chart:
    return cast(hexagram="比", moving=[5])


REFUSED: list[tuple[str, Callable[[], Any], list[str]]] = [
    ("five lines", lambda: cast(lines=[8, 8, 8, 8, 9]), ["5", "six"]),
    ("seven lines", lambda: cast(lines=[8] * 7), ["7", "six"]),
    ("line value 5", lambda: cast(lines=[8, 8, 8, 8, 5, 8]), ["5", "9", "老陽"]),
    ("line value True", lambda: cast(lines=[8, 8, 8, 8, True, 8]), ["True"]),
    ("moving line 7", lambda: cast(hexagram="比", moving=[5, 7]), ["7", "1 to 6"]),
    ("moving line 0", lambda: cast(hexagram="比", moving=[0]), ["0", "1 to 6"]),
    ("moving with lines", lambda: cast(lines=[8] * 6, moving=[5]), ["Moving"]),
    ("neither lines nor hexagram", lambda: cast(), ["hexagram", "line"]),
    ("lines and hexagram", lambda: cast(lines=[8] * 6, hexagram="坤"), ["hexagram", "line"]),
    ("the stem 干 for 乾", lambda: cast(hexagram="干"), ["干", "1–64"]),
    ("干為天", lambda: cast(hexagram="干為天"), ["干為天", "乾"]),
    ("hexagram 65", lambda: cast(hexagram=65), ["65", "1–64"]),
    ("hexagram 0", lambda: cast(hexagram="0"), ["0", "1–64"]),
    ("no name", lambda: cast(hexagram=""), ["''", "1–64"]),
    ("a trigram's symbol", lambda: cast(hexagram="☷"), ["☷"]),
    ("month 寅卯", lambda: cast(hexagram="比", month="寅卯"), ["寅卯", "month", "子"]),
    ("month 甲", lambda: cast(hexagram="比", month="甲"), ["甲", "month"]),
    ("month 7", lambda: cast(hexagram="比", month="7"), ["7", "month"]),
    ("pillar 甲丑", lambda: cast(hexagram="比", day="甲丑"), ["甲丑", "sixty"]),
    ("day 甲", lambda: cast(hexagram="比", day="甲"), ["甲", "day"]),
    ("hour 甲子", lambda: cast(hexagram="比", hour="甲子"), ["甲子", "hour"]),
    ("year 乙子", lambda: cast(hexagram="比", year="乙子"), ["乙子", "sixty"]),
    ("topic 疾患", lambda: ask(comparing(), topic="疾患"), ["疾患", "疾病"]),
    ("topic xyz", lambda: ask(comparing(), topic="xyzzy"), ["xyzzy", "topic"]),
    ("person 貓", lambda: ask(comparing(), about="貓"), ["貓", "person"]),
    ("relation 妻子", lambda: ask(comparing(), use="妻子"), ["妻子", "父母 兄弟 子孫 妻財 官鬼"]),
    ("baleful 0", lambda: ask(comparing(), baleful=[3, 0]), ["0", "1 to 6"]),
    ("doctrine", lambda: ask(comparing(), doctrine="verses"), ["verses", "verse"]),
    ("axis", lambda: ask(comparing(), adopt={"season-void": "verse"}), ["season-void", "seasonal-void"]),
    ("choice", lambda: ask(comparing(), adopt={"seasonal-void": "headnotes"}), ["headnotes", "headnote"]),
    ("choice of another axis", lambda: ask(comparing(), adopt={"body": "verse"}), ["verse", "body", "month", "self"]),
]


@pytest.mark.parametrize(("act", "words"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED])
def test_what_cannot_be_taken_is_named_with_its_remedy(act: Callable[[], Any], words: list[str]) -> None:
    with pytest.raises(InputError) as refusal:
        act()
    message = str(refusal.value)
    assert [word for word in words if word not in message] == [], message
    assert "\n" not in message
