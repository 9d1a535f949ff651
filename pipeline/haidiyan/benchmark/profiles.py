"""Profile a reading, casting and the build, and keep of each the forty functions that take longest, as text."""

from __future__ import annotations

import cProfile
import io
import pstats
import re
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from haidiyan.benchmark.charts import charts, questions
from haidiyan.benchmark.engines import BITS, SPARQL, engines
from haidiyan.benchmark.timing import Findings, SkipError
from haidiyan.dataset.memory import memory
from haidiyan.reading.reading import Reading
from haidiyan.reading.tables import tables as kept_tables

SHOWN = 40

_OF_THE_MACHINE = re.compile(r" at 0x[0-9a-f]+|\S*/(?:site-packages|pipeline|python3\.\d+)/|\S*/(?=haidiyan/)")


def write(folder: Path, name: str, tables: Path | None = None) -> None:
    """Write the profile of some work, a name of ``WORK``, into a folder as ``cast.txt`` and the like.

    Raises ``SkipError`` where a reading by the bit plan lacks the tables.
    """
    text = profile(WORK[name](tables))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def profile(work: Callable[[], object]) -> str:
    """The functions of some work by cumulative time, modules named from their package on."""
    watch = cProfile.Profile()
    watch.runcall(work)
    out = io.StringIO()
    pstats.Stats(watch, stream=out).sort_stats("cumulative", "stdname").print_stats(SHOWN)
    lines = out.getvalue().strip().splitlines()
    return "\n".join(_OF_THE_MACHINE.sub("", line).rstrip() for line in lines) + "\n"


def _by_sparql(tables: Path | None = None) -> Callable[[], object]:
    return _reading(SPARQL, tables)


def _by_bits(tables: Path | None = None) -> Callable[[], object]:
    return _reading(BITS, tables)


def _reading(name: str, tables: Path | None) -> Callable[[], object]:
    source, found = memory(), Findings()
    evaluate = engines(source, kept_tables(source, tables), found).get(name)
    if evaluate is None:
        raise SkipError(found.skipped[name])
    return _warm((Reading(evaluate(question)).to_dict() for question in questions()), 40)


def _cast(tables: Path | None = None) -> Callable[[], object]:
    return _warm(charts(), 2000)


def _warm(several: Iterator[object], number: int) -> Callable[[], object]:
    """Take some of what is made one by one; the first, which loads what all use, is taken before."""
    next(several)
    return lambda: deque(islice(several, number), maxlen=0)


def _build(tables: Path | None = None) -> Callable[[], object]:
    from haidiyan.dataset.build import build

    def work() -> None:
        with tempfile.TemporaryDirectory() as home:
            build(home)

    return work


WORK: dict[str, Callable[[Path | None], Callable[[], object]]] = {
    "cast": _cast,
    "reading-sparql": _by_sparql,
    "reading-bits": _by_bits,
    "build": _build,
}
"""What is profiled: each loads what it needs and gives the work itself."""
