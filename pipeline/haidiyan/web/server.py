"""Listen on a port, in one process or several, and log one line of JSON a request on stderr."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from multiprocessing.process import BaseProcess

import uvicorn
from fastapi import FastAPI

from haidiyan.dataset.store import manifest
from haidiyan.errors import InputError
from haidiyan.web.app import make_app
from haidiyan.web.settings import Settings
from haidiyan.web.warm import tables_being_made, warm

GRACE = 3
"""Seconds that a worker has to finish what it is answering."""
SOON = 10.0
"""A worker that ends within so many seconds is not started again: it would only end once more."""


def run(settings: Settings) -> None:
    """Serve until interrupted. Raises ``DatasetError`` without a dataset, ``InputError`` where the port is taken."""
    manifest()
    first = _listen(settings)
    address, port = first.getsockname()[:2]
    sockets = [first, *_more(settings, first)]
    _log_on_stderr()
    shown = f"[{address}]" if ":" in address else address
    print(f"海底眼 http://{shown}:{port}{settings.root_path}/  (Ctrl-C ends it)", flush=True)
    with tables_being_made() if settings.tables else nullcontext():
        if settings.workers > 1:
            _supervise(settings, sockets)
        else:
            _answer(settings, first)


def _answer(settings: Settings, listening: socket.socket) -> None:
    """Answer in this process until it is told to end, or the process that started it is gone."""
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_with, args=(parent,), name="parent", daemon=True).start()
    config = uvicorn.Config(
        partial(_application, settings),
        factory=True,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _application(settings: Settings) -> FastAPI:
    """The application in a process that answers, what is slow at first done before the first request."""
    _log_on_stderr()
    app = make_app(settings)
    warm()
    return app


def _supervise(settings: Settings, sockets: Sequence[socket.socket]) -> None:
    """Have several processes answer, and start one anew where it ended by itself.

    Raises ``InputError`` where one ends as soon as it is started.
    """
    ended = threading.Event()
    for sort in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sort, lambda *_: ended.set())
    spawn = multiprocessing.get_context("spawn")
    workers: list[tuple[BaseProcess, float]] = []

    def start(number: int) -> tuple[BaseProcess, float]:
        worker = spawn.Process(target=_answer, args=(settings, sockets[number % len(sockets)]), name=f"web-{number}")
        worker.start()
        return worker, time.monotonic()

    try:
        workers += [start(number) for number in range(settings.workers)]
        while not ended.wait(0.5):
            for number, (worker, since) in enumerate(workers):
                if not worker.is_alive():
                    if time.monotonic() - since < SOON:
                        raise InputError("A worker of the server ended at once; what it wrote says why.")
                    logging.getLogger("uvicorn.error").warning("A worker ended with %s.", worker.exitcode)
                    workers[number] = start(number)
    finally:
        for worker, _ in workers:
            worker.terminate()
        for worker, _ in workers:
            worker.join(GRACE + 2)
            worker.kill()


def _listen(settings: Settings, port: int | None = None) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named, or asyncio would not turn off Nagle's delay: 40 ms an answer on a kept connection.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        if port is None:
            listening.bind((settings.host, settings.port))
        if settings.workers > 1 and _SHARES:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if port is not None:
            listening.bind((settings.host, port))
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise InputError(f"The server cannot listen on {settings.host}:{settings.port}: {reason}.") from error
    listening.listen(128)
    return listening


_SHARES = sys.platform == "linux"
"""Whether the system shares the visitors out among the sockets of one port; of one socket, the first process to wake
takes all who wait.
"""


def _more(settings: Settings, first: socket.socket) -> list[socket.socket]:
    """A socket on the same port for each further worker, where the system shares the visitors out among them."""
    port = first.getsockname()[1]
    return [_listen(settings, port) for _ in range(settings.workers - 1)] if _SHARES else []


def _log_on_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("haidiyan.web")
    log.handlers[:] = [handler]
    log.setLevel(logging.INFO)
    log.propagate = False
    errors = logging.getLogger("uvicorn.error")
    errors.handlers[:] = [handler]
    errors.setLevel(logging.WARNING)
    errors.propagate = False
