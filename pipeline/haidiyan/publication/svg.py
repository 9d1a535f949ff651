"""Draw a chart as SVG: one file without links, its words as text, the bottom line lowest.

360 units wide, so that a telephone shows it at its own size. What moves, is void or is broken is told by its shape as
well as by its colour: ○ and × beside the line, a dashed outline for a void line, a stroke across a broken one. Every
colour has a class of its name, for a page that shows the drawing in it to put its own colours there.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from haidiyan.publication.drawing import heading

WIDTH = 360
MARGIN = 8
PLACES = "初二三四五上"
VOID, BREAK = "空", "破"
"""The endings of the state words that are framed; a line is drawn as void where the whole word is its own."""
OLD_YANG, OLD_YIN = "重", "交"
DRAWN = ("動", "靜", OLD_YANG, OLD_YIN)
"""The state words that the line's own shape shows."""

FONT = "'Noto Serif CJK TC','Noto Serif TC','Songti TC','PMingLiU',serif"
STYLE = {"ink": "#1a1a1a", "faint": "#555555", "moving": "#9b1c1c", "paper": "#ffffff", "rule": "#bbbbbb"}
LARGE, MIDDLE, SMALL = 15, 12, 11
STEP = 15
"""From one line of small text to the next."""
BAR_WIDTH, BAR_HEIGHT, GAP = 54, 9, 12

_SPACE = 8.0
"""Between two states."""

SPIRIT, HIDDEN, BAR, NAJIA, ROLES, MARK, CHANGED = 8, 38, 106, 166, 250, 273, 290
"""Where the columns begin."""

_ILLEGAL = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Line = Mapping[str, Any]


def svg(chart: Mapping[str, Any]) -> str:
    """A chart, given as the JSON contract has it, as an SVG document of its own; the same text on every run."""
    name, *facts = heading(chart)
    head = [*_wrapped(name, LARGE), *(part for text in facts for part in _wrapped(text, MIDDLE))]
    top = MARGIN + sum(_leading(size) for _, size in head) + 8
    rows = [list(_notes(line)) for line in chart["lines"]]
    heights = [STEP + 13 + STEP * len(notes) for notes in rows]
    body, below = [], top + sum(heights)
    height = below + STEP + MARGIN
    for line, notes, tall in zip(chart["lines"], rows, heights, strict=True):
        below -= tall
        body.append(_row(line, notes, below))
    label = hashlib.sha256(json.dumps(chart, sort_keys=True).encode()).hexdigest()[:8]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" lang="zh-Hant" width="{WIDTH}" height="{height}"'
            f' viewBox="0 0 {WIDTH} {height}" aria-labelledby="title-{label} desc-{label}"'
            f" font-family={quoteattr(FONT)}>",
            f'<title id="title-{label}">{_safe(name)}</title>',
            f'<desc id="desc-{label}">{_safe(_described(facts, chart["lines"]))}</desc>',
            f'<rect class="paper" width="{WIDTH}" height="{height}" fill="{STYLE["paper"]}"/>',
            *_head(head),
            *body,
            *_legend(height - MARGIN - 2),
            "</svg>",
            "",
        ]
    )


def _head(parts: Iterable[tuple[str, int]]) -> Iterator[str]:
    y = MARGIN
    for text, size in parts:
        y += _leading(size)
        yield _text(MARGIN, y - 5, text, size, bold=size == LARGE)


def _leading(size: int) -> int:
    return size + 6


