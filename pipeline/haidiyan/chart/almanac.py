"""Count the pillars of years, months, days and double hours, and keep the solar terms that begin the months.

What is counted from, and the instants of the terms, are asked of tyme4py once; names and the order of the pillars are
the dataset's.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from typing import Any

from haidiyan.chart.catalog import Catalog, Pillar
from haidiyan.dataset.memory import Memory

UTC_8 = timezone(timedelta(hours=8))

MONTHS_A_YEAR = HOURS_A_DAY = 12
_KNOWN_DAY = date(2000, 1, 1)
"""A day, and its year, of which tyme4py is asked: any would do."""


@dataclass(frozen=True)
class SolarTerm:
    """A solar term that begins a month: IRI, instant in UTC+8 to the second, branch of the month it opens."""

    iri: str
    at: datetime
    opens: str


class Almanac:
    """The counts and the solar terms of one dataset; each term is asked for when it is first wanted, and kept.

    A solar term has the number of the civil month in which it falls, counted on from January of the year 0.
    """

    def __init__(self, source: Memory) -> None:
        from tyme4py.sixtycycle import SixtyCycleYear
        from tyme4py.solar import SolarDay, SolarTime

        self._known = source.keep(Catalog)
        self._cycle = tuple(self._known.pillars.values())
        self._terms: dict[int, SolarTerm] = {}
        parts = (_KNOWN_DAY.year, _KNOWN_DAY.month, _KNOWN_DAY.day)
        day = _KNOWN_DAY.toordinal()
        year = SixtyCycleYear.from_year(_KNOWN_DAY.year)
        first = self._place(year.get_first_month().get_sixty_cycle())
        opened = (self.term(_KNOWN_DAY.year * MONTHS_A_YEAR + each) for each in range(MONTHS_A_YEAR))
        self._first = next(n for n, each in enumerate(opened) if each.opens == self._cycle[first].branch)
        self._of_year = self._place(year.get_sixty_cycle()) - _KNOWN_DAY.year
        self._of_month = first - (_KNOWN_DAY.year * MONTHS_A_YEAR + self._first)
        self._of_day = self._place(SolarDay.from_ymd(*parts).get_lunar_day().get_sixty_cycle()) - day
        hour = SolarTime.from_ymd_hms(*parts, 0, 0, 0).get_lunar_hour()
        self._of_hour = self._place(hour.get_sixty_cycle()) - day * HOURS_A_DAY

    def term(self, number: int) -> SolarTerm:
        """The solar term of a number."""
        found = self._terms.get(number)
        if found is None:
            found = self._terms[number] = self._asked(number)
        return found

    def begun(self, at: datetime) -> int:
        """The number of the latest solar term at or before a moment in UTC+8."""
        number = at.year * MONTHS_A_YEAR + at.month - 1
        return number if at >= self.term(number).at else number - 1

    def nearest(self, at: datetime, begun: int) -> SolarTerm:
        """Of the latest term and the next one, that which is nearer to a moment; the latest where both are."""
        before, after = self.term(begun), self.term(begun + 1)
        return before if at - before.at <= after.at - at else after

    def year(self, begun: int) -> Pillar:
        """The year's pillar after a solar term."""
        return self._cycle[(self._of_year + (begun - self._first) // MONTHS_A_YEAR) % len(self._cycle)]

    def month(self, begun: int) -> Pillar:
        """The month's pillar after a solar term."""
        return self._cycle[(self._of_month + begun) % len(self._cycle)]

    def day(self, ordinal: int) -> Pillar:
        """The pillar of a day by its proleptic Gregorian ordinal."""
        return self._cycle[(self._of_day + ordinal) % len(self._cycle)]

    def hour(self, ordinal: int, double_hour: int) -> Pillar:
        """The pillar of a day's double hour, 0 the one that midnight halves."""
        return self._cycle[(self._of_hour + ordinal * HOURS_A_DAY + double_hour) % len(self._cycle)]

    def _place(self, cycle: Any) -> int:
        pillar = self._known.find("pillar", cycle.get_name(), "pillar of the sixty")
        return self._cycle.index(self._known.pillars[pillar])

    def _asked(self, number: int) -> SolarTerm:
        from tyme4py.solar import SolarTerm as Term

        year, month = divmod(number, MONTHS_A_YEAR)
        # tyme4py counts twenty-four terms from the winter solstice before January; every other one begins a month.
        term = Term.from_index(year, 2 * month + 1)
        time = term.get_julian_day().get_solar_time()
        day = datetime(time.get_year(), time.get_month(), time.get_day(), tzinfo=UTC_8)
        at = day + timedelta(hours=time.get_hour(), minutes=time.get_minute(), seconds=time.get_second())
        iri, opens = self._known.solar_terms[term.get_name()]
        return SolarTerm(iri, at, opens)
