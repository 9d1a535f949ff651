"""Say in which charts something holds, in day words: an integer of 60 bits for each hexagram, motion and month.

``Words`` is an array of ``uint64`` over [hexagram 64, motion 64, month 12], of length 1 along each axis on which it
does not depend. Bit *n* of a word stands for the *n*-th of the sixty days, from 甲子; hexagrams stand in their received
order, months in that of the branches, and bit *k* of a motion's number says that line *k* + 1 moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from haidiyan.corpus.bits import Condition, Slot

Words = NDArray[np.uint64]
Extension = dict[Slot, Words]
"""Where a class holds, for each slot that ever has a node of it."""

Place = tuple[int, int, int, int]
"""A chart by its places on the axes: hexagram, motion, month, day, from 0."""

HEXAGRAMS, MOTIONS, MONTHS, DAYS = 64, 64, 12, 60
SHAPE = (HEXAGRAMS, MOTIONS, MONTHS)
CHARTS = HEXAGRAMS * MOTIONS * MONTHS * DAYS
HOURS, YEARS = 12, 12
"""The branches of the hour and of the year: the words have no axis for them, ``haidiyan.atlas.wide`` goes through."""

EVERY_DAY = np.uint64((1 << DAYS) - 1)
EVERYWHERE: Words = np.full((1, 1, 1), EVERY_DAY)
NOWHERE: Words = np.zeros((1, 1, 1), np.uint64)
EVERYWHERE.flags.writeable = NOWHERE.flags.writeable = False


def count(words: Words) -> int:
    """In how many charts it holds.

    >>> count(EVERYWHERE)
    2949120
    """
    return int(np.bitwise_count(words).sum(dtype=np.int64)) * (CHARTS // DAYS // words.size)


def factored(words: Words) -> Words:
    """The same with every axis cut to length 1 on which it does not depend."""
    for axis, length in enumerate(words.shape):
        first = words.take([0], axis)
        if length > 1 and (words.take([-1], axis) == first).all() and (words == first).all():
            words = first
    return words


def holding(words: Words, places: Sequence[Place]) -> NDArray[np.bool_]:
    """For each of some charts whether it holds there."""
    where = np.array(places, np.int64).reshape(-1, 4).T
    axes = (np.minimum(at, length - 1) for at, length in zip(where[:3], words.shape, strict=True))
    on: NDArray[np.bool_] = (words[tuple(axes)] >> where[3].astype(np.uint64) & np.uint64(1)).astype(np.bool_)
    return on


def every(several: Iterable[Words]) -> Words | None:
    """Where all of them hold, ``None`` for nowhere."""
    found = EVERYWHERE
    for words in sorted(several, key=_size):
        if words is not EVERYWHERE:
            found = words if found is EVERYWHERE else found & words
            if not found.any():
                return None
    return found


def some(several: Iterable[Words]) -> Words | None:
    """Where one or more of them hold, ``None`` for nowhere."""
    waiting = sorted(several, key=_size)
    if not waiting:
        return None
    if any(words is EVERYWHERE for words in waiting):
        return EVERYWHERE
    found, own = waiting[0], False
    for words in waiting[1:]:
        own = own and np.broadcast_shapes(found.shape, words.shape) == found.shape
        found = np.bitwise_or(found, words, out=found if own else None)
        own = True
    return found


def without(words: Words, others: Words) -> Words:
    """Where the first holds and the other does not."""
    return words & ~others


def either(extensions: Iterable[Extension]) -> Extension:
    """Where one of several classes holds."""
    several = [each for each in extensions if each]
    if len(several) == 1:
        return several[0]
    slots = dict.fromkeys(slot for each in several for slot in each)
    return _held({slot: some(each[slot] for each in several if slot in each) for slot in slots})


def together(extensions: Sequence[Extension]) -> Extension:
    """Where all of several classes hold."""
    slots = reduce(lambda kept, each: [slot for slot in kept if slot in each], extensions[1:], list(extensions[0]))
    return _held({slot: every(each[slot] for each in extensions) for slot in slots})


def reaching(pairs: Mapping[tuple[Slot, Slot], Words], ends: Extension | None) -> Extension:
    """Where an edge leads to one of the ``ends``, or to any node."""
    found: dict[Slot, list[Words]] = {}
    for (here, there), linked in pairs.items():
        if ends is None:
            found.setdefault(here, []).append(linked)
        elif there in ends and (both := every((linked, ends[there]))) is not None:
            found.setdefault(here, []).append(both)
    return _held({slot: some(several) for slot, several in found.items()})


def extension(
    condition: Condition, known: Mapping[str, Extension], pairs: Mapping[tuple[Slot, Slot], Words]
) -> Extension:
    """Where a condition holds, given where the classes that it names hold, and its edge; without ends, any will do."""
    parts = [known[part] for part in condition.parts]
    if condition.edge:
        ends = together([known[end] for end in condition.ends]) if condition.ends else None
        parts.append(reaching(pairs, ends))
    return together(parts)


def _held(found: Mapping[Slot, Words | None]) -> Extension:
    return {slot: words for slot, words in found.items() if words is not None}


def _size(words: Words) -> int:
    return words.size
