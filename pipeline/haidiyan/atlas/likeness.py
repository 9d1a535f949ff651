"""Find the charts whose readings are most like that of one: by how much of what is said of the two is said of both.

What is said of few charts tells more of a chart than what is said of most: a claim in force in a share *p* of all
charts counts for −log2(*p*) bits. Two charts are as like as the bits of the claims in force in both are a part of the
bits of the claims in force in either: 1 for the same claims, 0 for none in common; what is always said counts nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from haidiyan.atlas.authors import by_day
from haidiyan.atlas.firings import Firing
from haidiyan.atlas.words import CHARTS, DAYS, SHAPE, Words, count

BIT = 1000
"""Bits are counted in whole thousandths, so that charts that are equally like are found to be so."""

Bits = NDArray[np.int32]


class Like(NamedTuple):
    """Charts that are equally like: how much, how many they are, the first of them, and what it says otherwise."""

    likeness: float
    charts: int
    first: Words
    lacks: tuple[str, ...]
    adds: tuple[str, ...]


def bits(charts: int) -> int:
    """How much it tells that a claim is in force which is so in this many charts, in thousandths of a bit.

    >>> bits(CHARTS // 8), bits(CHARTS)
    (3000, 0)
    """
    return round(log2(CHARTS / charts) * BIT)


def nearest(firings: Mapping[str, Firing], here: Collection[str], apart: Words, first: int) -> Iterator[Like]:
    """The ``first`` degrees of likeness to a chart in which the claims ``here`` are in force, the greatest first.

    ``apart`` has the charts that are left out: those that say the same. Charts that have nothing in common are none.
    """
    sides: dict[bool, dict[int, tuple[Words, int]]] = {True: {}, False: {}}
    for claim, (words, _) in firings.items():
        if words.any():
            same = sides[claim in here]
            _, before = same.get(id(words), (words, 0))
            same[id(words)] = words, before + bits(count(words))
    shared = _sum(sides[True].values())
    whole = sum(each for _, each in sides[True].values()) + _sum(sides[False].values())
    likeness = np.divide(shared, whole, out=np.zeros(shared.shape), where=whole > 0)
    likeness[by_day(np.broadcast_to(apart, SHAPE)).astype(np.bool_)] = 0
    for _ in range(first):
        most = likeness.max()
        if not most > 0:
            return
        found = likeness == most
        *place, day = (int(each) for each in np.unravel_index(found.argmax(), found.shape))
        one = np.zeros(SHAPE, np.uint64)
        one[tuple(place)] = np.uint64(1) << np.uint64(day)
        there = {claim for claim, (words, _) in firings.items() if (words & one).any()}
        yield Like(
            float(most),
            int(np.count_nonzero(found)),
            one,
            tuple(each for each in firings if each in here and each not in there),
            tuple(each for each in firings if each in there and each not in here),
        )
        likeness[found] = 0


def _sum(weighted: Collection[tuple[Words, int]]) -> Bits:
    """For each chart, over [hexagram, motion, month, day], the sum of the weights of the sets that hold it."""
    found = np.zeros((*SHAPE, DAYS), np.int32)
    small: dict[tuple[int, ...], Bits] = {}
    for words, weight in weighted:
        if weight:
            part = (
                found
                if words.shape == SHAPE
                else small.setdefault(words.shape, np.zeros((*words.shape, DAYS), np.int32))
            )
            part += by_day(words) * np.int32(weight)
    for part in small.values():
        found += part
    return found
