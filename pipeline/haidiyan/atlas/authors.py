"""Say how much of each topic's reading each author supplies: the mean share of the claims in force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from haidiyan.atlas.firings import Atlas
from haidiyan.atlas.words import DAYS, SHAPE, Words
from haidiyan.dataset.memory import Memory
from haidiyan.iris import local_name

Share = tuple[str | None, str | None, str, int, int, float, float]
Counts = NDArray[np.uint16]


def authors(source: Memory) -> dict[str, str]:
    """The author of the segment in which each claim is stated."""
    return {row["claim"]: row["author"] for row in source.rows_of(source.dataset(), "atlas/authors")}


def shares(atlas: Atlas, uses: Mapping[str, str], topics: Sequence[str], by: Mapping[str, str]) -> Iterator[Share]:
    """The rows of ``authors``: topic, use relation, author, charts, claims, claims in force, share of those in force.

    A topic is read with its own use relation, where ``uses`` gives one, and a reading of every topic with each; the
    means are over the charts in which a claim is in force, whose number is given. ``claims`` are those that can be.
    """
    asked = [*((None, use) for use in (None, *atlas.uses)), *((topic, uses.get(topic)) for topic in topics)]
    for topic, use in asked:
        firings = atlas.claims(use, topic)
        of_author: dict[str, list[Words]] = {}
        for claim, firing in firings.items():
            of_author.setdefault(by[claim], []).append(firing.in_force)
        counts = {author: tally(words) for author, words in sorted(of_author.items())}
        total = np.sum(list(counts.values()), axis=0, dtype=np.uint16) if counts else np.zeros(1, np.uint16)
        speaking = total > 0
        charts = int(speaking.sum())
        for author, mine in counts.items():
            share = np.divide(mine, total, out=np.zeros(mine.shape), where=speaking)
            yield (
                topic and local_name(topic),
                use and local_name(use),
                local_name(author),
                charts,
                len(of_author[author]),
                float(mine.sum(dtype=np.int64)) / (charts or 1),
                float(share.sum()) / (charts or 1),
            )


def tally(several: Iterable[Words]) -> Counts:
    """In each chart, how many of several sets hold it; over [hexagram, motion, month, day]."""
    found = np.zeros((*SHAPE, DAYS), np.uint16)
    small: dict[tuple[int, ...], Counts] = {}
    for words in several:
        if words.any():
            part = (
                found
                if words.shape == SHAPE
                else small.setdefault(words.shape, np.zeros((*words.shape, DAYS), np.uint16))
            )
            part += by_day(words)
    for part in small.values():
        found += part
    return found


def by_day(words: Words) -> NDArray[np.uint8]:
    """0 or 1 for each day, from the lowest bit."""
    octets = np.ascontiguousarray(words, "<u8").view(np.uint8).reshape(*words.shape, 8)
    return np.unpackbits(octets, axis=-1, bitorder="little")[..., :DAYS]
