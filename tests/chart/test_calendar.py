"""Civil time: pillars against the reference cases and against reckoning by hand, solar terms, practices, refusals."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.classical import BRANCHES, STEMS, pillars

import haidiyan
from haidiyan.chart import calendar
from haidiyan.chart.almanac import UTC_8
from haidiyan.chart.calendar import LATE_ZI, CivilMoment, civil_moment
from haidiyan.chart.catalog import Pillar, catalog
from haidiyan.cli import run
from haidiyan.errors import InputError

pytestmark = pytest.mark.usefixtures("home")

CASES = json.loads((Path(__file__).parent.parent / "cases" / "calendar.json").read_text(encoding="utf-8"))
EXPECTED = {
    "next": ("day_if_2300_change", "hour_23_stem_from_next_day", "void_if_2300_change"),
    "split": ("day_if_0000_change", "hour_23_stem_from_next_day", "void_if_0000_change"),
    "same": ("day_if_0000_change", "hour_23_stem_from_same_day", "void_if_0000_change"),
}
# The order of the year's months, from that of 寅.
TERMS = ["立春", "驚蟄", "清明", "立夏", "芒種", "小暑", "立秋", "白露", "寒露", "立冬", "大雪", "小寒"]
# 立春 in the almanacs, to the minute.
SPRINGS = [
    "2020-02-04T17:03",
    "2021-02-03T22:59",
    "2022-02-04T04:51",
    "2023-02-04T10:42",
    "2024-02-04T16:27",
    "2025-02-03T22:10",
    "2026-02-04T04:02",
]
DAY_OF_JIAZI = date(1949, 10, 1)


def word(pillar: Pillar) -> str:
    return catalog().label(pillar.iri)


def words(moment: CivilMoment) -> dict[str, str]:
    return {name: word(getattr(moment, name)) for name in ("year", "month", "day", "hour")}


def by_hand(at: datetime, practice: str) -> tuple[str, str]:
    """Day and hour pillars: days counted on from a day of 甲子; 甲己還加甲 for the stem of 子."""
    late = at.hour == 23
    day_ahead = late and practice == "next"
    hour_ahead = late and practice in ("next", "split")
    days = (at.date() - DAY_OF_JIAZI).days
    hour = (at.hour + 1) // 2 % 12
    stem = ((days + hour_ahead) % 5 * 2 + hour) % 10
    return pillars()[(days + day_ahead) % 60], STEMS[stem] + BRANCHES[hour]


def moments(count: int) -> list[datetime]:
    """Seeded moments of the whole range, every fourth between 23:00 and midnight."""
    dice = random.Random(20261130)
    first = datetime(1900, 1, 1, tzinfo=UTC_8)
    span = (datetime(2100, 1, 1, tzinfo=UTC_8) - first) // timedelta(seconds=1)
    found = [first + timedelta(seconds=dice.randrange(span)) for _ in range(count)]
    return [each.replace(hour=23) if place % 4 == 0 else each for place, each in enumerate(found)]


@pytest.mark.parametrize("practice", EXPECTED)
@pytest.mark.parametrize("case", CASES, ids=[case["datetime"][:16] for case in CASES])
def test_the_reference_cases_hold_under_every_practice(case: dict[str, Any], practice: str) -> None:
    expected = case["expected"]
    day, hour, voids = (expected[key] for key in EXPECTED[practice])
    moment = civil_moment(case["datetime"], practice)
    assert words(moment) == {"year": expected["year"], "month": expected["month"], "day": day, "hour": hour}
    chart = haidiyan.cast(hexagram="比", at=case["datetime"], late_zi=practice).to_dict()
    assert (chart["year"], chart["month"], chart["day"]) == (expected["year"], expected["month_build"], day)
    assert chart["hour"] == hour[1]
    assert chart["void"] == voids
    assert chart["moment"]["pillars"] == words(moment)


def test_every_practice_is_in_the_reference_cases() -> None:
    assert set(LATE_ZI) == set(EXPECTED)
    assert sum(case["datetime"][11:13] == "23" for case in CASES) >= 4


@pytest.mark.parametrize("practice", EXPECTED)
def test_day_and_hour_are_those_counted_by_hand(practice: str) -> None:
    for at in moments(160):
        found = words(civil_moment(at, practice))
        assert (found["day"], found["hour"]) == by_hand(at, practice), at


def test_the_practices_differ_from_2300_to_midnight_only() -> None:
    for at in moments(80):
        found = [words(civil_moment(at, practice)) for practice in EXPECTED]
        assert [each == found[0] for each in found[1:]] == [at.hour != 23] * 2, at
        assert all({each["year"], each["month"]} == {found[0]["year"], found[0]["month"]} for each in found)


@pytest.mark.parametrize("year", [*range(1900, 2100, 13), 2099])
def test_month_and_year_change_at_the_second_of_a_solar_term(year: int) -> None:
    for month in range(1, 13):
        term = civil_moment(datetime(year, month, 6)).term
        place = TERMS.index(catalog().label(term.iri))
        before, after = (words(civil_moment(term.at + timedelta(seconds=late))) for late in (-1, 0))
        assert catalog().label(term.opens) == BRANCHES[(place + 2) % 12]
        # The solar year begins at 立春; 甲己之年丙作首 gives the stem of its first month.
        years = [(term.at.year - 4 - (term.at.month == 1)) % 60] * 2
        if place == 0:
            years[0] = (years[0] - 1) % 60
        months = [(place - 1) % 12, place]
        for found, year_place, month_place in zip((before, after), years, months, strict=True):
            stem = STEMS[(year_place % 5 * 2 + 2 + month_place) % 10]
            assert found["year"] == pillars()[year_place], term.at
            assert found["month"] == stem + BRANCHES[(month_place + 2) % 12], term.at


@pytest.mark.parametrize("minute", SPRINGS)
def test_spring_begins_at_the_minute_of_the_almanac(minute: str) -> None:
    term = civil_moment(minute).term
    assert catalog().label(term.iri) == "立春"
    assert abs(term.at - datetime.fromisoformat(minute).replace(tzinfo=UTC_8)) <= timedelta(minutes=1)


def test_the_chart_says_how_far_the_nearest_solar_term_is() -> None:
    term = civil_moment("2026-11-07T12:00").term.at
    for late, minutes in {-2520: -42, -2461: -42, -1: -1, 0: 0, 59: 0, 2520: 42, 2579: 42}.items():
        said = haidiyan.cast(hexagram="比", at=term + timedelta(seconds=late)).to_dict()["moment"]["term"]
        assert (said["name"], said["minutes"], said["opens"]) == ("立冬", minutes, "亥")
        assert datetime.fromisoformat(said["at"]) == term


def test_between_two_terms_the_nearer_is_named() -> None:
    early, late = (civil_moment(each).term for each in ("2026-11-20T00:00", "2026-11-24T00:00"))
    assert [catalog().label(each.iri) for each in (early, late)] == ["立冬", "大雪"]


@pytest.mark.parametrize(
    ("minutes", "says"), [(-61, False), (-59, True), (-1, True), (0, True), (59, True), (61, False)]
)
def test_within_an_hour_of_a_term_the_drawing_says_so_in_one_line(minutes: int, says: bool) -> None:
    term = civil_moment("2026-11-07T12:00").term.at
    drawn = str(haidiyan.cast(hexagram="比", at=term + timedelta(minutes=minutes))).splitlines()
    assert sum("立冬" in line for line in drawn) == says


def test_the_drawing_names_the_moment_and_its_pillars() -> None:
    drawn = str(haidiyan.cast(hexagram="比", at="2026-11-30T10:00"))
    day, hour = by_hand(datetime(2026, 11, 30, 10), "next")
    assert "2026-11-30 10:00（UTC+8）" in drawn
    assert f"{day}日 {hour}時" in drawn


def test_a_reading_of_a_civil_moment_keeps_to_the_published_schema() -> None:
    schema = Path(haidiyan.__file__).parent / "publication" / "schema" / "reading-1.json"
    reading = haidiyan.read(haidiyan.cast(hexagram="比", at="2026-11-30T23:30", late_zi="split")).to_dict()
    jsonschema.validate(reading, json.loads(schema.read_text(encoding="utf-8")))
    del reading["chart"]["moment"]["pillars"]["hour"]
    with pytest.raises(jsonschema.ValidationError, match="'hour' is a required property"):
        jsonschema.validate(reading, json.loads(schema.read_text(encoding="utf-8")))


def test_without_a_civil_moment_the_chart_has_none() -> None:
    assert haidiyan.cast(hexagram="比", month="申", day="甲申").to_dict()["moment"] is None


def test_a_civil_moment_goes_with_every_way_of_giving_the_lines() -> None:
    at = "2026-11-30T10:00"
    charts = [
        haidiyan.cast(lines=[8, 8, 8, 8, 9, 8], at=at),
        haidiyan.cast(hexagram="比", moving=[5], at=at),
        haidiyan.cast(coins=True, seed=1, at=at),
    ]
    assert charts[0] == charts[1]
    assert charts[0].moment == charts[2].moment


def test_a_civil_moment_gives_the_chart_that_its_pillars_give() -> None:
    dated = haidiyan.cast(hexagram="比", moving=[5], at="2026-11-30T10:00")
    given = haidiyan.cast(hexagram="比", moving=[5], year="丙午", month="亥", day="戊申", hour="巳")
    assert dated.iri == given.iri
    assert dated.to_dict() | {"moment": None} == given.to_dict()


def test_an_offset_is_heeded_and_a_bare_time_is_utc_plus_8() -> None:
    same: list[str | datetime] = [
        "2026-11-30T10:00",
        "2026-11-30 10:00:00",
        "20261130T1000",
        "20261130 100000",
        "20261130T0200Z",
        "2026-W49-1T10:00",
        "2026-11-30T02:00Z",
        "2026-11-29T21:00-05:00",
        datetime(2026, 11, 30, 10),
        datetime(2026, 11, 30, 10, 0, 0, 999999),
        datetime(2026, 11, 30, 2, tzinfo=UTC),
        datetime(2026, 11, 29, 17, tzinfo=timezone(timedelta(hours=-9))),
    ]
    assert len({civil_moment(each) for each in same}) == 1
    assert civil_moment("2026-11-30T10:00").at.isoformat() == "2026-11-30T10:00:00+08:00"


class StoppedClock(datetime):
    """A clock that stands at 2026-02-03 20:30 UTC, an hour of the next day in UTC+8."""

    @classmethod
    def now(cls, tz: Any = None) -> StoppedClock:
        return cls(2026, 2, 3, 20, 30, 5, 7, tzinfo=UTC).astimezone(tz)


def test_now_is_the_system_clock_s_moment(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(calendar, "datetime", StoppedClock)
    assert run(["cast", "--hexagram", "比", "--now", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    monkeypatch.undo()
    assert printed["moment"]["at"] == "2026-02-04T04:30:05+08:00"
    assert printed == haidiyan.cast(hexagram="比", at="2026-02-04T04:30:05").to_dict()


def test_the_command_line_takes_the_practice_for_the_late_hour(capsys: pytest.CaptureFixture[str]) -> None:
    at = datetime(2026, 11, 30, 23, 30)
    for practice in EXPECTED:
        command = ["read", "--coins", "--seed", "1", "--at", at.isoformat(), "--late-zi", practice, "--json"]
        assert run(command) == 0
        moment = json.loads(capsys.readouterr().out)["chart"]["moment"]
        assert moment["lateZi"] == practice
        assert (moment["pillars"]["day"], moment["pillars"]["hour"]) == by_hand(at, practice)


@pytest.mark.parametrize("at", ["1900-01-01T00:00", "2099-12-31T23:59:59", "2100-01-01T07:59+16:00"])
def test_the_range_reaches_from_1900_to_2099(at: str) -> None:
    assert civil_moment(at)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--at", "yesterday"], "yesterday"),
        (["--at", ""], "''"),
        (["--at", "2026-02-30T10:00"], "2026-02-30T10:00"),
        (["--at", "2026-11-30T25:00"], "2026-11-30T25:00"),
        (["--at", "2026-11-30"], "2026-11-30"),
        (["--at", "20261130"], "has no hour"),
        (["--at", "2026-11-30-05:00"], "has no hour"),
        (["--at", "20261130+0800"], "has no hour"),
        (["--at", "2026W49-05:00"], "no moment"),
        (["--at", "1582-10-10T10:00"], "1900 to 2099"),
        (["--at", "1899-12-31T23:59"], "1900 to 2099"),
        (["--at", "2100-01-01T00:00"], "1900 to 2099"),
        (["--at", "1900-01-01T00:00+09:00"], "1900 to 2099"),
        (["--at", "0001-01-01T00:00+14:00"], "1900 to 2099"),
        (["--at", "9999-12-31T23:59-12:00"], "1900 to 2099"),
        (["--at", "2026-11-30T10:00", "--late-zi", "never"], "never"),
        (["--late-zi", "same"], "same"),
        (["--at", "2026-11-30T10:00", "--now"], "2026-11-30T10:00"),
        (["--at", "2026-11-30T10:00", "--month", "申", "--day", "甲申"], "month 申, day 甲申"),
        (["--now", "--hour", "午"], "hour 午"),
        (["--now", "--year", "甲子"], "year 甲子"),
    ],
    ids=" ".join,
)
def test_a_moment_that_cannot_be_taken_is_refused_in_one_line(
    options: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cast", "--hexagram", "比", *options]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("haidiyan: ")
    assert printed.err.count("\n") == 1
    assert named in printed.err
    assert "Traceback" not in printed.err


@pytest.mark.parametrize("at", [date(2026, 11, 30), 20261130])
def test_what_is_no_moment_is_refused_in_python_too(at: Any) -> None:
    with pytest.raises(InputError, match=r"give date and hour as"):
        haidiyan.cast(hexagram="比", at=at)


def test_a_chart_without_a_civil_moment_does_not_load_the_calendar() -> None:
    code = (
        "import sys; from haidiyan.cli import run; run(['cast', '--hexagram', '比', '--day', '甲申'])\n"
        "sys.exit(any(name.startswith('tyme4py') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
