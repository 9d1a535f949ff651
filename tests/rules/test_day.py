"""日生 日扶 日克 日沖 日合 日刑 日破 入墓."""

from __future__ import annotations

from itertools import product

import pytest
from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import ATTESTED_PUNISHMENTS, Case

ALL_MOVING = (1, 2, 3, 4, 5, 6)
BY_BRANCH = {"日沖", "日合", "日刑", "日破"}


@pytest.mark.parametrize(("punishments", "earth"), list(product(("text", "common"), ("water", "fire"))))
def test_the_day_against_each_branch(checker: Checker, punishments: str, earth: str) -> None:
    """What the day does depends on its branch and on the node's branch, on `punishments` and on `earth-stages`:
    twelve days against the twelve branches, which 乾 and 坤, wholly moving, hold in every kind of node.
    """
    choices = (("punishments", punishments), ("earth-stages", earth))
    checker.check(Case(number, ALL_MOVING, day=day, choices=choices) for number in (1, 2) for day in classical.BRANCHES)


def test_a_pillar_as_day_does_what_its_branch_does(checker: Checker) -> None:
    """All twelve days once more as pillars, over other trigrams: what a stem adds is spirits and voids."""
    checker.check(Case(40, ALL_MOVING, day=day) for day in classical.pillars()[:12])


def by_day(checker: Checker, day: str, choice: str = "text") -> dict[str, set[str]]:
    """What a day does to each of the twelve branches."""
    said = {}
    for case, found in checker.each(Case(number, day=day, choices=(("punishments", choice),)) for number in (1, 2)):
        for line in case.original.najia:
            said[line.branch] = set(found["line", line.position])
    assert len(said) == 12
    return said


def test_the_day_of_the_rat(checker: Checker) -> None:
    said = {branch: words & BY_BRANCH for branch, words in by_day(checker, "子").items()}
    assert {branch: words for branch, words in said.items() if words} == {
        "午": {"日沖", "日破"},
        "丑": {"日合"},
        "卯": {"日刑"},
    }


def test_a_punishment_runs_from_the_day_to_the_line(checker: Checker) -> None:
    """寅刑巳: on a 寅 day 巳 is punished, on a 巳 day 申 is and 寅 is not."""
    assert [branch for branch, words in by_day(checker, "寅").items() if "日刑" in words] == ["巳"]
    assert [branch for branch, words in by_day(checker, "巳").items() if "日刑" in words] == ["申"]


def test_the_common_doctrine_adds_four_punishments(checker: Checker) -> None:
    def punished(choice: str) -> set[tuple[str, str]]:
        cases = [
            Case(number, day=day, choices=(("punishments", choice),)) for number in (1, 2) for day in classical.BRANCHES
        ]
        return {
            (str(case.day), line.branch)
            for case, found in checker.each(cases)
            for line in case.original.najia
            if "日刑" in found["line", line.position]
        }

    by_text = punished("text")
    assert {day + branch for day, branch in by_text} == ATTESTED_PUNISHMENTS
    assert punished("common") - by_text == {("丑", "戌"), ("戌", "未"), ("未", "丑"), ("申", "寅")}


@pytest.mark.parametrize(("earth", "tomb"), [("water", "辰"), ("fire", "戌")])
def test_tombs(checker: Checker, earth: str, tomb: str) -> None:
    """Wood is entombed on 未 days, fire 戌, metal 丑, water 辰; earth where its lender is."""
    tombs = {"木": "未", "火": "戌", "金": "丑", "水": "辰", "土": tomb}
    cases = [Case(1, day=day, choices=(("earth-stages", earth),)) for day in classical.BRANCHES]
    for case, found in checker.each(cases):
        for words in found.values():
            for element in words & set(classical.ELEMENTS):
                assert ("入墓" in words) == (tombs[element] == case.day)
