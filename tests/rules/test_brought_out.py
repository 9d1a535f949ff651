"""生出扶出, 沖出, the strength of flying line and day, 陰日, 四季之月 (2:67, 2:75–80).

The branches of 乾 and 坤 are the twelve, so that these two and what lies under them hold every branch in every place.
"""

from __future__ import annotations

from itertools import product

from tests import classical
from tests.classical import branch_element, branch_season, strength
from tests.rules.harness import Checker
from tests.states_oracle import Case

from haidiyan import iris
from haidiyan.reading.evaluation import Evaluation, Node

HIDDEN = ("hidden", "opposite")
FLYING = {"flying-vigorous", "flying-prosperous", "flying-spent"}
OF_THE_TIME = {"day-vigorous", "day-spent", "on-yin-day", "season-end-month"}
YIN_BRANCHES = "丑卯巳未酉亥"


def found(node: Node, names: set[str]) -> set[str]:
    """Which of the states of these names a node has."""
    return {name for name in names if iris.individual("state", name) in node.types}


def nodes(evaluation: Evaluation) -> list[tuple[Node, str, int]]:
    """Every node that stands at a position, with its kind and position."""
    return [(each, each.kind, each.position) for each in evaluation.nodes.values() if each.position]


def test_the_day_brings_out_and_opens_hidden_lines(checker: Checker) -> None:
    """生出扶出: the day's element against the hidden line's; 沖出: the day's branch against that of the line above."""
    checker.check(Case(number, (1,), day=day) for number in (1, 2) for day in classical.BRANCHES)


def test_a_hidden_line_knows_the_strength_of_its_flying_line(checker: Checker) -> None:
    for case, evaluation in checker.evaluations(Case(n, (1,), month) for n in (1, 2) for month in classical.BRANCHES):
        for node, kind, position in nodes(evaluation):
            above = strength(branch_season(str(case.month)), case.original.najia[position - 1].element)
            expected = {
                *({"flying-prosperous"} if above == "旺" else ()),
                *({"flying-vigorous"} if above in "旺相" else {"flying-spent"}),
            }
            assert found(node, FLYING) == (expected if kind in HIDDEN else set()), (case, kind, position)


def test_the_strength_and_polarity_of_the_day_and_the_end_of_a_season(checker: Checker) -> None:
    """Twelve months against twelve days; every line, hidden or changed line of a chart says the same."""
    cases = [Case(8, (5,), month, day) for month, day in product(classical.BRANCHES, classical.BRANCHES)]
    for case, evaluation in checker.evaluations(cases):
        day, month = str(case.day), str(case.month)
        expected = {
            "day-vigorous" if strength(branch_season(month), branch_element(day)) in "旺相" else "day-spent",
            *({"on-yin-day"} if day in YIN_BRANCHES else ()),
            *({"season-end-month"} if month in "辰戌丑未" else ()),
        }
        for node, kind, position in nodes(evaluation):
            assert found(node, OF_THE_TIME) == expected, (case, kind, position)


def test_what_is_not_given_says_nothing_of_the_time(checker: Checker) -> None:
    for case, allowed in (
        (Case(8, (5,)), set()),
        (Case(8, (5,), day="丑"), {"on-yin-day"}),
        (Case(8, (5,), "丑"), {"season-end-month"}),
    ):
        ((_, evaluation),) = checker.evaluations([case])
        for node, _, _ in nodes(evaluation):
            assert found(node, OF_THE_TIME) == allowed
            assert not found(node, FLYING if case.month is None else {"opened", "brought-out"})
