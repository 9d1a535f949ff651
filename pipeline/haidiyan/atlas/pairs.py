"""Hold the claims against each other: which imply one another, never meet, always or never fire, and conflict."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from haidiyan.atlas.firings import Atlas, Fires
from haidiyan.atlas.words import CHARTS, DAYS, Words, count, every, some
from haidiyan.iris import local_name
from haidiyan.reading import claims
from haidiyan.reading.claims import Claim
from haidiyan.reading.reading import OPPOSED

ALWAYS, NEVER = "always", "never"
IMPLIES, SAME, APART, CONFLICT = "implies", "same", "never-together", "conflict"
BLOCK = 1 << 20
"""How many words stand in one block of a comparison: 8 MiB."""

Pair = tuple[str | None, str, str, str | None, int, int, int | None]


class Meetings:
    """In how many charts two of many sets of charts meet; what has been counted once is known."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[tuple[int, ...], bytes], int] = {}
        self._words: list[Words] = []
        self._known: dict[int, dict[int, int]] = {}

    def number(self, words: Words) -> int:
        """The number of a set, the same for equal ones."""
        digest = hashlib.blake2b(words.tobytes(), digest_size=16).digest()
        found = self._numbers.setdefault((words.shape, digest), len(self._words))
        if found == len(self._words):
            self._words.append(words)
            self._known[found] = {}
        return found

    def count(self, among: Sequence[int]) -> None:
        """Count for each two of these."""
        by_shape: dict[tuple[int, ...], list[int]] = {}
        for each in sorted(set(among)):
            by_shape.setdefault(self._words[each].shape, []).append(each)
        for shape, numbers in by_shape.items():
            stacked = np.stack([self._words[each] for each in numbers])
            for each in sorted(set(among)):
                known = self._known[each]
                missing = [n for n, other in enumerate(numbers) if other >= each and other not in known]
                joint = int(np.prod(np.broadcast_shapes(shape, self._words[each].shape)))
                step = max(1, BLOCK // joint)
                for start in range(0, len(missing), step):
                    part = missing[start : start + step]
                    for n, meeting in zip(part, _meeting(stacked[part], self._words[each]), strict=True):
                        known[numbers[n]] = meeting

    def of(self, one: int, other: int) -> int:
        """In how many charts two of those counted meet."""
        return self._known[min(one, other)][max(one, other)]


def _meeting(several: NDArray[np.uint64], words: Words) -> list[int]:
    both = np.bitwise_count(several & words)
    found: list[int] = both.reshape(len(both), -1).sum(1, dtype=np.int64).tolist()
    return [each * (CHARTS // DAYS // (both.size // len(both))) for each in found]


def pairs(atlas: Atlas) -> Iterator[Pair]:
    """The rows of ``pairs``: use relation, what is so, claim, other, charts in which they meet, charts of each.

    ``implies`` is said of a claim that is in force in fewer charts than the other, and in none without it; ``same``,
    ``never-together`` and ``conflict`` are said once, of the earlier in the text. A claim that is ``always`` or
    ``never`` in force implies nothing.
    """
    known = atlas.source.keep(claims.load)
    meetings = Meetings()
    for use in (None, *atlas.uses):
        name = use and local_name(use)
        numbers = {claim: meetings.number(firing.in_force) for claim, firing in atlas.claims(use).items()}
        meetings.count(list(numbers.values()))
        charts = {claim: meetings.of(number, number) for claim, number in numbers.items()}
        for claim, many in charts.items():
            if many in (0, CHARTS):
                yield name, NEVER if not many else ALWAYS, local_name(claim), None, many, many, None
        conflicting = conflicts(atlas, use, known, meetings, numbers)
        speaking = [claim for claim, many in charts.items() if many]
        for one, other in combinations(speaking, 2):
            both = meetings.of(numbers[one], numbers[other])
            if charts[one] < CHARTS and charts[other] < CHARTS:
                yield from _related(name, one, other, both, charts)
            if (one, other) in conflicting:
                yield (
                    name,
                    CONFLICT,
                    local_name(one),
                    local_name(other),
                    conflicting[one, other],
                    charts[one],
                    charts[other],
                )


def _related(name: str | None, one: str, other: str, both: int, charts: Mapping[str, int]) -> Iterator[Pair]:
    first, second = local_name(one), local_name(other)
    if both == charts[one] == charts[other]:
        yield name, SAME, first, second, both, both, both
    elif both == charts[one]:
        yield name, IMPLIES, first, second, both, charts[one], charts[other]
    elif both == charts[other]:
        yield name, IMPLIES, second, first, both, charts[other], charts[one]
    elif not both:
        yield name, APART, first, second, 0, charts[one], charts[other]


def conflicts(
    atlas: Atlas, use: str | None, known: Mapping[str, Claim], meetings: Meetings, numbers: Mapping[str, int]
) -> dict[tuple[str, str], int]:
    """In how many charts two claims in force conflict, as a reading joins them (``haidiyan.reading.reading``)."""
    found: dict[tuple[str, str], int] = {}
    by_node: list[tuple[str, str]] = []
    for one, other in combinations(numbers, 2):
        first, second = known[one], known[other]
        if not second.prognosis or OPPOSED.get(first.prognosis or "") != second.prognosis:
            continue
        if other in first.overrides or one in second.overrides:
            continue
        if set(first.topics) & set(second.topics):
            found[one, other] = meetings.of(numbers[one], numbers[other])
        elif not first.topics and not second.topics:
            by_node.append((one, other))
    standing = dict(atlas.standing({claim for pair in by_node for claim in pair}, use))
    for one, other in by_node:
        found[one, other] = _on_one_node(standing[one], standing[other])
    return {pair: many for pair, many in found.items() if many}


def _on_one_node(one: Fires, other: Fires) -> int:
    meeting = [every((words, other[slot])) for slot, words in one.items() if slot in other]
    where = some(words for words in meeting if words is not None)
    return 0 if where is None else count(where)
