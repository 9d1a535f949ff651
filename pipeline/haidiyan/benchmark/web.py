"""Have readers ask a server on loopback for readings, each of another chart, and hold them to readings in process."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from haidiyan.benchmark.charts import TOPIC, charts
from haidiyan.benchmark.timing import Findings, need
from haidiyan.chart.cast import Chart
from haidiyan.chart.catalog import catalog
from haidiyan.reading.reading import read

READERS = 20
"""How many ask at once, each the next page as soon as the one before is there."""
PAGE = f"a reading's page, median under {READERS} readers"
ALONE = "a reading's page, median under one reader"
IN_PROCESS = "a reading in process"
FIRST = "seconds until the server answers"
LONGEST = 60.0
WARM = 60.0
"""Seconds in which the server looks up, in the background, what it would look up for its first visitors."""


def measure(quick: bool, tables: Path | None = None) -> Findings:
    """Seconds a page, bytes a page, and readings a second of the server over those of one process without it."""
    need("fastapi", "jinja2", "uvicorn")
    found = Findings()
    # Other charts for each use, so that what the server keeps of one run does not serve another.
    every = charts()
    lasting = 2.0 if quick else 10.0
    command = [sys.executable, "-m", "haidiyan.cli", "serve", "--port", "0", "--no-tables"]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split("://")[1].partition("/")[0].rpartition(":")[2])
            asyncio.run(_first(port))
            found.seconds[FIRST] = time.perf_counter() - start
            if not quick:
                time.sleep(WARM)
            asyncio.run(_readers(port, every, READERS, lasting))
            times, bytes_, spent = asyncio.run(_readers(port, every, READERS, lasting))
            alone, _, _ = asyncio.run(_readers(port, every, 1, lasting / 2))
        finally:
            server.terminate()
    found.seconds[PAGE], found.seconds[ALONE] = median(times), median(alone)
    found.counts |= {"readers": READERS, "pages": len(times), "bytes a page, compressed": round(median(bytes_))}
    found.counts["pages a second"] = round(len(times) / spent, 1)
    found.seconds[IN_PROCESS] = _in_process(list(islice(every, 40 if quick else 120)))
    found.ratios["readings a second, served over in process"] = len(times) / spent * found.seconds[IN_PROCESS]
    return found


def _in_process(those: list[Chart]) -> float:
    for chart in those[:20]:
        read(chart, TOPIC).to_dict()
    start = time.perf_counter()
    for chart in those[20:]:
        read(chart, TOPIC).to_dict()
    return (time.perf_counter() - start) / len(those[20:])


def _address(chart: Chart) -> str:
    moment, known = chart.moment, catalog()
    asked = {"lines": ",".join(map(str, chart.values)), "topic": TOPIC}
    if moment.month and moment.day:
        asked |= {"month": known.label(moment.month), "day": known.label(moment.day.iri)}
    return f"/read?{urlencode(asked)}"


async def _first(port: int) -> None:
    reader, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), LONGEST)
    await asyncio.wait_for(_get(reader, writer, "/health"), LONGEST)
    writer.close()


async def _readers(
    port: int, every: Iterator[Chart], count: int, lasting: float
) -> tuple[list[float], list[int], float]:
    """How long each page took, how many bytes it had, and how long it all took."""
    start = time.perf_counter()
    times: list[float] = []
    bytes_: list[int] = []

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < start + lasting:
            path = _address(next(every))
            asked = time.perf_counter()
            bytes_.append(await asyncio.wait_for(_get(reader, writer, path), LONGEST))
            times.append(time.perf_counter() - asked)
        writer.close()

    await asyncio.gather(*(one() for _ in range(count)))
    return times, bytes_, time.perf_counter() - start


async def _get(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> int:
    """Ask for a page; its length as it came. Raises ``ConnectionError`` where it is refused."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    if " 200 " not in head.partition("\r\n")[0]:
        raise ConnectionError(head.partition("\r\n")[0])
    if "content-length:" in head:
        return len(await reader.readexactly(int(head.split("content-length:")[1].split("\r\n")[0])))
    length = 0
    while size := int(await reader.readline(), 16):
        length += len((await reader.readexactly(size + 2))[:-2])
    await reader.readline()
    return length
