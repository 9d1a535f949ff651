"""The editorial principles answer every item of MIRO, and give no number that goes stale."""

from __future__ import annotations

import re

from haidiyan.resources import root

PAGE = (root() / "docs" / "principles.md").read_text("utf-8")
ITEMS = {"A": 6, "B": 3, "C": 3, "D": 3, "E": 11, "F": 3, "G": 5}
"""How many items each part of MIRO has."""


def test_every_item_is_answered() -> None:
    answered = dict(re.findall(r"^\*\*([A-G]\.\d+) [^*]+\.\*\* (\S.+)$", PAGE, re.MULTILINE))
    wanted = {f"{part}.{number}" for part, count in ITEMS.items() for number in range(1, count + 1)}
    assert wanted <= set(answered)


def test_every_part_has_its_heading() -> None:
    assert re.findall(r"^## ([A-G])\. ", PAGE, re.MULTILINE) == list("ABCDEFG")
