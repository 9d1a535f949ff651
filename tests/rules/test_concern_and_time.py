"""沖世 克世 (3:55), the commonest relation, 未來 過去 (3:67), and what they are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case

from haidiyan.iris import individual
from haidiyan.reading.evaluation import Evaluation


def lines_in(evaluation: Evaluation, name: str) -> set[int]:
    """The positions of the lines of the chart that have a state, and see that no other node has it."""
    state = individual("state", name)
    having = [node for node in evaluation.nodes.values() if state in node.types]
    assert {node.kind for node in having} <= {"line"}
    return {node.position for node in having if node.position}


def motions(number: int) -> Iterator[tuple[int, ...]]:
    """Whether the self line moves, and whether the others do: the four ways on which 克世 depends."""
    own = classical.hexagrams()[number].self_position
    others = tuple(place for place in range(1, 7) if place != own)
    yield from ((), (own,), others, (1, 2, 3, 4, 5, 6))


@pytest.mark.parametrize("palace", "乾兌離震巽坎艮坤")
def test_what_strikes_the_self_line_and_what_is_past_and_future(checker: Checker, palace: str) -> None:
    """沖世 depends on the hexagram, 克世 on the motion of two lines besides, 未來 and 過去 on that of one."""
    checker.check(
        Case(number, moving)
        for number, hexagram in classical.hexagrams().items()
        if hexagram.palace == palace
        for moving in motions(number)
    )


def test_where_the_branches_stand_in_every_hexagram(checker: Checker) -> None:
    """Against the month hexagram by the circle and by the year, and under a yin or yang self: the hexagram alone."""
    months = "寅卯辰巳午未申酉戌亥子丑"
    for case, evaluation in checker.evaluations(Case(number) for number in classical.hexagrams()):
        lines, body = case.original.najia, case.original.body
        steps = {
            line.position: (classical.BRANCHES.index(line.branch) - classical.BRANCHES.index(body)) % 12
            for line in lines
        }
        assert lines_in(evaluation, "ahead-of-body") == {place for place, step in steps.items() if 0 < step < 6}, case
        assert lines_in(evaluation, "behind-body") == {place for place, step in steps.items() if step > 6}, case
        year = {line.position: months.index(line.branch) - months.index(body) for line in lines}
        assert lines_in(evaluation, "later-in-year") == {place for place, months_on in year.items() if months_on > 0}, (
            case
        )
        assert lines_in(evaluation, "earlier-in-year") == {
            place for place, months_on in year.items() if months_on < 0
        }, case
        every = {1, 2, 3, 4, 5, 6}
        own = lines[case.original.self_position - 1]
        assert lines_in(evaluation, "under-yang-self") == (every if own.yang else set()), case
        assert lines_in(evaluation, "under-yin-self") == (set() if own.yang else every), case


def test_the_commonest_relation_of_every_hexagram(checker: Checker) -> None:
    """The hexagram alone decides; motion does not, nor what changes and hides."""
    for moving in ((), (1, 2, 3, 4, 5, 6)):
        cases = (Case(number, moving) for number in range(1, 65, 1 if not moving else 7))
        for case, evaluation in checker.evaluations(cases):
            count = Counter(line.relation for line in case.original.najia)
            most = max(count.values())
            expected = {line.position for line in case.original.najia if count[line.relation] == most}
            assert lines_in(evaluation, "commonest-relation") == expected, case


def test_the_branch_opposite_to_the_body_is_neither_past_nor_future(checker: Checker) -> None:
    """Every line of every hexagram that stands across from its body, moving."""
    seen = 0
    for case, evaluation in checker.evaluations(Case(number, (1, 2, 3, 4, 5, 6)) for number in classical.hexagrams()):
        opposite = {line.position for line in case.original.najia if classical.clash(line.branch) == case.original.body}
        assert not opposite & (lines_in(evaluation, "past") | lines_in(evaluation, "future")), case
        seen += len(opposite)
    assert seen


def test_the_axis_of_the_body_does_not_touch_past_and_future(checker: Checker) -> None:
    """六月卦 … 卦中身未土 (3:69): the passage has a body of its own, the month hexagram."""
    for choice in ("month", "self"):
        found = checker.states(Case(33, (4, 5), choices=(("body", choice),)))
        assert {node for node, words in found.items() if "過去" in words} == {("line", 4)}
        assert {node for node, words in found.items() if "未來" in words} == {("line", 5)}
