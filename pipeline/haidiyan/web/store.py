"""Keep the dataset in use open for all rooms, and open the next one when a build puts it in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

import pyoxigraph as ox

from haidiyan.dataset.store import current, manifest, open_store

T = TypeVar("T")


class _Kept:
    """An opened store, with what was made of it."""

    def __init__(self, folder: Path, home: Path | str | None) -> None:
        manifest(home)
        self.folder = folder
        self.store = open_store(home)
        self.made: dict[Callable[[ox.Store], Any], Any] = {}


_lock = RLock()
_kept: dict[Path | str | None, _Kept] = {}


def dataset(home: Path | str | None = None) -> ox.Store:
    """The dataset in use, read-only, opened once a process and dataset; any thread may ask it.

    Raises ``DatasetError`` where it is missing, damaged or of another version.
    """
    return _in_use(home).store


def made(make: Callable[[ox.Store], T], home: Path | str | None = None) -> T:
    """What a function makes of the dataset in use, made once a dataset and kept with it. Raises ``DatasetError``."""
    kept = _in_use(home)
    if make not in kept.made:
        with _lock:  # many ask at once when a dataset is new
            if make not in kept.made:
                kept.made[make] = make(kept.store)
    found: T = kept.made[make]
    return found


def _in_use(home: Path | str | None) -> _Kept:
    folder = current(home)
    kept = _kept.get(home)
    if kept is None or kept.folder != folder:
        with _lock:
            kept = _kept.get(home)
            if kept is None or kept.folder != folder:
                kept = _kept[home] = _Kept(folder, home)
    return kept
