"""Hold the edition in memory: volumes, passages, segments, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from haidiyan import iris


@dataclass(frozen=True, slots=True)
class Segment:
    """The smallest citable piece of a passage: a label, a verse line, a sentence of prose, note or rendering.

    ``start`` and ``end`` are code-point offsets into the text of the volume's file, as in Web Annotation.
    ``before`` is the punctuation between the segment before and this one, brackets and markers included.
    ``note`` counts the notes of a passage from 1; the sentences of one note share it. ``glosses`` and
    ``renders`` name segments (``j2-p01-s02``) or whole passages (``j2-p47``).
    """

    name: str
    passage: str
    layer: str
    words: str
    start: int
    end: int
    order: int
    before: str
    note: int | None
    marker: str
    creator: str | None
    language: str
    glosses: tuple[str, ...] = ()
    renders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """One paragraph of a source file with its segments in the order of the text.

    ``after`` is the punctuation behind the last segment; ``renders`` names the passage that this one renders.
    """

    name: str
    volume: int
    paragraph: int
    text: str
    start: int
    end: int
    segments: tuple[Segment, ...]
    after: str
    renders: str | None = None

    @property
    def body(self) -> tuple[Segment, ...]:
        """The segments that are not notes."""
        return tuple(each for each in self.segments if each.note is None)


@dataclass(frozen=True, slots=True)
class Volume:
    """One source file: its decoded text, its sha256, its passages in order, the title first.

    ``text_folder`` is the name of the further text that it is of, empty for the book itself.
    """

    number: int
    file: str
    text: str
    sha256: str
    passages: tuple[Passage, ...]
    text_folder: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A non-empty line of a source file, before it is cut; ``start`` is its offset in the file.

    ``prefix`` is what its volume's passages are named after, the number unless the volume declares one.
    """

    file: str
    volume: int
    number: int
    text: str
    start: int
    prefix: str = ""

    @property
    def name(self) -> str:
        """The name of the passage that it becomes, ``j2-p01``."""
        return iris.passage_name(self.prefix or self.volume, self.number)

    def place(self, column: int = 0) -> str:
        """Where a complaint points; columns are offsets in the paragraph, told from 1.

        >>> Paragraph("juan2.txt", 2, 3, "", 0).place(4)
        'juan2.txt, paragraph 3, column 5: '
        """
        return f"{self.file}, paragraph {self.number}, column {column + 1}: "
