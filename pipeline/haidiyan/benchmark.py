"""Measure a reading, the reasoner over the same classes, the shell command and the build, as ratios in one run.

``python -m haidiyan.benchmark [OUTPUT.json]``. Seconds say little on a shared machine; the ratios are what is kept.
"""

from __future__ import annotations

import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

EXAMPLE = ["--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申", "--about", "妻", "--topic", "疾病"]
READINGS = 60
SHELL_RUNS = 7
REASONER_RUNS = 3


def seconds(work: Callable[[], object], runs: int) -> float:
    """The median time of some runs of a piece of work, after one that does not count."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measure() -> dict[str, Any]:
    """All figures of one run, in seconds, with the ratios between them."""
    build = _build()
    reading = seconds(_readings(), READINGS)
    reasoner = seconds(_reasoner(), REASONER_RUNS)
    shell = seconds(_shell, SHELL_RUNS)
    once, twice = (seconds(_evaluation(copies), READINGS) for copies in (1, 2))
    bare = seconds(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), SHELL_RUNS)
    return {
        "machine": {"python": platform.python_version(), "cores": os.cpu_count(), "system": platform.platform()},
        "seconds": {
            "reading warm": reading,
            "owlrl over the same chart and classes": reasoner,
            "haidiyan read from the shell": shell,
            "python -c pass": bare,
            "evaluation alone": once,
            "evaluation with twice the claims": twice,
            "build by stage": build,
        },
        "ratios": {
            "owlrl to a reading": reasoner / reading,
            "shell to bare interpreter": shell / bare,
            "evaluation with twice the claims to once": twice / once,
            "closure to whole build": build["closure"] / sum(build.values()),
        },
    }


def _readings() -> Callable[[], object]:
    """Readings of charts that differ, so that nothing is answered from memory."""
    from haidiyan.chart.cast import cast
    from haidiyan.reading.reading import read

    charts = [
        cast(lines=[6 + (number >> 2 * place) % 4 for place in range(6)], month=month, day=day)
        for number, (month, day) in enumerate(
            [("申", "甲申"), ("午", "甲子"), ("子", "己巳"), ("寅", "庚午")] * 8, 1000
        )
    ]
    turn = iter(charts * (READINGS + 1))
    return lambda: read(next(turn), "疾病").to_dict()


_REPEATED = re.compile(rb"/(claim|situation|pattern|clause)/([^>]+)>")


def _evaluation(copies: int) -> Callable[[], object]:
    """One question over a dataset whose claims, situations and clauses stand in it so many times."""
    from haidiyan.chart.cast import cast
    from haidiyan.dataset.memory import Memory
    from haidiyan.dataset.store import reading_triples
    from haidiyan.reading.engine import Engine
    from haidiyan.reading.question import ask

    triples = reading_triples()
    again = b"".join(line for line in triples.splitlines(keepends=True) if _REPEATED.search(line))
    several = [_REPEATED.sub(rb"/\1/\2-%d>" % copy, again) for copy in range(1, copies)]
    engine = Engine(Memory(b"".join([triples, *several])))
    question = ask(cast(hexagram="比", moving=[5], month="申", day="甲申"), topic="疾病", about="妻")
    return lambda: engine.evaluate([question])


def _reasoner() -> Callable[[], object]:
    from haidiyan.chart.cast import cast
    from haidiyan.corpus import rules
    from haidiyan.oracle import derived, theory
    from haidiyan.reading.question import ask

    question = ask(cast(hexagram="比", moving=[5], month="申", day="甲申"), topic="疾病", about="妻")
    classes = theory(question.doctrine)
    charts = list(rules.evaluate([question]))
    return lambda: derived(charts, classes)


def _shell() -> None:
    subprocess.run([sys.executable, "-m", "haidiyan.cli", "read", *EXAMPLE], check=True, stdout=subprocess.DEVNULL)


def _build() -> dict[str, float]:
    """The seconds of each stage of a build into an empty home."""
    from haidiyan.dataset.build import build

    marks: list[tuple[str, float]] = []
    with tempfile.TemporaryDirectory() as home:
        build(Path(home), lambda stage: marks.append((stage, time.perf_counter())))
        marks.append(("end", time.perf_counter()))
    return {stage: after - start for (stage, start), (_, after) in pairwise(marks)}


def main(arguments: list[str]) -> None:
    """Measure, print the result, and write it where a path is given."""
    text = json.dumps(measure(), ensure_ascii=False, indent=1)
    print(text)
    if arguments:
        Path(arguments[0]).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
