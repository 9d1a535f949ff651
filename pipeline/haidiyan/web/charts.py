"""Read the IRI of a chart back into the chart."""

from __future__ import annotations

import re

from haidiyan import iris
from haidiyan.chart.cast import Chart, cast
from haidiyan.chart.catalog import catalog
from haidiyan.errors import InputError

_NAME = re.compile(
    r"(?P<lines>[0-9]{6})-(?P<month>[a-z]+)-(?P<day>[a-z]+)(?:-hour-(?P<hour>[a-z]+))?(?:-year-(?P<year>[a-z]+))?"
)
MISSING = "open"


def given(name: str) -> dict[str, str] | None:
    """What the local name of a chart's IRI says, in the words in which a chart is asked for; none for any other name.

    >>> given("888898-shen-jiashen")
    {'lines': '8,8,8,8,9,8', 'month': '申', 'day': '甲申'}
    """
    found = _NAME.fullmatch(name)
    if not found:
        return None
    told = {"lines": ",".join(found["lines"])}
    for what, kinds in (
        ("month", ("branch",)),
        ("day", ("pillar", "branch")),
        ("hour", ("branch",)),
        ("year", ("pillar",)),
    ):
        local = found[what]
        if local and local != MISSING:
            labels = (catalog().label(iris.individual(kind, local)) for kind in kinds)
            told[what] = next((label for label in labels if label != local), local)
    return told


def chart_of(name: str) -> Chart | None:
    """The chart whose IRI has a local name; none where no chart has it."""
    told = given(name)
    if told is None:
        return None
    try:
        chart = cast(
            lines=[int(each) for each in told["lines"].split(",")],
            month=told.get("month"),
            day=told.get("day"),
            hour=told.get("hour"),
            year=told.get("year"),
        )
    except InputError:
        return None
    return chart if chart.name == name else None
