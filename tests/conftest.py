"""The dataset, built once for all workers of a test run."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

FURTHER_TEXTS = tuple(Path(__file__).parent / "examples" / name for name in ("second-text", "another-book"))
"""A further volume of the book and a volume of another book, both invented for the tests."""


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home folder of a dataset built from the sources; ``HAIDIYAN_HOME`` points to it from then on."""
    place = _built_once(tmp_path_factory, "haidiyan-home")
    os.environ["HAIDIYAN_HOME"] = str(place)
    return place


@pytest.fixture(scope="session")
def home_with_texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home folder of a dataset built with the further texts; nothing points to it."""
    return _built_once(tmp_path_factory, "home-with-texts", FURTHER_TEXTS)


def _built_once(factory: pytest.TempPathFactory, name: str, texts: tuple[Path, ...] = ()) -> Path:
    base = factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    place = shared / name
    with (shared / f"{name}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        if not (place / "current").exists():
            from haidiyan.dataset.build import build

            build(place, text=texts)
    return place
