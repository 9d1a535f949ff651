"""Cut a paragraph into the segments of its layers, by punctuation, brackets and the editors' layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from haidiyan import iris

from .editorial import Editorial, Layout
from .model import Paragraph, Passage, Segment

STOPS = "。；？！"
PUNCTUATION = STOPS + "，、：—"
_CLAUSE = re.compile(f"[^{PUNCTUATION}]+")


@dataclass(frozen=True)
class _Bracket:
    """A note's brackets; ``marker`` is the delimiter that opens its words, perhaps none."""

    start: int
    end: int
    layer: str
    marker: str


@dataclass(frozen=True)
class _Piece:
    layer: str
    start: int
    end: int
    note: int | None = None
    marker: str = ""


def passage(paragraph: Paragraph, editorial: Editorial, complaints: list[str]) -> Passage | None:
    """The paragraph as a passage, not yet joined to others; None, with complaints, if its brackets fail.

    Paragraph 0 is the title, odd ones are the original, even ones the rendering.
    """
    name = paragraph.name
    groups = _groups(paragraph, complaints)
    if groups is None:
        return None
    if paragraph.number == 0:
        pieces = [_Piece("title", 0, len(paragraph.text))]
    elif paragraph.number % 2:
        layout = editorial.layouts.get(name, Layout())
        pieces = _original(paragraph, _Cutter(paragraph.text, editorial, groups, rendering=False), layout, complaints)
    else:
        pieces = _rendering(_Cutter(paragraph.text, editorial, groups, rendering=True))
    _misplaced_markers(paragraph, groups, editorial, complaints)
    _unknown_markers(paragraph, groups, editorial, complaints)
    return _assemble(name, paragraph, pieces, editorial)


def uncut(paragraph: Paragraph) -> Passage:
    """The paragraph as a passage without segments, to go on with when it cannot be cut."""
    return Passage(
        name=paragraph.name,
        volume=paragraph.volume,
        paragraph=paragraph.number,
        text=paragraph.text,
        start=paragraph.start,
        end=paragraph.start + len(paragraph.text),
        segments=(),
        after=paragraph.text,
    )


def _groups(paragraph: Paragraph, complaints: list[str]) -> list[tuple[int, int]] | None:
    """The brackets as (place of （, place of ）); None if they are not balanced or stand one in another."""
    found: list[tuple[int, int]] = []
    opened: int | None = None
    faults = []
    for column, character in enumerate(paragraph.text):
        if character == "（":
            if opened is not None:
                faults.append(f"{paragraph.place(opened)}the bracket （ is not closed before another opens")
            opened = column
        elif character == "）":
            if opened is None:
                faults.append(f"{paragraph.place(column)}the bracket ） closes nothing")
            else:
                found.append((opened, column))
                opened = None
    if opened is not None:
        faults.append(f"{paragraph.place(opened)}the bracket （ is not closed")
    complaints.extend(faults)
    return None if faults else found


def _misplaced_markers(
    paragraph: Paragraph, groups: list[tuple[int, int]], editorial: Editorial, complaints: list[str]
) -> None:
    rendering = paragraph.number % 2 == 0
    for layer in editorial.layers.values():
        for marker, at_home in ((layer.marker, not rendering), (layer.rendering_marker, rendering)):
            for found in re.finditer(re.escape(marker), paragraph.text) if marker else ():
                if not at_home:
                    side = "a rendering" if rendering else "the original"
                    complaints.append(f"{paragraph.place(found.start())}the marker {marker} does not belong in {side}")
                elif all(found.start() != start + 1 for start, _ in groups):
                    complaints.append(f"{paragraph.place(found.start())}the marker {marker} does not open a bracket")


def _unknown_markers(
    paragraph: Paragraph, groups: list[tuple[int, int]], editorial: Editorial, complaints: list[str]
) -> None:
    """Complain of a bracket that opens with what reads as a marker (旁批：) and is that of no layer."""
    known = {
        each for layer in editorial.layers.values() for each in (layer.marker, layer.rendering_marker) if len(each) > 1
    }
    endings = {each[-2:] for each in known}
    for start, end in groups:
        opening = _CLAUSE.match(paragraph.text, start + 1, end)
        word = paragraph.text[start + 1 : opening.end() + 1] if opening else ""
        if word[-2:] in endings and word not in known:
            complaints.append(
                f"{paragraph.place(start + 1)}the bracket opens with {word}, which is the marker of no layer; "
                f"there are {'、'.join(sorted(known))}"
            )


