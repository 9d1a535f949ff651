"""生氣 死氣, as the text defines them by its examples (3:39)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case

ALL_MOVING = (1, 2, 3, 4, 5, 6)
SEASONS = "寅巳申亥"


def cases(moving: tuple[int, ...]) -> Iterator[Case]:
    """Every hexagram in every season, the relations taking turns as the use relation."""
    for turn, (number, month) in enumerate(product(classical.hexagrams(), SEASONS)):
        yield Case(number, moving, month, use=classical.RELATIONS[(turn + turn // 20) % 5])


def factors(case: Case) -> set[tuple[str, str, str]]:
    """Of each line: its element, the element of the use line in the chart, the season."""
    assert case.month
    lines = case.original.najia
    uses = {line.element for line in lines if line.relation == case.use}
    return {(line.element, use, case.month) for line in lines for use in uses}


def test_every_element_against_every_use_line_in_every_season(checker: Checker) -> None:
    """Moving and still; what is overcome, self line or body, comes with the hexagram."""
    for moving in ((), ALL_MOVING):
        checker.check(cases(moving))
    covered = {each for case in cases(()) for each in factors(case)}
    assert covered == set(product("木火土金水", "木火土金水", SEASONS))


def test_the_body_is_as_the_doctrine_takes_it(checker: Checker) -> None:
    checker.check(
        Case(number, ALL_MOVING, SEASONS[number % 4], choices=(("body", "self"),)) for number in classical.hexagrams()
    )


def test_the_example_of_documents(checker: Checker) -> None:
    """如占文書，旺相出現，或官爻有氣發: 坤, 巳 parents, 卯 officials; in spring fire assists and wood prospers."""
    still = checker.states(Case(2, (), "卯", use="父母"))
    assert {node for node, words in still.items() if "生氣" in words} == {("line", 2)}
    moving = checker.states(Case(2, (3,), "卯", use="父母"))
    assert {node for node, words in moving.items() if "生氣" in words} == {("line", 2), ("line", 3)}
    autumn = checker.states(Case(2, (3,), "酉", use="父母"))
    assert not any("生氣" in words for words in autumn.values())


def test_the_example_of_illness(checker: Checker) -> None:
    """動爻旺相剋其世身: 坤, self 酉 at the top; moving 巳 overcomes it where fire is vigorous, still 巳 nowhere."""
    for month, vigorous in zip("卯午酉子", (True, True, False, False), strict=True):
        for moving in ((2,), ()):
            words = checker.states(Case(2, moving, month))[("line", 2)]
            assert ("死氣" in words) is (vigorous and bool(moving)), (month, moving)
