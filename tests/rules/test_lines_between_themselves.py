"""Which line of a chart overcomes or generates which. All motions are in ``test_every_motion``."""

from __future__ import annotations

from tests.rules.harness import Checker, edges_found
from tests.states_oracle import Case


def reaches(checker: Checker, case: Case, name: str) -> set[tuple[int, int]]:
    ((_, evaluation),) = checker.evaluations([case])
    return {(start, end) for edge, start, end in edges_found(evaluation) if edge == name}


def test_a_still_line_does_not_overcome_a_moving_one(checker: Checker) -> None:
    """動爻可克靜爻，靜爻克不得動爻 (2:71). 坤: 未 巳 卯 丑 亥 酉; the top, metal, overcomes the third, wood."""
    assert (6, 3) in reaches(checker, Case(2), "overcomesLine")
    assert (6, 3) in reaches(checker, Case(2, (6,)), "overcomesLine")
    assert (6, 3) in reaches(checker, Case(2, (3, 6)), "overcomesLine")
    assert (6, 3) not in reaches(checker, Case(2, (3,)), "overcomesLine")


def test_motion_sets_no_limit_to_generating(checker: Checker) -> None:
    """The headnote to 2:71 speaks of 克 alone."""
    assert (1, 6) in reaches(checker, Case(2), "generatesLine")
    assert (1, 6) in reaches(checker, Case(2, (6,)), "generatesLine")


def test_edges_have_their_inverses(checker: Checker) -> None:
    for moving in ((), (2,), (1, 4, 6)):
        for name, inverse in (("overcomesLine", "overcomeByLine"), ("generatesLine", "generatedByLine")):
            forward = reaches(checker, Case(2, moving), name)
            assert forward
            assert reaches(checker, Case(2, moving), inverse) == {(end, start) for start, end in forward}
