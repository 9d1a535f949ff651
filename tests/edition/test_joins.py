"""A note points to what it explains, a rendering to what it renders, a quotation finds its segment."""

from __future__ import annotations

import pytest

from haidiyan.edition import Passage, Segment, Volume, find
from haidiyan.errors import BuildError


def segment(volumes: list[Volume], passage: str, words: str) -> Segment:
    return find(volumes, passage, words)


def told(volumes: list[Volume], names: tuple[str, ...]) -> list[str]:
    words = {each.name: each.words for volume in volumes for passage in volume.passages for each in passage.segments}
    return [words.get(name, name) for name in names]


@pytest.mark.parametrize(
    ("passage", "note", "explained"),
    [
        ("j2-p01", "子能醫藥", ["病人無藥主沉昏"]),
        ("j2-p09", "鬼克", ["詞訟傷身累有因"]),
        ("j2-p23", "見官無主", ["官員不見事空虛"]),
        ("j3-p27", "間為中人，不可發動，兄動脫詐，鬼動見禍", ["j3-p27"]),
        ("j2-p51", "秋金旺水相土休火囚木死", ["j2-p51"]),
        ("j3-p15", "身動即世動也", ["j3-p15"]),
        ("j3-p11", "宜動", ["改易敘職，告欲幹求，脫詐失約，行人遠信，出行遷移，動者無噓"]),
        ("j3-p01", "凶神即凶陳", ["易云：日月合生從吉論，支神刑剋作凶神"]),
        ("j2-p67", "四時空亡，春土夏金秋水冬火，四季是木", ["春土夏金秋是木", "三冬是火莫相逢"]),
        (
            "j3-p25",
            "重動八純，須濟伏神",
            ["八純重動爻業雜", "於中考論加臨法", "求財金鬼土為兄", "水子火印消詳納"],
        ),
        (
            "j2-p58",
            "底本此處後人以方括號補一「木」字，今仍照底本只作「秋無水」，不擅補",
            ["春無土，夏無金，秋無水，冬無火"],
        ),
        ("j3-p30", "底本「阻郎」，「郎」是「隔」字之誤", None),
        ("j3-p16", "底本「完」字是「看」字之誤，今照底本錄出", ["占卦先須完日辰"]),
    ],
)
def test_a_note_knows_what_it_explains(
    volumes: list[Volume], passage: str, note: str, explained: list[str] | None
) -> None:
    glosses = told(volumes, segment(volumes, passage, note).glosses)
    if explained is None:
        assert len(glosses) == 1
        assert "占事為阻郎" in glosses[0]
    else:
        assert glosses == explained


def test_every_note_of_the_original_explains_something_and_nothing_else_does(volumes: list[Volume]) -> None:
    for volume in volumes:
        for passage in volume.passages:
            for each in passage.segments:
                is_note = each.layer in {"interlinear", "headnote", "textual-note"}
                assert bool(each.glosses) == is_note


def test_an_interlinear_note_of_volume_2_explains_the_verse_line_right_before_it(
    volumes: list[Volume],
) -> None:
    for passage in volumes[0].passages:
        for before, each in zip(passage.segments, passage.segments[1:], strict=False):
            if each.layer == "interlinear":
                assert before.layer == "verse"
                assert each.glosses == (before.name,)


@pytest.mark.parametrize(
    ("passage", "rendering", "rendered"),
    [
        ("j2-p02", "父母爻發動：它當頭就克住子孫爻", ["父動", "父母當頭克子孫"]),
        ("j2-p02", "子孫主醫藥", ["子能醫藥"]),
        ("j2-p02", "占失物、占逃亡遇父動", ["失物逃亡要訴論"]),
        ("j2-p30", "若再遇上子孫爻臨在應位", ["更得子孫臨應上"]),
        ("j2-p30", "那麼官鬼再怎麼發動也斷不成事", ["官鬼從他斷不成"]),
        ("j2-p66", "過了本旬再占，事就成了", ["過旬占就"]),
        ("j3-p16", "所謂沖戰", ["用與世爻相剋者是"]),
        ("j3-p28", "官鬼臨間爻而動，中間要出禍事", ["間為中人，不可發動，兄動脫詐，鬼動見禍"]),
        ("j2-p66", "應爻落空", ["j2-p65"]),
    ],
)
def test_a_rendering_knows_what_it_renders(
    volumes: list[Volume], passage: str, rendering: str, rendered: list[str]
) -> None:
    assert told(volumes, segment(volumes, passage, rendering).renders) == rendered


def test_every_original_segment_of_an_annotated_pair_is_rendered(passages: dict[str, Passage]) -> None:
    for rendering in passages.values():
        if any(each.marker == "夾註：" for each in rendering.segments):
            assert rendering.renders
            rendered = {name for each in rendering.segments for name in each.renders}
            assert rendered == {each.name for each in passages[rendering.renders].segments}


def test_all_of_a_rendering_but_textual_notes_renders_something(passages: dict[str, Passage]) -> None:
    for passage in passages.values():
        for each in passage.segments:
            assert bool(each.renders) == (each.layer in {"rendering", "rendering-note"})


def test_a_part_of_a_segment_is_found(volumes: list[Volume]) -> None:
    assert find(volumes, "j2-p77", "癸亥伏在戌上下動").words.startswith("如占妻病，申日得比坤")


def test_the_second_occurrence_is_counted(volumes: list[Volume]) -> None:
    first, second = (find(volumes, "j2-p21", "同上", occurrence) for occurrence in (1, 2))
    assert first.glosses != second.glosses
    assert told(volumes, first.glosses) == ["無中生有頭緒多"]
    assert told(volumes, second.glosses) == ["脫詐人情疑莫方"]


def test_a_whole_segment_is_meant_before_a_longer_one(volumes: list[Volume]) -> None:
    assert find(volumes, "j2-p51", "生扶").layer == "label"


@pytest.mark.parametrize(
    ("passage", "quote", "occurrence"),
    [
        ("j2-p01", "病人無藥主沉醉", None),
        ("j2-p01", "父母當頭克子孫（父能克子）", None),
        ("j2-p21", "同上", None),
        ("j2-p21", "同上", 3),
        ("j2-p21", "同上", 0),
        ("j2-p21", "", None),
        ("j2-p99", "父動", None),
    ],
)
def test_absent_or_ambiguous_words_are_refused_with_the_passage(
    volumes: list[Volume], passage: str, quote: str, occurrence: int | None
) -> None:
    with pytest.raises(BuildError, match=passage):
        find(volumes, passage, quote, occurrence)
