"""Whatever a program hands over that cannot be taken is refused in one sentence, never with a raw error."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest

import haidiyan
from haidiyan.errors import InputError

pytestmark = pytest.mark.usefixtures("home")

CAST: list[tuple[dict[str, Any], str]] = [
    ({}, "six line values"),
    ({"lines": "x"}, "'x'"),
    ({"lines": "888898"}, "'888898'"),
    ({"lines": 888898}, "888898"),
    ({"lines": {8, 9}}, "lines"),
    ({"lines": [8, 8, 8, 8, 9, "8"]}, "'8'"),
    ({"lines": [8, 8, 8, 8, 9, 8.0]}, "8.0"),
    ({"lines": [8, 8, 8, 8, 9, None]}, "None"),
    ({"lines": [True] * 6}, "True"),
    ({"lines": [8] * 5}, "not 5"),
    ({"hexagram": 3.5}, "3.5"),
    ({"hexagram": ["比"]}, "比"),
    ({"hexagram": "比", "moving": "5"}, "'5'"),
    ({"hexagram": "比", "moving": 5.0}, "5.0"),
    ({"hexagram": "比", "moving": [5.0]}, "5.0"),
    ({"hexagram": "比", "moving": True}, "True"),
    ({"hexagram": "比", "moving": {"5": 5}}, "moving"),
    ({"coins": "yes"}, "'yes'"),
    ({"coins": True, "seed": "x"}, "'x'"),
    ({"coins": True, "seed": [1]}, "[1]"),
    ({"coins": True, "seed": 1.5}, "1.5"),
    ({"omen": 3, "hour": "子"}, "3"),
    ({"hexagram": "比", "month": 7}, "7"),
    ({"hexagram": "比", "day": 9}, "9"),
    ({"hexagram": "比", "day": ["甲申"]}, "甲申"),
    ({"hexagram": "比", "hour": 9}, "9"),
    ({"hexagram": "比", "year": 2026}, "2026"),
    ({"hexagram": "比", "at": 20261130}, "20261130"),
    ({"hexagram": "比", "at": date(2026, 11, 30)}, "2026-11-30"),
    ({"hexagram": "比", "now": "now"}, "'now'"),
    ({"hexagram": "比", "at": "2026-11-30T23:10", "late_zi": ["next"]}, "next"),
    ({"hexagram": "比", "at": "2026-11-30T23:10", "late_zi": 5}, "5"),
]
READ: list[tuple[dict[str, Any], str]] = [
    ({"topic": 3}, "3"),
    ({"topic": ["疾病"]}, "疾病"),
    ({"about": 3}, "3"),
    ({"use": 3}, "3"),
    ({"doctrine": None}, "None"),
    ({"doctrine": ["verse"]}, "verse"),
    ({"adopt": "x"}, "'x'"),
    ({"adopt": ["seasonal-void"]}, "seasonal-void"),
    ({"adopt": False}, "False"),
    ({"adopt": {3: "verse"}}, "3"),
    ({"adopt": {"seasonal-void": 3}}, "3"),
    ({"adopt": {"seasonal-void": None}}, "None"),
    ({"adopt": {"emendation": 3}}, "3"),
    ({"adopt": {"emendation": [3]}}, "'3'"),
    ({"baleful": "3"}, "'3'"),
    ({"baleful": 3}, "3"),
    ({"baleful": None}, "None"),
    ({"baleful": [3.0]}, "3.0"),
    ({"all_topics": "yes"}, "'yes'"),
    ({"all_doctrines": 1}, "1"),
    ({"overlay": 3}, "3"),
]


def one_sentence(error: pytest.ExceptionInfo[InputError], names: str) -> None:
    message = str(error.value)
    assert names in message
    assert "\n" not in message
    assert message.endswith(".")
    assert len(message) < 300


@pytest.mark.parametrize(("given", "names"), CAST)
def test_cast_refuses_in_one_sentence(given: dict[str, Any], names: str) -> None:
    with pytest.raises(InputError) as error:
        haidiyan.cast(**given)
    one_sentence(error, names)


@pytest.mark.parametrize(("given", "names"), READ)
def test_read_refuses_in_one_sentence(given: dict[str, Any], names: str) -> None:
    chart = haidiyan.cast(hexagram="比")
    with pytest.raises(InputError) as error:
        haidiyan.read(chart, **given)
    one_sentence(error, names)


@pytest.mark.parametrize("given", ["比", None, [8, 8, 8, 8, 9, 8]])
def test_only_a_chart_is_read(given: Any) -> None:
    with pytest.raises(InputError, match=r"haidiyan\.cast"):
        haidiyan.read(given)


def test_the_numbers_of_a_data_frame_are_numbers() -> None:
    lines = np.array([8, 8, 8, 8, 9, 8])
    chart = haidiyan.cast(lines=list(lines), day="申")
    assert chart.values == (8, 8, 8, 8, 9, 8)
    assert {type(value) for value in chart.values} == {int}
    assert haidiyan.cast(hexagram="比", moving=np.int64(5), day="申").name == chart.name
    assert haidiyan.cast(hexagram="比", moving=list(np.array([5])), day="申").name == chart.name
    marked = haidiyan.read(chart, baleful=list(np.array([3])))
    assert marked.to_dict()["question"] == haidiyan.read(chart, baleful=[3]).to_dict()["question"]
