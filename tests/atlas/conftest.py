"""The tables of the atlas, made once for a dataset and kept between runs: the chart rules run over 10,000 charts."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from haidiyan.atlas.factors import Factors, factors
from haidiyan.atlas.firings import Atlas
from haidiyan.chart.catalog import catalog
from haidiyan.reading.doctrine import choose

Read = Callable[..., Atlas]


@pytest.fixture(scope="session")
def kept(home: Path, request: pytest.FixtureRequest) -> Path:
    """The folder in which the tables stay."""
    return Path(request.config.cache.mkdir("atlas"))


@pytest.fixture(scope="session")
def tables(home: Path, kept: Path) -> Factors:
    with (kept / "lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        return factors(home=kept)


@pytest.fixture(scope="session")
def atlas(tables: Factors) -> Read:
    """The atlas of a doctrine and of choices that replace its own, ``atlas("verse", hidden="absent")``."""

    @cache
    def read(doctrine: str = "verse", **adopt: str) -> Atlas:
        beside = read() if (doctrine, adopt) != ("verse", {}) else None
        named = {axis.replace("_", "-"): choice for axis, choice in adopt.items()}
        return Atlas(choose(catalog(), doctrine, named), tables=tables, beside=beside)

    return read
