"""Charts are as like as the bits of what is said of both are a part of the bits of what is said of either."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from haidiyan.atlas.firings import Firing
from haidiyan.atlas.likeness import BIT, bits, nearest
from haidiyan.atlas.words import CHARTS, DAYS, EVERY_DAY, EVERYWHERE, HEXAGRAMS, NOWHERE, Words


def in_hexagrams(*numbers: int) -> Words:
    """In all charts of these hexagrams, from 1."""
    words = np.zeros((HEXAGRAMS, 1, 1), np.uint64)
    words[[each - 1 for each in numbers]] = EVERY_DAY
    return words


def on_days(*days: int) -> Words:
    return np.full((1, 1, 1), sum(1 << each for each in days), np.uint64)


def fires(words: Words) -> Firing:
    return Firing(words, NOWHERE)


def test_a_claim_counts_for_the_bits_that_it_tells() -> None:
    assert [bits(CHARTS >> each) for each in range(4)] == [0, BIT, 2 * BIT, 3 * BIT]


def test_likeness_is_worked_out_by_hand() -> None:
    """Of 64 hexagrams 16, 32, 32 tell 2, 1 and 1 bits: 1 of the first has all, 17 lacks a, 33 lacks a and b."""
    claims = {
        "a": fires(in_hexagrams(*range(1, 17))),
        "b": fires(in_hexagrams(*range(1, 33))),
        "c": fires(in_hexagrams(*range(1, 17), *range(33, 49))),
        "always": fires(EVERYWHERE),
        "never": fires(NOWHERE),
    }
    here = {"a", "b", "c", "always"}
    found = list(nearest(claims, here, in_hexagrams(*range(1, 17)), 9))
    charts = CHARTS // 64
    assert [(each.likeness, each.charts, each.lacks, each.adds) for each in found] == [
        (0.25, 32 * charts, ("a", "c"), ()),
    ]
    assert found[0].first[16, 0, 0] == 1
    assert np.count_nonzero(found[0].first) == 1


def test_what_is_said_besides_makes_unlike() -> None:
    """Day 0 and day 1 both have a; day 1 has b too, which is said on one day of sixty."""
    claims = {"a": fires(on_days(0, 1)), "b": fires(on_days(1)), "c": fires(on_days(5))}
    (found,) = nearest(claims, {"a"}, on_days(0), 9)
    one, two = bits(CHARTS // DAYS), bits(CHARTS // 30)
    assert Fraction(found.likeness).limit_denominator(10**6) == Fraction(two, one + two)
    assert (found.charts, found.lacks, found.adds) == (CHARTS // DAYS, (), ("b",))


def test_as_many_degrees_as_asked_for_and_none_without_anything_in_common() -> None:
    claims = {"a": fires(on_days(0, 1, 2, 3)), "b": fires(on_days(1)), "c": fires(on_days(2, 3))}
    assert [each.charts for each in nearest(claims, {"a"}, on_days(0), 1)] == [2 * CHARTS // DAYS]
    assert [each.adds for each in nearest(claims, {"a"}, on_days(0), 9)] == [("c",), ("b",)]
    assert list(nearest(claims, set(), NOWHERE, 9)) == []
    assert list(nearest(claims, {"a"}, EVERYWHERE, 9)) == []
