"""Set a paragraph as lines with their notes, so that all its characters stand in their order and none is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from haidiyan.web.book.marks import Mark

OPENING, CLOSING = "（", "）"
"""How the source files set a note apart."""
_BEGINS = "（「『《〈【"
"""Punctuation that belongs to what follows it."""


@dataclass(frozen=True)
class Words:
    """A segment in its place."""

    segment: Mapping[str, Any]
    marks: tuple[Mark, ...]


@dataclass
class Box:
    """A line, or with ``is_note`` a note in it: characters between segments, segments, further notes."""

    layer: str
    is_note: bool = False
    parts: list[str | Words | Box] = field(default_factory=list)

    def write(self, text: str) -> None:
        """Add characters, where there are any."""
        if text:
            self.parts.append(text)


def lines(text: str, start: int, segments: Sequence[Words], notes: Mapping[str, str]) -> tuple[Box, ...]:
    """The lines of a paragraph that begins at ``start`` of its file, each with the notes that follow its words.

    ``segments`` stand in the order of the text; ``notes`` tells of those that are notes which note they belong to. A
    note within a note stands in it.
    """
    setting = _Setting(notes)
    at = start
    for each in segments:
        setting.add(text[at - start : each.segment["start"] - start], each)
        at = each.segment["end"]
    setting.end(text[at - start :])
    return tuple(setting.lines)


class _Setting:
    """Walks through a paragraph, knowing which line and which notes are open."""

    def __init__(self, notes: Mapping[str, str]) -> None:
        self.lines: list[Box] = []
        self._notes = notes
        self._open: list[tuple[str, Box]] = []

    def add(self, between: str, words: Words) -> None:
        """The next segment, after the characters between it and the one before."""
        note, layer = self._notes.get(words.segment["name"], ""), words.segment["layer"]["name"]
        outside = self._inside(between, note)
        if not note:
            closing, opening = _parted(outside)
            if self.lines:
                self.lines[-1].write(closing)
                closing = ""
            line = Box(layer)
            line.write(closing + opening)
            line.parts.append(words)
            self.lines.append(line)
            return
        if not self._open or self._open[-1][0] != note:
            self._begin(note, layer, outside)
        self._open[-1][1].parts.append(words)

    def end(self, rest: str) -> None:
        """What stands after the last segment."""
        outside = self._inside(rest, "")
        if outside and not self.lines:
            self.lines.append(Box(""))
        if outside:
            self.lines[-1].write(outside)

    def _inside(self, between: str, note: str) -> str:
        """Write what belongs to the open notes, and close those that end; give the rest."""
        if not self._open:
            return between
        if CLOSING in between:
            inner, _, rest = between.partition(CLOSING)
            self._open[0][1].write(inner + CLOSING)
            self._open = []
            return rest
        if note != self._open[-1][0]:
            self._open = self._open[:1]
            if note and note != self._open[0][0]:
                return between
        self._open[-1][1].write(between)
        return ""

    def _begin(self, note: str, layer: str, outside: str) -> None:
        before, opening, marker = outside.partition(OPENING)
        box = Box(layer, is_note=True)
        if self._open:
            self._open[-1][1].parts.append(box)
            box.write(outside)
        else:
            if not self.lines:
                self.lines.append(Box(""))
            if opening:
                self.lines[-1].write(before)
                box.write(opening + marker)
            else:
                box.write(before)
            self.lines[-1].parts.append(box)
        self._open.append((note, box))


def _parted(between: str) -> tuple[str, str]:
    """Punctuation as what closes the words before it and what opens those after it.

    >>> _parted("，「"), _parted("。")
    (('，', '「'), ('。', ''))
    """
    at = next((place for place, each in enumerate(between) if each in _BEGINS), len(between))
    return between[:at], between[at:]