class _Cutter:
    """The brackets of one text, and the sentences and clauses between and within them."""

    def __init__(self, text: str, editorial: Editorial, groups: list[tuple[int, int]], rendering: bool) -> None:
        self.text = text
        self.groups = groups
        self._rendering = rendering
        self._marked = [
            (marker, "rendering-note" if rendering else layer.name)
            for layer in editorial.layers.values()
            if (marker := layer.rendering_marker if rendering else layer.marker)
        ]
        self._openings = [(each.opening, each.name) for each in editorial.layers.values() if each.opening and rendering]
        self.notes = [note for start, end in groups if (note := self._bracket(start, end))]

    def _bracket(self, start: int, end: int) -> _Bracket | None:
        for marker, layer in self._marked:
            if self.text.startswith(marker, start + 1):
                return _Bracket(start, end, layer, marker)
        for opening, layer in self._openings:
            if self.text.startswith(opening, start + 1):
                return _Bracket(start, end, layer, "")
        return None if self._rendering else _Bracket(start, end, "interlinear", "")

    def between(self) -> Iterator[tuple[tuple[int, int], _Bracket | None]]:
        """The stretches of text outside notes, each with the note that ends it."""
        start = 0
        for note in self.notes:
            yield (start, note.start), note
            start = note.end + 1
        yield (start, len(self.text)), None

    def sentences(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The sentences between two places, without punctuation at their edges; no cut within brackets."""
        kept = {place for opened, closed in self.groups if opened >= start for place in range(opened, closed)}
        begin = start
        for place in range(start, end + 1):
            if place == end or (self.text[place] in STOPS and place not in kept):
                first, last = begin, place
                while first < last and self.text[first] in PUNCTUATION:
                    first += 1
                while last > first and self.text[last - 1] in PUNCTUATION:
                    last -= 1
                if first < last:
                    yield first, last
                begin = place + 1

    def note(self, note: _Bracket, number: int) -> list[_Piece]:
        """The sentences of a note; a remark on the base text after a dash is a note of its own."""
        start = note.start + 1 + len(note.marker)
        pieces: list[_Piece] = []
        remarks = 0
        for opening, layer in self._openings if note.marker else ():
            while (dash := self.text.find("——" + opening, start, note.end)) >= 0:
                pieces += [_Piece(note.layer, *span, number, note.marker) for span in self.sentences(start, dash)]
                remark = next(self.sentences(dash, note.end))
                remarks += 1
                pieces.append(_Piece(layer, *remark, number + remarks))
                start = remark[1]
        pieces += [_Piece(note.layer, *span, number, note.marker) for span in self.sentences(start, note.end)]
        return pieces


def _rendering(cutter: _Cutter) -> list[_Piece]:
    pieces: list[_Piece] = []
    for (start, end), note in cutter.between():
        pieces += [_Piece("rendering", *span) for span in cutter.sentences(start, end)]
        if note:
            pieces += cutter.note(note, _next_number(pieces))
    return pieces


def _original(paragraph: Paragraph, cutter: _Cutter, layout: Layout, complaints: list[str]) -> list[_Piece]:
    whole = layout.layer not in (None, "verse")
    prose_layer = layout.layer if whole and layout.layer else "prose"
    prose_from = 0 if whole else len(paragraph.text)
    if layout.prose_from:
        if paragraph.text.count(layout.prose_from) == 1:
            prose_from = paragraph.text.index(layout.prose_from)
        else:
            complaints.append(f"{paragraph.place()}prose must begin at “{layout.prose_from}”, which must occur once")
    pieces: list[_Piece] = []
    for (start, end), note in cutter.between():
        turn = min(max(prose_from, start), end)
        for clause in _CLAUSE.finditer(cutter.text, start, turn):
            label = cutter.text[clause.end() : clause.end() + 1] == "："
            pieces.append(_Piece("label" if label else "verse", *clause.span()))
        pieces += [_Piece(prose_layer, *span) for span in cutter.sentences(turn, end)]
        if note:
            of_note = cutter.note(note, _next_number(pieces))
            if not of_note:
                complaints.append(f"{paragraph.place(note.start)}the note is empty")
            pieces += of_note
    return pieces


def _next_number(pieces: list[_Piece]) -> int:
    return max((piece.note for piece in pieces if piece.note), default=0) + 1


def _assemble(name: str, paragraph: Paragraph, pieces: list[_Piece], editorial: Editorial) -> Passage:
    segments = []
    last = 0
    for order, piece in enumerate(pieces, start=1):
        layer = editorial.layers[piece.layer]
        segments.append(
            Segment(
                name=iris.local_name(iris.segment(paragraph.prefix or paragraph.volume, paragraph.number, order)),
                passage=name,
                layer=piece.layer,
                words=paragraph.text[piece.start : piece.end],
                start=paragraph.start + piece.start,
                end=paragraph.start + piece.end,
                order=order,
                before=paragraph.text[last : piece.start],
                note=piece.note,
                marker=piece.marker,
                creator=layer.creator,
                language=layer.language,
            )
        )
        last = piece.end
    return replace(uncut(paragraph), segments=tuple(segments), after=paragraph.text[last:])
