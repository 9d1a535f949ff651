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
    reading, told = (seconds(_readings(with_json), READINGS) for with_json in (False, True))
    reasoner = seconds(_reasoner(), REASONER_RUNS)
    oracle = seconds(_oracle(), REASONER_RUNS)
    shell = seconds(_shell, SHELL_RUNS)
    once, twice = (seconds(_evaluation(copies), READINGS) for copies in (1, 2))
    bare = seconds(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), SHELL_RUNS)
    return {
        "machine": {"python": platform.python_version(), "cores": os.cpu_count(), "system": platform.platform()},
        "seconds": {
            "reading warm": reading,
            "reading warm, told as JSON": told,
            "owlrl over one chart and all classes": reasoner,
            "owlrl over one chart and what claims look for": oracle,
            "haidiyan read from the shell": shell,
            "python -c pass": bare,
            "evaluation alone": once,
            "evaluation with twice the claims": twice,
            "build by stage": build,
        },
        "ratios": {
            "owlrl to an evaluation": reasoner / once,
            "owlrl to a reading": reasoner / reading,
            "owlrl over what claims look for to a reading": oracle / reading,
            "shell to bare interpreter": shell / bare,
            "evaluation with twice the claims to once": twice / once,
            "closure to whole build": build["closure"] / sum(build.values()),
        },
    }


def _readings(told: bool) -> Callable[[], object]:
    """Readings of seeded coin casts that differ, so that nothing is answered from memory; told as JSON or not."""
    from haidiyan.chart.cast import cast
    from haidiyan.reading.reading import read

    moments = [("申", "甲申"), ("午", "甲子"), ("子", "己巳"), ("寅", "庚午")]
    charts = [cast(coins=True, seed=seed, month=month, day=day) for seed, (month, day) in enumerate(moments * 8)]
    turn = iter(charts * (READINGS + 1))

    def one() -> object:
        reading = read(next(turn), "疾病")
        return reading.to_dict() if told else reading

    return one


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
    """Owlrl as it comes, without axiomatic triples, over one chart with all states, patterns and situations."""
    from owlrl import DeductiveClosure, OWLRL_Semantics
    from rdflib import Graph

    from haidiyan.chart.cast import cast
    from haidiyan.corpus import rules
    from haidiyan.oracle import everything
    from haidiyan.reading.question import ask

    question = ask(cast(hexagram="比", moving=[5], month="申", day="甲申"), topic="疾病", about="妻")
    graph = everything(list(rules.evaluate([question])), question.doctrine)
    return lambda: DeductiveClosure(OWLRL_Semantics, axiomatic_triples=False, datatype_axioms=False).expand(
        graph + Graph()
    )


def _oracle() -> Callable[[], object]:
    """The oracle of the tests: owlrl over what claims look for, without its work on sameness."""
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
