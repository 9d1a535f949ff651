"""月生 月扶 月克 月合 月破. Every branch in every month, in every kind of node, is in ``test_strength``."""

from __future__ import annotations

from tests.rules.harness import Checker
from tests.states_oracle import Case

MONTH = {"月生", "月扶", "月克", "月合", "月破"}


def test_the_month_of_the_monkey(checker: Checker) -> None:
    """乾: 子 寅 辰 午 申 戌. 申 clashes with 寅; its metal generates water, overcomes wood and supports metal."""
    found = checker.states(Case(1, month="申"))
    said = [found["line", place] & MONTH for place in range(1, 7)]
    assert said == [{"月生"}, {"月克", "月破"}, set(), set(), {"月扶"}, set()]


def test_a_month_combines_with_one_branch(checker: Checker) -> None:
    found = checker.states(Case(2, month="申"))
    assert [place for (kind, place), words in found.items() if kind == "line" and "月合" in words] == [2]
