"""The page on queries lists every question once, in the words of its own file."""

from __future__ import annotations

import re

from haidiyan.queries import Query, questions
from haidiyan.resources import root

ROWS = re.findall(
    r"^\| `([a-z0-9-]+)` \| (.+\?) \|$", (root() / "docs" / "queries.md").read_text("utf-8"), flags=re.MULTILINE
)


def test_every_question_is_listed_once() -> None:
    assert sorted(name for name, _ in ROWS) == questions()


def test_each_is_listed_in_the_words_of_its_file() -> None:
    assert [(name, Query.bundled(name).header("question (en)")) for name, _ in ROWS] == ROWS


def test_there_are_more_than_forty() -> None:
    assert len(questions()) > 40
