"""Counts that can be worked out by hand, from the classical tables alone."""

from __future__ import annotations

from math import prod

import pytest
from tests import classical
from tests.atlas.conftest import Read

from haidiyan import iris
from haidiyan.atlas.words import CHARTS, count, some
from haidiyan.chart.catalog import catalog

MOMENTS = 12 * 60

pytestmark = pytest.mark.xdist_group("atlas")


def charts_of_state(atlas: Read, name: str, use: str | None = None, kind: str = "line") -> int:
    """In how many charts some line (or other kind of node) is in a state."""
    where = atlas().situation(iris.individual("state", name), use)
    words = some(words for slot, words in where.items() if slot[0] == kind)
    return 0 if words is None else count(words)


def lines_of(relation: str) -> list[int]:
    """How many lines of each hexagram have a relation."""
    return [sum(line.relation == relation for line in each.najia) for each in classical.hexagrams().values()]


@pytest.mark.parametrize("claim", ["j2-p01-c01"])
def test_parents_moving(atlas: Read, claim: str) -> None:
    """父動: of *n* lines of 父母 one or more move in 64 − 2^(6−n) motions, whatever month and day."""
    moving = sum(64 - 2 ** (6 - n) for n in lines_of("父母")) * MOMENTS
    firing = atlas().claims(None)[iris.individual("claim", claim)]
    assert count(firing.in_force) + count(firing.overridden) == moving


@pytest.mark.parametrize(
    ("relation", "name"),
    [("父母", "parents"), ("兄弟", "siblings"), ("子孫", "offspring"), ("妻財", "wealth"), ("官鬼", "officials")],
)
def test_relations_present_moving_and_absent(atlas: Read, relation: str, name: str) -> None:
    many = lines_of(relation)
    assert charts_of_state(atlas, name) == sum(n > 0 for n in many) * 64 * MOMENTS
    assert charts_of_state(atlas, f"{name}-absent", kind="chart") == many.count(0) * 64 * MOMENTS
    still = sum(2 ** (6 - n) for n in many if n) * MOMENTS
    assert charts_of_state(atlas, f"{name}-still", kind="chart") == still
    use = catalog().find("relation", relation, "relation")
    assert charts_of_state(atlas, "use-absent", use, "chart") == many.count(0) * 64 * MOMENTS


def test_how_many_lines_move(atlas: Read) -> None:
    """Of 64 motions one moves no line, six one line, the other 57 several."""
    told = [charts_of_state(atlas, name, kind="chart") for name in ("all-still", "sole-mover", "many-moving")]
    assert told == [64 * each * MOMENTS for each in (1, 6, 57)]


def test_spirits_stand_by_the_day(atlas: Read) -> None:
    """青龍 is at the bottom on the twelve days of 甲 and 乙; on every day it is at one of the six lines."""
    where = atlas().situation(iris.individual("state", "azure-dragon"), None)
    assert count(where["line", 1]) == 64 * 64 * 12 * 12
    assert sum(map(count, where.values())) == CHARTS


def test_each_branch_is_void_in_one_decade_of_six(atlas: Read) -> None:
    where = atlas().situation(iris.individual("state", "decade-void"), None)
    assert {count(where["line", place]) for place in range(1, 7)} == {CHARTS // 6}


def test_month_break_comes_once_a_year(atlas: Read) -> None:
    where = atlas().situation(iris.individual("state", "month-break"), None)
    assert {count(where["hidden", place]) for place in range(1, 7)} == {CHARTS // 12}


def test_some_line_broken_by_the_month(atlas: Read) -> None:
    """As many months as the hexagram has branches: each is broken by the one across."""
    branches = [len({line.branch for line in each.najia}) for each in classical.hexagrams().values()]
    assert charts_of_state(atlas, "month-break") == sum(branches) * 64 * 60


def test_a_changed_line_is_there_where_its_line_moves(atlas: Read) -> None:
    where = atlas().situation(iris.term("ChangedLine"), None)
    assert {count(where["changed", place]) for place in range(1, 7)} == {CHARTS // 2}
    assert not [slot for slot in where if slot[0] != "changed"]


def test_the_changed_line_of_a_relation(atlas: Read) -> None:
    """化官鬼 by the bottom line: the changed trigram is any of the four in which that line is turned."""
    found = 0
    for each in classical.hexagrams().values():
        for motion in range(64):
            if motion & 1:
                turned = "".join(str(int(line) ^ (motion >> place & 1)) for place, line in enumerate(each.lines))
                found += classical.changed_relations(each, classical.hexagram(turned))[0] == "官鬼"
    where = atlas().situation(iris.individual("state", "changes-to-officials"), None)
    assert count(where["line", 1]) == found * MOMENTS


def test_charts_are_listed_one_by_one(atlas: Read) -> None:
    """甲 and 乙 days of 乾 with all lines still, in one month."""
    words = atlas().situation(iris.individual("state", "azure-dragon"), None)["line", 1].copy()
    still = atlas().situation(iris.individual("state", "all-still"), None)["chart", 0]
    pure = atlas().situation(iris.individual("state", "pure"), None)["chart", 0]
    listed = list(atlas().charts(words & still & pure))
    assert len(listed) == len(set(listed)) == prod([8, 12, 12])
    assert {(each.moving, each.day[0]) for each in listed} == {((), "甲"), ((), "乙")}
    assert {each.hexagram for each in listed} == {
        each.number for each in classical.hexagrams().values() if each.generation == "本宮"
    }
