"""Every segment of an original layer states a claim, or heads claims, or says why it states none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyoxigraph as ox
import pytest

from haidiyan import edition
from haidiyan.dataset import store
from haidiyan.dataset.audit import Examination
from haidiyan.dataset.coverage import Coverage, Unquoted, cover, largely_unquoted, unquoted
from haidiyan.iris import PREFIXES

ORIGINAL = {"title", "label", "verse", "interlinear", "headnote", "prose", "textual-note", "colophon"}
HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
PLACES = """
passage:p hdy:volume volume:2 ; hdy:paragraph 1 . volume:2 hdy:volumeNumber 2 .
layer:label hdy:inRendering false . layer:verse hdy:inRendering false . layer:prose hdy:inRendering false .
layer:rendering hdy:inRendering true . layer:textual-note hdy:inRendering true .
"""


def dataset(*segments: str) -> ox.Store:
    """A dataset of one passage; a segment is its layer, its words and whatever is said of it."""
    written = HEAD + PLACES
    for order, (layer, words, rest) in enumerate((each.split(" ", 2) for each in segments), 1):
        written += f"segment:s{order} hdy:passage passage:p ; hdy:order {order} ; hdy:layer layer:{layer} ; "
        written += f'hdy:words "{words}" . {rest.replace("SELF", f"segment:s{order}")}\n'
    there = ox.Store()
    there.load(written.encode(), format=ox.RdfFormat.TURTLE)
    return there


def complaints(*segments: str) -> list[str]:
    return cover(dataset(*segments)).complaints


@pytest.fixture(scope="module")
def coverage(home: Path) -> Coverage:
    return cover(store.open_store(home))


def test_every_segment_of_the_original_is_accounted_for(coverage: Coverage) -> None:
    assert coverage.complaints == []
    assert {each.uncovered for each in coverage.layers} == {0}


def test_no_segment_of_the_original_escapes_the_count(coverage: Coverage) -> None:
    there = Counter(
        (volume.number, segment.layer)
        for volume in edition.read()
        for passage in volume.passages
        for segment in passage.segments
        if segment.layer in ORIGINAL
    )
    assert {(each.volume, each.layer): each.segments for each in coverage.layers} == there


def test_each_segment_is_counted_once(coverage: Coverage) -> None:
    for each in coverage.layers:
        assert each.claims + each.conditions + each.reasons + each.uncovered == each.segments


def test_a_verse_without_claim_or_reason_is_found() -> None:
    assert complaints("verse 父母當頭克子孫 ") == [
        "segment:s1 “父母當頭克子孫” states no claim, and nothing says why (hdy:statesNoClaim)."
    ]


def test_a_claim_or_a_reason_is_enough() -> None:
    assert complaints("verse 父母當頭克子孫 claim:a hdy:statedIn SELF .") == []
    assert complaints('verse 六親占法少人知 SELF hdy:statesNoClaim "An opening."@en .') == []


def test_a_reason_beside_a_claim_is_refused() -> None:
    both = 'verse 父母當頭克子孫 claim:a hdy:statedIn SELF . SELF hdy:statesNoClaim "A heading."@en .'
    assert complaints(both) == [
        "segment:s1 “父母當頭克子孫” states a claim, and yet it is said to state none:"
        " drop the reason (hdy:statesNoClaim)."
    ]


def test_the_rendering_needs_no_claim_but_the_editors_note_in_it_does() -> None:
    found = complaints("rendering 父母爻發動 ", "textual-note 底本脫一字 ")
    assert [each.partition(" ")[0] for each in found] == ["segment:s2"]


LABEL, OTHER_LABEL = "label 父動 ", "label 子動 "
HEADED = "verse 病人無藥主沉昏 claim:a hdy:statedIn SELF ; hdy:conditionFrom hdy:FromLabel ."
UNHEADED = "verse 病人無藥主沉昏 claim:a hdy:statedIn SELF ; hdy:conditionFrom hdy:FromLine ."


@pytest.mark.parametrize(
    ("segments", "uncovered"),
    [
        ([LABEL, HEADED], []),
        ([LABEL, UNHEADED], ["segment:s1"]),
        ([LABEL, OTHER_LABEL, HEADED], ["segment:s1"]),
        ([HEADED, LABEL], ["segment:s2"]),
        (["prose 父動 ", HEADED], ["segment:s1"]),
    ],
    ids=[
        "a label heads the claims that have their condition from it",
        "a claim with a condition of its own is not headed",
        "a label heads no claims beyond the next label",
        "a label heads no claims before it",
        "only a label heads",
    ],
)
def test_a_label_is_covered_by_the_claims_it_heads(segments: list[str], uncovered: list[str]) -> None:
    assert [each.partition(" ")[0] for each in complaints(*segments)] == uncovered


@pytest.mark.parametrize(
    ("words", "quotes", "left"),
    [
        ("身動有憂事，旺見磨折", ["身動有憂事，旺見磨折"], []),
        ("身動有憂事，旺見磨折", ["旺見磨折"], ["身動有憂事"]),
        ("身動有憂事，旺見磨折", ["身動有", "旺見"], ["憂事", "磨折"]),
        ("憂者散，病者死，事不成", ["憂者散", "事不成"], ["病者死"]),
        ("財動，財靜", ["財"], ["動", "靜"]),
        ("憂者散，病者死", ["憂者散", "病者死"], []),
        ("旁求□察飛神", ["察飛神"], ["旁求□"]),
    ],
)
def test_what_no_claim_quotes_is_left_punctuation_aside(words: str, quotes: list[str], left: list[str]) -> None:
    assert unquoted(words, quotes) == left


def test_overlapping_quotes_cover_together() -> None:
    assert unquoted("甲乙丙丁戊", ["甲乙丙", "乙丙丁"]) == ["戊"]


def test_the_share_unquoted_is_of_the_characters() -> None:
    part = 'prose 憂者散，病者死，事不成。 claim:a hdy:statedIn SELF ; hdy:quote "病者死" .'
    whole = 'prose 財無氣 claim:b hdy:statedIn SELF ; hdy:quote "財無氣" .'
    excused = 'verse 六親占法少人知 SELF hdy:statesNoClaim "An opening."@en .'
    found = cover(dataset(part, whole, excused)).unquoted
    assert found == [Unquoted("segment:s1", "prose", "憂者散，病者死，事不成。", ["憂者散", "事不成"], 0.667)]
    assert largely_unquoted(found) == found


def test_only_prose_that_is_largely_unquoted_is_worth_a_second_look() -> None:
    verse = Unquoted("segment:a", "verse", "", [], 0.9)
    little = Unquoted("segment:b", "prose", "", [], 0.25)
    much = Unquoted("segment:c", "prose", "", [], 0.4)
    assert largely_unquoted([verse, little, much]) == [much]


def test_the_examination_prints_what_was_found() -> None:
    found = cover(dataset('prose 憂者散，病者死，事不成 claim:a hdy:statedIn SELF ; hdy:quote "病者死" .', "verse 無 "))
    text = Examination(complaints=found.complaints, coverage=found.layers, unquoted=found.unquoted).to_text()
    assert text.splitlines()[0].startswith("segment:s2 “無” states no claim")
    assert [each.split() for each in text.splitlines() if each.startswith("2 ")] == [
        ["2", "prose", "1", "1", "0", "0", "0"],
        ["2", "verse", "1", "0", "0", "0", "1"],
    ]
    assert "segment:s1 (67%): 憂者散 … 事不成" in text
