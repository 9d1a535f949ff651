"""八純 八純重動, and the lines that move among many (3:25, 3:33)."""

from __future__ import annotations

from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import CHART, Case, subsets

from haidiyan import iris
from haidiyan.reading.evaluation import Evaluation

PURE = {1, 2, 29, 30, 51, 52, 57, 58}
"""乾 坤 坎 離 震 艮 巽 兌."""


def having(evaluation: Evaluation, state: str) -> set[tuple[str, int | None]]:
    """The nodes in a state."""
    iri = iris.individual("state", state)
    return {(node.kind, node.position) for node in evaluation.nodes.values() if iri in node.types}


def test_eight_hexagrams_are_pure_and_no_other(checker: Checker) -> None:
    for number in classical.hexagrams():
        words = checker.states(Case(number))[CHART]
        assert ("八純" in words) is (number in PURE), number
        assert "八純重動" not in words, number


def test_a_pure_hexagram_is_in_motion_when_any_of_its_lines_moves(checker: Checker) -> None:
    for moving in subsets():
        assert ("八純重動" in checker.states(Case(30, moving))[CHART]) is bool(moving), moving
        assert "八純重動" not in checker.states(Case(8, moving))[CHART], moving


def test_a_line_moves_among_many_when_another_moves_too(checker: Checker) -> None:
    """兩爻三爻至六爻動 (3:35): each of the sixty-four ways to move."""
    for case, evaluation in checker.evaluations(Case(8, moving) for moving in subsets()):
        expected = {("line", each) for each in case.moving} if len(case.moving) > 1 else set()
        assert having(evaluation, "moving-among-many") == expected, case


def test_the_lines_of_hai(checker: Checker) -> None:
    """Any kind of node may be on it."""
    count = 0
    for case, evaluation in checker.evaluations(Case(number, (1, 2, 3, 4, 5, 6)) for number in classical.hexagrams()):
        found = having(evaluation, "branch-hai")
        on_it = {line.position for line in case.original.najia if line.branch == "亥"}
        changed = {line.position for line in case.changed.najia if line.branch == "亥"}
        assert {place for kind, place in found if kind == "line"} == on_it, case
        assert {place for kind, place in found if kind == "changed"} == changed, case
        count += len(on_it)
    assert count
