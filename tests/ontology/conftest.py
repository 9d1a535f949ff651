"""The dataset's default graphs, as they are built."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from haidiyan.dataset.store import open_store


@pytest.fixture(scope="session")
def store(home: Path) -> ox.Store:
    return open_store(home)
