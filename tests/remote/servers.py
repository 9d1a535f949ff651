"""Servers on a free loopback port: the real ``oxigraph``, rdflib-endpoint, and one that does as it is told."""

from __future__ import annotations

import http.server
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox

JSON, N_TRIPLES, HTML = "application/sparql-results+json", "application/n-triples", "text/html"


@dataclass(frozen=True)
class Request:
    """What a server was asked."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Reply:
    """What it answers. ``cut`` leaves off so many bytes of what was announced; ``pause`` comes before, and between
    the ``pieces``, in seconds; without a ``body`` the connection is closed unanswered.
    """

    body: bytes | None = b""
    status: int = 200
    kind: str | None = JSON
    cut: int = 0
    pause: float = 0.0
    pieces: int = 1
    headers: dict[str, str] = field(default_factory=dict)


Answering = Callable[[Request], Reply]


@dataclass
class Told:
    """A server that does as it is told: its address, and what it was asked."""

    url: str
    asked: list[Request]


@contextmanager
def told(answering: Answering) -> Iterator[Told]:
    """A server that answers each request as a function says."""
    asked: list[Request] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            asked.append(
                Request(self.command, self.path, {name.title(): value for name, value in self.headers.items()}, body)
            )
            with suppress(OSError):  # who asked may have gone
                self.reply(answering(asked[-1]))

        do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815 - http.server's names

        def reply(self, reply: Reply) -> None:
            time.sleep(reply.pause)
            self.close_connection = True
            if reply.body is None:
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            if reply.kind:
                self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            sent = reply.body[: len(reply.body) - reply.cut]
            size = max(1, -(-len(sent) // reply.pieces))
            for start in range(0, len(sent), size):
                self.wfile.write(sent[start : start + size])
                self.wfile.flush()
                if reply.pieces > 1:
                    time.sleep(reply.pause)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield Told(f"http://127.0.0.1:{server.server_port}/sparql", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def answered_by(store: ox.Store, most: int | None = None) -> Answering:
    """A SPARQL endpoint over a store; with ``most`` it cuts an answer off after so many triples, and says nothing."""

    def answer(request: Request) -> Reply:
        found = store.query(request.body.decode())
        if isinstance(found, ox.QueryTriples):
            triples = [triple for number, triple in enumerate(found) if most is None or number < most]
            return Reply(ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES), kind=N_TRIPLES)
        return Reply(found.serialize(format=ox.QueryResultsFormat.JSON))

    return answer


def free_port() -> int:
    """A port of the loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        assert isinstance(port, int)
        return port


@contextmanager
def oxigraph(*options: str) -> Iterator[str]:
    """The ``oxigraph`` server, in memory; the address of its root."""
    binary = shutil.which("oxigraph", path=str(Path(sys.executable).parent)) or shutil.which("oxigraph")
    assert binary, "the oxigraph server is a test dependency: install the package `oxigraph`"
    root = f"http://127.0.0.1:{(port := free_port())}"
    process = subprocess.Popen(
        [binary, "serve", "--bind", f"127.0.0.1:{port}", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait(root, lambda: process.poll() is None)
        yield root
    finally:
        process.terminate()
        process.wait(timeout=10)


@contextmanager
def rdflib_endpoint(nquads: Path) -> Iterator[str]:
    """rdflib-endpoint over a dataset with the union default graph, in a process of its own; its address."""
    port = free_port()
    command = [sys.executable, str(Path(__file__).with_name("serve_rdflib.py")), str(nquads), str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(f"http://127.0.0.1:{port}", lambda: process.poll() is None)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(timeout=10)


def _wait(url: str, alive: Callable[[], bool], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        assert alive(), f"the server for {url} has ended"
        address = re.sub(r"^http://", "", url).split(":")
        with suppress(OSError), socket.create_connection((address[0], int(address[1])), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError(f"the server for {url} did not start")
