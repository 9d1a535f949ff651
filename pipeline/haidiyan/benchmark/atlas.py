"""Evaluate every situation over every chart at once, and hold the rate against how fast this memory can be filled.

Charts × situations a second counts each chart and each class once, however little of it had to be computed: most
depend on few of hexagram, motion, month and day, and an array is kept no longer than it depends on. Written out whole,
a class is one bit a chart, 60 of every 64; the share says how fast that would have to be written to take as long.
"""

from __future__ import annotations

from pathlib import Path

from haidiyan.benchmark.engines import NO_TABLES
from haidiyan.benchmark.timing import Findings, SkipError, need, once, seconds
from haidiyan.dataset.memory import memory
from haidiyan.reading.tables import tables as kept_tables

FILLED = 256 << 20
"""Bytes of the array that is filled, far more than a cache holds."""


def measure(quick: bool, tables: Path | None = None) -> Findings:
    """Rates of the evaluation, and its share of the bandwidth; ``tables``: where the tables of the rules are kept."""
    need("numpy", "pyarrow")
    import numpy as np

    from haidiyan.atlas.evaluation import evaluate
    from haidiyan.atlas.factors import factors
    from haidiyan.atlas.firings import Atlas
    from haidiyan.atlas.words import CHARTS, DAYS
    from haidiyan.chart.catalog import catalog
    from haidiyan.corpus.bits import plan
    from haidiyan.reading.doctrine import DEFAULT_DOCTRINE, choose

    found = Findings()
    if kept_tables(memory(), tables) is None:
        raise SkipError(NO_TABLES)
    made = factors(memory(), tables)
    doctrine = choose(catalog(), DEFAULT_DOCTRINE, {})
    conditions = plan(memory(), doctrine.adopted(catalog().choices))
    use = made.uses[0]
    wanted = list(conditions)

    def all_charts() -> int:
        return sum(words.nbytes for _, where in evaluate(conditions, made, use, wanted) for words in where.values())

    array = np.empty(FILLED // 8, np.uint64)
    runs = 3 if quick else 7
    found.seconds["fill"] = seconds(lambda: array.fill(7), runs)
    found.seconds["all situations over all charts"] = seconds(all_charts, runs)
    found.seconds["fill, again"] = seconds(lambda: array.fill(9), runs)
    fill = FILLED / min(found.seconds["fill"], found.seconds["fill, again"])
    took = found.seconds["all situations over all charts"]
    whole = CHARTS // DAYS * 8 * len(wanted)
    kept_bytes = all_charts()
    found.counts.update(
        {
            "charts": CHARTS,
            "situations and patterns": len(wanted),
            "bytes, one bit a chart": whole,
            "bytes as kept": kept_bytes,
        }
    )
    found.counts["charts × situations a second"] = CHARTS * len(wanted) / took
    found.counts["bytes filled a second"] = fill
    found.ratios["charts × situations as bits, to what is filled in the same time"] = whole / took / fill
    found.ratios["bytes as kept, to what is filled in the same time"] = kept_bytes / took / fill
    atlas = Atlas(doctrine, memory(), made)
    found.seconds["all claims over all charts, one use relation"] = once(lambda: atlas.claims(use))
    found.ratio(
        "claims to situations", "all claims over all charts, one use relation", "all situations over all charts"
    )
    found.skipped["424 million charts, with hour and year"] = "the atlas has no axes of hour and year."
    return found
