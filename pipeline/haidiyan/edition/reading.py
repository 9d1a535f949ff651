"""Read the volumes: verify, cut, join, check; refuse with all complaints at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from haidiyan import iris, resources
from haidiyan.errors import BuildError

from . import align, check, editorial, gloss, metre, parse
from .model import Passage, Volume
from .source import paragraphs, read_text, recorded_sums, unread


def read(source: Path | None = None, texts: Iterable[Path] = ()) -> list[Volume]:
    """The edition of the volumes in the folder ``source``, by default ``data/source``, and of further texts.

    A further text is a folder with ``source/`` and ``text/`` in the form of ``data/`` (docs/second-text.md). The
    volumes stand in the order of their numbers. Raises BuildError with every complaint, each with file, paragraph
    and column: a file that differs from SHA256SUMS, text that is not NFC, brackets, markers, metre, notes or pairs
    that do not fit, lost words.
    """
    folder = source or resources.root() / "data" / "source"
    decisions = editorial.load()
    complaints: list[str] = []
    volumes = _of_folder(folder, decisions, complaints)
    taken = {name: "data/text" for each in decisions.volumes for name in _names(each)}
    for text in texts:
        volumes += _of_text(text, decisions.layers, taken, complaints)
    if complaints:
        raise BuildError(complaints)
    return sorted(volumes, key=lambda each: each.number)


def _of_folder(folder: Path, decisions: editorial.Editorial, complaints: list[str], text: str = "") -> list[Volume]:
    sums = recorded_sums(folder, complaints)
    unread(folder, sums, [record.file for record in decisions.volumes], complaints)
    volumes = [_volume(folder, record, sums, decisions, complaints, text) for record in decisions.volumes]
    _unused_layouts(volumes, decisions, complaints, text)
    return volumes


def _of_text(
    text: Path, layers: dict[str, editorial.Layer], taken: dict[str, str], complaints: list[str]
) -> list[Volume]:
    """The volumes of a further text; complains where it has none, or what names one names another already."""
    name = f"{text.name}/text"
    try:
        decisions = editorial.load(text / "text", layers, name)
    except BuildError as error:
        complaints += error.complaints
        return []
    if not decisions.volumes:
        complaints.append(f"{name} describes no volume (hdy:Volume): what is in {text.name}/source cannot be read")
    before = len(complaints)
    for each in decisions.volumes:
        for word in _names(each):
            if taken.setdefault(word, name) != name:
                complaints.append(f"{name}: there is a {word} in {taken[word]} already; give this one another")
    return _of_folder(text / "source", decisions, complaints, text.name) if len(complaints) == before else []


def _names(record: editorial.VolumeRecord) -> tuple[str, str]:
    return f"volume {record.number}", f"volume whose passages are named {record.prefix}-p01"


def _volume(
    folder: Path,
    record: editorial.VolumeRecord,
    sums: dict[str, str],
    decisions: editorial.Editorial,
    complaints: list[str],
    of_text: str,
) -> Volume:
    if record.authors is not None:
        layers = {name: replace(each, creator=record.authors.get(name)) for name, each in decisions.layers.items()}
        decisions = replace(decisions, layers=layers)
    place = f"{of_text}/source/" if of_text else ""
    text, sha256 = read_text(folder, record.file, sums, complaints)
    lines = paragraphs(place + record.file, record.number, text, complaints, record.prefix)
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
                metre.check(passage, paragraph, decisions, complaints, _layout_of(of_text))
                passage = original = gloss.original(passage, paragraph, decisions, complaints)
            elif paragraph.number and original:
                places = (lines[original.paragraph], paragraph)
                passage = gloss.textual(align.pair(original, passage, places, decisions, complaints), original)
        if paragraph.number and paragraph.number % 2 == 0:
            passage = replace(passage, renders=iris.passage_name(record.prefix, paragraph.number - 1))
        passages.append(passage)
    if lines and len(lines) % 2 == 0:
        complaints.append(f"{lines[-1].place()}this paragraph of the original has no rendering after it")
    volume = Volume(record.number, record.file, text, sha256, tuple(passages), of_text)
    check.counts(volume, record, complaints)
    return volume


def _unused_layouts(volumes: list[Volume], decisions: editorial.Editorial, complaints: list[str], text: str) -> None:
    if not all(volume.passages for volume in volumes):
        return
    originals = {each.name for volume in volumes for each in volume.passages if each.paragraph % 2}
    named = set(decisions.layouts) | {name for name, _ in decisions.explains}
    complaints.extend(
        f"{_layout_of(text)} speaks of {name}, which is no passage of the original"
        for name in sorted(named - originals)
    )


def _layout_of(text: str) -> str:
    return f"{text or 'data'}/text/layout.ttl"
