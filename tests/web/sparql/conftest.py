"""A site with limits of the test's own, and a listener that notes who calls."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from haidiyan.web.app import make_app
from haidiyan.web.settings import Settings
from haidiyan.web.sparql.pool import Pool

Serve = Callable[..., TestClient]
CROSS_PRODUCT = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
ONE_ROW = "SELECT ?o { ?s ?p ?o } LIMIT 1"


@pytest.fixture
def serve(home: Path) -> Iterator[Serve]:
    """Start a site over the dataset with settings of one's own; it ends with the test."""
    with ExitStack() as stack:

        def start(**settings: Any) -> TestClient:
            return stack.enter_context(TestClient(make_app(Settings(**settings))))

        yield start


@pytest.fixture(scope="module")
def site(home: Path) -> Iterator[TestClient]:
    """A site with the settings that it comes with."""
    with TestClient(make_app()) as client:
        yield client


def pool_of(client: TestClient) -> Pool:
    """The processes of a site that has been asked."""
    app = client.app
    assert isinstance(app, FastAPI)
    pool = app.state.queries
    assert isinstance(pool, Pool)
    return pool


def is_running(process: int) -> bool:
    """Whether there is a process of this id."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@dataclass
class Listener:
    """A port of the loopback, and how often somebody has called."""

    port: int
    calls: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def hears(self, seconds: float) -> bool:
        """Whether somebody has called, or does so within some seconds."""
        end = time.monotonic() + seconds
        while not self.calls and time.monotonic() < end:
            time.sleep(0.01)
        return self.calls > 0


@pytest.fixture
def listener() -> Iterator[Listener]:
    """Somebody who would hear it if a query went out, and answers nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        heard = Listener(server.getsockname()[1])

        def listen() -> None:
            while True:
                try:
                    caller, _ = server.accept()
                except OSError:
                    return
                heard.calls += 1
                caller.close()

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield heard
        server.shutdown(socket.SHUT_RDWR)
        thread.join(5)