def _row(line: Line, notes: Sequence[tuple[str, Sequence[str]]], top: int) -> str:
    base, yang = top + STEP + 4, line["value"] in (7, 9)
    below = line["oppositeHidden"] or line["hidden"]
    parts = [
        f'<line class="rule" x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{top + 1}" y2="{top + 1}"'
        f' stroke="{STYLE["rule"]}"/>',
        _text(SPIRIT, base, line["spirit"] or "", MIDDLE),
        _text(HIDDEN, base, _najia(below), SMALL, fill="faint"),
        _bar(line, yang, base),
        _text(NAJIA, base, _najia(line), MIDDLE + 1, bold=True),
        _text(ROLES, base, "".join(line["roles"]), MIDDLE, bold=True),
        _mark(line["moving"], MARK + 5, base - 5) if line["moving"] else "",
        _text(CHANGED, base, _najia(line["changed"]), SMALL) if line["changed"] else "",
        *(part for number, note in enumerate(notes, 1) for part in _note(*note, base + STEP * number + 1)),
    ]
    return f'<g class="line" data-position="{int(line["position"])}">{"".join(parts)}</g>'


def _bar(line: Line, yang: bool, base: int) -> str:
    """The line itself, whole or in two; outlined and dashed where void, struck through where broken."""
    y, half = base - BAR_HEIGHT, (BAR_WIDTH - GAP) // 2
    pieces = [(BAR, BAR_WIDTH)] if yang else [(BAR, half), (BAR + half + GAP, half)]
    is_void, is_broken = VOID in line["states"], any(_shape(state) == "broken" for state in line["states"])
    name = "moving" if line["moving"] else "ink"
    colour = STYLE[name]
    look = f'fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="4 2"' if is_void else f'fill="{colour}"'
    look = f'class="{name} {"outline" if is_void else "solid"}" {look}'
    kind = " ".join(
        ["bar", "yang" if yang else "yin", *(["void"] if is_void else []), *(["broken"] if is_broken else [])]
    )
    drawn = [f'<rect x="{x}" y="{y}" width="{width}" height="{BAR_HEIGHT}" {look}/>' for x, width in pieces]
    if is_broken:
        drawn.append(_stroke(BAR + 8, y + BAR_HEIGHT + 4, BAR + BAR_WIDTH - 8, y - 4))
    return f'<g class="{kind}">{"".join(drawn)}</g>'


def _stroke(x1: int, y1: int, x2: int, y2: int) -> str:
    """A dark stroke within a light one, to be seen over a line and beside it."""
    ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    looks = (("paper", 5), ("ink", 2))
    return "".join(
        f'<line class="{colour} outline" {ends} stroke="{STYLE[colour]}" stroke-width="{width}"/>'
        for colour, width in looks
    )


def _mark(word: str, x: int, y: int) -> str:
    """○ for an old yang line, × for an old yin one; the word where a pointer rests."""
    look = f'class="moving outline" fill="none" stroke="{STYLE["moving"]}" stroke-width="2"'
    cross = f"M{x - 5} {y - 5}L{x + 5} {y + 5}M{x + 5} {y - 5}L{x - 5} {y + 5}"
    shape = f'<circle cx="{x}" cy="{y}" r="5" {look}/>' if word == OLD_YANG else f'<path d="{cross}" {look}/>'
    return f'<g class="moving"><title>{_safe(word)}</title>{shape}</g>'


def _notes(line: Line) -> Iterator[tuple[str, list[str]]]:
    """The states of a line, of what is hidden under it and of what it changes to, a line of text each or more."""
    groups = (
        ("", [state for state in line["states"] if state not in DRAWN]),
        ("伏", line["hidden"]["states"] if line["hidden"] else []),
        ("對", line["oppositeHidden"]["states"] if line["oppositeHidden"] else []),
        ("變", line["changed"]["states"] if line["changed"] else []),
    )
    for name, states in groups:
        shown = [state for state in states if state not in ("動", "靜")]
        for number, words in enumerate(_filled(shown, WIDTH - 2 * MARGIN - 24)):
            yield ("" if number else name), words


