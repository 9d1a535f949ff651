"""Drawings: boxes stand apart, an arrow leads from a row to the box that it names, words are escaped."""

from __future__ import annotations

import re
from itertools import combinations

from haidiyan.publication.pages.diagram import Box, Row, boxes

SAMPLE = [
    Box("a", "甲 A & co", "a.html", (Row("x → B", "x.html", "b"), Row("y → C", "", ""))),
    Box("b", "乙 B", "", ()),
    *(Box(f"n{number}", "a box of some width " * 2, "", (Row("row", "", ""),) * number) for number in range(9)),
]
FRAME = re.compile(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx="3" fill="#ffffff"')


def test_no_two_boxes_overlap() -> None:
    frames = [tuple(map(int, found)) for found in FRAME.findall(boxes(SAMPLE, "sample"))]
    assert len(frames) == len(SAMPLE)
    for (x1, y1, w1, h1), (x2, y2, w2, h2) in combinations(frames, 2):
        assert x1 + w1 <= x2 or x2 + w2 <= x1 or y1 + h1 <= y2 or y2 + h2 <= y1


def test_a_row_that_leads_to_a_box_has_an_arrow_and_no_other_has() -> None:
    assert boxes(SAMPLE, "sample").count("marker-end") == 1


def test_words_are_escaped_and_linked() -> None:
    drawn = boxes(SAMPLE, "A < B")
    assert "甲 A &amp; co" in drawn
    assert "<title>A &lt; B</title>" in drawn
    assert '<a href="x.html"><text' in drawn
