"""Several processes answer on one port; one that is gone is replaced, and all end with the server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from haidiyan.web.settings import Settings

pytestmark = [
    pytest.mark.xdist_group("server"),
    pytest.mark.skipif(sys.platform != "linux", reason="the processes are looked up in /proc"),
]
PATIENCE = 60.0


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "haidiyan.cli", "serve", "--port", "0", "--workers", "2", "--no-tables"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        address = next(word for word in process.stdout.readline().split() if word.startswith("http://"))
        try:
            yield process, address
        finally:
            process.kill()


def answers(address: str) -> bool:
    try:
        with urlopen(f"{address}health", timeout=PATIENCE) as answer:
            return bool(json.load(answer)["status"] == "ok")
    except (URLError, ConnectionError):
        return False


def workers(parent: int) -> set[int]:
    """The processes of a server that answer: its children that have the port from it."""
    found = set()
    for each in Path("/proc").glob("[0-9]*"):
        try:
            status, command = (each / "stat").read_text(), (each / "cmdline").read_text()
        except OSError:
            continue
        if int(status.rpartition(")")[2].split()[1]) == parent and "spawn_main" in command:
            found.add(int(each.name))
    return found


def eventually(holds: object) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if holds():  # type: ignore[operator]
            return True
        time.sleep(0.2)
    return False


def test_fifty_readers_at_once_are_all_answered(server: tuple[subprocess.Popen[str], str]) -> None:
    _, address = server
    asked = [f"{address}read?{urlencode({'hexagram': number, 'moving': 1 + number % 6})}" for number in range(1, 51)]

    def read(url: str) -> tuple[int, bytes]:
        with urlopen(url, timeout=PATIENCE) as answer:
            return answer.status, answer.read()

    with ThreadPoolExecutor(len(asked)) as readers:
        pages = list(readers.map(read, asked))
    assert {status for status, _ in pages} == {200}
    assert len({page for _, page in pages}) == len(asked), "two readers had the same page"


def test_a_worker_that_is_gone_is_replaced_and_all_end_with_the_server(
    server: tuple[subprocess.Popen[str], str],
) -> None:
    process, address = server
    assert all(answers(address) for _ in range(8))
    before = workers(process.pid)
    assert len(before) == 2
    time.sleep(11)  # one that ends at once is taken for broken, and the server ends
    gone = before.pop()
    os.kill(gone, signal.SIGKILL)
    assert eventually(lambda: len(workers(process.pid) - {gone}) == 2)
    assert eventually(lambda: all(answers(address) for _ in range(8)))
    running = workers(process.pid)
    process.terminate()
    assert process.wait(PATIENCE) == 0
    assert eventually(lambda: not any(Path(f"/proc/{each}").exists() for each in running))


def test_queries_are_shared_out_among_the_workers() -> None:
    assert Settings(queries_at_once=8).queries_of_a_worker == 8
    assert Settings(queries_at_once=8, workers=2).queries_of_a_worker == 4
    assert Settings(queries_at_once=1, workers=4).queries_of_a_worker == 1


def test_what_makes_the_tables_ends_with_whoever_started_it(home: Path) -> None:
    command = [sys.executable, "-m", "haidiyan.web.warm", "--attached"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as maker:
        assert maker.stdin is not None
        assert maker.poll() is None
        maker.stdin.close()
        assert maker.wait(PATIENCE) == 1
