"""Join each note to the words that it explains, by its place or by the editors' decision."""

from __future__ import annotations

import re
from dataclasses import replace

from .editorial import Editorial
from .model import Paragraph, Passage, Segment
from .parse import STOPS

_QUOTED = re.compile("「([^」]+)」")


def original(passage: Passage, paragraph: Paragraph, editorial: Editorial, complaints: list[str]) -> Passage:
    """The passage with ``glosses`` on its notes.

    A note within a sentence explains the segment before it; one behind a full stop explains all since the
    last such note, and where that is everything or nothing, the passage.
    """
    decided = {number: words for (name, number), words in editorial.explains.items() if name == passage.name}
    numbers = {each.note for each in passage.segments if each.note}
    for number in sorted(set(decided) - numbers):
        complaints.append(f"{paragraph.place()}the layout speaks of note {number}, which is not here")
    explained: dict[int, tuple[str, ...]] = {}
    stretch: list[str] = []
    stopped = True
    for segment in passage.segments:
        stopped = stopped or any(stop in segment.before for stop in STOPS)
        if segment.note is None:
            stretch.append(segment.name)
            stopped = False
        elif segment.note not in explained:
            if segment.note in decided:
                explained[segment.note] = _named(passage, paragraph, decided[segment.note], complaints)
            elif not stopped:
                explained[segment.note] = (stretch[-1],)
            else:
                everything = len(stretch) in (0, len(passage.body))
                explained[segment.note] = (passage.name,) if everything else tuple(stretch)
            if stopped:
                stretch = []
    return replace(
        passage,
        segments=tuple(replace(each, glosses=explained[each.note]) if each.note else each for each in passage.segments),
    )


def textual(rendering: Passage, source: Passage) -> Passage:
    """The rendering with ``glosses`` on its textual notes.

    Such a note quotes in 「」 the words of the original it speaks of: the first quotation that stands in just
    one segment decides, else the note is on the passage.
    """

    def explained(note: Segment) -> tuple[str, ...]:
        for words in _QUOTED.findall(note.words):
            holders = [each.name for each in source.segments if words in each.words]
            if len(holders) == 1:
                return (holders[0],)
        return (source.name,)

    return replace(
        rendering,
        segments=tuple(
            replace(each, glosses=explained(each)) if each.layer == "textual-note" else each
            for each in rendering.segments
        ),
    )


def _named(
    passage: Passage, paragraph: Paragraph, explained: tuple[str, ...], complaints: list[str]
) -> tuple[str, ...]:
    found = []
    for words in explained:
        holders = [each for each in passage.body if words in each.words]
        if len(holders) == 1:
            found.append(holders[0])
        else:
            complaints.append(
                f"{paragraph.place()}the layout lets a note explain “{words}”, which stands in "
                f"{len(holders)} segments, not in one"
            )
    return tuple(each.name for each in sorted(found, key=lambda each: each.order))
