"""世 應 間 身 用 伏用 殺 本宮 旁宮."""

from __future__ import annotations

import pytest
from tests import classical
from tests.rules.harness import Checker, states_found
from tests.states_oracle import Case, subsets


def places(found: dict[tuple[str, int], frozenset[str]], word: str) -> set[tuple[str, int]]:
    return {node for node, words in found.items() if word in words}


@pytest.mark.parametrize("hidden", ["every", "absent"])
@pytest.mark.parametrize("use", classical.RELATIONS)
def test_the_use_lines_of_every_hexagram(checker: Checker, use: str, hidden: str) -> None:
    """用 and 伏用 depend on the hexagram, the use relation and the axis `hidden`: the whole product.

    The two choices of `body` go along with them, since 身 depends on the hexagram and its axis only.
    """
    choices = (("hidden", hidden), ("body", "month" if hidden == "every" else "self"))
    checker.check(Case(number, use=use, choices=choices) for number in classical.hexagrams())


@pytest.mark.parametrize("hidden", ["every", "absent"])
def test_what_hides_under_a_pure_hexagram(checker: Checker, hidden: str) -> None:
    """`pure-hidden` is of weight for the eight pure hexagrams; to one of each other generation it makes no odds."""
    family = [1, 2, 29, 30, 51, 52, 57, 58, *(44, 33, 12, 20, 23, 35, 14)]
    choices = (("hidden", hidden), ("pure-hidden", "itself"))
    checker.check(Case(number, use=use, choices=choices) for number in family for use in classical.RELATIONS)


def test_motion_does_not_make_a_use_line(checker: Checker) -> None:
    """用 and 伏用 with every line moving, so that changed lines of the use relation are there to be mistaken for it."""
    checker.check(Case(number, (1, 2, 3, 4, 5, 6), use="妻財") for number in range(1, 65, 3))


def test_the_use_line_of_the_texts_example_lies_hidden_under_the_fifth(checker: Checker) -> None:
    """癸亥伏在戌上下動 (2:77): wealth is visible at the top of 比, and hidden under its fifth line."""
    found = checker.states(Case(8, (5,), day="申", use="妻財"))
    assert ("hidden", 5) in places(found, "伏用")
    assert places(found, "用") == {("line", 6)}
    assert "動" in found["hidden", 5]


def test_a_visible_relation_hides_none_where_only_absent_ones_are_sought(checker: Checker) -> None:
    """用爻不現，方取伏神."""
    found = checker.states(Case(8, (5,), use="妻財", choices=(("hidden", "absent"),)))
    assert not places(found, "伏用")
    missing = checker.states(Case(44, use="妻財", choices=(("hidden", "absent"),)))
    assert places(missing, "伏用") == {("hidden", 2)}
    assert not places(missing, "用")


def test_a_pure_hexagram_hides_its_opposite_or_itself(checker: Checker) -> None:
    """乾伏坤 (3:25); 乾 has its wealth at 甲寅 in the second line, 坤 gives it 乙卯 in the third."""
    opposite = checker.states(Case(1, use="妻財"))
    itself = checker.states(Case(1, use="妻財", choices=(("pure-hidden", "itself"),)))
    assert places(opposite, "伏用") == {("opposite", 3)}
    assert places(itself, "伏用") == {("hidden", 2)}


def test_without_a_use_relation_nothing_is_the_use_line(checker: Checker) -> None:
    found = checker.states(Case(8, (5,), "申", "甲申"))
    assert not places(found, "用") | places(found, "伏用")


def test_body_by_the_month_hexagram_and_by_the_self_line(checker: Checker) -> None:
    """月卦: the yin self of 比 at the third line counts 午 未 申, and 戊申 is the fourth; 身動即世動也: the third."""
    assert places(checker.states(Case(8)), "身") == {("line", 4)}
    assert places(checker.states(Case(8, choices=(("body", "self"),))), "身") == {("line", 3)}


def test_the_two_lines_between_self_and_response(checker: Checker) -> None:
    found = checker.states(Case(8))
    assert places(found, "世") == {("line", 3)}
    assert places(found, "應") == {("line", 6)}
    assert places(found, "間") == {("line", 4), ("line", 5)}


def test_home_and_side_lines_of_every_hexagram(checker: Checker) -> None:
    """Depends on the 384 hexagram lines only."""
    home = 0
    for case, evaluation in checker.evaluations(Case(number) for number in classical.hexagrams()):
        found = states_found(evaluation)
        for line in case.original.najia:
            words = found["line", line.position] & {"本宮", "旁宮"}
            assert words == ({"本宮"} if line.trigram == case.original.palace else {"旁宮"})
            home += "本宮" in words
    # Pure hexagrams have six, generations one to three keep the upper trigram, the returning soul the lower one.
    assert home == 8 * (6 + 3 * 3 + 3)


def test_any_lines_may_be_marked_baleful(checker: Checker) -> None:
    """殺 is what the querent marks: all 64 ways, still and moving."""
    checker.check(Case(8, (5,), baleful=marked) for marked in subsets())
