"""不入時空, 無刑無克, 不並不沖: what a line is without, said only where all that it depends on is given (2:71)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest
from tests import classical
from tests.classical import branch_element, overcomes
from tests.rules.harness import Checker
from tests.states_oracle import VOID_ELEMENTS, Case, pillar_of, punishes

from haidiyan import iris
from haidiyan.dataset.memory import Memory
from haidiyan.dataset.store import reading_triples_path
from haidiyan.reading.engine import Engine

BY_DAY = {"day-unpunished", "day-unclashed", "not-level", "not-joined"}
BY_DAY_AND_MONTH = {"not-overcome"}
BY_MONTH = {"outside-seasonal-void"}
ALL = BY_DAY | BY_DAY_AND_MONTH | BY_MONTH
YANG_BRANCHES = "子寅辰午申戌"
ONE_BRANCH_AN_ELEMENT = "寅巳辰申子"


@pytest.fixture(scope="module")
def whole(home: Path) -> Checker:
    """An engine that knows which inputs a state reads: without them none of these states may be said."""
    return Checker(Engine(Memory(reading_triples_path(home))))


def holds(whole: Checker, cases: Iterable[Case], names: set[str]) -> None:
    """See that of these states every node has those that it should have, and the chart as a whole none."""
    for case, evaluation in whole.evaluations(cases):
        for node in evaluation.nodes.values():
            found = {name for name in names if iris.individual("state", name) in node.types}
            expected = without(case, node.kind, node.position) & names if node.position else set()
            assert found == expected, (case, node.kind, node.position)


def void_by_season(choice: str, month: str) -> str | None:
    """四季是木 holds for the headnote alone."""
    if choice == "none":
        return None
    if choice == "headnote" and month in "辰戌丑未":
        return "木"
    return VOID_ELEMENTS[choice]["春夏秋冬".index(classical.branch_season(month))]


def without(case: Case, kind: str, position: int) -> set[str]:
    """What the node is without, by the meaning of each word; all but the season are asked of lines only."""
    states = set()
    element = branch_element(pillar_of(case, (kind, position))[1])
    if case.month and void_by_season(case.choice("seasonal-void"), case.month) != element:
        states.add("outside-seasonal-void")
    if kind != "line":
        return states
    line = case.original.najia[position - 1]
    if case.day:
        if not punishes(case, case.day, line.branch):
            states.add("day-unpunished")
        if classical.clash(case.day) != line.branch:
            states.add("day-unclashed")
        if case.day in YANG_BRANCHES or not line.yang:
            states.add("not-level")
        if case.day != line.branch:
            states.add("not-joined")
    if case.day and case.month:
        against = [branch_element(case.day), branch_element(case.month)]
        against += [case.original.najia[each - 1].element for each in case.moving]
        if not any(overcomes(each, line.element) for each in against):
            states.add("not-overcome")
    return states


@pytest.mark.parametrize("choice", ["text", "common"])
def test_neither_punished_nor_clashed_nor_level_nor_joined(whole: Checker, choice: str) -> None:
    """Twelve days against the twelve branches, yang and yin lines: 乾, 坤 and 既濟."""
    cases = (
        Case(n, (1,), day=day, choices=(("punishments", choice),)) for n in (1, 2, 63) for day in classical.BRANCHES
    )
    holds(whole, cases, ALL)


def test_overcome_by_neither_day_nor_month(whole: Checker) -> None:
    """Five elements of the day against five of the month: 乾 has lines of all five."""
    assert len({line.element for line in classical.hexagrams()[1].najia}) == 5
    pairs = product(ONE_BRANCH_AN_ELEMENT, ONE_BRANCH_AN_ELEMENT)
    holds(whole, (Case(1, (), month, day) for month, day in pairs), ALL)


@pytest.mark.parametrize("moving", [(1,), (2,), (3,), (4,), (5,), (2, 3)])
def test_overcome_by_no_moving_line(whole: Checker, moving: tuple[int, ...]) -> None:
    """A mover of each element, on a day and in a month of each."""
    holds(whole, (Case(1, moving, branch, branch) for branch in ONE_BRANCH_AN_ELEMENT), ALL)


@pytest.mark.parametrize("choice", ["verse", "headnote", "prose", "none"])
def test_outside_the_seasonal_void_of_each_doctrine(whole: Checker, choice: str) -> None:
    """Twelve months against lines of the five elements."""
    choices = (("seasonal-void", choice),)
    holds(whole, (Case(1, (1,), month, choices=choices) for month in classical.BRANCHES), ALL)


@pytest.mark.parametrize(
    ("case", "sayable"),
    [
        (Case(1, (1,)), set()),
        (Case(1, (1,), day="寅"), BY_DAY),
        (Case(1, (1,), "寅"), BY_MONTH),
    ],
)
def test_what_depends_on_what_is_not_given_is_not_said(whole: Checker, case: Case, sayable: set[str]) -> None:
    ((_, evaluation),) = whole.evaluations([case])
    types = set().union(*(node.types for node in evaluation.nodes.values()))
    assert {name for name in ALL if iris.individual("state", name) in types} == sayable
