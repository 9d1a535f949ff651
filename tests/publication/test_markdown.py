"""A reading as Markdown has every quotation with its source, and no word of it becomes markup."""

from __future__ import annotations

from typing import Any

import pytest

import haidiyan
from haidiyan.publication.markdown import markdown

pytestmark = pytest.mark.usefixtures("home")


def reading(**asked: Any) -> dict[str, Any]:
    chart = haidiyan.cast(hexagram="比", moving=[5], month=asked.pop("month", "申"), day="甲申")
    return haidiyan.read(chart, "疾病", about="妻", **asked).to_dict()


def plain(text: str) -> str:
    return text.replace("\\", "")


def test_every_claim_that_has_a_condition_is_told_with_its_source() -> None:
    told = reading()
    text = plain(markdown(told))
    for claim in told["claims"]:
        if claim["situation"]:
            assert f"**{claim['quote']}**" in text
            assert f"[{claim['id']}](<{claim['iri']}>)" in text
            assert f"卷{claim['source']['volume']}·{claim['source']['paragraph']}" in text


def test_each_claim_is_told_once() -> None:
    told = reading(all_doctrines=True)
    text = markdown(told)
    for claim in told["claims"]:
        assert text.count(f"[{claim['id']}](") == bool(claim["situation"])


def test_the_chart_is_a_table_with_the_bottom_line_lowest() -> None:
    rows = [line for line in markdown(reading()).splitlines() if line.startswith("| ")]
    head, rule, *lines = rows
    assert set(rule) <= set("| -")
    assert len(lines) == 6
    assert {row.count("|") for row in rows} == {head.count("|")}
    assert "青龍" in lines[-1]
    assert "玄武" in lines[0]


def test_what_is_open_is_named_by_its_words() -> None:
    chart = haidiyan.cast(hexagram="比", moving=[5])
    told = haidiyan.read(chart, "疾病").to_dict()
    text = plain(markdown(told))
    waiting = [claim for claim in told["claims"] if claim["status"] == "open" and claim["situation"]]
    assert waiting
    assert all(claim["quote"] in text for claim in waiting)


def test_no_word_becomes_markup() -> None:
    told = reading()
    for claim in told["claims"]:
        claim["quote"] = "<script>*x*</script>\n# [a](b) | `c`"
    text = markdown(told)
    assert "<script" not in text.replace("\\<script", "")
    assert "\n# [" not in text
    assert "](b)" not in text.replace("\\](b)", "")
