"""Find the segment that holds a quotation, and where in the file its words stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from haidiyan.errors import BuildError

from .model import Segment, Volume


@dataclass(frozen=True, slots=True)
class Place:
    """Where quoted words stand: their segment, and their code-point offsets in the volume's file."""

    segment: Segment
    start: int
    end: int

    def overlaps(self, other: Place) -> bool:
        """Whether two quotations share a character."""
        same_file = self.segment.passage.split("-")[0] == other.segment.passage.split("-")[0]
        return same_file and self.start < other.end and other.start < self.end


def locate(volumes: Iterable[Volume], passage_name: str, quote: str, occurrence: int | None = None) -> Place:
    """Where a passage has ``quote``, which may be a part of a segment.

    Without ``occurrence`` the words must stand in the passage once, or be the whole of just one segment;
    with it, they are counted from 1 in the order of the text. Raises BuildError, naming the passage, when
    the words are absent or ambiguous.
    """
    passage = next((each for volume in volumes for each in volume.passages if each.name == passage_name), None)
    if passage is None:
        raise BuildError([f"There is no passage {passage_name}"])
    places = [each for segment in passage.segments for each in _places(segment, quote)] if quote else []
    if not places:
        raise BuildError([f"Passage {passage_name} does not hold the words “{quote}” within one segment"])
    if occurrence is not None:
        if 1 <= occurrence <= len(places):
            return places[occurrence - 1]
        remedy = f"there is no occurrence {occurrence}"
    else:
        whole = [each for each in places if each.segment.words == quote]
        for candidates in (places, whole):
            if len(candidates) == 1:
                return candidates[0]
        remedy = "say which occurrence is meant"
    raise BuildError([f"Passage {passage_name} holds “{quote}” {len(places)} times; {remedy}"])


def find(volumes: Iterable[Volume], passage_name: str, quote: str, occurrence: int | None = None) -> Segment:
    """The segment of a passage that holds ``quote``; the arguments and errors are those of ``locate``."""
    return locate(volumes, passage_name, quote, occurrence).segment


def _places(segment: Segment, quote: str) -> Iterable[Place]:
    offset = segment.words.find(quote)
    while offset >= 0:
        start = segment.start + offset
        yield Place(segment, start, start + len(quote))
        offset = segment.words.find(quote, offset + len(quote))
