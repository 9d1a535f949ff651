"""Find the pillars of a civil moment, and how far it stands from the solar term where the month changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from haidiyan.chart.catalog import Catalog, Pillar, catalog
from haidiyan.errors import InputError

if TYPE_CHECKING:
    from tyme4py.solar import SolarTime

UTC_8 = timezone(timedelta(hours=8))
FIRST_YEAR, LAST_YEAR = 1900, 2099
"""The civil years, by UTC+8, whose solar terms were examined: see docs/casting.md."""

LATE_ZI = {"next": (1, 1), "split": (0, 1), "same": (0, 0)}
"""From 23:00 to midnight: how many days after the civil one the day's pillar and the hour's stem are taken."""
DEFAULT_LATE_ZI = "next"


@dataclass(frozen=True)
class SolarTerm:
    """A solar term that begins a month: IRI, instant in UTC+8 to the second, branch of the month it opens."""

    iri: str
    at: datetime
    opens: str


@dataclass(frozen=True)
class CivilMoment:
    """A civil moment in UTC+8, its four pillars, and the nearest of the solar terms that begin a month."""

    at: datetime
    late_zi: str
    year: Pillar
    month: Pillar
    day: Pillar
    hour: Pillar
    term: SolarTerm

    @property
    def minutes(self) -> int:
        """Whole minutes from the solar term to the moment, rounded down: negative before the term."""
        return (self.at - self.term.at) // timedelta(minutes=1)


def now() -> datetime:
    """The system clock's moment."""
    return datetime.now(UTC_8)


def civil_moment(at: str | datetime, late_zi: str | None = None) -> CivilMoment:
    """The pillars of a civil moment. Year and month change at the second of a solar term.

    Args:
        at: ISO 8601 with an hour, ``2026-11-30T10:00``, or a ``datetime``; UTC+8 unless it carries an offset.
        late_zi: the practice for 23:00 to midnight. ``next``, the default: day and hour stem are the next
            day's; ``split``: the day is the same, the hour's stem the next day's; ``same``: both are the same
            day's.

    Raises:
        InputError: no such moment, no hour, an unknown practice, or a year outside ``FIRST_YEAR`` to
            ``LAST_YEAR``.
    """
    practice = late_zi or DEFAULT_LATE_ZI
    if practice not in LATE_ZI:
        raise InputError(f"{practice!r} is no practice for 23:00 to midnight; the practices are {', '.join(LATE_ZI)}.")
    moment = _in_range(_datetime(at))
    known = catalog()

    def pillar(cycle: Any) -> Pillar:
        return known.pillars[known.find("pillar", cycle.get_name(), "pillar of the sixty")]

    solar = _solar_time(moment)
    by_hour = solar.get_sixty_cycle_hour()
    day_ahead, hour_ahead = LATE_ZI[practice] if moment.hour == 23 else (0, 0)
    if moment.hour == 23 and not hour_ahead:
        # The late 子 hour of a day has the pillar of its early one.
        hour = _solar_time(moment.replace(hour=0)).get_sixty_cycle_hour().get_sixty_cycle()
    else:
        hour = by_hour.get_sixty_cycle()
    return CivilMoment(
        at=moment,
        late_zi=practice,
        year=pillar(by_hour.get_year()),
        month=pillar(by_hour.get_month()),
        day=pillar(solar.get_solar_day().get_lunar_day().get_sixty_cycle().next(day_ahead)),
        hour=pillar(hour),
        term=_nearest_term(known, moment),
    )


def _datetime(at: str | datetime) -> datetime:
    if isinstance(at, datetime):
        return at
    remedy = "give date and hour as 2026-11-30T10:00"
    text = at.strip() if isinstance(at, str) else str(at)
    if _is_date(text) or (len(text) > 10 and text[10] not in "T "):
        raise InputError(f"{text!r} has no hour, and the chart depends on it; {remedy}.")
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        reason = "" if "isoformat" in str(error) else f" ({error})"
        raise InputError(f"{text!r} is no moment of the calendar{reason}; {remedy}.") from None


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _in_range(at: datetime) -> datetime:
    """The moment in UTC+8, to the second."""
    # The margin of a year keeps the change of offset within what a datetime can hold.
    if FIRST_YEAR - 1 <= at.year <= LAST_YEAR + 1:
        moment = (at.astimezone(UTC_8) if at.tzinfo else at.replace(tzinfo=UTC_8)).replace(microsecond=0)
        if FIRST_YEAR <= moment.year <= LAST_YEAR:
            return moment
    raise InputError(
        f"{at.isoformat()} is outside {FIRST_YEAR} to {LAST_YEAR} (UTC+8), where the solar terms are sure;"
        " give month and day instead."
    )


def _solar_time(at: datetime) -> SolarTime:
    from tyme4py.solar import SolarTime

    return SolarTime.from_ymd_hms(at.year, at.month, at.day, at.hour, at.minute, at.second)


def _nearest_term(known: Catalog, at: datetime) -> SolarTerm:
    current = _solar_time(at).get_term()
    begins = current if current.is_jie() else current.next(-1)
    terms = [(_instant(term), term) for term in (begins, begins.next(2))]
    instant, term = min(terms, key=lambda each: abs(at - each[0]))
    iri, opens = known.solar_terms[term.get_name()]
    return SolarTerm(iri, instant, opens)


def _instant(term: Any) -> datetime:
    time = term.get_julian_day().get_solar_time()
    day = datetime(time.get_year(), time.get_month(), time.get_day(), tzinfo=UTC_8)
    return day + timedelta(hours=time.get_hour(), minutes=time.get_minute(), seconds=time.get_second())