def _note(name: str, words: Sequence[str], base: int) -> Iterator[str]:
    x = float(MARGIN + 24)
    if name:
        yield _text(MARGIN + 8, base, name, SMALL, fill="faint")
    for word in words:
        shape, wide = _shape(word), _wide(word, SMALL)
        if shape:
            dashes = ' stroke-dasharray="3 2"' if shape == "void" else ""
            yield (
                f'<rect class="{shape}" x="{_number(x - 2)}" y="{base - 10}" width="{_number(wide + 4)}" height="13"'
                f' fill="none" stroke="{STYLE["ink"]}"{dashes}/>'
            )
        yield _text(x, base, word, SMALL, fill="ink" if shape else "faint", bold=bool(shape))
        x += wide + _SPACE


def _filled(words: Sequence[str], room: float) -> Iterator[list[str]]:
    """The words, as many to a line of text as there is room for."""
    line: list[str] = []
    used = 0.0
    for word in words:
        wide = _wide(word, SMALL) + _SPACE
        if line and used + wide > room:
            yield line
            line, used = [], 0.0
        line.append(word)
        used += wide
    if line:
        yield line


def _wrapped(text: str, size: int) -> Iterator[tuple[str, int]]:
    """A text, broken at its spaces into lines that fit the width."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}".strip()
        if line and _wide(longer, size) > WIDTH - 2 * MARGIN:
            yield line, size
            longer = word
        line = longer
    yield line, size


def _legend(base: int) -> Iterator[str]:
    """What the shapes mean."""
    box = f'y="{base - 9}" width="12" height="8"'
    void = f'<rect class="ink outline" x="88" {box} fill="none" stroke="{STYLE["ink"]}" stroke-dasharray="3 2"/>'
    broken = f'<rect class="ink solid" x="128" {box} fill="{STYLE["ink"]}"/>{_stroke(129, base, 139, base - 11)}'
    samples = (
        (_mark(OLD_YANG, 14, base - 5), OLD_YANG),
        (_mark(OLD_YIN, 54, base - 5), OLD_YIN),
        (void, VOID),
        (broken, BREAK),
    )
    for place, (shape, word) in enumerate(samples):
        yield f'<g class="legend">{shape}{_text(24 + 40 * place, base, word, SMALL, fill="faint")}</g>'


def _described(facts: Iterable[str], lines: Iterable[Line]) -> str:
    """The chart in words, line by line from the bottom."""
    return "".join([*(f"{fact}。" for fact in facts), *map(_line_in_words, lines)])


def _line_in_words(line: Line) -> str:
    yang = "陽" if line["value"] in (7, 9) else "陰"
    parts = [f"{PLACES[line['position'] - 1]}爻{yang}", *([line["spirit"]] if line["spirit"] else []), _najia(line)]
    parts += [*line["roles"], *(state for state in line["states"] if state not in ("靜", line["moving"]))]
    for name, key in (("伏", "hidden"), ("對宮伏", "oppositeHidden"), (f"{line['moving'] or ''}變", "changed")):
        if line[key]:
            parts.append(" ".join([f"{name}{_najia(line[key])}", *line[key]["states"]]))
    return "，".join(parts) + "。"


def _najia(line: Line) -> str:
    return f"{line['stem']}{line['branch']}{line['element']} {line['relation']}"


def _shape(state: str) -> str | None:
    """How a state's word is framed, where it is: void dashed, broken plain."""
    return "void" if state.endswith(VOID) else "broken" if state.endswith(BREAK) else None


def _text(x: float, y: float, words: str, size: int, *, fill: str = "ink", bold: bool = False) -> str:
    if not words:
        return ""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text class="{fill}" x="{_number(x)}" y="{_number(y)}" font-size="{size}" fill="{STYLE[fill]}"{weight}>'
        f"{_safe(words)}</text>"
    )


@lru_cache(maxsize=4096)
def _safe(words: object) -> str:
    """Words as the content of an element, without the characters that XML does not have."""
    return escape(_ILLEGAL.sub("\ufffd", str(words)))


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=4096)
def _wide(words: str, size: int) -> float:
    """About how wide words are: Chinese characters are square, others little more than half as wide."""
    return sum(size if unicodedata.east_asian_width(each) in "WFA" else size * 0.6 for each in words)
