"""Every paragraph is cut into the layers that a reader sees in it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from haidiyan.edition import Passage, Segment, Volume

from .conftest import paragraphs

FILES = {2: "juan2.txt", 3: "juan3.txt"}
LINES = [(number, index, text) for number, file in FILES.items() for index, text in enumerate(paragraphs(file))]
ORIGINALS = [each for each in LINES if each[1] % 2]


def segments(volumes: list[Volume], layer: str) -> list[Segment]:
    return [
        each for volume in volumes for passage in volume.passages for each in passage.segments if each.layer == layer
    ]


def words(passage: Passage, layer: str) -> list[str]:
    return [each.words for each in passage.segments if each.layer == layer]


def notes(volumes: list[Volume], layer: str, marker: str) -> int:
    return len({(each.passage, each.note) for each in segments(volumes, layer) if each.marker == marker})


def test_the_two_files_hold_164_paragraphs_and_81_pairs(volumes: list[Volume]) -> None:
    assert [len(each.passages) for each in volumes] == [81, 83]
    pairs = [each for volume in volumes for each in volume.passages if each.renders]
    assert len(pairs) == 81
    assert all(each.renders == f"j{each.volume}-p{each.paragraph - 1:02d}" for each in pairs)


def test_there_are_26_headnotes_and_as_many_older_notes(volumes: list[Volume]) -> None:
    assert notes(volumes, "headnote", "眉批：") == 26
    assert notes(volumes, "rendering-note", "舊注：") == 26


def test_there_are_131_unlabelled_notes_and_as_many_rendered(volumes: list[Volume]) -> None:
    assert notes(volumes, "interlinear", "") == 131
    assert notes(volumes, "rendering-note", "夾註：") == 131


@pytest.mark.parametrize(("volume", "index", "text"), ORIGINALS)
def test_the_notes_of_an_original_are_the_words_in_its_brackets(
    passages: dict[str, Passage], volume: int, index: int, text: str
) -> None:
    passage = passages[f"j{volume}-p{index:02d}"]
    printed = [each.removeprefix("眉批：").rstrip("。") for each in re.findall(r"（(.*?)）", text)]
    found: dict[int, list[str]] = {}
    for each in passage.segments:
        if each.note:
            found.setdefault(each.note, []).append(each.words)
    assert ["。".join(each) for each in found.values()] == printed


def test_every_label_of_volume_2_is_a_segment_of_its_own(volumes: list[Volume]) -> None:
    printed = [
        text.split("：")[0] for number, index, text in ORIGINALS if number == 2 and index < 47 and text[2] == "："
    ]
    assert len(printed) == 21
    inner = ["生扶", "旺相", "合吉", "空克", "刑沖", "墓凶"]
    assert [each.words for each in segments(volumes[:1], "label")] == printed + inner


def test_every_label_of_volume_3_is_a_segment_of_its_own(volumes: list[Volume]) -> None:
    relations = ["父母", "兄弟", "妻財", "子孫", "官鬼"]
    assert [each.words for each in segments(volumes[1:], "label")] == [f"沖剋{each}" for each in relations]


@pytest.mark.parametrize("said", ["易云", "又曰", "又云", "故云", "生氣者", "月破者"])
def test_words_that_introduce_speech_or_a_term_are_not_labels(volumes: list[Volume], said: str) -> None:
    assert said not in {each.words for each in segments(volumes, "label")}
    assert any(each.words.startswith(said + "：") or f"{said}：" in each.words for each in segments(volumes, "prose"))


def test_verse_lines_have_seven_characters_but_for_two(volumes: list[Volume]) -> None:
    lines = segments(volumes, "verse")
    assert {each.words for each in lines if len(each.words) != 7} == {"蛇發動憂索絆", "旁求□察飛神"}


def test_a_verse_passage_holds_as_many_lines_as_it_has_clauses(volumes: list[Volume]) -> None:
    for volume in volumes:
        for passage in volume.passages:
            if passage.paragraph % 2 and not words(passage, "prose") and not words(passage, "colophon"):
                clauses = re.findall(r"[^，。；：、]+", re.sub(r"（.*?）", "", passage.text))
                assert len(passage.body) == len(clauses)
                assert [each.words for each in passage.body] == clauses


@pytest.mark.parametrize(
    ("name", "first_prose"),
    [
        ("j3-p01", "易云：日月合生從吉論，支神刑剋作凶神"),
        ("j3-p07", "卦六親用，謁人，要用爻不動，有氣，日辰透出，或動不在"),
        ("j3-p25", "若重動，更著伏爻"),
        ("j3-p31", "若變爻旺相可用，休囚只有本卦六親一爻動可變，旁宮一爻動不可變，只看六親，占陰晴可借用"),
    ],
)
def test_a_mixed_passage_turns_from_verse_to_prose(passages: dict[str, Passage], name: str, first_prose: str) -> None:
    layers = [each.layer for each in passages[name].body]
    assert layers == sorted(layers, key=["verse", "prose"].index)
    assert set(layers) == {"verse", "prose"}
    assert words(passages[name], "prose")[0] == first_prose


@pytest.mark.parametrize(
    "name", ["j2-p49", "j2-p55", "j2-p57", "j2-p77", "j3-p05", "j3-p09", "j3-p11", "j3-p53", "j3-p81"]
)
def test_a_prose_passage_has_no_verse(passages: dict[str, Passage], name: str) -> None:
    assert words(passages[name], "prose")
    assert not words(passages[name], "verse")


def test_the_colophon_and_the_titles_are_layers_of_their_own(passages: dict[str, Passage]) -> None:
    assert words(passages["j3-p13"], "colophon") == ["逸客斗南陸位校輯，錢塘學海樓主人鄭觀卿詳註"]
    assert words(passages["j2-p00"], "title") == ["海底眼 · 第 2 卷"]
    assert words(passages["j3-p00"], "title") == ["海底眼 · 第 3 卷"]


def test_each_remark_on_the_base_text_is_a_textual_note(volumes: list[Volume]) -> None:
    found = Counter(each.passage for each in segments(volumes, "textual-note"))
    assert found == {
        "j2-p52": 1, "j2-p58": 1, "j3-p04": 1, "j3-p16": 1, "j3-p18": 3, "j3-p30": 1, "j3-p70": 1,
    }  # fmt: skip
    assert all(each.words.startswith("底本") for each in segments(volumes, "textual-note"))
    assert not any("底本" in each.words for each in segments(volumes, "rendering"))


def test_a_remark_inside_a_note_parts_the_note_without_ending_it(passages: dict[str, Passage]) -> None:
    parts = [(each.layer, each.note) for each in passages["j2-p52"].segments if each.note]
    assert parts == [("rendering-note", 1), ("textual-note", 2)] + [("rendering-note", 1)] * 3


def test_an_unmarked_bracket_of_a_rendering_is_its_own_wording(passages: dict[str, Passage]) -> None:
    assert any("本宮（元宮）" in each for each in words(passages["j2-p48"], "rendering"))
    assert any(
        each.endswith("（申再回頭刑寅，這一組叫「無恩之刑」）") for each in words(passages["j2-p74"], "rendering")
    )


def test_each_layer_speaks_with_one_voice(volumes: list[Volume]) -> None:
    voices = {
        (each.layer, each.creator, each.language)
        for volume in volumes
        for passage in volume.passages
        for each in passage.segments
    }
    assert voices == {
        ("label", "lu-wei", "lzh-hant"),
        ("verse", "lu-wei", "lzh-hant"),
        ("prose", "lu-wei", "lzh-hant"),
        ("interlinear", "zheng-guanqing", "lzh-hant"),
        ("headnote", "headnote-writer", "lzh-hant"),
        ("rendering", "rendering-author", "zh-hant"),
        ("rendering-note", "rendering-author", "zh-hant"),
        ("textual-note", "base-text-editor", "zh-hant"),
        ("colophon", None, "lzh-hant"),
        ("title", None, "zh-hant"),
    }
