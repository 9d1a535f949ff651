"""Run the command in new processes, and split what it takes into interpreter, imports, store and work."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from haidiyan.benchmark.charts import EXAMPLE
from haidiyan.benchmark.timing import Findings, seconds

DATED = ["--hexagram", "比", "--at", "2026-11-30T10:00"]

_SPLIT = """
import json, os, sys, time
start = time.perf_counter()
from haidiyan.cli import make_app, run
import haidiyan.chart.cast, haidiyan.reading.reading, haidiyan.reading.engine, haidiyan.publication.text
make_app()
imported = time.perf_counter()
from haidiyan.dataset.memory import memory
memory()
loaded = time.perf_counter()
sys.stdout = open(os.devnull, "w")
status = run(json.loads(sys.argv[1]))
worked = time.perf_counter()
print(json.dumps([status, imported - start, loaded - imported, worked - loaded]), file=sys.__stdout__)
"""


def measure(quick: bool, tables: Path | None = None) -> Findings:
    """Seconds of a command from the shell, its shares, and what it takes over a bare interpreter."""
    found = Findings()
    runs = 3 if quick else 9
    found.seconds["python -c pass"] = _median(["-c", "pass"], runs)
    commands = {"read": ["read", *EXAMPLE], "cast from a date": ["cast", *DATED], "--version": ["--version"]}
    for name, command in commands.items():
        found.seconds[f"haidiyan {name}"] = _median(["-m", "haidiyan.cli", *command], runs)
        found.ratio(f"haidiyan {name} to a bare interpreter", f"haidiyan {name}", "python -c pass")
    for name in ("read", "cast from a date"):
        times = [_split(commands[name]) for _ in range(runs)]
        parts = [median(each) for each in zip(*times, strict=True)]
        steps = dict(zip(("imports", "store", "work"), parts, strict=True))
        found.shares(f"haidiyan {name}", {"interpreter": found.seconds["python -c pass"], **steps})
    return found


def _median(arguments: Sequence[str], runs: int) -> float:
    """The median of some runs of Python in a process of its own."""
    command = [sys.executable, *arguments]
    return seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), runs, time.perf_counter)


def _split(command: Sequence[str]) -> list[float]:
    done = subprocess.run(
        [sys.executable, "-c", _SPLIT, json.dumps(command)], check=True, capture_output=True, text=True
    )
    status, *times = json.loads(done.stdout.splitlines()[-1])
    if status != 0:
        raise RuntimeError(f"haidiyan {command[0]} ended with {status}")
    return [float(each) for each in times]
