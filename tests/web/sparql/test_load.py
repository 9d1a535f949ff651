"""A server and those who ask it, in two processes on the loopback: many at once, one killed, one too costly."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest
from tests.web.sparql.conftest import CROSS_PRODUCT, ONE_ROW

PEOPLE, EACH, AT_ONCE = 50, 4, 8
MARK = "HAIDIYAN_TEST"


class Server:
    """A server in a process of its own on a free port."""

    def __init__(self, *options: str) -> None:
        self.mark = uuid.uuid4().hex
        self.process = subprocess.Popen(
            [sys.executable, "-m", "haidiyan.cli", "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, MARK: self.mark},
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        self.url = next(word for word in line.split() if word.startswith("http://")) + "sparql"

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(20)


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[Server]:
    there = Server("--query-seconds", "3")
    yield there
    there.end(signal.SIGINT)


def workers(mark: str) -> set[int]:
    """The processes of a server that answer queries; they inherit its mark."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            named = b"sparql.worker" in (folder / "cmdline").read_bytes()
            if named and f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.add(int(folder.name))
    return found


def is_working(process: int) -> bool:
    def ticks() -> int:
        return sum(map(int, Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))

    before = ticks()
    time.sleep(0.2)
    return ticks() - before > 3


def test_fifty_who_ask_at_once_are_answered_or_told_to_come_again(server: Server) -> None:
    url = server.url

    def one(client: httpx2.Client) -> tuple[float, set[int]]:
        start, codes = time.monotonic(), set()
        for _ in range(EACH):
            for _ in range(200):
                answer = client.get(url, params={"query": ONE_ROW})
                codes.add(answer.status_code)
                if answer.status_code == 200:
                    assert len(answer.json()["results"]["bindings"]) == 1
                    break
                assert answer.headers["retry-after"]
                time.sleep(0.05)
            else:
                raise AssertionError("never answered")
        return time.monotonic() - start, codes

    with httpx2.Client(timeout=60, limits=httpx2.Limits(max_connections=PEOPLE)) as client:
        client.get(url, params={"query": ONE_ROW})
        with ThreadPoolExecutor(PEOPLE) as people:
            results = list(people.map(lambda _: one(client), range(PEOPLE)))
    assert set().union(*(codes for _, codes in results)) <= {200, 503}
    assert statistics.median(seconds for seconds, _ in results) < 10
    assert len(workers(server.mark)) <= AT_ONCE


def test_one_killed_and_one_too_costly_are_noticed_by_nobody_else(server: Server) -> None:
    url = server.url
    with httpx2.Client(timeout=60) as client, ThreadPoolExecutor(4) as people:
        assert client.get(url, params={"query": ONE_ROW}).status_code == 200
        victim = people.submit(client.get, url, params={"query": CROSS_PRODUCT})
        costly = people.submit(client.get, url, params={"query": CROSS_PRODUCT + " #2"})
        others = people.submit(lambda: [client.get(url, params={"query": ONE_ROW}).status_code for _ in range(100)])
        time.sleep(0.5)
        busy = [each for each in workers(server.mark) if is_working(each)]
        assert len(busy) >= 1
        os.kill(busy[0], signal.SIGKILL)
        details = {victim.result(30).json()["detail"], costly.result(30).json()["detail"]}
        assert set(others.result(60)) == {200}
    assert details == {
        "The process of the query was ended from outside; ask again.",
        "The query took more than 3 s; ask for less.",
    }
    assert not [each for each in workers(server.mark) if is_working(each)], "the processor is free again"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_ends_leaves_no_process(home: Path, how: signal.Signals) -> None:
    server = Server()
    assert httpx2.get(server.url, params={"query": ONE_ROW}, timeout=30).status_code == 200
    assert workers(server.mark)
    server.end(how)
    end = time.monotonic() + 5
    while workers(server.mark) and time.monotonic() < end:
        time.sleep(0.05)
    assert not workers(server.mark)
