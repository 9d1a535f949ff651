"""Grow the dataset to twice and ten times the claims: evaluate and load, then build, read and count over all charts.

Evaluating and loading are over copies of claims, situations and clauses in what a reading loads. A build needs words to
quote: it is of a further text that holds the book again (``haidiyan.benchmark.copies``), with the book's situations.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from haidiyan.benchmark.building import stages
from haidiyan.benchmark.charts import TOPIC, questions
from haidiyan.benchmark.copies import copies
from haidiyan.benchmark.engines import NO_TABLES, engines
from haidiyan.benchmark.timing import Findings, SkipError, need, once, seconds
from haidiyan.dataset.build import STAGES
from haidiyan.dataset.memory import Memory, using
from haidiyan.dataset.store import manifest, reading_triples
from haidiyan.reading.reading import read
from haidiyan.reading.tables import tables as kept_tables

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows tells no peak
    resource = None

TIMES = (1, 2, 10)

ENOUGH = 400
"""Seconds that the builds may take together, by the wall's clock."""

OF_ATLAS = ("every claim over all charts", "base rates of what is so evaluated")

_REPEATED = re.compile(rb"/(claim|situation|pattern|clause)/([^>]+)>")


def measure(quick: bool, tables: Path | None = None) -> Findings:
    """How many times as long an evaluation and the loading take."""
    found = Findings()
    if quick:
        found.skipped["builds"] = "left out of a quick run."
    else:
        _builds(tables, found)
    # The copies are of claims, situations and clauses: what the chart rules give is the same for all.
    of_rules = kept_tables(Memory(reading_triples()), tables)
    for times in TIMES:
        triples = repeated(times)
        found.counts[f"triples, {times} times the claims"] = triples.count(b"\n")
        loaded: list[Memory] = []
        found.seconds[f"loading, {times} times"] = once(lambda t=triples, m=loaded: m.append(Memory(t)))  # type: ignore[misc]
        for name, evaluate in engines(loaded[0], of_rules, found).items():
            asked = questions()
            runs = 10 if quick else 30
            found.seconds[f"{name}, {times} times"] = seconds(lambda e=evaluate, q=asked: e(next(q)), runs)  # type: ignore[misc]
            if times > 1:
                found.ratio(f"{name}, {times} times the claims to once", f"{name}, {times} times", f"{name}, 1 times")
        if times > 1:
            found.ratio(f"loading, {times} times the claims to once", f"loading, {times} times", "loading, 1 times")
    return found


def _builds(tables: Path | None, found: Findings) -> None:
    """Build with each number of claims that there is time for, the fewest first."""
    took: dict[int, float] = {}
    for times in TIMES:
        if sum(took.values()) + _foreseen(times, took) > ENOUGH:
            found.skipped[f"build, {times} times"] = f"the builds would take more than {ENOUGH} seconds together."
            continue
        with TemporaryDirectory() as folder:
            began = time.perf_counter()
            found.attempt(f"build, {times} times", lambda t=times, f=Path(folder): _build(t, f, tables, found))  # type: ignore[misc]
            took[times] = time.perf_counter() - began
    for name in (*(f"build: {each}" for each in STAGES), "build", "a reading", *OF_ATLAS):
        for times in TIMES[1:]:
            found.ratio(f"{name}, {times} times the claims to once", f"{name}, {times} times", f"{name}, 1 times")


def _foreseen(times: int, took: Mapping[int, float]) -> float:
    """The seconds of a build where each copy takes what the second did; as long as the book, before there is one."""
    if 1 not in took:
        return 0
    return took[1] + (times - 1) * (took[2] - took[1] if 2 in took else took[1])


def _build(times: int, folder: Path, tables: Path | None, found: Findings) -> None:
    """Build with so many times the claims; read in it, and count over all charts where the tables are there."""
    home = folder / "home"
    text = [copies(folder, times)] if times > 1 else []
    by_stage = stages(home, text)
    found.seconds[f"build, {times} times"] = sum(by_stage.values())
    found.seconds.update({f"build: {stage}, {times} times": took for stage, took in by_stage.items()})
    found.counts[f"quads, {times} times the claims"] = manifest(home).quads
    if resource:
        found.counts[f"KiB at most, {times} times the claims"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    source = Memory(reading_triples(home))
    with using(source):
        asked = questions()
        found.seconds[f"a reading, {times} times"] = seconds(lambda: read(next(asked).chart, topic=TOPIC).to_dict(), 10)
        found.attempt(f"{OF_ATLAS[0]}, {times} times", lambda: _count(times, source, tables, found))


def _count(times: int, source: Memory, tables: Path | None, found: Findings) -> None:
    need("numpy")
    from haidiyan.atlas.factors import factors
    from haidiyan.atlas.firings import Atlas
    from haidiyan.atlas.rates import with_any_use
    from haidiyan.chart.catalog import Catalog
    from haidiyan.reading.doctrine import DEFAULT_DOCTRINE, choose

    if kept_tables(source, tables) is None:
        raise SkipError(NO_TABLES)
    atlas = Atlas(choose(source.keep(Catalog), DEFAULT_DOCTRINE, {}), source, factors(source, tables))
    found.seconds[f"{OF_ATLAS[0]}, {times} times"] = once(lambda: [atlas.claims(use) for use in atlas.uses])
    rates: list[object] = []
    found.seconds[f"{OF_ATLAS[1]}, {times} times"] = once(lambda: rates.extend(with_any_use(atlas)))
    found.counts[f"claims counted, {times} times"] = len(rates)


def repeated(times: int) -> bytes:
    """The triples of a reading in which the claims, situations and clauses stand so many times, under other names."""
    triples = reading_triples()
    again = b"".join(line for line in triples.splitlines(keepends=True) if _REPEATED.search(line))
    return b"".join([triples, *(_REPEATED.sub(rb"/\1/\2-%d>" % copy, again) for copy in range(1, times))])
