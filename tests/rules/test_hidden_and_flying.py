"""飛生伏 飛克伏 伏生飛 伏克飛 比和: the line above against the one that it hides.

Every hidden line of every hexagram is in ``test_every_motion``.
"""

from __future__ import annotations

import pytest
from tests import classical
from tests.rules.harness import Checker, states_found
from tests.states_oracle import Case

PAIR_STATES = {"飛生伏", "飛克伏", "伏生飛", "伏克飛", "比和"}


def test_each_hidden_line_stands_in_one_relation_to_its_flying_line(checker: Checker) -> None:
    """Depends on the hexagram line only: 384 hidden lines, and 48 opposite ones of the pure hexagrams."""
    count = 0
    for _, evaluation in checker.evaluations(Case(number) for number in classical.hexagrams()):
        for (kind, _), words in states_found(evaluation).items():
            if kind in ("hidden", "opposite"):
                count += 1
                assert len(words & PAIR_STATES) == 1
            else:
                assert not words & PAIR_STATES
    assert count == 384 + 48


@pytest.mark.parametrize("number", [1, 2, 29, 30, 51, 52, 57, 58])
def test_a_pure_hexagrams_own_lines_are_alike(checker: Checker, number: int) -> None:
    found = checker.states(Case(number))
    assert all("比和" in found["hidden", place] for place in range(1, 7))


def test_the_texts_example_has_the_flying_line_overcome_the_hidden_one(checker: Checker) -> None:
    """癸亥伏在戌上下動 (2:77): earth over water."""
    assert "飛克伏" in checker.states(Case(8, (5,)))["hidden", 5]
