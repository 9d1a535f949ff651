"""化父母 … 化官鬼, 回頭生, 回頭克. The first choice, every moving line, is in ``test_every_motion``."""

from __future__ import annotations

import pytest
from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case

SOLE_HOME = (("changes", "sole-home"),)
CHANGES = {"化" + relation for relation in classical.RELATIONS}


@pytest.mark.parametrize("palace", classical.TRIGRAMS)
def test_only_a_sole_mover_of_the_home_palace_changes(checker: Checker, palace: str) -> None:
    """本宮一爻動可變，旁宮一爻動不可變 (3:31–33), 兩爻三爻至六爻動，切不可看變 (3:35).

    Beside what it changes into (which ``test_every_motion`` runs through) this depends on whether the line is of the
    home palace and whether it moves alone: every single motion, a pair across the trigrams, and all six.
    """
    single = [(place,) for place in range(1, 7)]
    several = [(3, 4), (1, 2, 3, 4, 5, 6)]
    checker.check(
        Case(number, moving, choices=SOLE_HOME)
        for number, hexagram in classical.hexagrams().items()
        if hexagram.palace == palace
        for moving in [*single, *several]
    )


def test_the_texts_example_changes_into_wealth(checker: Checker) -> None:
    """戊戌 of 比 turns into 癸亥, which is wealth to the palace of 坤; overcome by it, it does not act back."""
    words = checker.states(Case(8, (5,)))["line", 5]
    assert words & CHANGES == {"化妻財"}
    assert not words & {"回頭生", "回頭克"}


def test_a_side_line_moving_alone_does_not_change_in_the_stricter_school(checker: Checker) -> None:
    """The fifth line of 比 belongs to 坎, a side palace; its first to 坤, the home one."""
    assert not checker.states(Case(8, (5,), choices=SOLE_HOME))["line", 5] & CHANGES
    assert checker.states(Case(8, (1,), choices=SOLE_HOME))["line", 1] & CHANGES
    assert not checker.states(Case(8, (1, 2), choices=SOLE_HOME))["line", 1] & CHANGES


def test_the_relation_is_that_of_the_original_palace(checker: Checker) -> None:
    """履 belongs to 艮; its third line turns into 己亥 of 同人: wealth to earth, though officials in 離's palace."""
    assert "化妻財" in checker.states(Case(10, (2, 3)))["line", 3]


def test_a_still_line_changes_into_nothing(checker: Checker) -> None:
    found = checker.states(Case(8, (5,)))
    for place in (1, 2, 3, 4, 6):
        assert not found["line", place] & {*CHANGES, "回頭生", "回頭克"}
