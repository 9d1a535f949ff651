"""Read both volumes: verify, cut, join, check; refuse with all complaints at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from haidiyan import iris, resources
from haidiyan.errors import BuildError

from . import align, check, editorial, gloss, metre, parse
from .model import Passage, Volume
from .source import paragraphs, read_text, recorded_sums


def read(source: Path | None = None) -> list[Volume]:
    """The edition of the volumes in the folder ``source``, by default ``data/source``.

    Raises BuildError with every complaint, each with file, paragraph and column: a file that differs from
    SHA256SUMS, text that is not NFC, brackets, markers, metre, notes or pairs that do not fit, lost words.
    """
    folder = source or resources.root() / "data" / "source"
    decisions = editorial.load()
    complaints: list[str] = []
    sums = recorded_sums(folder, complaints)
    volumes = [_volume(folder, record, sums, decisions, complaints) for record in decisions.volumes]
    _unused_layouts(volumes, decisions, complaints)
    if complaints:
        raise BuildError(complaints)
    return volumes


def _volume(
    folder: Path,
    record: editorial.VolumeRecord,
    sums: dict[str, str],
    decisions: editorial.Editorial,
    complaints: list[str],
) -> Volume:
    text, sha256 = read_text(folder / record.file, sums, complaints)
    lines = paragraphs(record.file, record.number, text, complaints)
    passages: list[Passage] = []
    original: Passage | None = None
    for paragraph in lines:
        passage = parse.passage(paragraph, decisions, complaints)
        if passage is None:
            original = None
            passage = parse.uncut(paragraph)
        else:
            check.lossless(passage, paragraph, text, decisions, complaints)
            if paragraph.number % 2:
                metre.check(passage, paragraph, decisions, complaints)
                passage = original = gloss.original(passage, paragraph, decisions, complaints)
            elif paragraph.number and original:
                places = (lines[original.paragraph], paragraph)
                passage = gloss.textual(align.pair(original, passage, places, decisions, complaints), original)
        if paragraph.number and paragraph.number % 2 == 0:
            passage = replace(passage, renders=iris.passage_name(record.number, paragraph.number - 1))
        passages.append(passage)
    if lines and len(lines) % 2 == 0:
        complaints.append(f"{lines[-1].place()}this paragraph of the original has no rendering after it")
    volume = Volume(record.number, record.file, text, sha256, tuple(passages))
    check.counts(volume, record, complaints)
    return volume


def _unused_layouts(volumes: list[Volume], decisions: editorial.Editorial, complaints: list[str]) -> None:
    if not all(volume.passages for volume in volumes):
        return
    originals = {each.name for volume in volumes for each in volume.passages if each.paragraph % 2}
    named = set(decisions.layouts) | {name for name, _ in decisions.explains}
    complaints.extend(
        f"data/text/layout.ttl speaks of {name}, which is no passage of the original"
        for name in sorted(named - originals)
    )
