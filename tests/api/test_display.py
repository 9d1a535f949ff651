"""What a notebook shows: a chart drawn, a reading with its claims, nothing unescaped."""

from __future__ import annotations

from typing import Any

import lxml.html
import pytest

import haidiyan
from haidiyan.publication.html import html

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def reading() -> Any:
    return haidiyan.read(haidiyan.cast(hexagram="比", moving=[5], day="申"), topic="疾病", about="妻")


def hostile(value: Any) -> Any:
    """A contract whose every word would be markup."""
    if isinstance(value, dict):
        return {key: each if key in ("node", "open") else hostile(each) for key, each in value.items()}
    if isinstance(value, list):
        return [hostile(each) for each in value]
    return f'{value}"><script>alert(1)</script>&' if isinstance(value, str) else value


def test_a_chart_is_named_in_one_short_line(reading: Any) -> None:
    assert repr(reading.chart) == "<Chart ䷇ → ䷁ 888898-open-shen>"
    assert repr(reading).startswith("<Reading of 888898-open-shen, illness: ")
    assert len(repr(reading)) < 80


def test_a_chart_shows_itself_drawn(reading: Any) -> None:
    assert reading.chart._repr_svg_().startswith("<svg ")


def test_a_reading_shows_its_chart_its_question_and_its_claims(reading: Any) -> None:
    page = lxml.html.fromstring(reading._repr_html_())
    assert len(page.findall(".//svg")) == 1
    text = page.text_content()
    assert "占疾病 · 為妻 · 用妻財（上爻） · 伏用五爻伏" in text
    told = [claim for claim in reading.to_dict()["claims"] if claim["situation"]]
    rows = page.findall(".//tbody/tr")
    assert len(rows) == sum(claim["status"] != "open" for claim in told)
    shown = {row.findall("td")[2].text_content(): row for row in rows}
    overridden = next(row for quote, row in shown.items() if quote.startswith("本不好"))
    assert overridden.findall("td")[0].text_content() == "○"
    assert "j2-p77-c12" in overridden.text_content()
    assert (
        f"open until more is given: {sum(claim['status'] == 'open' for claim in reading.to_dict()['claims'])}" in text
    )


def test_no_word_becomes_markup(reading: Any) -> None:
    page = lxml.html.fromstring(html(hostile(reading.to_dict())))
    assert not page.findall(".//script")
    assert not page.findall(".//img")
    assert "<script>alert(1)</script>&" in page.text_content()
