"""See that the tables of what the chart rules give are there, and time the making of them where they are not."""

from __future__ import annotations

from pathlib import Path

from haidiyan.benchmark.timing import Findings, SkipError, need, once, seconds
from haidiyan.dataset.memory import memory
from haidiyan.reading.tables import tables as kept_tables


def measure(quick: bool, tables: Path | None = None) -> Findings:
    """Seconds to make the tables into a folder, or the dataset's home, and to load them. ``quick`` makes none."""
    found = Findings()
    source = memory()
    if kept_tables(source, tables) is None:
        if quick:
            raise SkipError("left out of a quick run: it takes a minute and more.")
        need("numpy", "pyarrow")
        from haidiyan.atlas.factors import factors

        found.seconds["making the tables by the chart rules"] = once(lambda: factors(source, tables))
    found.seconds["loading the tables"] = seconds(lambda: kept_tables(source, tables), 3)
    found.ratio("making to loading", "making the tables by the chart rules", "loading the tables")
    return found
