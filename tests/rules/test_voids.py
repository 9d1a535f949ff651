"""旬空, 四時空, 胎絕空, and 空 under each doctrine."""

from __future__ import annotations

from itertools import product

import pytest
from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case

ALL_MOVING = (1, 2, 3, 4, 5, 6)
DECADES = ("rescued", "delayed", "raw")
SEASONS = ("verse", "headnote", "prose", "none")
ONE_MONTH_A_SEASON = "卯午酉子"
COMBINATIONS = list(product(DECADES, ("on", "off"), SEASONS, ("water", "fire")))


def test_the_decade_void_of_every_day(checker: Checker) -> None:
    """旬空 depends on the day's pillar and on the node's branch: sixty days against the twelve branches, which 乾
    with the 坤 under it holds. The month is open: the default choice asks for a strength, so that nothing is 空.
    """
    checker.check(Case(1, day=day) for day in classical.pillars())


def test_the_decade_void_reaches_every_kind_of_node(checker: Checker) -> None:
    """Six days, one of each decade, against the wholly moving 乾 and 坤: lines, hidden, opposite and changed lines."""
    checker.check(
        Case(number, ALL_MOVING, day=day, choices=(("decade-void", "raw"),))
        for number in (1, 2)
        for day in classical.pillars()[::10]
    )


@pytest.mark.parametrize("choice", SEASONS)
def test_the_seasonal_void_of_every_month(checker: Checker, choice: str) -> None:
    """四時空 depends on the month's branch (its season's element, or wood in 辰未戌丑) and on the node's element:
    twelve months against lines of all elements in every kind of node.
    """
    checker.check(
        Case(1, ALL_MOVING, month, choices=(("seasonal-void", choice), ("stage-void", "off")))
        for month in classical.BRANCHES
    )


@pytest.mark.parametrize(("choice", "earth"), list(product(("on", "off"), ("water", "fire"))))
def test_the_stage_void_of_every_month(checker: Checker, choice: str, earth: str) -> None:
    """胎絕空 depends on the month's branch and on the node's element, for earth on `earth-stages`; whether it is 空 on
    `stage-void`: twelve months against lines of all elements in every kind of node.
    """
    choices = (("seasonal-void", "none"), ("stage-void", choice), ("earth-stages", earth))
    checker.check(Case(1, ALL_MOVING, month, choices=choices) for month in classical.BRANCHES)


@pytest.mark.parametrize("month", ONE_MONTH_A_SEASON)
@pytest.mark.parametrize(("choice", "step"), [("rescued", 1), ("delayed", 3), ("raw", 3)])
def test_when_a_decade_void_line_is_void(checker: Checker, choice: str, step: int, month: str) -> None:
    """Rescue depends on the node's strength, which is the season's (``test_strength``), and on whether the day
    generates or supports it: sixty days, a month of each season, and the twelve branches, which 乾 with the 坤 under it
    holds. The other choices ask nothing of the day but its decade: every third day. The other voids are switched off.
    """
    choices = (("decade-void", choice), ("stage-void", "off"), ("seasonal-void", "none"))
    checker.check(Case(1, (), month, day, choices=choices) for day in classical.pillars()[::step])


@pytest.mark.parametrize("combination", COMBINATIONS, ids="-".join)
def test_a_line_is_void_for_any_of_the_three_reasons(checker: Checker, combination: tuple[str, str, str, str]) -> None:
    """空 is the union of the three, each of which is run through above: here every combination of choices, each in one
    month of every season (three combinations in turn go through all twelve) and with days of four decades.
    """
    decade, stage, season, earth = combination
    choices = (("decade-void", decade), ("stage-void", stage), ("seasonal-void", season), ("earth-stages", earth))
    shift = COMBINATIONS.index(combination)
    days = classical.pillars()[1::10]
    checker.check(
        Case(1, (), month, days[(place + shift) % 6], choices=choices)
        for place, month in enumerate(classical.BRANCHES[shift % 3 :: 3])
    )


def test_every_kind_of_node_can_be_void_for_each_reason(checker: Checker) -> None:
    """As above for changed lines too: wholly moving charts, the default choices, every month with five days."""
    checker.check(
        Case(number, ALL_MOVING, month, day)
        for number in (1, 2)
        for month, day in zip(classical.BRANCHES, classical.pillars()[::5], strict=True)
    )


def void_by_season(checker: Checker, choice: str, months: str) -> list[str]:
    """The elements that are void in each of some months."""
    found = []
    for _, states in checker.each(Case(1, month=month, choices=(("seasonal-void", choice),)) for month in months):
        void = {element for words in states.values() if "四時空" in words for element in words & {*classical.ELEMENTS}}
        found.append("".join(sorted(void)))
    return found


def test_the_verse_and_the_headnote_differ_in_autumn(checker: Checker) -> None:
    """春土夏金秋是木，三冬是火 against 春土夏金秋水冬火 (2:67)."""
    for choice, void in {
        "verse": "土金木火",
        "headnote": "土金水火",
        "prose": "土金水火",
        "none": ["", "", "", ""],
    }.items():
        assert void_by_season(checker, choice, "寅巳申亥") == list(void)


def test_the_headnote_has_wood_void_at_the_end_of_each_season(checker: Checker) -> None:
    """四季是木, in the place of the season's own."""
    assert void_by_season(checker, "headnote", "辰未戌丑") == list("木木木木")
    assert void_by_season(checker, "prose", "辰未戌丑") == list("土金水火")


def test_vigour_rescues_from_the_decade(checker: Checker) -> None:
    """四時旺相不為空 (2:63). 甲子 leaves out 戌 and 亥; 乾 has 壬戌 at the top, the 坤 under it 癸亥 in the fifth."""
    autumn, winter, summer = (checker.states(Case(1, month=month, day="甲子")) for month in "申亥巳")
    assert "旬空" in autumn["line", 6]
    assert "空" in autumn["line", 6]  # earth rests in autumn
    assert "空" not in summer["line", 6]  # earth assists in summer
    assert "空" not in winter["opposite", 5]  # water prospers in winter


def test_the_day_rescues_from_the_decade(checker: Checker) -> None:
    """日辰生助亦相同 (2:63): 甲子 supports 癸亥, which summer imprisons; 甲戌 generates 壬申, which rests in winter."""
    found = checker.states(Case(1, month="未", day="甲子"))
    assert {"旬空", "囚", "日扶"} <= found["opposite", 5]
    assert "空" not in found["opposite", 5]
    unaided = checker.states(Case(1, month="亥", day="甲戌"))["line", 5]
    assert {"旬空", "休", "日生"} <= unaided
    assert "空" not in unaided


def test_raw_void_asks_for_no_month(checker: Checker) -> None:
    found = checker.states(Case(1, day="甲子", choices=(("decade-void", "raw"),)))
    assert "空" in found["line", 6]
