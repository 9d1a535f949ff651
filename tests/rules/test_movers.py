"""獨發 亂動 六爻安靜: how many lines move."""

from __future__ import annotations

import pytest
from tests.rules.harness import Checker
from tests.states_oracle import CHART, Case, subsets

COUNTS = {"六爻安靜", "獨發", "亂動"}


@pytest.mark.parametrize(("count", "word"), [(0, "六爻安靜"), (1, "獨發"), (2, "亂動"), (3, "亂動"), (6, "亂動")])
def test_the_chart_says_how_many_lines_move(checker: Checker, count: int, word: str) -> None:
    """兩爻三爻至六爻動 (3:35): two are many."""
    charts = [Case(8, moving) for moving in subsets() if len(moving) == count]
    assert charts
    for _, found in checker.each(charts):
        assert found[CHART] & COUNTS == {word}


def test_no_line_is_said_to_be_the_sole_mover_or_many(checker: Checker) -> None:
    for moving in ((), (3,), (1, 6)):
        found = checker.states(Case(8, moving))
        assert not any(words & COUNTS for node, words in found.items() if node != CHART)
