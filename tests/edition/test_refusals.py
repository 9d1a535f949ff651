"""A damaged copy of the source is refused with file, paragraph and column, all complaints together."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haidiyan.edition import editorial, read
from haidiyan.errors import BuildError

from .conftest import SOURCE, complaints_of, paragraphs, replaced

BRACKETS = [
    (file, index, column)
    for file in ("juan2.txt", "juan3.txt")
    for index, text in enumerate(paragraphs(file))
    for column, character in enumerate(text)
    if character in "（）"
]
COMMAS_OF_VERSE = [
    (index, column)
    for index, text in enumerate(paragraphs("juan2.txt"))
    if index % 2 and index < 47
    for column, character in enumerate(text)
    if character == "，" and text[column + 1] != "，"
]


def test_the_supplied_text_is_accepted(tmp_path: Path) -> None:
    assert complaints_of(tmp_path) == []


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(BRACKETS))
def test_a_dropped_bracket_is_found_in_its_paragraph(place: tuple[str, int, int]) -> None:
    file, index, column = place

    def drop(lines: list[str]) -> None:
        lines[index] = lines[index][:column] + lines[index][column + 1 :]

    with TemporaryDirectory() as folder:
        complaints = complaints_of(Path(folder), (file, drop))
    assert any(each.startswith(f"{file}, paragraph {index}, column ") and "bracket" in each for each in complaints)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(COMMAS_OF_VERSE))
def test_a_comma_moved_by_one_character_breaks_the_metre_of_its_paragraph(place: tuple[int, int]) -> None:
    index, column = place

    def swap(lines: list[str]) -> None:
        text = lines[index]
        lines[index] = text[:column] + text[column + 1] + text[column] + text[column + 2 :]

    with TemporaryDirectory() as folder:
        complaints = complaints_of(Path(folder), ("juan2.txt", swap))
    assert any(each.startswith(f"juan2.txt, paragraph {index}, column ") for each in complaints)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["juan2.txt", "juan3.txt"]), st.integers(0, 80), st.integers(0, 8))
def test_any_other_character_breaks_the_sum(file: str, index: int, column: int) -> None:
    def change(lines: list[str]) -> None:
        lines[index] = lines[index][:column] + "犇" + lines[index][column + 1 :]

    with TemporaryDirectory() as folder:
        complaints = complaints_of(Path(folder), (file, change), sums=False)
    assert any(each.startswith(f"{file}: its sha256 is ") for each in complaints)


@pytest.mark.parametrize(
    ("volume", "paragraph", "old", "new", "place", "words", "said"),
    [
        (2, 1, "（父能克子）", "", 2, "父為文章）", "6 unlabelled notes and the rendering (paragraph 2) 7"),
        (2, 2, "（夾註：父能克子）", "", 1, "父為文章）", "7 unlabelled notes and the"),
        (2, 66, "（舊注：過了本旬再占，事就成了。）", "", 65, "過旬占就", "1 notes marked 眉批："),
        (2, 65, "眉批：", "", 65, "過旬占就", "has 1 unlabelled notes and the"),
        (2, 65, "眉批：", "舊注：", 65, "舊注：", "舊注： does not belong in the original"),
        (2, 66, "舊注：", "眉批：", 66, "眉批：", "眉批： does not belong in a rendering"),
        (2, 66, "（舊注：過了", "舊注：過了（", 66, "舊注：", "舊注： does not open a bracket"),
        (2, 1, "父能克子", "", 1, "（）", "the note is empty"),
        (2, 1, "主沉昏", "主昏", 1, "病人無藥", "“病人無藥主昏” has 6 characters, not 7"),
        (2, 41, "蛇發動", "螣蛇發動", 41, "蛇動：", "the irregular line “蛇發動憂索絆”"),
        (2, 1, "父動：", "父動：（", 1, "（父母", "（ is not closed before another opens"),
        (2, 1, "父能克子）", "父能克子））", 1, "），病", "the bracket ） closes nothing"),
        (3, 1, "易云", "易曰", 1, "辰日合酉", "prose must begin at “易云”"),
        (2, 65, "過一旬", "過十旬", 65, "旺相", "which stands in 0 segments"),
        (2, 3, "子孫發動", "\uf9ea孫發動", 3, "\uf9ea", "is not in the form NFC"),
        (2, 3, "子孫發動", "子 孫發動", 3, " ", "a stray U+0020"),
        (2, 2, "占失物、占逃亡遇父動，則要經官訴訟才有著落。", "", 1, "失物逃亡", "no counterpart"),
        (2, 3, "守舊當占可自然。", "", 4, "若所占本是守舊", "no counterpart"),
    ],
)  # fmt: skip
def test_a_damage_is_named_with_its_place(
    tmp_path: Path, volume: int, paragraph: int, old: str, new: str, place: int, words: str, said: str
) -> None:
    file = f"juan{volume}.txt"
    complaints = complaints_of(tmp_path, (file, replaced(paragraph, old, new)))
    text = (tmp_path / file).read_text(encoding="utf-8").split("\n\n")[place]
    assert text.count(words) == 1
    where = f"{file}, paragraph {place}, column {text.index(words) + 1}: "
    assert any(each.startswith(where) and said in each for each in complaints), complaints
    assert all(each.startswith(file) for each in complaints)


def test_a_note_lost_on_both_sides_is_missed_in_the_count(tmp_path: Path) -> None:
    complaints = complaints_of(
        tmp_path,
        ("juan2.txt", replaced(61, "（眉批：同上論斷）", "")),
        ("juan2.txt", replaced(62, "（舊注：照上一條的道理去斷。）", "")),
    )
    assert complaints == ["juan2.txt, paragraph 80, column 1: the volume ends with 8 headnotes, where 9 are recorded"]


def test_a_lost_pair_is_missed(tmp_path: Path) -> None:
    complaints = complaints_of(tmp_path, ("juan2.txt", lambda lines: lines.__delitem__(slice(79, 81))))
    assert any("the volume ends with 39 pairs" in each for each in complaints)


def test_an_original_without_its_rendering_is_named(tmp_path: Path) -> None:
    complaints = complaints_of(tmp_path, ("juan2.txt", lambda lines: lines.__delitem__(80)))
    assert any(each.startswith("juan2.txt, paragraph 79, column 1: ") for each in complaints)


def test_all_complaints_come_together(tmp_path: Path) -> None:
    complaints = complaints_of(
        tmp_path,
        ("juan2.txt", replaced(3, "（子能克鬼）", "（子能克鬼")),
        ("juan3.txt", replaced(27, "世應當中兩間爻", "世應中兩間爻")),
        sums=False,
    )
    told = "\n".join(complaints)
    assert "juan2.txt, paragraph 3, column 11: the bracket （" in told
    assert "juan3.txt, paragraph 27, column 1: the verse line" in told
    assert told.count("sha256") == 2


def test_bytes_that_are_not_utf_8_are_named_with_their_place(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path, dirs_exist_ok=True)
    raw = (SOURCE / "juan2.txt").read_bytes()
    at = raw.index("父動".encode()) + 3
    (tmp_path / "juan2.txt").write_bytes(raw[:at] + b"\xff" + raw[at + 1 :])
    with pytest.raises(BuildError, match=r"juan2\.txt, paragraph 1, column 2: the bytes are not UTF-8"):
        read(tmp_path)


def test_a_missing_empty_line_is_named(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path, dirs_exist_ok=True)
    text = (SOURCE / "juan2.txt").read_text(encoding="utf-8")
    (tmp_path / "juan2.txt").write_text(text.replace("\n\n父母爻發動", "\n父母爻發動"), encoding="utf-8")
    with pytest.raises(BuildError, match=r"juan2\.txt, paragraph 2, column 1: no empty line"):
        read(tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    shutil.copy(SOURCE / "juan2.txt", tmp_path)
    with pytest.raises(BuildError, match=r"juan3\.txt is missing"):
        read(tmp_path)


def test_a_layout_that_is_not_turtle_is_named(tmp_path: Path) -> None:
    (tmp_path / "layout.ttl").write_text("passage:j2-p01 a hdy:Passage", encoding="utf-8")
    with pytest.raises(BuildError, match=r"layout\.ttl is not Turtle"):
        editorial.load(tmp_path)
