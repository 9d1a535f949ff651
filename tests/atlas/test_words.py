"""Words of days joined, counted and cut, against plain sets of charts."""

from __future__ import annotations

import random

import numpy as np
import pytest

from haidiyan.atlas.words import (
    CHARTS,
    EVERY_DAY,
    EVERYWHERE,
    SHAPE,
    Extension,
    Words,
    count,
    either,
    every,
    extension,
    factored,
    holding,
    some,
    together,
    without,
)
from haidiyan.corpus.bits import Condition

SHAPES = [(1, 1, 1), (64, 1, 1), (1, 64, 1), (1, 1, 12), (64, 1, 12), (64, 64, 1), SHAPE]


def words(shape: tuple[int, ...], seed: int) -> Words:
    drawn = np.random.default_rng(seed)
    return drawn.integers(0, int(EVERY_DAY), shape, dtype=np.uint64, endpoint=True)


def whole(given: Words | None) -> Words:
    return np.broadcast_to(np.uint64(0) if given is None else given, SHAPE)


@pytest.mark.parametrize("one", SHAPES)
@pytest.mark.parametrize("other", SHAPES)
def test_joined_words_hold_where_the_whole_ones_would(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    first, second, third = words(one, 1), words(other, 2), words((64, 1, 1), 3)
    before = [each.copy() for each in (first, second, third)]
    assert np.array_equal(whole(every([first, second, third])), whole(first) & whole(second) & whole(third))
    assert np.array_equal(whole(some([first, second, third])), whole(first) | whole(second) | whole(third))
    assert np.array_equal(whole(without(first, second)), whole(first) & ~whole(second))
    assert all(np.array_equal(*pair) for pair in zip(before, (first, second, third), strict=True)), "none is altered"


@pytest.mark.parametrize("shape", SHAPES)
def test_words_are_counted_chart_by_chart(shape: tuple[int, ...]) -> None:
    given = words(shape, 4)
    assert count(given) == sum(int(each).bit_count() for each in whole(given).ravel())
    assert count(EVERYWHERE) == CHARTS == 64 * 64 * 12 * 60


@pytest.mark.parametrize("shape", SHAPES)
def test_words_are_cut_where_they_do_not_depend_on_an_axis(shape: tuple[int, ...]) -> None:
    spread = np.array(whole(words(shape, 5)))
    assert factored(spread).shape == shape
    assert np.array_equal(whole(factored(spread)), spread)


def test_a_place_is_looked_up_along_the_axes_there_are() -> None:
    given, drawn = words((64, 1, 12), 6), random.Random(7)
    places = [(drawn.randrange(64), drawn.randrange(64), drawn.randrange(12), drawn.randrange(60)) for _ in range(50)]
    told = holding(given, places).tolist()
    assert told == [bool(int(given[h, 0, month]) >> day & 1) for h, _, month, day in places]
    assert any(told)
    assert not all(told)


def test_nothing_in_common_is_nowhere() -> None:
    one = np.full((1, 1, 1), np.uint64(1))
    assert every([one, one << np.uint64(1)]) is None
    assert some([]) is None


LINE, OTHER, CHART = ("line", 1), ("line", 2), ("chart", 0)


def test_a_condition_follows_its_edge_to_one_node_that_is_all_of_its_ends() -> None:
    one, two = np.full((1, 1, 1), np.uint64(1)), np.full((1, 1, 1), np.uint64(2))
    known: dict[str, Extension] = {"a": {LINE: one, OTHER: one | two}, "b": {LINE: two, OTHER: one}, "c": {CHART: one}}
    edge = {(CHART, LINE): EVERYWHERE, (CHART, OTHER): EVERYWHERE}
    assert {slot: int(on[0, 0, 0]) for slot, on in extension(Condition((), "e", ("a", "b")), known, edge).items()} == {
        CHART: 1
    }
    assert extension(Condition(("c",), "e", ("b",)), known, edge).keys() == {CHART}
    assert not extension(Condition(("c",), "e", ("b",)), known, {})
    assert extension(Condition(("c",), "e"), known, {(LINE, OTHER): one}) == {}


def test_classes_join_slot_by_slot() -> None:
    one, two = np.full((1, 1, 1), np.uint64(1)), np.full((1, 1, 1), np.uint64(2))
    assert together([{LINE: one, OTHER: one}, {LINE: two, OTHER: one}]).keys() == {OTHER}
    assert {slot: int(on[0, 0, 0]) for slot, on in either([{LINE: one}, {LINE: two, OTHER: one}]).items()} == {
        LINE: 3,
        OTHER: 1,
    }
