"""Two readings of one chart: which claims change, and the states behind each change."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import haidiyan
from haidiyan.comparison.doctrines import compare
from haidiyan.errors import InputError
from haidiyan.publication.two_doctrines import tell
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")

SCHEMA = json.loads((Path(haidiyan.__file__).parent / "publication" / "schema" / "compare-1.json").read_text("utf-8"))
CHART = ("--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申")


def autumn(**differing: Any) -> Any:
    """比 in 申: 卯 is wood at the third line, 子 water at the sixth; officials, 卯, are the use line."""
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    return haidiyan.read(chart, use="官鬼", **differing)


@pytest.fixture(scope="module")
def emended(home: Path) -> dict[str, Any]:
    later_hand = {"emendation": "j2-p57-v1"}
    return compare(autumn(doctrine="prose"), autumn(doctrine="prose", adopt=later_hand))


@pytest.fixture
def shell(home: Path) -> Any:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", "haidiyan.cli", *arguments]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)

    return run


def test_the_later_hand_takes_the_void_of_autumn_from_water_to_wood(emended: dict[str, Any]) -> None:
    assert emended["choices"] == [{"axis": "emendation", "left": "none", "right": "j2-p57-v1"}]
    seasonal = {
        (each["node"], each["line"]): ("四時空" in each["left"], "四時空" in each["right"])
        for each in emended["states"]
    }
    assert seasonal["line", 3] == (False, True)  # 卯 wood
    assert seasonal["line", 6] == (True, False)  # 子 water


def test_the_claims_on_the_use_line_come_with_the_state_behind_them(emended: dict[str, Any]) -> None:
    """2:67: 用爻最怕走時空，吉不能成凶不凶 — of the use line 卯, once wood is void."""
    claims = {claim["id"]: claim for claim in emended["claims"]}
    for name in ("j2-p67-c01", "j2-p67-c03"):
        assert claims[name]["changes"] == ["gained"]
        assert claims[name]["left"] is None
        assert claims[name]["right"]["status"] == "in-force"
        assert [(each["side"], each["node"], each["line"], each["state"]) for each in claims[name]["because"]] == [
            ("right", "line", 3, "四時空")
        ]
        assert claims[name]["because"][0]["choice"] == "散文，從後人補字"


def test_what_the_sixth_line_lost_is_told_with_its_state(emended: dict[str, Any]) -> None:
    """2:69 speaks of whatever is void by the season: 子 was, and is no longer."""
    claim = next(each for each in emended["claims"] if each["id"] == "j2-p69-c06")
    assert (claim["changes"], claim["right"]) == (["lost"], None)
    assert {(each["side"], each["line"], each["state"]) for each in claim["because"]} == {("left", 6, "四時空")}


def test_what_is_the_same_is_counted(emended: dict[str, Any]) -> None:
    left = len(autumn(doctrine="prose").to_dict()["claims"])
    gone_or_changed = [claim for claim in emended["claims"] if claim["left"] is not None]
    assert emended["unchanged"] == left - len(gone_or_changed)


def test_a_doctrine_does_not_differ_from_itself() -> None:
    found = compare(autumn(), autumn())
    assert (found["choices"], found["states"], found["claims"]) == ([], [], [])
    assert found["unchanged"] == len(autumn().to_dict()["claims"])


def test_only_one_chart_and_one_question_can_be_compared() -> None:
    other = haidiyan.read(haidiyan.cast(hexagram="比", moving=[4], month="申", day="甲申"), use="官鬼")
    with pytest.raises(InputError, match="chart and question are the same"):
        compare(autumn(), other)
    with pytest.raises(InputError, match="chart and question are the same"):
        compare(autumn(), haidiyan.read(autumn().chart, use="妻財"))


def test_a_claim_that_an_exception_overrides_on_one_side_only_changes_status() -> None:
    """2:35 惟忌臨金與落空: the dragon on 子 in the void of the season, and so the general promise is overridden."""
    chart = haidiyan.cast(
        hexagram="乾", moving=[1], month="申", day="甲寅"
    )  # 子 of 乾, the dragon, 旬空 on 甲寅 but 相
    found = compare(haidiyan.read(chart), haidiyan.read(chart, doctrine="headnote"))
    changed = {claim["id"]: claim for claim in found["claims"] if "status" in claim["changes"]}
    assert changed
    for claim in changed.values():
        assert {claim["left"]["status"], claim["right"]["status"]} == {"in-force", "overridden"}


def test_an_overlay_is_compared_with_the_dataset_alone() -> None:
    chart = haidiyan.cast(hexagram="巽", moving=[2], month="子", day="甲寅")
    example = root() / "docs" / "examples" / "overlay.ttl"
    mine = haidiyan.read(chart, "公事", adopt={"emendation": "water-for-too"}, overlay=example)
    found = compare(haidiyan.read(chart, "公事"), mine)
    gained = [claim for claim in found["claims"] if claim["changes"] == ["gained"]]
    assert [(claim["id"], claim["addedBy"]) for claim in gained] == [("note-on-water", "陳某")]
    assert "陳某所增" in tell(found)
    jsonschema.validate(found, SCHEMA)


def test_every_comparison_keeps_to_the_published_schema(emended: dict[str, Any]) -> None:
    jsonschema.validate(emended, SCHEMA)
    for doctrine in ("headnote", "prose", "common"):
        jsonschema.validate(compare(autumn(), autumn(doctrine=doctrine)), SCHEMA)


def test_the_table_has_both_sides_and_marks_what_differs(emended: dict[str, Any]) -> None:
    told = tell(emended)
    row = next(line for line in told.splitlines() if "用爻最怕走時空" in line)
    name, left, right = (cell.strip() for cell in row.split("│"))
    assert (name, left, right) == ("＋ 用爻最怕走時空〔j2-p67-c01〕", "·", "● 應 三爻")


@pytest.mark.parametrize(
    "sides",
    [
        ("--doctrine", "verse", "--doctrine", "headnote"),
        ("--against", "headnote"),
        ("--against", "seasonal-void=headnote", "--against", "body=self", "--against", "gender=palace"),
    ],
)
def test_the_second_side_can_be_said_in_three_ways(shell: Any, sides: tuple[str, ...]) -> None:
    done = shell("compare", *CHART, *sides, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["choices"] == [
        {"axis": "body", "left": "month", "right": "self"},
        {"axis": "gender", "left": "line", "right": "palace"},
        {"axis": "seasonal-void", "left": "verse", "right": "headnote"},
    ]


def test_what_is_adopted_sets_the_sides_apart(shell: Any) -> None:
    done = shell("compare", *CHART, "--doctrine", "prose", "--adopt", "emendation=j2-p57-v1", "--json")
    assert json.loads(done.stdout)["choices"] == [{"axis": "emendation", "left": "none", "right": "j2-p57-v1"}]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (CHART, "Nothing sets the two sides apart"),
        ((*CHART, "--doctrine", "verse", "--doctrine", "prose", "--against", "headnote"), "under two doctrines, not 3"),
        (("2:57", "--month", "申"), "without a chart: leave out --month"),
        (("2:57", "--against", "prose"), "without a chart: leave out --against"),
        ((*CHART, "--against", "proze"), "'proze' is no doctrine; nearest: prose"),
        ((*CHART, "--against", "emendation=j2-p57-v99"), "'j2-p57-v99' is no emendation; nearest: j2-p57-v"),
        (("seasonal-vod",), "the nearest axis is seasonal-void"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(shell: Any, arguments: tuple[str, ...], says: str) -> None:
    done = shell("compare", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr


def told_of(name: str, compared: dict[str, Any]) -> dict[str, Any]:
    claim: dict[str, Any] = next(each for each in compared["claims"] if each["id"] == name)
    return claim


def test_a_claim_that_an_emendation_replaces_says_by_what_and_the_other_under_what() -> None:
    """2:3, 守舊常占 for 守舊當占: what is printed gives way to what is read."""
    chart = haidiyan.cast(hexagram="坤", moving=[1, 2, 3, 4, 5, 6], month="子", day="甲申")
    sides = (haidiyan.read(chart, all_topics=True, adopt=each) for each in ({}, {"emendation": "j2-p03-v3"}))
    compared = compare(*sides)
    lost, gained = (told_of(name, compared) for name in ("j2-p03-c15", "j2-p03-c15a"))
    assert (lost["changes"], lost["replacedBy"], lost["underReading"]) == (["lost"], ["j2-p03-c15a"], None)
    assert (gained["changes"], gained["replacedBy"], gained["underReading"]) == (["gained"], [], "j2-p03-v3")
    rows = [line.split("│") for line in tell(compared).splitlines()]
    assert any("代以 j2-p03-c15a" in row[-1] for row in rows)
    assert any("唯從 j2-p03-v3" in row[-1] for row in rows)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(json.dumps(compared)))


def test_a_claim_that_is_held_only_under_a_choice_says_so() -> None:
    """3:45 tells man from woman by the line in its verse, and by the palace in its headnote."""
    compared = compare(autumn(all_topics=True), autumn(all_topics=True, adopt={"gender": "palace"}))
    assert told_of("j3-p45-c03", compared)["changes"] == ["lost"]
    assert told_of("j3-p45-c03", compared)["underChoices"] == ["gender=line"]
    assert "唯取 gender=line" in tell(compared)


def test_the_table_explains_its_marks_in_both_languages(emended: dict[str, Any]) -> None:
    told = tell(emended)
    for mark, chinese, english in [
        ("≠", "兩側不同", "differs"),
        ("＋", "唯右有", "only on the right"),
        ("·", "無", "nothing"),
    ]:
        assert f"{mark} {chinese} {english}" in told
    assert "－ 唯左有 only on the left" in told
    assert "因 所據之狀態" in told


def test_sides_of_one_doctrine_are_named_by_the_choices_that_part_them(emended: dict[str, Any]) -> None:
    heading = tell(emended).splitlines()[2:4]
    assert "emendation=none" in heading[0]
    assert "emendation=j2-p57-v1" in "".join(heading)


def test_a_file_name_is_not_broken_where_it_fits(home: Path) -> None:
    overlay = root() / "docs" / "examples" / "overlay.ttl"
    compared = compare(autumn(), autumn(adopt={"seasonal-void": "headnote"}, overlay=overlay))
    assert "（overlay.ttl）" in tell(compared)


def test_axes_and_choices_go_by_their_chinese_names_on_the_command_line(shell: Any) -> None:
    plain, chinese = (
        shell("compare", *CHART, "--adopt", f"{axis}={first}", "--against", f"{axis}={second}", "--json")
        for axis, first, second in (("seasonal-void", "prose", "headnote"), ("四時空", "散文", "眉批"))
    )
    assert (plain.returncode, plain.stderr) == (0, "")
    assert chinese.stdout == plain.stdout
