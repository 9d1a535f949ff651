"""坐方立物 (3:51–54): a hexagram from a direction and an hour, as in 鴉從西南來."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests import classical

import haidiyan
from haidiyan.cli import run
from haidiyan.errors import InputError

pytestmark = pytest.mark.usefixtures("home")

HOURS = {"子": 1, "午": 1, "丑": 2, "未": 2, "寅": 3, "申": 3, "卯": 4, "酉": 4, "辰": 5, "戌": 5, "巳": 6, "亥": 6}
"""子午用初爻，丑未二爻，寅申三爻，卯酉四爻，辰戌五爻，巳亥六爻 (3:53)."""

LATER_HEAVEN = {"離": "南", "坤": "西南", "兌": "西", "乾": "西北", "坎": "北", "艮": "東北", "震": "東", "巽": "東南"}
"""帝出乎震 …: the quarters of 說卦, of which the book itself names 西南 only."""


@pytest.mark.parametrize("hour", HOURS)
def test_a_crow_comes_from_the_southwest(hour: str) -> None:
    chart = haidiyan.cast(omen="西南", hour=hour)
    assert chart.hexagram.number == 2
    assert chart.moving == (HOURS[hour],)
    assert chart == haidiyan.cast(hexagram="坤", moving=[HOURS[hour]], hour=hour)


@pytest.mark.parametrize("trigram", LATER_HEAVEN)
def test_each_direction_is_its_trigram_doubled(trigram: str) -> None:
    chart = haidiyan.cast(omen=LATER_HEAVEN[trigram], hour="卯")
    assert chart.hexagram.number == classical.number(classical.TRIGRAMS[trigram] * 2)
    assert chart.moving == (4,)
    assert chart == haidiyan.cast(omen=trigram, hour="卯")


@pytest.mark.parametrize(
    ("name", "trigram"),
    [("southwest", "坤"), ("Northwest", "乾"), ("东", "震"), ("东南", "巽"), ("东北", "艮"), (" 西 ", "兌")],
)
def test_a_direction_goes_by_english_and_simplified_names(name: str, trigram: str) -> None:
    assert haidiyan.cast(omen=name, hour="子") == haidiyan.cast(omen=trigram, hour="子")


def test_yang_lines_move_as_old_yang_and_yin_lines_as_old_yin() -> None:
    assert haidiyan.cast(omen="北", hour="丑").values == (8, 9, 8, 8, 7, 8)
    assert haidiyan.cast(omen="北", hour="卯").values == (8, 7, 8, 6, 7, 8)


def test_a_civil_moment_says_the_hour() -> None:
    """From 15:00 to 17:00 it is the hour of 申."""
    chart = haidiyan.cast(omen="西南", at="2026-11-30T15:00")
    assert chart.moving == (3,)
    assert haidiyan.cast(omen="西南", at="2026-11-30T14:59").moving == (2,)


def test_an_omen_goes_with_month_and_day() -> None:
    chart = haidiyan.cast(omen="西南", hour="午", month="申", day="甲申").to_dict()
    assert (chart["month"], chart["day"], chart["hour"]) == ("申", "甲申", "午")


REFUSED: list[tuple[str, Callable[[], Any], list[str]]] = [
    ("no hour", lambda: haidiyan.cast(omen="西南"), ["西南", "hour"]),
    ("only the month", lambda: haidiyan.cast(omen="西南", month="午", day="午"), ["西南", "hour"]),
    ("no direction", lambda: haidiyan.cast(omen="西東", hour="午"), ["西東", "direction", "坤"]),
    ("a character of three strokes", lambda: haidiyan.cast(omen="三畫", hour="午"), ["三畫", "strokes", "3:53"]),
    ("a hexagram for a direction", lambda: haidiyan.cast(omen="比", hour="午"), ["比", "direction"]),
    ("an empty direction", lambda: haidiyan.cast(omen="", hour="午"), ["''", "direction"]),
    ("no such hour", lambda: haidiyan.cast(omen="西南", hour="五"), ["五", "hour"]),
    ("lines as well", lambda: haidiyan.cast(omen="西南", hour="午", lines=[8] * 6), ["omen", "one of"]),
    ("a hexagram as well", lambda: haidiyan.cast(omen="西南", hour="午", hexagram="坤"), ["omen", "one of"]),
    ("coins as well", lambda: haidiyan.cast(omen="西南", hour="午", coins=True), ["omen", "one of"]),
    ("a seed", lambda: haidiyan.cast(omen="西南", hour="午", seed=3), ["3", "coins"]),
    ("moving positions", lambda: haidiyan.cast(omen="西南", hour="午", moving=[1]), ["Moving", "hour"]),
]


@pytest.mark.parametrize(("throwing", "words"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED])
def test_what_is_refused_is_named(throwing: Callable[[], Any], words: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        throwing()
    assert all(word in str(caught.value) for word in words)


def test_the_command_line_takes_the_same_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cast", "--omen", "西南", "--hour", "午"]) == 0
    assert capsys.readouterr().out.rstrip("\n") == str(haidiyan.cast(omen="西南", hour="午"))
    assert run(["cast", "--omen", "西南"]) == 2
    assert "hour" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore:Dataset.default_context is deprecated")
def test_only_the_southwest_is_the_books_own() -> None:
    """The crow's quarter is attested in 3:53; the other seven are supplied, as the property says."""
    query = """
        PREFIX hdy: <https://w3id.org/haidiyan/ontology#>
        PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
        SELECT ?direction ?passage WHERE {
          ?attestation hdy:attestedIn ?passage ; rdf:predicate hdy:direction ; rdf:object ?direction
        }"""
    rows = [(str(direction), str(passage)) for direction, passage in haidiyan.dataset().query(query)]  # type: ignore[misc]
    assert rows == [("西南", "https://w3id.org/haidiyan/passage/j3-p53")]
