"""過去 未來 (3:67–69): the example of 遁 with all that it says, and what tells of neither."""

from __future__ import annotations

import pytest
from tests import classical

import haidiyan
from haidiyan.iris import individual
from haidiyan.reading.why import why

pytestmark = pytest.mark.usefixtures("home")

FUTURE, PAST = "爻在卦中言未來", "爻在卦後言過去"
NOT_YET, OVER = "陰世月前事未生", "陽爻月後事先過"


def said(hexagram: str, *moving: int) -> dict[str, set[int | None]]:
    """The sentences of 3:67 that are in force, with the lines that bear them out."""
    claims = haidiyan.read(haidiyan.cast(hexagram=hexagram, moving=moving)).to_dict()["claims"]
    return {
        claim["quote"]: {witness["line"] for witness in claim["witnesses"]}
        for claim in claims
        if (claim["source"]["volume"], claim["source"]["paragraph"]) == (3, 67) and claim["status"] == "in-force"
    }


def holds(hexagram: str, *moving: int) -> dict[str, set[int | None]]:
    """The lines of the situations that are alternatives."""
    nodes = haidiyan.cast(hexagram=hexagram, moving=moving).evaluate().nodes.values()
    names = ("moving-on-body", "moving-later-in-year", "moving-earlier-in-year", "past-yang-line")
    return {name: {node.position for node in nodes if individual("situation", name) in node.types} for name in names}


def test_retreat_is_of_the_sixth_month_and_its_body_is_earth() -> None:
    """假令遁卦，第二陰爻為世，即是六月卦也，卦中身未土: the first month is 寅."""
    chart = haidiyan.cast(hexagram="遁").to_dict()
    assert chart["body"] == "未"
    assert "寅卯辰巳午未申酉戌亥子丑".index(chart["body"]) + 1 == 6
    assert "世" in chart["lines"][1]["roles"]
    assert chart["lines"][1]["value"] == 8


def test_in_retreat_horse_is_past_and_monkey_to_come() -> None:
    """午在未後，言已往也 … 申在未前，為未來事: 壬午 is the fourth line, 申 the third and the fifth."""
    lines = haidiyan.cast(hexagram="遁", moving=[3, 4, 5]).to_dict()["lines"]
    assert [(line["stem"], line["branch"], line["relation"]) for line in lines[3:5]] == [
        ("壬", "午", "官鬼"),
        ("壬", "申", "兄弟"),
    ]
    assert [[word for word in line["states"] if word in ("過去", "未來")] for line in lines] == [
        *([], [], ["未來"], ["過去"], ["未來"], []),
    ]
    assert said("遁", 3, 4, 5) == {FUTURE: {3, 5}, PAST: {4}, NOT_YET: {3, 5}}


def test_why_a_line_is_past_goes_back_to_the_body() -> None:
    """午在未後: the chain of 爻在卦後言過去 names the body 未 and the branch 午; 遯 is the model’s name of 遁."""
    reading = haidiyan.read(haidiyan.cast(hexagram="遁", moving=[4]))
    entry = next(each for each in reading.entries if each.claim.quote == PAST)
    said_of_it, open_steps = [], list(why(reading, entry.claim))
    while open_steps:
        step = open_steps.pop()
        said_of_it.append(step["says"])
        open_steps += step["steps"]
    assert {"遯 hdy:body 未", "四爻 hdy:branch 午"} <= set(said_of_it)


def test_in_retreat_a_line_that_does_not_stir_tells_nothing() -> None:
    """六爻先以卦為身，然後看其爻發處."""
    assert said("遁") == {}
    assert said("遁", 4) == {PAST: {4}}


def test_the_months_that_the_example_names_are_those_of_the_lines_element() -> None:
    """午 合在四五月, 申 合在申酉月: the fourth and fifth months are 巳 and 午, fire; 申 and 酉 are metal."""
    months = "寅卯辰巳午未申酉戌亥子丑"
    assert {months[number - 1] for number in (4, 5)} == {b for b in months if classical.branch_element(b) == "火"}
    assert set("申酉") == {b for b in months if classical.branch_element(b) == "金"}


def test_the_body_of_retreat_generates_its_siblings() -> None:
    """卦身土生金爻，帶兄弟: both lines of metal are siblings of the palace 乾, and what earth generates."""
    lines = haidiyan.cast(hexagram="遁").to_dict()["lines"]
    assert classical.generates(classical.branch_element("未"), "金")
    assert {line["position"] for line in lines if line["element"] == "金"} == {3, 5}
    assert {line["relation"] for line in lines if line["element"] == "金"} == {"兄弟"}


def test_under_a_yang_self_line_what_is_behind_is_over() -> None:
    """乾: the self line is the sixth, yang; 子丑寅卯辰巳, so that the body is 巳. 辰 is behind, 午 ahead."""
    assert said("乾", 3, 4) == {FUTURE: {4}, PAST: {3}, OVER: {3}}


def test_under_a_yin_self_line_what_is_behind_is_not_said_to_be_over() -> None:
    """坤: the sixth line, yin; 午未申酉戌亥. 酉 is behind, 丑 ahead."""
    assert said("坤", 4, 6) == {FUTURE: {4}, PAST: {6}, NOT_YET: {4}}


def test_a_line_on_the_body_tells_of_neither_unless_the_words_mean_that() -> None:
    """比: the third line, yin; 午未申, and 申 is its fourth line. 爻在卦中 may mean the line on the body itself."""
    assert said("比", 4) == {}
    assert holds("比", 4)["moving-on-body"] == {4}


def test_the_branch_across_from_the_body_tells_of_neither_unless_months_are_counted() -> None:
    """恆: the third line, yang; 子丑寅. 申 at the fifth stands across; in a year it comes after 寅."""
    assert said("恆", 5) == {}
    assert holds("恆", 5)["moving-later-in-year"] == {5}


def test_circle_and_year_part_at_the_end_of_the_year() -> None:
    """坤: from its body 亥 the circle goes on to 丑 (ahead), and so does the year; 卯 is ahead, but in spring."""
    assert FUTURE in said("坤", 3)
    assert holds("坤", 3)["moving-earlier-in-year"] == {3}
    assert holds("坤", 4)["moving-later-in-year"] == {4}


def test_yang_may_be_said_of_the_line_that_moves() -> None:
    """陽爻月後事先過: the line 午 of 遁 is yang and past, under a yin self line."""
    assert OVER not in said("遁", 4)
    assert holds("遁", 4)["past-yang-line"] == {4}
