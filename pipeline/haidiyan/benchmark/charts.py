"""Choose the charts and questions that are read: seeded coins over moments of the year, so that no two are alike."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count

from haidiyan.chart.almanac import UTC_8
from haidiyan.chart.cast import Chart, cast
from haidiyan.reading.question import Question, ask

TOPIC, PERSON = "疾病", "妻"

EXAMPLE = ["--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申", "--about", PERSON, "--topic", TOPIC]
"""The text's own example, as the command line takes it."""


def example() -> Question:
    """The text's own example."""
    return ask(cast(hexagram="比", moving=[5], month="申", day="甲申"), topic=TOPIC, about=PERSON)


def moments() -> Iterator[datetime]:
    """Moments of one year, a little more than a day and a double hour apart, round and round."""
    first = datetime(2026, 1, 1, 0, 30, tzinfo=UTC_8)
    return (first + timedelta(hours=27 * (number % 320)) for number in count())


def charts() -> Iterator[Chart]:
    """Charts by coins, each at another moment, without end."""
    return (cast(coins=True, seed=seed, at=at) for seed, at in enumerate(moments()))


def questions() -> Iterator[Question]:
    """A question to each of the charts."""
    return (ask(chart, topic=TOPIC, about=PERSON) for chart in charts())
