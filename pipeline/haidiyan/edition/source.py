"""Read a source file's bytes, verify them, and part them into paragraphs."""

from __future__ import annotations

import hashlib
import unicodedata
from pathlib import Path

from .model import Paragraph

SUMS = "SHA256SUMS"


def recorded_sums(folder: Path, complaints: list[str]) -> dict[str, str]:
    """The sha256 of each file as ``SHA256SUMS`` records it."""
    path = folder / SUMS
    if not path.is_file():
        complaints.append(f"{path} is missing: the source text cannot be verified")
        return {}
    rows = (line.split() for line in path.read_text(encoding="ascii").splitlines())
    return {row[1].lstrip("*"): row[0] for row in rows if len(row) == 2}


def read_text(path: Path, sums: dict[str, str], complaints: list[str]) -> tuple[str, str]:
    """The decoded text of a file and its sha256; empty, with a complaint, where it cannot be read."""
    if not path.is_file():
        complaints.append(f"{path} is missing")
        return "", ""
    raw = path.read_bytes()
    found = hashlib.sha256(raw).hexdigest()
    if sums.get(path.name) != found:
        complaints.append(
            f"{path.name}: its sha256 is {found}, but {SUMS} records {sums.get(path.name, 'none')}; "
            "restore the supplied file"
        )
    try:
        return raw.decode("utf-8"), found
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8").split("\n")
        number = sum(1 for line in before[:-1] if line)
        complaints.append(f"{path.name}, paragraph {number}, column {len(before[-1]) + 1}: the bytes are not UTF-8")
        return "", found


def paragraphs(file: str, volume: int, text: str, complaints: list[str], prefix: str = "") -> list[Paragraph]:
    """The non-empty lines, counted from 0; every second line must be empty, and every character NFC."""
    found: list[Paragraph] = []
    start = 0
    for number, line in enumerate(text.split("\n")):
        if line:
            paragraph = Paragraph(file, volume, len(found), line, start, prefix)
            found.append(paragraph)
            _verify(paragraph, complaints)
        if line and number % 2:
            complaints.append(f"{found[-1].place()}no empty line parts this paragraph from the one before")
        start += len(line) + 1
    return found


def _verify(paragraph: Paragraph, complaints: list[str]) -> None:
    for column, character in enumerate(paragraph.text):
        if not unicodedata.is_normalized("NFC", character) or unicodedata.combining(character):
            complaints.append(f"{paragraph.place(column)}the character “{character}” is not in the form NFC")
        elif character in "\r\ufeff" or (character == " " and paragraph.number):
            complaints.append(f"{paragraph.place(column)}a stray U+{ord(character):04X} (line end, mark or space)")
