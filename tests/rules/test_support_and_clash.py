"""無用, 沖起 沖散, 扶 並, 日長生 月長生, and the line of the day’s own branch."""

from __future__ import annotations

from itertools import product

import pytest
from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case, pillar_of

from haidiyan.iris import individual

ALL_MOVING = (1, 2, 3, 4, 5, 6)
ONE_MONTH_A_SEASON = "卯午酉子"


@pytest.mark.parametrize("month", ONE_MONTH_A_SEASON)
def test_what_a_clash_does_in_each_season(checker: Checker, month: str) -> None:
    """It depends on the season, the day’s branch and the node’s branch: 乾 and 坤, wholly moving, hold all twelve
    branches as lines, hidden, opposite and changed lines, and 乾 the yang lines, 坤 the yin.
    """
    checker.check(Case(number, ALL_MOVING, month, day) for number in (1, 2) for day in classical.BRANCHES)


@pytest.mark.parametrize("earth", ["water", "fire"])
def test_births_by_day_and_month(checker: Checker, earth: str) -> None:
    """They depend on the node’s element and the day’s or the month’s branch; earth borrows."""
    choices = (("earth-stages", earth),)
    checker.check(
        Case(number, ALL_MOVING, branch, branch, choices=choices) for number in (1, 2) for branch in classical.BRANCHES
    )


def test_a_use_relation_is_absent_from_the_charts_that_lack_it(checker: Checker) -> None:
    """Every hexagram with every relation asked after."""
    lacking = set()
    cases = [Case(number, use=use) for number, use in product(classical.hexagrams(), classical.RELATIONS)]
    for case, evaluation in checker.evaluations(cases):
        if individual("state", "use-absent") in evaluation.chart_node.types:
            lacking.add((case.hexagram, case.use))
    assert lacking == {
        (number, use)
        for number, hexagram in classical.hexagrams().items()
        for use in classical.RELATIONS
        if use not in {line.relation for line in hexagram.najia}
    }


def test_without_a_use_relation_none_is_absent(checker: Checker) -> None:
    """豫 lacks parents; where nothing is asked after, nothing that is asked after is lacking."""
    assert "無父母" in checker.states(Case(16))["chart", 0]
    assert "無用" not in checker.states(Case(16))["chart", 0]


def test_only_yang_lines_are_upheld_or_level(checker: Checker) -> None:
    """豫 has one yang line, the fourth."""
    by_day = {
        day: {
            (node, word)
            for node, words in checker.states(Case(16, (3, 4), day=day)).items()
            for word in words & {"扶", "並"}
        }
        for day in classical.BRANCHES
    }
    yang, yin = {(("line", 4), "扶")}, {(("line", 4), "並")}
    assert by_day == {day: yang if day in "子寅辰午申戌" else yin for day in classical.BRANCHES}


def test_a_line_is_joined_by_the_day_of_its_own_branch(checker: Checker) -> None:
    """乾 and 坤, wholly moving: each branch stands on two of their nodes that are not the chart itself."""
    cases = [Case(number, ALL_MOVING, day=day) for number in (1, 2) for day in classical.BRANCHES]
    joined = 0
    for case, evaluation in checker.evaluations(cases):
        for node in evaluation.nodes.values():
            if node.position is None:
                continue
            is_joined = individual("state", "day-joined") in node.types
            assert is_joined == (pillar_of(case, (node.kind, node.position))[1] == case.day), (case, node.iri)
            joined += is_joined
    assert joined == 2 * 24
