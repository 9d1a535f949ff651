"""A chart as SVG: every word as text, the bottom line lowest, told by shape, self-contained, on a telephone too."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import haidiyan
from haidiyan.publication.svg import svg

pytestmark = pytest.mark.usefixtures("home")

NS = {"s": "http://www.w3.org/2000/svg"}
TELEPHONE = 375
STEMS, BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"


def chart(**given: Any) -> dict[str, Any]:
    return haidiyan.cast(**given).to_dict()


def example() -> dict[str, Any]:
    """甲申 leaves 午未 void: 未 is at the bottom; in autumn 卯, wood, is void by the verse: third."""
    return chart(hexagram="比", moving=[5], month="申", day="甲申")


def drawn(told: dict[str, Any]) -> ET.Element:
    return ET.fromstring(svg(told))


def lines(root: ET.Element) -> dict[int, ET.Element]:
    return {int(each.get("data-position", "0")): each for each in root.findall("s:g[@class='line']", NS)}


def bar(line: ET.Element) -> ET.Element:
    return next(each for each in line.findall("s:g", NS) if (each.get("class") or "").startswith("bar"))


def words(element: ET.Element) -> list[str]:
    return [each.text or "" for each in element.iter("{http://www.w3.org/2000/svg}text")]


def some_charts(count: int) -> list[dict[str, Any]]:
    dice = random.Random(20261130)
    return [
        chart(
            lines=[dice.choice((6, 7, 8, 9)) for _ in range(6)],
            month=dice.choice([*BRANCHES, None]),
            day=dice.choice([STEMS[n % 10] + BRANCHES[n % 12] for n in range(60)] + ["申", None]),
        )
        for _ in range(count)
    ]


def test_it_is_an_image_with_a_name_and_a_description() -> None:
    root = drawn(example())
    assert root.get("role") == "img"
    title, desc = root.find("s:title", NS), root.find("s:desc", NS)
    assert title is not None
    assert desc is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text == "䷇ 比（坤宮歸魂）之 ䷁ 坤"
    described = (desc.text or "").split("。")
    assert described[1].startswith("初爻陰，青龍，乙未土 兄弟")
    assert described[5].startswith("五爻陽，白虎，戊戌土 兄弟")
    assert "重變癸亥水 妻財" in described[5]


def test_every_word_of_the_chart_is_text() -> None:
    for told in [example(), *some_charts(20)]:
        for position, line in lines(drawn(told)).items():
            of = told["lines"][position - 1]
            said = words(line)
            below = of["oppositeHidden"] or of["hidden"]
            for node in filter(None, (of, below, of["changed"])):
                assert f"{node['stem']}{node['branch']}{node['element']} {node['relation']}" in said
            assert (of["spirit"] or "") in ["", *said]
            assert "".join(of["roles"]) in ["", *said]
            assert set(of["states"]) - {"動", "靜", "重", "交"} <= set(said)


def test_the_bottom_line_is_the_lowest_and_comes_first() -> None:
    root = drawn(example())
    tops = [float(each.get("y", "0")) for position in range(1, 7) for each in bar(lines(root)[position])[:1]]
    assert list(lines(root)) == [1, 2, 3, 4, 5, 6]
    assert all(lower > upper for lower, upper in pairwise(tops))


@pytest.mark.parametrize(("value", "pieces", "mark"), [(6, 2, "path"), (7, 1, None), (8, 2, None), (9, 1, "circle")])
def test_yin_yang_and_motion_are_shapes(value: int, pieces: int, mark: str | None) -> None:
    line = lines(drawn(chart(lines=[value, 7, 7, 7, 7, 7])))[1]
    assert len(bar(line).findall("s:rect", NS)) == pieces
    marks = line.findall("s:g[@class='moving']", NS)
    assert [each[-1].tag.rpartition("}")[2] for each in marks] == ([mark] if mark else [])


def test_a_void_line_is_an_outline_and_its_words_are_framed() -> None:
    root = drawn(example())
    void = {place for place, line in lines(root).items() if "void" in (bar(line).get("class") or "").split()}
    assert void == {1, 3}
    for place, line in lines(root).items():
        dashed = {each.get("stroke-dasharray") is not None for each in bar(line).findall("s:rect", NS)}
        assert dashed == {place in void}
    framed = lines(root)[3].findall("s:rect[@class='void']", NS)
    states = example()["lines"][2]
    assert len(framed) == sum(word.endswith("空") for word in [*states["states"], *states["hidden"]["states"]])


def test_a_broken_line_is_struck_through() -> None:
    """酉 clashes with 卯: in the month of 卯 it is broken. 坤 has 酉 at the top."""
    root = drawn(chart(hexagram="坤", month="卯"))
    for place, line in lines(root).items():
        assert ("broken" in (bar(line).get("class") or "").split()) == (place == 6)
        assert bool(bar(line).findall("s:line", NS)) == (place == 6)


def test_nothing_reaches_outside() -> None:
    for told in [example(), chart(hexagram="既濟", moving=[2], at="2026-11-30T10:00")]:
        text = svg(told).replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"https?:|href|url\(|@import|@font-face|<(script|style|image|use|foreignObject)", text)


def test_it_fits_a_telephone_at_its_own_size() -> None:
    """Chinese characters are as wide as high, other characters not wider."""
    for told in [example(), *some_charts(40)]:
        root = drawn(told)
        width, height = float(root.get("width", "0")), float(root.get("height", "0"))
        assert width <= TELEPHONE
        assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
        for each in root.iter("{http://www.w3.org/2000/svg}text"):
            size = float(each.get("font-size", "0"))
            assert size >= 11
            wide = sum(size if ord(letter) > 0x2E7F else size * 0.6 for letter in each.text or "")
            assert float(each.get("x", "0")) + wide <= width + 1, each.text
            assert 0 < float(each.get("y", "0")) < height


def test_no_two_lines_of_text_overlap() -> None:
    for told in [example(), *some_charts(20)]:
        rows = sorted({float(each.get("y", "0")) for each in drawn(told).iter("{http://www.w3.org/2000/svg}text")})
        assert all(lower - upper >= 11 for upper, lower in pairwise(rows))


def test_no_word_becomes_markup() -> None:
    def hostile(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: hostile(each) for key, each in value.items()}
        if isinstance(value, list):
            return [hostile(each) for each in value]
        return f"{value}\"'><script>&\x00\x1f\ud800" if isinstance(value, str) else value

    root = drawn(hostile(example()))
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
    assert any("<script>&\ufffd" in word for word in words(root))


def test_two_charts_on_a_page_do_not_share_names() -> None:
    names = [
        [each.get("id") for each in drawn(told).iter() if each.get("id")]
        for told in (example(), chart(hexagram="比", moving=[5], month="申", day="乙酉"))
    ]
    assert len(names[0]) == 2
    assert not set(names[0]) & set(names[1])


def test_the_same_bytes_whatever_the_hash_seed(home: Path) -> None:
    program = "import haidiyan; print(haidiyan.cast(hexagram='坤', moving=[1, 6], month='卯', day='乙酉')._repr_svg_())"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**environment, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
