"""A passage and a claim across the layers: what each asserts, where they agree and where they part."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from rich.cells import cell_len

import haidiyan
from haidiyan import iris
from haidiyan.comparison import claim, passage
from haidiyan.errors import InputError
from haidiyan.publication.comparison import fold, tell
from haidiyan.reading.claims import claims
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")

Json = dict[str, Any]

SCHEMA = json.loads((Path(haidiyan.__file__).parent / "publication" / "schema" / "compare-1.json").read_text("utf-8"))
VOLUMES = (2, 3)


@cache
def file_of(volume: int) -> str:
    return (root() / "data" / "source" / f"juan{volume}.txt").read_bytes().decode()


@cache
def paragraphs(volume: int) -> list[str]:
    return [line.strip() for line in file_of(volume).split("\n") if line.strip()]


def originals() -> list[str]:
    """The paragraphs of the original: every other one after the title."""
    return [f"{volume}:{number}" for volume in VOLUMES for number in range(1, len(paragraphs(volume)), 2)]


@cache
def compared(name: str) -> Json:
    return passage(name)


def segments(told: Json) -> Iterator[Json]:
    for row in told["rows"]:
        if row["original"]:
            yield row["original"]
        yield from row["notes"]
        yield from row["rendering"]
    yield from told["ofTheWhole"]


def stated(told: Json) -> Iterator[Json]:
    for segment in segments(told):
        yield from segment["claims"]


def void_in_autumn(told: Json) -> set[tuple[str, str | None, str]]:
    """What is void in autumn: by which layer, under which reading, which element."""
    return {
        (each["layer"]["name"], each["underReading"], each["definition"]["object"]["label"])
        for each in stated(told)
        if each["definition"] and each["definition"]["subject"]["label"] == "秋"
    }


def test_there_are_eighty_one_originals() -> None:
    assert len(originals()) == 81


def test_in_autumn_the_verse_empties_wood_and_its_headnote_water() -> None:
    assert void_in_autumn(compared("2:67")) == {("verse", None, "木"), ("headnote", None, "水")}


def test_in_autumn_the_prose_empties_water_or_with_the_later_hand_wood() -> None:
    assert void_in_autumn(compared("2:57")) == {("prose", None, "水"), ("prose", "j2-p57-v1", "木")}


def test_the_later_hand_stands_in_the_apparatus_with_who_declines_it() -> None:
    told = compared("2:57")
    variant = next(each for each in told["apparatus"] if each["name"] == "j2-p57-v1")
    assert (variant["base"], variant["reading"]) == ("秋無水", "秋無木")
    assert [each["name"] for each in variant["proposers"]] == ["later-hand"]
    assert [each["name"] for each in variant["rejectedBy"]] == ["base-text-editor"]
    assert variant["adopt"] == "emendation=j2-p57-v1"
    reported = next(each for each in segments(told) if "j2-p57-v1" in each["readings"])
    assert reported["layer"]["name"] == "textual-note"
    assert "後人以方括號補一「木」字" in reported["words"]
    emended = next(each for each in stated(told) if each["name"] == "j2-p57-c03a")
    assert emended["readsAs"] == "秋無木"
    assert emended["replaces"] == ["j2-p57-c03"]


def test_prose_and_verse_disagree_on_autumn_and_the_headnote_agrees_with_the_prose() -> None:
    told = compared("2:57")
    assert ("秋無水", "秋是木") in {(each["claim"]["quote"], each["with"]["quote"]) for each in told["disagreements"]}
    assert ("秋水", "秋無水") in {(each["claim"]["quote"], each["with"]["quote"]) for each in told["agreements"]}


def test_a_happy_match_in_the_verse_is_a_harmed_husband_in_the_note() -> None:
    told = compared("2:3")
    row = next(each for each in told["rows"] if each["original"] and each["original"]["words"] == "婚姻喜笑是姻緣")
    (note,) = row["notes"]
    assert (note["words"], note["author"]["label"]) == ("旺動傷夫", "鄭觀卿")
    assert [each["prognosis"]["name"] for each in row["original"]["claims"]] == ["favourable"]
    assert [each["prognosis"]["name"] for each in note["claims"]] == ["adverse"]
    assert "男家須防" in row["rendering"][0]["words"]
    parted = {(each["claim"]["quote"], each["with"]["quote"]) for each in told["disagreements"]}
    assert ("旺動傷夫", "婚姻喜笑是姻緣") in parted
    contrary = [each for each in told["apparatus"] if each["kind"]["name"] == "contradiction"]
    assert [(each["base"], each["reading"]) for each in contrary] == [("婚姻喜笑是姻緣", "旺動傷夫")]


def test_a_passage_has_all_its_words_and_its_rendering_s_once_and_in_order() -> None:
    for name in originals():
        told = compared(name)
        volume, number = map(int, name.split(":"))
        assert told["passage"]["text"] == paragraphs(volume)[number]
        assert told["passage"]["rendering"]["text"] == paragraphs(volume)[number + 1]
        original = [each for row in told["rows"] for each in [row["original"], *row["notes"]] if each]
        starts = [row["original"]["start"] for row in told["rows"] if row["original"]]
        assert starts == sorted(starts)
        for side, text in ((original, paragraphs(volume)[number]), (rendered(told), paragraphs(volume)[number + 1])):
            words = "".join(each["words"] for each in sorted(side, key=lambda each: int(each["start"])))
            bare = re.sub(r"眉批：|夾註：|舊注：", "", text)
            assert characters(words) == characters(bare), name


def rendered(told: Json) -> list[Json]:
    return [*told["ofTheWhole"], *(each for row in told["rows"] for each in row["rendering"])]


def characters(text: str) -> str:
    """The text without punctuation, which belongs to no segment."""
    return re.sub(r"[\W_]", "", text)


def test_every_quotation_is_an_exact_span_of_the_file() -> None:
    for name in originals():
        told = compared(name)
        volume = file_of(told["passage"]["volume"])
        for each in stated(told):
            assert volume[each["start"] : each["end"]] == each["quote"]
        for each in told["apparatus"]:
            assert file_of(each["passage"]["volume"])[each["start"] : each["end"]] == each["base"]
            if each["readingPassage"]:
                at = each["readingPassage"]
                assert each["readingQuote"] in paragraphs(at["volume"])[at["paragraph"]]


def test_a_note_stands_beside_the_last_of_the_words_that_it_glosses() -> None:
    for name in originals():
        for row in compared(name)["rows"]:
            for note in row["notes"]:
                glossed = row["original"]["name"] if row["original"] else iris.passage_name(*map(int, name.split(":")))
                assert note["glosses"][-1] == glossed


def test_a_note_that_stands_before_its_words_is_told_beside_them() -> None:
    (row,) = [each for each in compared("3:1")["rows"] if each["notes"] and each["notes"][0]["words"] == "凶神即凶陳"]
    assert row["original"]["words"] == "易云：日月合生從吉論，支神刑剋作凶神"


def test_every_claim_of_the_book_is_told_in_its_passage() -> None:
    told = {each["name"] for name in originals() for each in stated(compared(name))}
    assert told == {each.id for each in claims().values()}


def test_everything_that_a_passage_marks_stands_in_its_apparatus() -> None:
    for name in originals():
        told = compared(name)
        there = {each["name"] for each in told["apparatus"]}
        marked = {mark for each in segments(told) for mark in (*each["variants"], *each["readings"])}
        assert marked == there, name


@pytest.mark.parametrize(
    "name", ["j2-p57", "passage:j2-p57", "2：57", iris.passage(2, 57), f"<{iris.passage(2, 57)}>", "j2-p58", "2:58"]
)
def test_a_passage_goes_by_several_names_and_a_rendering_means_its_original(name: str) -> None:
    assert passage(name) == compared("2:57")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("2:99", "the last of volume 2 is 2:79, which 2:80 renders"),
        ("j3-p90", "the last of volume 3 is 3:81, which 3:82 renders"),
        ("4:1", "the nearest is volume 3"),
        ("1:1", "the nearest is volume 2"),
        ("j2p57", "j2-p57"),
        ("j2-p57-c03", "the name of a claim; its passage is j2-p57"),
        ("j2-p57-v1", "the name of a variant; its passage is j2-p57"),
        ("五十七", "named as j2-p57, 2:57"),
        ("", "named as j2-p57, 2:57"),
    ],
)
def test_a_bad_name_of_a_passage_is_told_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(InputError, match=re.escape(nearest)):
        passage(name)


def test_a_claim_is_told_with_what_it_glosses_and_what_glosses_it() -> None:
    told = claim("旺動傷夫")
    assert told["claim"]["name"] == "j2-p03-c08"
    assert [each["quote"] for each in stated(told)] == ["婚姻喜笑是姻緣", "旺動傷夫"]
    assert [row["original"]["words"] for row in told["rows"]] == ["婚姻喜笑是姻緣"]
    assert ("旺動傷夫", "婚姻喜笑是姻緣") in {
        (each["claim"]["quote"], each["with"]["quote"]) for each in told["disagreements"]
    }


def test_a_claim_is_told_with_what_an_emendation_makes_of_it() -> None:
    for name in ("j2-p57-c03", "j2-p57-c03a", iris.individual("claim", "j2-p57-c03")):
        told = claim(name)
        assert [each["name"] for each in stated(told)] == ["j2-p57-c03", "j2-p57-c03a"]
        assert "j2-p57-v1" in {each["name"] for each in told["apparatus"]}


def test_a_bad_name_of_a_claim_is_told_the_nearest() -> None:
    with pytest.raises(InputError, match="the nearest are j2-p57-c0"):
        claim("j2-p57-c0")


def test_the_schema_is_itself_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_passage_and_a_sample_of_claims_keep_to_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    sample = [claim(each.id) for each in list(claims().values())[::60]]
    for told in [*map(compared, ["2:0", "3:0", *originals()]), *sample]:
        assert not list(validator.iter_errors(json.loads(json.dumps(told))))


def test_the_schema_refuses_what_it_does_not_know() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    assert not validator.is_valid({**compared("2:3"), "verdict": "吉"})
    assert not validator.is_valid({**compared("2:3"), "compares": "axis"})


def test_the_table_marks_each_difference() -> None:
    told = tell(compared("2:9"), 200)
    assert re.search(r"〔v\d+ 暗改 禍崇→禍祟 譯述者 確〕", told)
    assert "原文 original" in told
    assert "譯述 rendering" in told
    parted = "旺動傷夫 凶〔j2-p03-c08 鄭觀卿·夾註〕 ≠ 婚姻喜笑是姻緣 吉〔j2-p03-c07 陸位·歌訣〕"
    assert parted in tell(claim("旺動傷夫"), 200)
    later = tell(compared("2:57"), 200)
    assert "〔v1 校語所記 秋無水→秋無木 後人 可疑〕" in later
    assert "▸c03a 界說：秋四時空（散文）木（從 v1 作「秋無木」）" in later
    assert "--adopt emendation=j2-p57-v1" in later


@pytest.mark.parametrize("width", [60, 80, 132])
def test_no_line_is_wider_than_the_terminal_and_none_is_coloured(width: int) -> None:
    for name in originals()[::4]:
        told = tell(compared(name), width)
        assert max(cell_len(line) for line in told.split("\n")) <= width
        assert "\x1b" not in told


def test_line_upon_line_verse_note_and_rendering_stand_in_one_row_of_the_table() -> None:
    told = tell(compared("2:3"), 200).split("\n")
    assert any(re.search("占病求醫身便痊 +│ +鬼制病安 +│ ", line) for line in told)


def test_folding_loses_nothing_and_leaves_no_full_stop_at_the_head_of_a_line() -> None:
    for text in paragraphs(2)[57:69]:
        for width in (8, 20, 33):
            lines = fold(text, width)
            assert "".join(lines) == text
            assert all(cell_len(line) <= width for line in lines)
            assert not any(line.startswith(("，", "。", "」", "）", "；")) for line in lines)
