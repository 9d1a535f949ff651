"""All hexagrams in motion: what a chart says before month, day and question are known."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case, subsets


def covering_motions() -> list[tuple[int, ...]]:
    """Eight of the sixty-four motions: each half moves in all eight ways, and any two lines in all four."""
    found = []
    for low, middle, high in product((False, True), repeat=3):
        upper = (low ^ middle, middle ^ high, low ^ middle ^ high)
        found.append(tuple(place for place, moves in enumerate((low, middle, high, *upper), 1) if moves))
    return found


def test_the_covering_motions_cover() -> None:
    motions = [tuple(place in moving for place in range(1, 7)) for moving in covering_motions()]
    assert len({each[:3] for each in motions}) == len({each[3:] for each in motions}) == 8
    for first, second in combinations(range(6), 2):
        assert len({(each[first], each[second]) for each in motions}) == 4


@pytest.mark.parametrize("palace", classical.TRIGRAMS)
def test_every_hexagram_in_motion(checker: Checker, palace: str) -> None:
    """動 靜 重 交, 獨發 亂動 六爻安靜, 世 應 間 身, 本宮 旁宮, 飛伏, relations, 化 and 回頭 (of all moving lines),
    absent and still relations, and the edges among the lines, under the default choices.

    They depend on the hexagram and on what moves. A line's own states look at that line, what it changes into at the
    three lines of its trigram, an edge at two lines, the stillness of a relation at its lines, of which no hexagram has
    more than two: motions that run through all ways to move a trigram, and any two lines, suffice.
    """
    most = max(
        sum(line.relation == relation for line in hexagram.najia)
        for hexagram in classical.hexagrams().values()
        for relation in classical.RELATIONS
    )
    assert most == 2
    checker.check(
        Case(number, moving)
        for number, hexagram in classical.hexagrams().items()
        if hexagram.palace == palace
        for moving in covering_motions()
    )


@pytest.mark.parametrize("number", [1, 8])
def test_every_motion_of_one_hexagram(checker: Checker, number: int) -> None:
    """All sixty-four motions, of a pure hexagram and of another: how many lines move looks at all six."""
    checker.check(Case(number, moving) for moving in subsets())
