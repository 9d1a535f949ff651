"""世應生克刑, 爻刑, 動爻克, 克不得: the lines of a chart against each other (2:71–74)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests import classical
from tests.classical import overcomes
from tests.rules.harness import Checker
from tests.states_oracle import Case, punishes

from haidiyan import iris
from haidiyan.reading.evaluation import Node

PUNISHMENTS = ("text", "common")


def found(node: Node, names: Iterable[str]) -> set[str]:
    """Which of the states of these names a node has."""
    return {name for name in names if iris.individual("state", name) in node.types}


@pytest.mark.parametrize("choice", PUNISHMENTS)
def test_what_self_and_response_do_to_each_other(checker: Checker, choice: str) -> None:
    """世生應 應生世 世克應 應克世 世應相刑: every hexagram, and whether self, response, both or neither moves."""
    for number, original in classical.hexagrams().items():
        ends = (original.self_position, original.response_position)
        motions = [(), ends[:1], ends[1:], ends] if choice == "text" else [()]
        checker.check(Case(number, tuple(sorted(each)), choices=(("punishments", choice),)) for each in motions)


@pytest.mark.parametrize("choice", PUNISHMENTS)
def test_a_line_is_punished_by_another_line_of_the_chart(checker: Checker, choice: str) -> None:
    """Depends on the branches of the hexagram only: a line does not punish itself, but one of its own branch does."""
    count = 0
    cases = [Case(number, choices=(("punishments", choice),)) for number in classical.hexagrams()]
    for case, evaluation in checker.evaluations(cases):
        lines = case.original.najia
        for line in lines:
            node = evaluation.at("line", line.position)
            assert node is not None
            expected = any(punishes(case, each.branch, line.branch) for each in lines if each is not line)
            assert bool(found(node, ["punished-by-line"])) is expected, (case, line.position)
            count += expected
    assert count


@pytest.mark.parametrize("moving", [(), (1,), (6,), (2, 5), (1, 2, 3, 4, 5, 6)])
def test_a_moving_line_overcomes_and_a_still_one_cannot(checker: Checker, moving: tuple[int, ...]) -> None:
    """動爻可克靜爻，靜爻克不得動爻: depends on the elements of two lines and on which of them move."""
    for case, evaluation in checker.evaluations(Case(number, moving) for number in classical.hexagrams()):
        movers = [line for line in case.original.najia if line.position in moving]
        for line in case.original.najia:
            expected = set()
            if any(overcomes(each.element, line.element) for each in movers):
                expected.add("overcome-by-mover")
            if line.position not in moving and any(overcomes(line.element, each.element) for each in movers):
                expected.add("cannot-overcome")
            node = evaluation.at("line", line.position)
            assert node is not None
            assert found(node, ["overcome-by-mover", "cannot-overcome"]) == expected, (case, line.position)
