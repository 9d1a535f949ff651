"""Pair each rendering with what it renders: notes one to one, and the text between notes line by line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from .editorial import Editorial, Layer
from .model import Paragraph, Passage, Segment


def pair(
    source: Passage,
    rendering: Passage,
    places: tuple[Paragraph, Paragraph],
    editorial: Editorial,
    complaints: list[str],
) -> Passage:
    """The rendering with ``renders`` on itself and its segments; complains where their notes differ."""
    renders: dict[str, tuple[str, ...]] = {}
    for layer in editorial.layers.values():
        if layer.rendering_marker:
            renders |= _notes(layer, source, rendering, places, complaints)
    inline = editorial.layers["interlinear"].rendering_marker
    theirs = _stretches(source, "interlinear", "")
    ours = _stretches(rendering, "rendering-note", inline)
    if len(ours) == len(theirs) == 1:
        renders |= {each.name: (source.name,) for each in ours[0]}
    elif len(ours) == len(theirs):
        for number, (mine, lines) in enumerate(zip(ours, theirs, strict=True)):
            if bool(mine) != bool(lines):
                at = places[0 if lines else 1].place((lines or mine)[0].start - (source if lines else rendering).start)
                complaints.append(f"{at}these words before note {number + 1} have no counterpart in the pair")
            renders |= {each.name: tuple(line.name for line in lines) for each in mine}
    return replace(
        rendering,
        renders=source.name,
        segments=tuple(replace(each, renders=renders.get(each.name, ())) for each in rendering.segments),
    )


def _notes(
    layer: Layer,
    source: Passage,
    rendering: Passage,
    places: tuple[Paragraph, Paragraph],
    complaints: list[str],
) -> dict[str, tuple[str, ...]]:
    theirs = _by_note(each for each in source.segments if each.layer == layer.name)
    ours = _by_note(
        each for each in rendering.segments if each.layer == "rendering-note" and each.marker == layer.rendering_marker
    )
    if len(theirs) != len(ours):
        surplus, passage, place = (
            (theirs[len(ours)], source, places[0])
            if len(theirs) > len(ours)
            else (ours[len(theirs)], rendering, places[1])
        )
        kind = f"notes marked {layer.marker}" if layer.marker else "unlabelled notes"
        complaints.append(
            f"{place.place(surplus[0].start - passage.start)}the original (paragraph {source.paragraph}) has "
            f"{len(theirs)} {kind} and the rendering (paragraph {rendering.paragraph}) {len(ours)} marked "
            f"{layer.rendering_marker}; here is the first too many"
        )
    return {
        each.name: tuple(word.name for word in note) for mine, note in zip(ours, theirs, strict=False) for each in mine
    }


def _by_note(segments: Iterable[Segment]) -> list[list[Segment]]:
    notes: defaultdict[int, list[Segment]] = defaultdict(list)
    for each in segments:
        notes[each.note or 0].append(each)
    return [notes[number] for number in sorted(notes)]


def _stretches(passage: Passage, layer: str, marker: str) -> list[list[Segment]]:
    """The segments that are not notes, parted at the notes of a layer; at least one list."""
    found: list[list[Segment]] = [[]]
    seen: set[int] = set()
    for segment in passage.segments:
        if segment.note is None:
            found[-1].append(segment)
        elif segment.layer == layer and segment.marker == marker and segment.note not in seen:
            seen.add(segment.note)
            found.append([])
    return found
