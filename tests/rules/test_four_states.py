"""出暴 洩脫 出墓, wealth combined with officials, and the lines of 卯."""

from __future__ import annotations

from itertools import product

import pytest
from tests import classical
from tests.rules.harness import Checker, states_found
from tests.states_oracle import Case, pillar_of

from haidiyan.iris import individual

PAIR_STATES = {"飛生伏", "飛克伏", "伏生飛", "伏克飛", "比和"}


def hexagrams_with_every_pair() -> list[int]:
    """Few hexagrams that together hold every element above every hidden branch that any hexagram holds."""
    pairs = {
        number: {
            (line.element, hidden[line.position - 1][1])
            for line in hexagram.najia
            for hidden in (tuple(each.hidden for each in hexagram.najia), hexagram.opposite_hidden)
            if hidden
        }
        for number, hexagram in classical.hexagrams().items()
    }
    lacking, chosen = set().union(*pairs.values()), []
    while lacking:
        best = max(pairs, key=lambda number: len(pairs[number] & lacking))
        lacking -= pairs[best]
        chosen.append(best)
    return chosen


@pytest.mark.parametrize("day", classical.BRANCHES)
def test_what_leaves_the_tomb_on_each_day(checker: Checker, day: str) -> None:
    """It depends on the day, the element above and the branch below; bursting out and draining on the elements."""
    checker.check(Case(number, day=day) for number in hexagrams_with_every_pair())


def test_a_hidden_line_bursts_out_or_drains_as_its_element_stands_to_the_one_above(checker: Checker) -> None:
    """伏克飛神為出暴, 伏生飛是脫: in every hexagram the new names go with the old ones."""
    names = {"伏克飛": {"出暴"}, "伏生飛": {"洩脫"}}
    seen = set()
    for _, evaluation in checker.evaluations(Case(number) for number in classical.hexagrams()):
        for words in states_found(evaluation).values():
            for pair in words & PAIR_STATES:
                assert words & {"出暴", "洩脫"} == names.get(pair, set())
                seen.add(pair)
    assert seen == PAIR_STATES


def test_nothing_leaves_the_tomb_without_a_day(checker: Checker) -> None:
    assert all("出墓" not in words for words in checker.states(Case(33)).values())
    assert any("出墓" in words for words in checker.states(Case(33, day="子")).values())


def wealth_combined_with_officials(checker: Checker) -> set[tuple[int, int]]:
    """(hexagram, position) of the wealth lines found to combine with officials."""
    found = set()
    for case, evaluation in checker.evaluations(Case(number) for number in classical.hexagrams()):
        for node in evaluation.nodes.values():
            if {individual("state", "wealth"), individual("state", "combined-with-officials")} <= node.types:
                assert node.kind == "line"
                assert node.position is not None
                found.add((case.hexagram, node.position))
    return found


def test_wealth_combines_with_officials_in_palaces_of_wood_water_and_earth_only(checker: Checker) -> None:
    """辰酉 is wealth and officials to wood, 午未 to water, 亥寅 to earth; no combination is so to fire or metal."""
    expected = set()
    pairs = {"木": {"辰酉"}, "水": {"午未"}, "土": {"亥寅"}, "火": set(), "金": set()}
    for (number, hexagram), (one, other) in product(classical.hexagrams().items(), product(range(6), repeat=2)):
        branches = hexagram.najia[one].branch + hexagram.najia[other].branch
        if branches in pairs[hexagram.palace_element]:
            expected.add((number, one + 1))
    assert wealth_combined_with_officials(checker) == expected
    assert (17, 3) in expected, "隨: 辰 at the third line, 酉 at the fifth"


def test_a_line_of_the_branch_that_the_verse_names(checker: Checker) -> None:
    """乾 and 坤, wholly moving: 卯 is one branch of twelve on lines, hidden, opposite and changed lines."""
    cases = [Case(number, (1, 2, 3, 4, 5, 6)) for number in (1, 2)]
    count = 0
    for case, evaluation in checker.evaluations(cases):
        for node in evaluation.nodes.values():
            if node.position is None:
                continue
            is_of_mao = individual("state", "branch-mao") in node.types
            assert is_of_mao == (pillar_of(case, (node.kind, node.position))[1] == "卯")
            count += is_of_mao
    assert count == 4
