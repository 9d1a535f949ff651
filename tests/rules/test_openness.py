"""An input that is not given is open: no state that reads it is derived."""

from __future__ import annotations

import pytest
from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case

ALL_MOVING = (1, 2, 3, 4, 5, 6)
MONTH_STATES = {
    *classical.STRENGTHS,
    *("有氣", "無氣", "四時空", "胎絕空", "月生", "月扶", "月克", "月合", "月破"),
}
DAY_STATES = {"日生", "日扶", "日克", "日沖", "日合", "日刑", "日破", "入墓"}
STEM_STATES = {*classical.SPIRITS, "旬空"}
AXES = ("decade-void", "seasonal-void", "hidden")
CHOICES = (("rescued", "verse", "every"), ("delayed", "headnote", "absent"), ("raw", "prose", "every"))


def occurring(checker: Checker, month: str | None = None, day: str | None = None) -> set[str]:
    """All state words that occur on any node of some charts, whatever the choices on what is void or hidden."""
    cases = [
        Case(number, ALL_MOVING, month, day, choices=tuple(zip(AXES, choices, strict=True)))
        for choices in CHOICES
        for number in (1, 2, 8)
    ]
    return {word for _, found in checker.each(cases) for words in found.values() for word in words}


def test_without_month_and_day_nothing_is_said_of_either(checker: Checker) -> None:
    assert not occurring(checker) & (MONTH_STATES | DAY_STATES | STEM_STATES | {"空"})


def test_without_a_month_no_state_reads_it(checker: Checker) -> None:
    words = occurring(checker, day="甲子")
    assert not words & MONTH_STATES
    assert DAY_STATES & words
    assert words >= STEM_STATES


def test_without_a_day_no_state_reads_it(checker: Checker) -> None:
    words = occurring(checker, month="申")
    assert not words & (DAY_STATES | STEM_STATES)
    assert MONTH_STATES & words


def test_a_bare_day_branch_gives_no_spirit_and_no_decade_void(checker: Checker) -> None:
    words = occurring(checker, day="子", month="申")
    assert not words & STEM_STATES
    assert DAY_STATES & words


def test_a_void_line_without_a_month_is_void_only_where_the_doctrine_needs_no_strength(checker: Checker) -> None:
    rescued = checker.states(Case(1, day="甲子", choices=(("decade-void", "rescued"),)))
    raw = checker.states(Case(1, day="甲子", choices=(("decade-void", "raw"),)))
    assert not any("空" in words for words in rescued.values())
    assert any("空" in words for words in raw.values())


@pytest.mark.parametrize("day", [None, "申", "甲申"])
@pytest.mark.parametrize("month", [None, "申"])
def test_whatever_is_missing_the_rest_is_said(checker: Checker, month: str | None, day: str | None) -> None:
    """Each of the six ways to give month and day (none, a bare branch, a pillar), over eight hexagrams, with and
    without a use relation; what each state makes of the values themselves is run through elsewhere.
    """
    checker.check(Case(number, (5,), month, day, use) for number in range(1, 65, 8) for use in (None, "妻財"))
