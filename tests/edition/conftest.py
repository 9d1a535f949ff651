"""The edition as built, and a way to build it from a damaged copy."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from haidiyan import resources
from haidiyan.edition import Passage, Volume, read
from haidiyan.errors import BuildError

SOURCE = resources.root() / "data" / "source"
Change = Callable[[list[str]], None]


def paragraphs(file: str) -> list[str]:
    """The non-empty lines of a source file, read without the code under test."""
    return [line for line in (SOURCE / file).read_text(encoding="utf-8").split("\n") if line]


def complaints_of(folder: Path, *changes: tuple[str, Change], sums: bool = True) -> list[str]:
    """What the build says of a copy whose paragraphs were changed; ``sums`` brings SHA256SUMS up to date."""
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True)
    for file, change in changes:
        lines = (folder / file).read_text(encoding="utf-8").split("\n")[::2]
        change(lines)
        (folder / file).write_text("\n\n".join(lines), encoding="utf-8")
    if sums:
        rows = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in folder.glob("*.txt"))
        (folder / "SHA256SUMS").write_text("\n".join(rows) + "\n", encoding="ascii")
    try:
        read(folder)
    except BuildError as error:
        return error.complaints
    return []


def replaced(paragraph: int, old: str, new: str) -> Change:
    """A change of the one place where a paragraph has ``old``."""

    def change(lines: list[str]) -> None:
        assert lines[paragraph].count(old) == 1
        lines[paragraph] = lines[paragraph].replace(old, new)

    return change


@pytest.fixture(scope="session")
def volumes() -> list[Volume]:
    return read()


@pytest.fixture(scope="session")
def passages(volumes: list[Volume]) -> dict[str, Passage]:
    return {each.name: each for volume in volumes for each in volume.passages}
