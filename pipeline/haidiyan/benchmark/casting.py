"""Cast charts, and hold the time against that of najia and of ichingshifa: with pillars given, and from a civil date.

najia takes no pillars: its own calendar is put aside and the pillars handed to it where it would ask. Each of the three
does something that the others leave out. haidiyan's ``cast`` knows hexagram, changed hexagram, lines and moment, and
leaves relations, spirits and every other state to the evaluation, which is timed besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from haidiyan.benchmark.charts import moments
from haidiyan.benchmark.engines import engines, told
from haidiyan.benchmark.timing import Findings, need, once, seconds
from haidiyan.chart.almanac import Almanac
from haidiyan.chart.calendar import civil_moment
from haidiyan.chart.cast import cast
from haidiyan.dataset.memory import memory
from haidiyan.reading.question import ask
from haidiyan.reading.tables import tables as kept_tables

LINES = [8, 8, 8, 8, 9, 8]
OF_NAJIA = [2, 2, 2, 2, 3, 2]
OF_ICHINGSHIFA = ("888898", "888888")
MONTH, DAY = "申", "甲申"

HERE, NAJIA, ICHINGSHIFA = "haidiyan", "najia", "ichingshifa"
STATES = "haidiyan with every state"
DATE, PILLARS = "from a civil date", "with pillars given"


def measure(quick: bool, tables: Path | None = None) -> Findings:
    """Seconds a chart, and how many times as long the others take."""
    found = Findings()
    runs = 200 if quick else 1000
    _here(found, runs)
    found.attempt(STATES, lambda: _with_states(found, max(runs // 20, 10), tables))
    found.attempt(NAJIA, lambda: _najia(found, runs))
    found.attempt(ICHINGSHIFA, lambda: _ichingshifa(found, runs // 4))
    for how in (DATE, PILLARS):
        for other in (NAJIA, ICHINGSHIFA):
            found.ratio(f"{other} to haidiyan, {how}", f"{other}, {how}", f"{HERE}, {how}")
        found.ratio(f"najia to haidiyan with every state, {how}", f"{NAJIA}, {how}", f"{STATES}, {how}")
    found.ratio("first date of a month to a later one", "haidiyan, first date of a month", f"{HERE}, {DATE}")
    found.ratio("date to pillars", f"{HERE}, {DATE}", f"{HERE}, {PILLARS}")
    return found


def _here(found: Findings, runs: int) -> None:
    at = written()
    cast(lines=LINES, month=MONTH, day=DAY)
    start = once(lambda: Almanac(memory()))
    found.seconds["haidiyan, the counts and tyme4py's import, once a process"] = start
    found.seconds[f"{HERE}, {PILLARS}"] = seconds(lambda: cast(lines=LINES, month=MONTH, day=DAY), runs)
    found.seconds[f"{HERE}, {DATE}"] = seconds(lambda: cast(lines=LINES, at=next(at)), runs)
    # Every fourth month: its own solar term and that of the next have not been asked for.
    fresh = (datetime(1900 + number // 3 % 200, number % 3 * 4 + 2, 20, 10) for number in count())
    found.seconds["haidiyan, first date of a month"] = seconds(lambda: civil_moment(next(fresh)), 100)


def _with_states(found: Findings, runs: int, tables: Path | None) -> None:
    """Cast, evaluate by the fastest engine that is there, and have every node told."""
    source, at = memory(), written()
    *_, (name, evaluate) = engines(source, kept_tables(source, tables), found).items()
    found.counts["engine"] = name

    def given() -> int:
        return told(evaluate(ask(cast(lines=LINES, month=MONTH, day=DAY))))

    def dated() -> int:
        return told(evaluate(ask(cast(lines=LINES, at=next(at)))))

    found.seconds[f"{STATES}, {PILLARS}"] = seconds(given, runs)
    found.seconds[f"{STATES}, {DATE}"] = seconds(dated, runs)


def written() -> Iterator[str]:
    """Moments as one writes them, without the offset: najia would heed it, and ichingshifa knows none."""
    return (each.strftime("%Y-%m-%dT%H:%M") for each in moments())


def _najia(found: Findings, runs: int) -> None:
    need("najia")
    from najia.najia import Najia

    najia = Najia(2)
    at = written()
    found.seconds[f"{NAJIA}, {DATE}"] = seconds(lambda: najia.compile(OF_NAJIA, date=next(at)), runs)

    class Given(Najia):  # type: ignore[misc]
        """najia with the pillars of one moment in the place of its calendar."""

        pillars: Any = Najia._daily(datetime(2026, 8, 10, 10))

        @staticmethod
        def _daily(date: object = None) -> Any:
            return Given.pillars

    given, now = Given(2), datetime(2026, 8, 10, 10)
    found.seconds[f"{NAJIA}, {PILLARS}"] = seconds(lambda: given.compile(OF_NAJIA, date=now), runs)


def _ichingshifa(found: Findings, runs: int) -> None:
    need("ichingshifa", "ephem", "sxtwl", "cn2an")
    from ichingshifa.ichingshifa import Iching

    shifa = Iching()
    at = moments()

    def dated() -> object:
        moment = next(at)
        pillars = shifa.gangzhi(moment.year, moment.month, moment.day, min(moment.hour, 22), moment.minute)
        return shifa.decode_two_gua(*OF_ICHINGSHIFA, pillars[2])

    found.seconds[f"{ICHINGSHIFA}, {DATE}"] = seconds(dated, runs)
    found.seconds[f"{ICHINGSHIFA}, {PILLARS}"] = seconds(lambda: shifa.decode_two_gua(*OF_ICHINGSHIFA, DAY), runs)
