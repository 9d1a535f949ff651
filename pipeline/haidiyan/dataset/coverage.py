"""Account for every segment of the original layers, and for the words of each that no claim quotes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pyoxigraph as ox

from haidiyan import queries
from haidiyan.dataset import shapes
from haidiyan.iris import compact, local_name

LARGELY_UNQUOTED = 1 / 3
"""A segment of prose of which more than this share is unquoted is worth a second look."""


@dataclass(frozen=True)
class Layer:
    """How many segments a layer of a volume has, and how they are accounted for; each is counted once.

    ``conditions`` are labels that state no claim but the condition of claims below them.
    """

    volume: int
    layer: str
    segments: int
    claims: int
    conditions: int
    reasons: int
    uncovered: int


@dataclass(frozen=True)
class Unquoted:
    """A segment with claims, and its stretches of words that none of them quotes; punctuation does not count."""

    segment: str
    layer: str
    words: str
    unquoted: list[str]
    share: float

    def to_text(self) -> str:
        return f"{self.segment} ({self.share:.0%}): {' … '.join(self.unquoted)}"


@dataclass(frozen=True)
class Coverage:
    """Layer by layer how the text is accounted for; what is not, as complaints; what is quoted in part."""

    layers: list[Layer]
    complaints: list[str]
    unquoted: list[Unquoted]


@dataclass(frozen=True)
class _Segment:
    iri: str
    volume: int
    layer: str
    words: str
    coverage: str


def cover(dataset: ox.Store, name: Callable[[str], str] = compact) -> Coverage:
    """The coverage of the original layers in a dataset; ``name`` turns an IRI into what a complaint calls it."""
    segments = [
        _Segment(row["segment"], int(row["volume"]), local_name(row["layer"]), row["words"], row["coverage"])
        for row in queries.rows("audit/segments", dataset)
    ]
    complaints = [
        f"{name(each.iri)} “{each.words}” states no claim, and nothing says why (hdy:statesNoClaim)."
        for each in segments
        if each.coverage == "none"
    ]
    return Coverage(
        layers=list(_layers(segments)),
        complaints=complaints + shapes.check(dataset, ["audit/claims-and-reason"], name),
        unquoted=list(_unquoted(segments, dataset)),
    )


def largely_unquoted(unquoted: Iterable[Unquoted]) -> list[Unquoted]:
    """The segments of prose of which more than a third is unquoted."""
    return [each for each in unquoted if each.layer == "prose" and each.share > LARGELY_UNQUOTED]


def _layers(segments: Iterable[_Segment]) -> Iterable[Layer]:
    counts: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for each in segments:
        counts[each.volume, each.layer][each.coverage] += 1
    for (volume, layer), count in sorted(counts.items()):
        yield Layer(volume, layer, count.total(), count["claim"], count["condition"], count["reason"], count["none"])


def _unquoted(segments: Iterable[_Segment], dataset: ox.Store) -> Iterable[Unquoted]:
    quotes: dict[str, set[str]] = defaultdict(set)
    for row in queries.rows("audit/quotes", dataset):
        quotes[row["segment"]].add(row["quote"])
    for each in segments:
        left = unquoted(each.words, quotes[each.iri])
        if quotes[each.iri] and left:
            share = sum(map(_letters, left)) / _letters(each.words)
            yield Unquoted(compact(each.iri), each.layer, each.words, left, round(share, 3))


def unquoted(words: str, quotes: Iterable[str]) -> list[str]:
    """The stretches of some words that lie in no quote, those of mere punctuation left out.

    A quote that stands in the words more than once covers each place.

    >>> unquoted("身動有憂事，旺見磨折，費力而成", ["旺見磨折"])
    ['身動有憂事', '費力而成']
    """
    covered = [False] * len(words)
    for quote in quotes:
        start = words.find(quote)
        while quote and start >= 0:
            covered[start : start + len(quote)] = [True] * len(quote)
            start = words.find(quote, start + 1)
    kept = "".join("\n" if hidden else letter for letter, hidden in zip(words, covered, strict=True))
    stretches = (_trim(each) for each in kept.split("\n"))
    return [each for each in stretches if each]


def _trim(words: str) -> str:
    while words and not _is_letter(words[0]):
        words = words[1:]
    while words and not _is_letter(words[-1]):
        words = words[:-1]
    return words


def _letters(words: str) -> int:
    return sum(map(_is_letter, words))


def _is_letter(sign: str) -> bool:
    """Whether a sign is text: a character, a figure, or □ for one that could not be printed."""
    return sign.isalnum() or sign == "□"
