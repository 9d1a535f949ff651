"""Read a source file's bytes, verify them, and part them into paragraphs."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection
from pathlib import Path

from .model import Paragraph

SUMS = "SHA256SUMS"
_SUM = re.compile(r"([0-9a-fA-F]{64})[ \t][ *]?(?:\./)?(.*\S.*)")


def recorded_sums(folder: Path, complaints: list[str]) -> dict[str, str]:
    """The sha256 of each file as ``SHA256SUMS`` records it, in the format of ``sha256sum``."""
    path = folder / SUMS
    raw = _bytes(path, complaints, ": the source text cannot be verified")
    found: dict[str, str] = {}
    for number, line in enumerate((raw or b"").removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        row = _SUM.fullmatch(line.decode("utf-8", "replace"))
        if row is None:
            if line.strip():
                complaints.append(f"{path}, line {number} is no sha256 and file name as `sha256sum` writes them")
        elif found.setdefault(row[2], row[1].lower()) != row[1].lower():
            complaints.append(f"{path}, line {number} gives {row[2]} another sha256 than a line before")
    return found


def unread(folder: Path, sums: dict[str, str], read: Collection[str], complaints: list[str]) -> None:
    """Complain of every text of a folder that is of no volume, be it there or recorded in ``SHA256SUMS``."""
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.txt")}
    for name in sorted((there | {each for each in sums if each.endswith(".txt")}) - set(read)):
        recorded = "" if name in sums else f" and {SUMS} does not record"
        complaints.append(f"{folder / name}: no hdy:Volume describes this file{recorded}; it would not be read")


def read_text(folder: Path, file: str, sums: dict[str, str], complaints: list[str]) -> tuple[str, str]:
    """The decoded text of a file and its sha256; empty, with a complaint, where it cannot be read."""
    raw = _bytes(folder / file, complaints)
    if raw is None:
        return "", ""
    if b"\r\n" in raw:
        complaints.append(f"{file}: its lines end in CR LF, as Windows writes them; end them in LF alone")
        return "", ""
    if not raw.strip(b"\n"):
        complaints.append(f"{file} is empty: it has no title and no passage")
    found = hashlib.sha256(raw).hexdigest()
    if sums.get(file) != found:
        complaints.append(
            f"{file}: its sha256 is {found}, but {SUMS} records {sums.get(file, 'none')}; restore the supplied file"
        )
    try:
        return raw.decode("utf-8"), found
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8").split("\n")
        number = sum(1 for line in before[:-1] if line)
        complaints.append(f"{file}, paragraph {number}, column {len(before[-1]) + 1}: the bytes are not UTF-8")
        return "", found


def _bytes(path: Path, complaints: list[str], so: str = "") -> bytes | None:
    """The bytes of a file; ``None``, with a complaint that ends in ``so``, where it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        complaints.append(f"{path} is missing{so}")
    except (OSError, ValueError) as error:
        complaints.append(f"{path} cannot be read ({getattr(error, 'strerror', None) or error}){so}")
    return None


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
