"""旺 相 休 囚 死, 有氣 無氣."""

from __future__ import annotations

import pytest
from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case

from haidiyan.iris import individual

ALL_MOVING = (1, 2, 3, 4, 5, 6)
BOOK = {
    "寅": "木旺 火相 水休 金囚 土死",  # 春〔木〕旺火相水休金囚土死 (2:51, the omitted 木 restored)
    "巳": "火旺 土相 木休 水囚 金死",
    "申": "金旺 水相 土休 火囚 木死",
    "亥": "水旺 木相 金休 土囚 火死",
}


@pytest.mark.parametrize("month", classical.BRANCHES)
def test_every_branch_in_every_month(checker: Checker, month: str) -> None:
    """What a month says of a node depends on the month's branch and on the node's: the eight pure hexagrams, wholly
    moving, hold all that a palace has as lines, hidden, opposite and changed lines.
    """
    pure = [number for number, hexagram in classical.hexagrams().items() if hexagram.generation == "本宮"]
    assert len(pure) == 8
    checker.check(Case(number, ALL_MOVING, month) for number in pure)


@pytest.mark.parametrize("month", BOOK)
def test_every_hexagram_in_one_season(checker: Checker, month: str) -> None:
    """Over hexagrams of all palaces, as a second look: a quarter of them in each season, all in the year."""
    checker.check(Case(number, month=month) for number in range(1 + [*BOOK].index(month), 65, 4))


@pytest.mark.parametrize("month", BOOK)
def test_the_seasons_are_as_the_headnote_has_them(checker: Checker, month: str) -> None:
    found = checker.states(Case(52, ALL_MOVING, month))
    for entry in BOOK[month].split():
        element, strength = entry[0], entry[1]
        bearing = [words for words in found.values() if element in words]
        assert bearing
        for words in bearing:
            assert words & set(classical.STRENGTHS) == {strength}
            assert ("有氣" in words, "無氣" in words) == (strength in "旺相", strength in "休囚死")


def test_earth_has_no_season_of_its_own(checker: Checker) -> None:
    """In 辰 earth is dead as in all of spring, in 未 assisting as in all of summer."""
    for month, strength in {"辰": "死", "未": "相", "戌": "休", "丑": "囚"}.items():
        found = checker.states(Case(52, month=month))
        assert all(strength in words for words in found.values() if "土" in words)


def test_every_node_that_has_an_element_knows_the_season(checker: Checker) -> None:
    """Auxiliary states without a word, from which conditions such as 春 are made: twelve months."""
    names = dict(zip("春夏秋冬", ("spring", "summer", "autumn", "winter"), strict=True))
    states = {individual("state", name): season for season, name in names.items()}
    cases = [Case(1, ALL_MOVING, month) for month in classical.BRANCHES]
    for case, evaluation in checker.evaluations(cases):
        assert case.month is not None
        for node in evaluation.nodes.values():
            known = {states[each] for each in node.types & states.keys()}
            assert known == (set() if node.position is None else {classical.branch_season(case.month)})
