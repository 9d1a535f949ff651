"""Draw boxes of text with lines between them as SVG, laid out in columns; no links but those that are given."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

SIZE, LINE, PAD = 12, 17, 8
"""The letters, the step from one line to the next, and the space around them."""
GAP = 46
"""Between columns, and, the half of it, between the boxes of one."""
WIDTH = 1180
"""What a drawing should not be wider than, where its boxes allow."""
STYLE = {"ink": "#1a1a1a", "paper": "#ffffff", "head": "#e8e2d4", "frame": "#6b6b6b", "line": "#9b1c1c"}


class Row(NamedTuple):
    """A line of a box: its words, where they link to, and the box that an arrow leads to, by its name."""

    text: str
    href: str
    to: str


class Box(NamedTuple):
    """A box: its name, its title, where that links to, and its rows."""

    name: str
    title: str
    href: str
    rows: tuple[Row, ...]


class _Laid(NamedTuple):
    box: Box
    x: float
    y: float
    width: float
    height: float


def boxes(those: Sequence[Box], title: str) -> str:
    """The boxes with an arrow from each row that leads to another of them."""
    laid = _lay(those)
    by_name = {each.box.name: each for each in laid}
    arrows = []
    for start in laid:
        for number, row in enumerate(start.box.rows):
            if row.to in by_name and row.to != start.box.name:
                arrows.append(_arrow(start, start.y + LINE * (number + 1.5) + PAD, by_name[row.to]))
    return _document(laid, arrows, title)


def width_of(text: str) -> float:
    """About how wide a text is: a Chinese character its size, any other three fifths of it.

    >>> width_of("克") > width_of("k")
    True
    """
    return sum(SIZE if unicodedata.east_asian_width(each) in "WF" else SIZE * 0.6 for each in text)


def _lay(those: Sequence[Box]) -> list[_Laid]:
    """The boxes in as many columns as the width has room for, each under the shortest column."""
    sizes = [
        (
            max(width_of(text) for text in (box.title, *(row.text for row in box.rows))) + 2 * PAD,
            LINE * (1 + len(box.rows)) + PAD,
        )
        for box in those
    ]
    widest = max((width for width, _ in sizes), default=0)
    count = max(1, min(len(those), int((WIDTH + GAP) / (widest + GAP))))
    ends = [float(PAD)] * count
    laid = []
    for box, (_, height) in zip(those, sizes, strict=True):
        column = ends.index(min(ends))
        laid.append(_Laid(box, PAD + column * (widest + GAP), ends[column], widest, height))
        ends[column] += height + GAP / 2
    return laid


def _arrow(start: _Laid, y: float, end: _Laid) -> str:
    """A curve from a row's edge to the head of a box, leaving and entering on the sides that face each other."""
    target = end.y + LINE / 2 + PAD / 2
    if start.x < end.x:
        x1, x2, bend, into = start.x + start.width, end.x, GAP, -GAP
    elif start.x > end.x:
        x1, x2, bend, into = start.x, end.x + end.width, -GAP, GAP
    else:
        x1, x2, bend, into = start.x + start.width, end.x + end.width, GAP, GAP
    return (
        f'<path d="M{x1:.0f} {y:.0f}C{x1 + bend:.0f} {y:.0f} {x2 + into:.0f} {target:.0f} {x2:.0f} {target:.0f}"'
        f' fill="none" stroke="{STYLE["line"]}" stroke-opacity="0.45" marker-end="url(#tip)"/>'
    )


def _document(laid: Sequence[_Laid], lines: Iterable[str], title: str) -> str:
    """The boxes come last, so that a curve that passes behind one hides none of its words."""
    width = max((each.x + each.width for each in laid), default=0) + GAP
    height = max((each.y + each.height for each in laid), default=0) + PAD
    tip = (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0L8 4L0 8z" fill="{STYLE["line"]}"/></marker></defs>'
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height:.0f}"'
            f' viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="{SIZE}">',
            f"<title>{escape(title)}</title>",
            tip,
            *lines,
            *map(_box, laid),
            "</svg>",
            "",
        ]
    )


def _box(each: _Laid) -> str:
    head = LINE + PAD / 2
    parts = [
        f'<rect x="{each.x:.0f}" y="{each.y:.0f}" width="{each.width:.0f}" height="{each.height:.0f}" rx="3"'
        f' fill="{STYLE["paper"]}" stroke="{STYLE["frame"]}"/>',
        f'<rect x="{each.x:.0f}" y="{each.y:.0f}" width="{each.width:.0f}" height="{head:.0f}" rx="3"'
        f' fill="{STYLE["head"]}" stroke="{STYLE["frame"]}"/>',
        _text(each.x + PAD, each.y + LINE - 3, each.box.title, each.box.href, bold=True),
    ]
    parts += [
        _text(each.x + PAD, each.y + LINE * (number + 2) + 1, row.text, row.href)
        for number, row in enumerate(each.box.rows)
    ]
    return "".join(parts)


def _text(x: float, y: float, words: str, href: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    text = f'<text x="{x:.0f}" y="{y:.0f}" fill="{STYLE["ink"]}"{weight}>{escape(words)}</text>'
    return f'<a href="{escape(href)}">{text}</a>' if href else text
