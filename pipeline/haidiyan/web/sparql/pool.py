"""Keep a few processes ready to answer queries, hand each query to one, and kill it at the deadline."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass

from haidiyan.errors import HaidiyanError
from haidiyan.web.settings import MIB, Settings
from haidiyan.web.sparql.worker import READY, UNAVAILABLE, Asked, Told, out_of_memory

COMMAND = (sys.executable, "-P", "-m", "haidiyan.web.sparql.worker")
"""``-P``: nothing that lies in the folder from which the server was started is imported."""
MOST_BYTES = 64 * MIB
"""How long an answer may be; it is held in memory until it is whole."""
WAITING = 2
"""How many processes wait for a query at least, once there was one; at most, as many as may run at once."""
PATIENCE = 0.5
"""How many seconds a query waits for its turn, if not too many wait already."""
QUERIES = 500
"""After how many queries a process is replaced."""
STARTING = 30.0
"""How many seconds a process may take to start."""


class BusyError(HaidiyanError):
    """As many queries run as may run at once."""


@dataclass(frozen=True)
class Graphs:
    """The dataset that a request names by the protocol's parameters; ``None`` where it names none."""

    default: tuple[str, ...] | None = None
    named: tuple[str, ...] | None = None


class Pool:
    """The processes that answer queries for one process of the server. Any thread may ask."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._most = settings.queries_of_a_worker
        self._slots = threading.BoundedSemaphore(self._most)
        self._places = threading.BoundedSemaphore(2 * self._most)
        """Places to run and to wait: who waits keeps a thread of the server."""
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._starting = 0
        self._closed = False

    def ask(
        self, query: str, rows: str, triples: str, compressed: bool = False, graphs: Graphs | None = None
    ) -> tuple[Told, bytes]:
        """The whole answer, or a status with its reason and nothing; ``rows`` and ``triples`` name the forms wanted.

        Raises ``BusyError`` where too many ask at once.
        """
        if not self._places.acquire(blocking=False):
            raise self._busy()
        try:
            if not self._slots.acquire(timeout=PATIENCE):
                raise self._busy()
            try:
                return self._answer(self._asked(query, rows, triples, compressed, graphs or Graphs()))
            finally:
                self._slots.release()
        finally:
            self._places.release()

    def _busy(self) -> BusyError:
        many = self._settings.queries_at_once
        return BusyError(f"As many queries run as may run at once ({many}); ask again.")

    def _asked(self, query: str, rows: str, triples: str, compressed: bool, graphs: Graphs) -> Asked:
        limits = self._settings
        return Asked(
            query=query,
            rows=rows,
            triples=triples,
            seconds=limits.query_seconds,
            memory=limits.query_memory,
            most_rows=limits.query_rows,
            most_bytes=MOST_BYTES,
            gzip=compressed,
            default=graphs.default,
            named=graphs.named,
        )

    def processes(self) -> set[int]:
        """The ids of the processes that there are."""
        with self._lock:
            return {worker.pid for worker in self._all}

    def busy(self) -> set[int]:
        """The ids of those that have a query."""
        with self._lock:
            return {worker.pid for worker in self._all.difference(self._idle)}

    def close(self) -> None:
        """End every process, whatever it does."""
        with self._lock:
            self._closed = True
            workers, self._all = list(self._all), set()
            self._idle.clear()
        for worker in workers:
            worker.end()

    def _answer(self, asked: Asked) -> tuple[Told, bytes]:
        for _ in range(self._most + 2):
            worker = self._take()
            if worker.has(asked):
                break
            # It was ended while it waited: that is nothing to whoever asks now.
            self._drop(worker)
        else:
            return Told(UNAVAILABLE, "No process for the query could be started."), b""
        whole = False
        try:
            told, body = worker.answer(asked)
            whole = not told.spent and worker.answered < QUERIES
        except OSError:
            worker.end()
            return _ended(worker, asked), b""
        finally:
            if not (whole and self._give_back(worker)):
                self._drop(worker)
            self._top_up()
        return told, body

    def _take(self) -> _Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
            self._starting += 1
        return self._start()

    def _start(self) -> _Worker:
        """A new process, for which ``_starting`` has kept a place."""
        try:
            worker = _Worker()
        except BaseException:
            with self._lock:
                self._starting -= 1
            raise
        with self._lock:
            self._starting -= 1
            if not self._closed:
                self._all.add(worker)
                return worker
        worker.end()
        return worker

    def _give_back(self, worker: _Worker) -> bool:
        """Let a process wait for the next query; not where there are enough already."""
        with self._lock:
            wanted = not self._closed and len(self._all) <= self._most
            if wanted:
                self._idle.append(worker)
        return wanted

    def _drop(self, worker: _Worker) -> None:
        worker.end()
        with self._lock:
            self._all.discard(worker)

    def _top_up(self) -> None:
        """Have as many processes waiting as should; a new one is not waited for."""
        with self._lock:
            room = len(self._all) + self._starting < self._most
            if self._closed or not room or len(self._idle) >= WAITING:
                return
            self._starting += 1
        worker = self._start()
        with self._lock:
            # At the far end: those that are ready are asked first.
            self._idle.insert(0, worker)


class _Worker:
    """One process, as its parent sees it. One thread at a time may ask it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the server alone
        )
        self.is_new = True
        """Whether it has not yet said that it is ready."""
        self.is_late = False
        """Whether it was killed at the deadline."""
        self.answered = 0

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def status(self) -> int | None:
        """How it ended, negative by a signal; ``None`` while it runs."""
        return self._process.poll()

    def has(self, asked: Asked) -> bool:
        """Hand it a query, and tell whether it has it; one that has just started is waited for."""
        assert self._process.stdin
        assert self._process.stdout
        with _Deadline(self, STARTING), suppress(OSError):
            if self.is_new and self._process.stdout.readline() != READY:
                return False
            self.is_new = False
            self._process.stdin.write(json.dumps(asdict(asked)).encode() + b"\n")
            self._process.stdin.flush()
            return self._process.stdout.readline() == READY
        return False

    def answer(self, asked: Asked) -> tuple[Told, bytes]:
        """The whole answer to what it has. Raises ``OSError`` where the process ends before it."""
        assert self._process.stdout
        with _Deadline(self, asked.seconds):
            line = self._process.stdout.readline()
            if not line.endswith(b"\n"):
                raise EndedError
            told = Told(**json.loads(line))
            body = self._process.stdout.read(told.length)
        if len(body) != told.length or self.is_late:
            raise EndedError
        self.answered += 1
        return told, body

    def kill(self) -> None:
        """End the process now."""
        self.is_late = True
        self._process.kill()

    def end(self) -> None:
        """End the process, wait until the system has taken back what it held, and close what led to it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()


class EndedError(OSError):
    """A process ended before its answer was whole."""


class _Deadline:
    """Kill a process when a block has taken so many seconds."""

    def __init__(self, worker: _Worker, seconds: float) -> None:
        self._timer = threading.Timer(seconds, worker.kill)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def _ended(worker: _Worker, asked: Asked) -> Told:
    """What to say where a process ended before its answer."""
    status = worker.status or 0
    if worker.is_late or -status == signal.SIGXCPU:
        return Told(UNAVAILABLE, f"The query took more than {asked.seconds:g} s; ask for less.")
    if -status in (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS):
        return Told(UNAVAILABLE, out_of_memory(asked.memory) + " (Or it nests too deep.)")
    return Told(UNAVAILABLE, "The process of the query was ended from outside; ask again.")


def gathered(default: Sequence[str], named: Sequence[str]) -> Graphs:
    """The dataset that the protocol's parameters name: with one kind given, the other is empty."""
    if not default and not named:
        return Graphs()
    return Graphs(tuple(default), tuple(named))
