"""Find the segment that holds a quotation."""

from __future__ import annotations

from collections.abc import Iterable

from haidiyan.errors import BuildError

from .model import Segment, Volume


def find(volumes: Iterable[Volume], passage_name: str, quote: str, occurrence: int | None = None) -> Segment:
    """The segment of a passage that holds ``quote``, which may be a part of it.

    Without ``occurrence`` the words must stand in the passage once, or be the whole of just one segment;
    with it, they are counted from 1 in the order of the text. Raises BuildError, naming the passage, when
    the words are absent or ambiguous.
    """
    passage = next((each for volume in volumes for each in volume.passages if each.name == passage_name), None)
    if passage is None:
        raise BuildError([f"There is no passage {passage_name}"])
    places = [each for each in passage.segments for _ in range(each.words.count(quote))] if quote else []
    if not places:
        raise BuildError([f"Passage {passage_name} does not hold the words “{quote}” within one segment"])
    if occurrence is not None:
        if 1 <= occurrence <= len(places):
            return places[occurrence - 1]
        remedy = f"there is no occurrence {occurrence}"
    else:
        whole = [each for each in places if each.words == quote]
        for candidates in (places, whole):
            if len(candidates) == 1:
                return candidates[0]
        remedy = "say which occurrence is meant"
    raise BuildError([f"Passage {passage_name} holds “{quote}” {len(places)} times; {remedy}"])
