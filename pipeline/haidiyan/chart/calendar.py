"""Find the pillars of a civil moment, and how far it stands from the solar term where the month changes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from haidiyan.chart.almanac import UTC_8, Almanac, SolarTerm
from haidiyan.chart.catalog import Pillar
from haidiyan.dataset.memory import memory
from haidiyan.errors import InputError

FIRST_YEAR, LAST_YEAR = 1900, 2099
"""The civil years, by UTC+8, whose solar terms were examined: see docs/casting.md."""

LATE_ZI = {"next": (1, 1), "split": (0, 1), "same": (0, 0)}
"""From 23:00 to midnight: how many days after the civil one the day's pillar and the hour's stem are taken."""
DEFAULT_LATE_ZI = "next"


_WITH_HOUR = re.compile("[0-9W-]+[Tt ][0-9]")


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
        at: ISO 8601 with an hour, ``2026-11-30T10:00`` or ``20261130T1000``, or a ``datetime``; UTC+8 unless it
            carries an offset.
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
    moment = moment_of(at)
    almanac = memory().keep(Almanac)
    begun, today = almanac.begun(moment), moment.toordinal()
    # The hour that begins at 23:00 is one day's last half and the next day's first.
    late = moment.hour == 23
    day_ahead, hour_ahead = LATE_ZI[practice] if late else (0, 0)
    double_hour = 0 if late else (moment.hour + 1) // 2
    return CivilMoment(
        at=moment,
        late_zi=practice,
        year=almanac.year(begun),
        month=almanac.month(begun),
        day=almanac.day(today + day_ahead),
        hour=almanac.hour(today + hour_ahead, double_hour),
        term=almanac.nearest(moment, begun),
    )


def moment_of(at: str | datetime) -> datetime:
    """A civil moment in UTC+8, to the second, as ``civil_moment`` takes it. Raises ``InputError``."""
    return _in_range(_datetime(at))


def _datetime(at: str | datetime) -> datetime:
    if isinstance(at, datetime):
        return at
    remedy = "give date and hour as 2026-11-30T10:00"
    text = at.strip() if isinstance(at, str) else str(at)
    # Whatever stands behind a date, Python takes as an hour: the offset of 2026-11-30-05:00, too.
    if not _WITH_HOUR.match(text):
        dated = any(map(_is_date, (text, text[:10], text[:8])))
        why = "has no hour, and the chart depends on it" if dated else "is no moment of the calendar"
        raise InputError(f"{text!r} {why}; {remedy}.")
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
