"""A cache and a command of the test's own, and the dataset in a store that a test may spoil."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox
import pytest
from tests.remote import servers

from haidiyan import cli
from haidiyan.dataset import store
from haidiyan.remote import cache, client


class Said(NamedTuple):
    """Exit status, standard output, lines of standard error."""

    status: int
    out: str
    complaints: list[str]


Command = Callable[..., Said]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No cache, no netrc and no setting of whoever runs the tests; the folder of the cache."""
    monkeypatch.setattr(cache, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    monkeypatch.setattr(client, "PAUSES", (0.01, 0.01))
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    for name in ("HAIDIYAN_USER", "HAIDIYAN_PASSWORD", "HAIDIYAN_TIMEOUT", "HTTP_PROXY", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "cache"


@pytest.fixture
def haidiyan(home: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: str) -> Said:
        status = cli.run(arguments)
        said = capsys.readouterr()
        return Said(status, said.out, said.err.splitlines())

    return run


@pytest.fixture(scope="session")
def quads(home: Path) -> list[ox.Quad]:
    """The quads of the named graphs."""
    return list(store.named(store.open_store(home)))


@pytest.fixture
def copy(quads: list[ox.Quad]) -> ox.Store:
    """The dataset in a store of the test's own, with its default graph."""
    return store.fill(ox.Store(), quads)


@pytest.fixture(scope="session")
def bare() -> Iterator[str]:
    """A running ``oxigraph`` without a union default graph; the address of its root."""
    with servers.oxigraph() as root:
        yield root
