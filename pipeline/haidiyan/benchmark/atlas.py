"""Evaluate every situation over every chart at once, and hold the rate against how fast this memory can be filled.

Charts × situations a second counts each chart and each class once, however little of it had to be computed: most
depend on few of hexagram, motion, month and day, and an array is kept no longer than it depends on. Written out whole,
a class is one bit a chart, 60 of every 64; the share says how fast that would have to be written to take as long.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from haidiyan.benchmark.engines import NO_TABLES
from haidiyan.benchmark.timing import Findings, SkipError, need, once, seconds
from haidiyan.dataset.memory import memory
from haidiyan.reading.tables import tables as kept_tables

if TYPE_CHECKING:
    from haidiyan.atlas.firings import Atlas

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
    _wide(found, atlas, use, quick)
    return found


NARROW_RATES, WIDE_RATES = "base rates, 2.9 million charts", "base rates, 424 million charts"
ONE_BY_ONE = "all claims over 424 million charts, hour by hour and year by year, one use relation"


def _wide(found: Findings, atlas: Atlas, use: str, quick: bool) -> None:
    """The space with hour and year against that without: what no state reads multiplied, and everything visited."""
    from itertools import product

    from haidiyan.atlas.rates import base_rates
    from haidiyan.atlas.wide import one_by_one, wide_rates
    from haidiyan.atlas.words import HOURS, YEARS

    def fresh() -> Atlas:
        return type(atlas)(atlas.doctrine, atlas.source, atlas.tables)

    found.seconds[NARROW_RATES] = once(lambda: list(base_rates([fresh()], [])))
    found.seconds[WIDE_RATES] = once(lambda: list(wide_rates([fresh()], [])))
    found.ratio("424 million to 2.9 million", WIDE_RATES, NARROW_RATES)
    if quick:
        found.skipped[ONE_BY_ONE] = "it takes a minute and more."
        return
    found.seconds[ONE_BY_ONE] = once(lambda: one_by_one(atlas, use, product(range(HOURS), range(YEARS))))
    found.ratio(
        "424 million visited, to 2.9 million, one use relation",
        ONE_BY_ONE,
        "all claims over all charts, one use relation",
    )
