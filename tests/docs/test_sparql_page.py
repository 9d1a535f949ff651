"""The ten steps of docs/sparql.md: each runs as it stands and gives the table that the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pyoxigraph as ox
import pytest

from haidiyan import queries
from haidiyan.dataset import store
from haidiyan.iris import compact
from haidiyan.resources import root

PAGE = (root() / "docs" / "sparql.md").read_text("utf-8")
STEP = re.compile(
    r"^## (?P<number>\d+)\. .*?```sparql\n(?P<query>.*?)```\n\n(?P<table>(?:\|[^\n]*\n)+)", re.DOTALL | re.MULTILINE
)
STEPS = {int(found["number"]): (found["query"], found["table"]) for found in STEP.finditer(PAGE)}


def shown(table: str) -> list[list[str]]:
    """The rows of a table in Markdown, the rule below its head left out."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.splitlines()]
    return [rows[0], *rows[2:]]


def cell(value: object) -> str:
    if isinstance(value, ox.NamedNode):
        return f"`{compact(value.value)}`"
    return str(getattr(value, "value", ""))


def test_there_are_ten_steps_in_order() -> None:
    assert list(STEPS) == list(range(1, 11))
    assert PAGE.count("```sparql") == 10


@pytest.mark.parametrize("number", STEPS)
def test_the_result_shown_is_the_real_one(home: Path, number: int) -> None:
    query, table = STEPS[number]
    found = queries.run(query, store.open_store())
    assert isinstance(found, ox.QuerySolutions)
    names = [each.value for each in found.variables]
    rows = [[cell(row[name]) for name in names] for row in found]
    assert rows
    assert shown(table) == [names, *rows]


@pytest.mark.parametrize("number", STEPS)
def test_the_order_of_the_rows_is_asked_for_where_there_are_several(number: int) -> None:
    query, table = STEPS[number]
    assert len(shown(table)) == 2 or "ORDER BY" in query


def test_what_the_steps_say_of_the_book_is_so() -> None:
    """Wood generates fire; 坤宮 has eight hexagrams, the last but one 需, the last 比; six spirits."""
    assert shown(STEPS[1][1])[1:] == [["`element:fire`"]]
    assert len(shown(STEPS[2][1])) == 7
    assert {row[1] for row in shown(STEPS[3][1])[1:]} == set("坤復臨泰夬需比") | {"大壯"}
    autumn = {row[2] for row in shown(STEPS[6][1]) if row[2].startswith("秋")}
    assert autumn == {"秋是木", "秋水"}
