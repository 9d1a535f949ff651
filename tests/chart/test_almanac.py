"""The counted pillars are those that tyme4py gives for the moment itself, at every sort of boundary."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from tests.classical import pillars
from tyme4py.solar import SolarDay, SolarTime

from haidiyan.chart.almanac import UTC_8, Almanac, SolarTerm
from haidiyan.chart.calendar import FIRST_YEAR, LAST_YEAR, CivilMoment, civil_moment
from haidiyan.chart.catalog import catalog
from haidiyan.dataset.memory import memory

pytestmark = pytest.mark.usefixtures("home")

SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
YEARS = [*range(FIRST_YEAR, LAST_YEAR, 9), LAST_YEAR]


def counted(moment: CivilMoment) -> tuple[str, ...]:
    return tuple(catalog().label(each.iri) for each in (moment.year, moment.month, moment.day, moment.hour))


def asked(at: datetime, practice: str = "next") -> tuple[str, ...]:
    """The four pillars by tyme4py alone: by the hour for 23:00, by the day for midnight."""
    by_hour = solar_time(at).get_sixty_cycle_hour()
    hour = by_hour.get_sixty_cycle()
    if practice == "next":
        day = by_hour.get_day()
    else:
        day = SolarDay.from_ymd(at.year, at.month, at.day).get_lunar_day().get_sixty_cycle()
        if practice == "same" and at.hour == 23:
            hour = solar_time(at.replace(hour=0)).get_sixty_cycle_hour().get_sixty_cycle()
    return tuple(each.get_name() for each in (by_hour.get_year(), by_hour.get_month(), day, hour))


def solar_time(at: datetime) -> Any:
    return SolarTime.from_ymd_hms(at.year, at.month, at.day, at.hour, at.minute, at.second)


def boundaries(year: int) -> Iterator[SolarTerm]:
    almanac = memory().keep(Almanac)
    return (almanac.term(year * 12 + month) for month in range(12))


@pytest.mark.parametrize("year", YEARS)
def test_around_every_solar_term_of_a_year_the_pillars_are_those_of_the_moment(year: int) -> None:
    for term in boundaries(year):
        for at in (term.at - SECOND, term.at, term.at + SECOND):
            assert counted(civil_moment(at)) == asked(at), at


def test_each_civil_month_has_the_instant_of_one_term() -> None:
    for year in range(FIRST_YEAR - 1, LAST_YEAR + 2):
        assert [(term.at.year, term.at.month) for term in boundaries(year)] == [(year, month) for month in range(1, 13)]


def test_the_latest_term_is_the_one_that_tyme4py_is_in() -> None:
    for year in YEARS:
        for month in range(1, 13):
            at = datetime(year, month, 20, 12, tzinfo=UTC_8)
            found = solar_time(at).get_term()
            found = found if found.is_jie() else found.next(-1)
            almanac = memory().keep(Almanac)
            begun = almanac.term(almanac.begun(at))
            assert catalog().solar_terms[found.get_name()] == (begun.iri, begun.opens)


def test_every_day_of_the_range_has_the_pillar_after_that_of_the_day_before() -> None:
    at, place = datetime(FIRST_YEAR, 1, 1, 12, tzinfo=UTC_8), (date(FIRST_YEAR, 1, 1) - date(1949, 10, 1)).days
    while at.year <= LAST_YEAR:
        assert catalog().label(civil_moment(at).day.iri) == pillars()[place % 60], at
        at, place = at + DAY, place + 1


def test_every_forty_first_day_has_the_pillar_that_tyme4py_gives() -> None:
    at = datetime(FIRST_YEAR, 1, 1, 12, tzinfo=UTC_8)
    while at.year <= LAST_YEAR:
        assert counted(civil_moment(at))[2] == asked_day(at), at
        at += 41 * DAY


def asked_day(at: datetime) -> str:
    return str(SolarDay.from_ymd(at.year, at.month, at.day).get_lunar_day().get_sixty_cycle().get_name())


@pytest.mark.parametrize("practice", ["next", "split", "same"])
def test_around_every_hour_of_ten_days_the_pillars_are_those_of_the_moment(practice: str) -> None:
    for hours in range(240):
        start = datetime(2026, 1, 28, tzinfo=UTC_8) + timedelta(hours=hours)
        for at in (start, start + timedelta(seconds=3599)):
            assert counted(civil_moment(at, practice)) == asked(at, practice), at


@pytest.mark.parametrize("practice", ["next", "split", "same"])
def test_the_late_hour_across_the_ends_of_months_and_years(practice: str) -> None:
    for year in YEARS:
        for month in range(1, 13):
            at = datetime(year, month, 1, 23, 30, tzinfo=UTC_8) - DAY
            if at.year >= FIRST_YEAR:
                assert counted(civil_moment(at, practice)) == asked(at, practice), at


def test_a_term_is_asked_of_tyme4py_once(monkeypatch: pytest.MonkeyPatch) -> None:
    almanac = Almanac(memory())
    term = almanac.term(2026 * 12)
    monkeypatch.setattr(almanac, "_asked", None)
    assert almanac.term(2026 * 12) is term
