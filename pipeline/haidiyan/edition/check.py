"""Prove that nothing of the source is lost: words equal slices, pieces join, counts are those recorded."""

from __future__ import annotations

import re

from .editorial import Editorial, VolumeRecord
from .model import Paragraph, Passage, Volume


def lossless(passage: Passage, paragraph: Paragraph, text: str, editorial: Editorial, complaints: list[str]) -> None:
    """Complain unless the segments and the punctuation give back the paragraph, and the words their spans."""
    markers = [
        re.escape(each) for layer in editorial.layers.values() for each in (layer.marker, layer.rendering_marker)
    ]
    punctuation = re.compile("(?:[。；？！，、：—（）]|" + "|".join(filter(None, markers)) + ")*")
    column = 0
    for segment in passage.segments:
        if not punctuation.fullmatch(segment.before):
            complaints.append(
                f"{paragraph.place(column)}“{segment.before}” between two segments is more than punctuation"
            )
        column += len(segment.before)
        if text[segment.start : segment.end] != segment.words:
            complaints.append(f"{paragraph.place(column)}the words “{segment.words}” are not what their span selects")
        column += len(segment.words)
    if not punctuation.fullmatch(passage.after):
        complaints.append(
            f"{paragraph.place(column)}“{passage.after}” behind the last segment is more than punctuation"
        )
    joined = "".join(each.before + each.words for each in passage.segments) + passage.after
    if joined != paragraph.text:
        at = next(
            (i for i, (a, b) in enumerate(zip(joined, paragraph.text, strict=False)) if a != b),
            min(len(joined), len(paragraph.text)),
        )
        complaints.append(f"{paragraph.place(at)}the segments and the punctuation do not give back the paragraph")


def counts(volume: Volume, record: VolumeRecord, complaints: list[str]) -> None:
    """Complain unless the volume has as many pairs and notes as its record says.

    Notes are not counted while a passage could not be cut.
    """
    if not volume.passages:
        return
    place = f"{volume.file}, paragraph {volume.passages[-1].paragraph}, column 1: "
    whole = all(each.segments for each in volume.passages)
    notes = {
        (each.layer, each.passage, each.note) for passage in volume.passages for each in passage.segments if each.note
    }
    found = {
        "pairs of original and rendering": (sum(1 for each in volume.passages if each.renders), record.pairs),
        "headnotes": (sum(1 for layer, _, _ in notes if layer == "headnote"), record.headnotes),
        "interlinear notes": (sum(1 for layer, _, _ in notes if layer == "interlinear"), record.interlinear),
    }
    for what, (number, expected) in found.items():
        if number != expected and (whole or what.startswith("pairs")):
            complaints.append(f"{place}the volume ends with {number} {what}, where {expected} are recorded")
