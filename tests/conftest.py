"""The dataset, built once for all workers of a test run."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home folder of a dataset built from the sources; ``HAIDIYAN_HOME`` points to it from then on."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    place = shared / "haidiyan-home"
    with (shared / "haidiyan-home.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        if not (place / "current").exists():
            from haidiyan.dataset.build import build

            build(place)
    os.environ["HAIDIYAN_HOME"] = str(place)
    return place
