"""Search: words are found as printed, in any way of writing, and by pinyin; counted anew from the two files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pypinyin import lazy_pinyin

import haidiyan
from haidiyan import cli
from haidiyan.errors import InputError
from haidiyan.resources import root

pytestmark = [pytest.mark.usefixtures("home"), pytest.mark.xdist_group("queries")]

Place = tuple[str, str]
FILES = {
    str(volume): [
        line for line in (root() / "data" / "source" / f"juan{volume}.txt").read_text("utf-8").splitlines() if line
    ]
    for volume in (2, 3)
}


class Said(NamedTuple):
    """Exit status, standard output, standard error."""

    status: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def search(home: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: str) -> Said:
        status = cli.run(["search", *arguments])
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return run


def paragraphs(*forms: str) -> set[Place]:
    """The paragraphs of the files that have one of the words."""
    return {
        (volume, str(number))
        for volume, lines in FILES.items()
        for number, line in enumerate(lines)
        if any(form in line for form in forms)
    }


def times(*forms: str) -> int:
    return sum(line.count(form) for lines in FILES.values() for line in lines for form in forms)


def places(rows: list[dict[str, str]], *how: str) -> set[Place]:
    return {(row["volume"], row["paragraph"]) for row in rows if not how or row["how"] in how}


def whole(words: str) -> dict[str, str]:
    """The terms that the words name, with the form by which they were found."""
    return {row["name"]: row["how"] for row in haidiyan.search(words)["terms"] if row["whole"] == "true"}


@pytest.mark.parametrize(
    ("given", "exact", "folded"),
    [
        ("克", ["克"], ["剋"]),
        ("剋", ["剋"], ["克"]),
        ("财", [], ["財", "才"]),
        ("才", ["才"], ["財"]),
        ("財", ["財"], ["才"]),
        ("冲", [], ["沖"]),
        ("托", ["托"], ["託"]),
        ("误", [], ["誤", "悞"]),
        ("里", ["里"], ["裡"]),
        ("□", ["□"], []),
        ("旬空", ["旬空"], []),
        ("妻财", [], ["妻財"]),
        ("着落", [], ["著落"]),
    ],
)
def test_every_way_of_writing_is_found_and_nothing_else(given: str, exact: list[str], folded: list[str]) -> None:
    rows = haidiyan.search(given)["segments"]
    assert places(rows, "exact") == paragraphs(*exact)
    assert places(rows) == paragraphs(*exact, *folded)
    assert sum(row["text"].count(form) for row in rows for form in (*exact, *folded)) == times(*exact, *folded)
    for row in rows:
        assert row["how"] == ("exact" if any(form in row["text"] for form in exact) else "folded")


def test_a_simplified_word_finds_the_traditional() -> None:
    found = [row for row in haidiyan.search("父化官兮家误失")["segments"] if row["layer"] == "verse"]
    assert [(row["text"], row["how"]) for row in found] == [("父化官兮家悞失", "folded")]


def test_ke_without_a_tone_finds_both_ways_of_writing() -> None:
    rows = haidiyan.search("ke")["segments"]
    read = {each for lines in FILES.values() for line in lines for each in line if lazy_pinyin(each) == ["ke"]}
    assert {"克", "剋", "可"} <= read
    assert places(rows) == paragraphs(*read)
    assert {row["how"] for row in rows} == {"pinyin"}
    assert haidiyan.search("kè")["segments"] == haidiyan.search("ke4")["segments"] == rows


def test_a_syllable_is_found_whole() -> None:
    """An, in 安, is no part of wan, in 萬."""
    for row in haidiyan.search("an")["segments"]:
        assert set(row["text"]) & set("安暗闇庵按岸案")


@pytest.mark.parametrize("given", ["xiangke", "xiang ke", "xiāngkè", "Xiang'ke", "xiang-ke", "相ke", "xiang剋", "相kè"])
def test_pinyin_may_be_written_together_and_mixed_with_characters(given: str) -> None:
    rows = haidiyan.search(given)["segments"]
    sound = {each for lines in FILES.values() for line in lines for each in line if lazy_pinyin(each) == ["ke"]}
    assert places(rows) == paragraphs(*(("相剋", "相克") if "剋" in given else {f"相{each}" for each in sound}))
    assert {row["how"] for row in rows} == {"pinyin"}


def test_a_character_beside_pinyin_is_that_character_alone() -> None:
    """事 is shi as well, 世 is not."""
    assert not paragraphs("世沖")
    assert haidiyan.search("世chong")["segments"] == []
    assert haidiyan.search("shi ying")["segments"]
    for row in haidiyan.search("世ying")["segments"]:
        assert "世應" in row["text"]


def test_characters_are_not_found_by_their_sound() -> None:
    assert all("世" in row["text"] for row in haidiyan.search("世")["segments"])


@pytest.mark.parametrize("given", ["nü", "nv", "nǚ", "nu:"])
def test_ü_may_be_written_as_keyboards_do(given: str) -> None:
    assert places(haidiyan.search(given)["segments"]) == paragraphs("女")


def test_words_are_found_across_a_comma_within_a_segment() -> None:
    rows = haidiyan.search("世應相剋縱好費力")["segments"]
    assert ("3", "17") in places(rows)
    assert all(row["how"] == "folded" for row in rows)


def test_segments_come_in_the_order_of_the_text() -> None:
    rows = haidiyan.search("克")["segments"]
    order = [(int(row["volume"]), int(row["paragraph"]), row["segment"]) for row in rows]
    assert order == sorted(order)
    assert len({row["segment"] for row in rows}) == len(rows)


def test_a_layer_is_searched_alone_and_called_by_any_of_its_names() -> None:
    every = haidiyan.search("克")["segments"]
    for name in ("verse", "歌訣", "layer:verse"):
        found = haidiyan.search("克", layer=name)
        assert found["segments"] == [row for row in every if row["layer"] == "verse"]
        assert found["terms"] == []


def test_a_name_is_found_by_its_pinyin_or_in_another_way_of_writing() -> None:
    assert whole("bi") == {"比": "pinyin", "賁": "pinyin"}
    assert whole("贲") == {"賁": "exact"}
    assert whole("恒") == {"恆": "exact"}
    assert whole("遁") == {"遯": "exact"}
    assert whole("jibing") == {"疾病": "pinyin"}
    assert whole("独发") == {"獨發": "folded"}
    assert whole("妻")["妻"] == "exact"


def test_whole_names_come_first() -> None:
    ranks = [row["whole"] for row in haidiyan.search("比")["terms"]]
    assert ranks == sorted(ranks, reverse=True)
    assert set(ranks) == {"true", "false"}


def test_the_command_prints_what_the_function_gives(search: Command) -> None:
    said = search("冲", "--json")
    told: dict[str, Any] = json.loads(said.out)
    assert (said.status, told) == (0, haidiyan.search("冲"))
    shown = search("冲", "--layer", "verse")
    assert shown.status == 0
    assert [line.split() for line in shown.out.splitlines() if "2:51" in line] == [
        ["folded", "2:51", "verse", "空並刑沖剋墓凶"]
    ]
    assert search("世", "應").out == search("世應").out


def test_where_nothing_is_found_the_nearest_terms_are_named(search: Command) -> None:
    said = search("illness")
    assert (said.status, said.err) == (1, "")
    assert said.out.startswith("Nothing is found for 'illness'. The nearest terms are ")
    assert "疾病 illness (topic:illness)" in said.out
    told = json.loads(search("illness", "--json").out)
    assert (told["segments"], told["terms"]) == ([], [])
    assert "疾病" in {row["name"] for row in told["nearest"]}
    assert search("zzz").out == "Nothing is found for 'zzz'.\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["，"], "Nothing is asked"),
        ([""], "Nothing is asked"),
        (["克", "--layer", "vers"], "'vers' is no layer of the text; the nearest are verse"),
        (["xianxianxianxianxianxianxian"], "put spaces between the syllables"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_sought_is_refused_in_one_line(arguments: list[str], words: str, search: Command) -> None:
    said = search(*arguments)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert words in said.err


def test_a_search_is_for_text() -> None:
    with pytest.raises(InputError, match="not 3"):
        haidiyan.search(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="not 3"):
        haidiyan.search("克", layer=3)  # type: ignore[arg-type]
