"""Write the passages of a volume: verse lines, labels, prose, notes, and the renderings after them."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from haidiyan.edition import Passage, Segment, Volume

from .apparatus import Apparatus
from .header import LAYER
from .markup import Pointers, agents, sub

_CONTAINERS = {"label": "lg", "verse": "lg", "colophon": "byline"}
_LINES = {"label": "label", "verse": "l"}
_PLACES = {"interlinear": "inline", "headnote": "top"}


def body(text: ET.Element, volume: Volume, apparatus: Apparatus) -> None:
    """The ``body`` of a volume: its title, its original, its rendering."""
    pointers = Pointers(volume)
    whole = sub(text, "body")
    divisions: dict[str, ET.Element] = {}
    for passage in volume.passages:
        language = passage.segments[0].language
        if passage.paragraph == 0:
            head = sub(whole, "head", id=passage.name, lang=language)
            for segment in passage.segments:
                apparatus.words(_segment(head, "seg", segment, pointers), segment)
            continue
        kind = "rendering" if passage.renders else "original"
        if kind not in divisions:
            divisions[kind] = sub(whole, "div", type=kind, lang=language)
        division = sub(
            divisions[kind],
            "div",
            type="translation" if passage.renders else "passage",
            id=passage.name,
            lang=language if passage.renders else None,
            corresp=pointers.to([passage.renders] if passage.renders else []),
        )
        _Writer(division, passage, apparatus, pointers).write()


def _segment(parent: ET.Element, tag: str, segment: Segment, pointers: Pointers) -> ET.Element:
    ana, renders = f"#{LAYER}{segment.layer}", pointers.to(segment.renders)
    return sub(parent, tag, id=segment.name, ana=ana, corresp=renders)


class _Writer:
    """Walks through a passage, knowing which container, line and notes are open."""

    def __init__(self, division: ET.Element, passage: Passage, apparatus: Apparatus, pointers: Pointers) -> None:
        self._division = division
        self._passage = passage
        self._apparatus = apparatus
        self._pointers = pointers
        self._container: ET.Element | None = None
        self._place: ET.Element = division
        """Where punctuation goes that parts segments."""
        self._notes: list[tuple[int, ET.Element]] = []

    def write(self) -> None:
        for segment in self._passage.segments:
            outside = self._inside(segment.before, segment.note)
            if segment.note is None:
                self._punctuation(self._place, outside)
                self._body(segment)
            else:
                if not self._notes or self._notes[-1][0] != segment.note:
                    self._open_note(segment, outside)
                self._apparatus.words(_segment(self._notes[-1][1], "seg", segment, self._pointers), segment)
        self._punctuation(self._place, self._inside(self._passage.after, None))

    def _inside(self, between: str, note: int | None) -> str:
        """Write what of the text before a segment belongs to the open notes, close those that end; the rest."""
        if not self._notes:
            return between
        if "）" in between:
            end = between.index("）") + 1
            self._punctuation(self._notes[0][1], between[:end])
            self._notes = []
            return between[end:]
        if note != self._notes[-1][0]:
            self._notes = self._notes[:1]
        self._punctuation(self._notes[-1][1], between)
        return ""

    def _open_note(self, segment: Segment, outside: str) -> None:
        parting, bracket, _ = outside.partition("（")
        if self._notes:
            parent = self._notes[-1][1]
        else:
            self._punctuation(self._place, parting)
            parent = self._place
            if parting and self._container is not None and self._container.tag == "lg":
                parent = self._container
        note = sub(
            parent,
            "note",
            id=f"{segment.passage}-n{segment.note}",
            type=segment.layer,
            place=_PLACES.get(segment.layer),
            resp=agents(filter(None, [segment.creator])),
            target=self._pointers.to(segment.glosses),
        )
        if parent is self._container and parent.tag == "lg":
            self._place = note
        self._punctuation(note, bracket)
        if segment.marker:
            sub(note, "seg", segment.marker, type="marker")
        self._notes.append((segment.note or 0, note))

    def _body(self, segment: Segment) -> None:
        tag = _CONTAINERS.get(segment.layer, "p")
        if self._container is None or self._container.tag != tag:
            self._container = sub(self._division, tag, resp=agents(filter(None, [segment.creator])))
        element = _segment(self._container, _LINES.get(segment.layer, "seg"), segment, self._pointers)
        self._apparatus.words(element, segment)
        self._place = element if segment.layer in _LINES else self._container

    def _punctuation(self, parent: ET.Element, text: str) -> None:
        if text:
            sub(parent, "pc", text)
