"""男 女 under either choice, the polarity of a palace, and yang branches (3:45, 3:47)."""

from __future__ import annotations

from tests import classical
from tests.rules.harness import Checker
from tests.rules.test_pure_and_movers import having
from tests.states_oracle import Case, subsets

YANG_PALACES, YIN_PALACES = "乾坎艮震", "巽離坤兌"
BY_PALACE = (("gender", "palace"),)


def test_a_line_tells_man_or_woman_by_what_it_turns_to(checker: Checker) -> None:
    """陰變陽爻為男子，陽變陰爻是女人: each of the sixty-four ways to move, over lines of either kind."""
    for case, evaluation in checker.evaluations(Case(63, moving) for moving in subsets()):
        yang = {line.position: line.yang for line in case.original.najia}
        assert having(evaluation, "man") == {("line", each) for each in case.moving if not yang[each]}, case
        assert having(evaluation, "woman") == {("line", each) for each in case.moving if yang[each]}, case


def test_a_palace_tells_man_or_woman_by_what_it_turns_to(checker: Checker) -> None:
    """陰宮變陽為男，陽宮變陰為女: from two hexagrams, of a yin and of a yang palace, to all sixty-four."""
    seen = set()
    for number in (2, 1):
        for case, evaluation in checker.evaluations(Case(number, moving, choices=BY_PALACE) for moving in subsets()):
            before, after = case.original.palace in YANG_PALACES, case.changed.palace in YANG_PALACES
            man, woman = after and not before, before and not after
            assert having(evaluation, "man") == ({("chart", None)} if man else set()), case
            assert having(evaluation, "woman") == ({("chart", None)} if woman else set()), case
            seen.add((before, after))
    assert len(seen) == 4


def test_every_line_of_a_chart_is_of_its_palace(checker: Checker) -> None:
    for case, evaluation in checker.evaluations(Case(number, (3,)) for number in classical.hexagrams()):
        everywhere = {("chart", None), *(("line", each) for each in range(1, 7))}
        yin = case.original.palace in YIN_PALACES
        assert having(evaluation, "of-yin-palace") == (everywhere if yin else set()), case
        assert having(evaluation, "of-yang-palace") == (set() if yin else everywhere), case


def test_the_lines_on_yang_branches(checker: Checker) -> None:
    for case, evaluation in checker.evaluations(Case(number, (3,)) for number in classical.hexagrams()):
        expected = {("line", line.position) for line in case.original.najia if line.branch in "子寅辰午申戌"}
        assert having(evaluation, "yang-branch") == expected, case
