"""The server keeps one dataset open, and takes the next when a build has put it in its place."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyoxigraph as ox
import pytest

from haidiyan.dataset.store import write
from haidiyan.errors import DatasetError
from haidiyan.web.store import dataset, made


def quad(word: str) -> ox.Quad:
    name = ox.NamedNode(f"https://w3id.org/haidiyan/topic/{word}")
    return ox.Quad(name, name, ox.Literal(word), ox.NamedNode("https://w3id.org/haidiyan/graph/claims"))


def words(store: ox.Store) -> set[str]:
    return {str(getattr(each.object, "value", "")) for each in store}


def test_a_dataset_is_opened_once_and_anew_after_a_build(tmp_path: Path) -> None:
    write([quad("first")], lambda store: [], {}, tmp_path)
    first = dataset(tmp_path)
    assert dataset(tmp_path) is first
    assert made(words, tmp_path) == {"first"}
    write([quad("second")], lambda store: [], {}, tmp_path)
    assert words(dataset(tmp_path)) == made(words, tmp_path) == {"second"}
    assert words(first) == {"first"}


def test_without_a_dataset_there_is_nothing_to_open(tmp_path: Path) -> None:
    with pytest.raises(DatasetError):
        dataset(tmp_path)


def test_what_many_threads_ask_for_at_once_is_made_once(tmp_path: Path) -> None:
    write([quad("first")], lambda store: [], {}, tmp_path)
    calls = []

    def slowly(store: ox.Store) -> int:
        calls.append(store)
        time.sleep(0.05)
        return len(calls)

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: made(slowly, tmp_path), range(8))) == {1}
