"""Count over the charts that have an hour and a year as well: 64 × 64 × 12 × 60 × 12 × 12 = 424,673,280 of them.

Words have no axis for hour and year. What reads neither is counted once; for what does, the hours and years are put
together of which its tables tell nothing apart, and a count is the sum over these classes, each taken as often as it
has members. One class is at hand at a time: the memory is that of the narrow atlas, whatever reads the hour.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from haidiyan.atlas.derive import Progress
from haidiyan.atlas.factors import Factors, Hour, unexplained
from haidiyan.atlas.firings import Atlas
from haidiyan.atlas.parquet import COLUMNS
from haidiyan.atlas.rates import Rates, base_rates
from haidiyan.atlas.words import CHARTS as NARROW
from haidiyan.atlas.words import HOURS, YEARS, count
from haidiyan.chart.cast import Chart, cast
from haidiyan.corpus import cases
from haidiyan.corpus.cases import Case
from haidiyan.corpus.rules import evaluate
from haidiyan.dataset.memory import Memory, using
from haidiyan.errors import DatasetError, InputError
from haidiyan.iris import compact

CHARTS = NARROW * HOURS * YEARS
TRIED, SEED = 200, 21
"""How many wide charts, drawn at random, the tables are tried on."""


def wide_rates(
    atlases: Iterable[Atlas], topics: Sequence[str], progress: Progress = lambda stage: None
) -> Iterator[Rates]:
    """The rows of ``base-rates-wide``: those of ``base-rates``, counted over all hours and years."""
    at = list(COLUMNS["base-rates"]).index("in_force")
    for atlas in atlases:
        named: list[Rates] = []
        total: NDArray[np.int64] = np.zeros((1, 2), np.int64)
        hours = atlas.tables.hours()
        for use in (None, *atlas.uses):
            atlas.claims(use)  # what the classes have in common
        for number, members in enumerate(hours, 1):
            progress(f"{CHARTS} charts, {atlas.doctrine.name}, hours and years {number} of {len(hours)}")
            rows = list(base_rates([at_hour(atlas, members[0])], topics))
            named, total = rows, total + np.array([row[at : at + 2] for row in rows], np.int64) * len(members)
        for row, (in_force, overridden) in zip(named, total.tolist(), strict=True):
            yield (*row[:4], in_force, overridden, in_force / CHARTS)


def at_hour(atlas: Atlas, moment: Hour) -> Atlas:
    """The atlas of the charts of one hour and one year; what depends on neither is taken from the narrow one."""
    if not atlas.tables.of_hour:
        return atlas
    return Atlas(atlas.doctrine, tables=atlas.tables.at_hour(*moment), beside=atlas)


def hour_of(tables: Factors, chart: Chart) -> Hour:
    """The hour and the year of a chart, by number. Raises ``InputError`` where it has not both."""
    hour, year = chart.moment.hour, chart.moment.year
    if hour is None or year is None:
        raise InputError("The wide atlas has charts with an hour and a year; give both.")
    return tables.months.index(hour), tables.months.index(year.branch)


def one_by_one(
    atlas: Atlas, use: str | None, moments: Iterable[Hour], progress: Progress = lambda stage: None
) -> dict[str, tuple[int, int]]:
    """For each claim in how many charts of these hours and years in force and overridden, nothing taken together.

    It evaluates every hour with every year for itself, 2,949,120 charts each time: what ``wide_rates`` must come to.
    """
    found: dict[str, tuple[int, int]] = {}
    for moment in moments:
        progress(f"hour {moment[0] + 1} of {HOURS}, year {moment[1] + 1} of {YEARS}")
        alone = Atlas(atlas.doctrine, atlas.source, atlas.tables.at_hour(*moment))
        for claim, firing in alone.claims(use).items():
            before = found.get(claim, (0, 0))
            found[claim] = before[0] + count(firing.in_force), before[1] + count(firing.overridden)
    return found


def drawn(size: int, seed: int) -> list[tuple[Case, Chart]]:
    """Cases at random, and each as a chart with an hour and a year."""
    chosen, known = random.Random(seed), cases.inputs()
    return [
        (
            replace(case, baleful=()),
            cast(
                lines=case.lines,
                month=case.month,
                day=case.day,
                hour=chosen.choice(known.months),
                year=chosen.choice(known.days),
            ),
        )
        for case in cases.pool(size, seed)
    ]


def refuse_unexplained(tables: Factors, source: Memory, size: int = TRIED, seed: int = SEED) -> None:
    """Raise ``DatasetError`` where the rules give wide charts, drawn at random, otherwise than the tables have them."""
    with using(source):
        charts = drawn(size, seed)
        nodes = list(evaluate((replace(case.question(), chart=chart) for case, chart in charts), source))
        alike = {each: members[0] for members in tables.hours() for each in members}
        by_class: dict[Hour, list[int]] = defaultdict(list)
        for number, (_, chart) in enumerate(charts):
            by_class[alike[hour_of(tables, chart)]].append(number)
        wrong: set[str] = set()
        for moment, mine in by_class.items():
            wrong |= unexplained(tables.at_hour(*moment), [charts[n][0] for n in mine], [nodes[n] for n in mine])
    if wrong:
        names = ", ".join(sorted(map(compact, wrong)))
        raise DatasetError(
            f"The tables of the atlas do not explain charts with hour and year in {names}: hdy:reads leaves out an"
            " input, or the state depends on more than haidiyan.atlas.derive says."
        )
