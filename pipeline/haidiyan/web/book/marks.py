"""Cut the words of a segment where the words of variants and of claims begin and end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any


@dataclass(frozen=True)
class Piece:
    """Words within which no variant and no claim begins or ends, with the names of those that hold them."""

    text: str
    variants: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mark:
    """Pieces that one mark shows together: the words of variants that overlap, or words of no variant."""

    pieces: tuple[Piece, ...]
    variants: tuple[str, ...] = ()


def marks(segment: Mapping[str, Any], variants: Iterable[Mapping[str, Any]]) -> tuple[Mark, ...]:
    """The words of a segment with its ``claims``, cut; joined again they are the same words.

    Each of ``variants`` has ``name``, ``start`` and ``end``, code points of the file as those of the segment.

    >>> cut = marks({"words": "春無土，秋無水", "start": 10, "end": 17, "claims": []},
    ...             [{"name": "v1", "start": 14, "end": 17}])
    >>> [("".join(piece.text for piece in mark.pieces), mark.variants) for mark in cut]
    [('春無土，', ()), ('秋無水', ('v1',))]
    """
    start, end = int(segment["start"]), int(segment["end"])
    places = [_Place(each["name"], max(each["start"], start), min(each["end"], end)) for each in variants]
    claims = [_Place(each["name"], max(each["start"], start), min(each["end"], end)) for each in segment["claims"]]
    cuts = sorted({start, end, *(at for each in (*places, *claims) for at in (each.start, each.end))})
    words = str(segment["words"])
    pieces = [
        Piece(words[one - start : other - start], _over(places, one, other), _over(claims, one, other))
        for one, other in pairwise(cuts)
    ]
    return tuple(_joined(pieces))


@dataclass(frozen=True)
class _Place:
    name: str
    start: int
    end: int


def _over(places: Sequence[_Place], start: int, end: int) -> tuple[str, ...]:
    return tuple(each.name for each in places if each.start <= start and end <= each.end)


def _joined(pieces: Iterable[Piece]) -> Iterator[Mark]:
    """Pieces together as long as a variant goes on from one to the next, or as long as there is none."""
    held: list[Piece] = []
    for piece in pieces:
        if held and not _goes_on(held[-1], piece):
            yield _mark(held)
            held = []
        held.append(piece)
    if held:
        yield _mark(held)


def _goes_on(before: Piece, after: Piece) -> bool:
    return bool(set(before.variants) & set(after.variants)) or not (before.variants or after.variants)


def _mark(pieces: Iterable[Piece]) -> Mark:
    together = tuple(pieces)
    return Mark(together, tuple(dict.fromkeys(name for each in together for name in each.variants)))
