"""``haidiyan read`` and ``cast`` from the shell: what they print, and how they refuse."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = ("--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申", "--about", "妻", "--topic", "疾病")


@pytest.fixture
def shell(home: Path) -> Any:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", "haidiyan.cli", *arguments]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)

    return run


@pytest.fixture
def example(shell: Any) -> dict[str, Any]:
    done = shell("read", *EXAMPLE, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return dict(json.loads(done.stdout))


def test_the_example_of_the_contract_is_as_published(example: dict[str, Any]) -> None:
    """申日比之坤, 占妻病 (2:77), in the month 申 on the day 甲申."""
    chart = example["chart"]
    assert chart["hexagram"] | {"iri": ""} == {
        "iri": "",
        "number": 8,
        "name": "比",
        "symbol": "䷇",
        "palace": "坤",
        "generation": "歸魂",
    }
    assert (chart["changed"]["number"], chart["changed"]["name"], chart["changed"]["symbol"]) == (2, "坤", "䷁")
    for field, value in {
        "year": None,
        "month": "申",
        "day": "甲申",
        "hour": None,
        "season": "秋",
        "void": ["午", "未"],
        "body": "申",
        "open": [],
    }.items():
        assert chart[field] == value, field
    assert "獨發" in chart["states"]
    assert [line["position"] for line in chart["lines"]] == [1, 2, 3, 4, 5, 6]


def test_the_fifth_line_of_the_example_is_as_published(example: dict[str, Any]) -> None:
    line = example["chart"]["lines"][4]
    for field, value in {
        "position": 5,
        "value": 9,
        "stem": "戊",
        "branch": "戌",
        "element": "土",
        "relation": "兄弟",
        "spirit": "白虎",
        "roles": ["間"],
        "moving": "重",
        "oppositeHidden": None,
    }.items():
        assert line[field] == value, field
    assert {"動", "重", "休", "旁宮", "化妻財"} <= set(line["states"])
    wealth = {"stem": "癸", "branch": "亥", "element": "水", "relation": "妻財"}
    assert wealth.items() <= line["changed"].items()
    assert {"相", "日生"} <= set(line["changed"]["states"])
    assert wealth.items() <= line["hidden"].items()
    assert {"飛克伏", "動", "相", "日生"} <= set(line["hidden"]["states"])


def test_asking_after_the_wife_looks_at_wealth(example: dict[str, Any]) -> None:
    question = example["question"]
    assert (question["topic"], question["about"], question["useRelation"]) == ("疾病", "妻", "妻財")
    assert {"line": 6, "node": "line"} in question["useLines"]
    assert question["doctrine"]["name"] == "verse"
    assert example["claims"]


def test_lines_and_hexagram_give_the_same_reading(shell: Any, example: dict[str, Any]) -> None:
    done = shell("read", "--lines", "8,8,8,8,9,8", *EXAMPLE[4:], "--json")
    assert json.loads(done.stdout) == example


def test_the_reading_for_people_shows_the_chart_and_the_words(shell: Any) -> None:
    done = shell("read", *EXAMPLE)
    assert (done.returncode, done.stderr) == (0, "")
    fifth = next(line for line in done.stdout.splitlines() if "戊戌" in line)
    assert "癸亥" in fifth
    rows = [place for place, line in enumerate(done.stdout.splitlines()) if "乙未" in line or "戊子" in line]
    assert "戊子" in done.stdout.splitlines()[rows[0]], "the top line stands highest"
    assert "乙未" in done.stdout.splitlines()[rows[-1]], "the bottom line stands lowest"


def test_a_chart_is_the_chart_of_its_reading(shell: Any, example: dict[str, Any]) -> None:
    """A question adds the use lines to what casting knows, and nothing else."""
    done = shell("cast", *EXAMPLE[:8], "--json")
    assert (done.returncode, done.stderr) == (0, "")
    cast, read = json.loads(done.stdout), example["chart"]
    assert {key for key in read if cast[key] != read[key]} <= {"lines", "states"}
    for mine, theirs in zip(cast["lines"], read["lines"], strict=True):
        assert set(mine["states"]) <= set(theirs["states"])


def test_a_choice_that_is_adopted_shows_in_the_chart(shell: Any) -> None:
    arguments = ("read", *EXAMPLE, "--adopt", "changes=sole-home", "--json")
    reading = json.loads(shell(*arguments).stdout)
    assert "化妻財" not in reading["chart"]["lines"][4]["states"]
    assert reading["question"]["doctrine"]["choices"]["changes"] == "sole-home"


def test_what_the_texts_example_leaves_out_is_open(shell: Any) -> None:
    reading = json.loads(shell("read", *EXAMPLE[:4], "--day", "申", "--about", "妻", "--json").stdout)
    assert set(reading["chart"]["open"]) == {"month", "day-stem"}
    line = reading["chart"]["lines"][4]
    assert line["spirit"] is None
    assert "日生" in line["hidden"]["states"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["read"], ["hexagram"]),
        (["read", "--lines", "8,8,8,8,9"], ["5", "six"]),
        (["read", "--lines", "8,8,8,8,5,8"], ["5 "]),
        (["read", "--lines", "8,8,x,8,9,8"], ["--lines", "8,8,x,8,9,8"]),
        (["read", "--lines", "8,8,8,8,9,8", "--moving", "5"], ["Moving"]),
        (["read", "--lines", "8,8,8,8,9,8", "--hexagram", "比"], ["hexagram"]),
        (["read", "--hexagram", "干"], ["干"]),
        (["read", "--hexagram", "比", "--moving", "7"], ["7"]),
        (["read", "--hexagram", "比", "--month", "寅卯"], ["寅卯"]),
        (["read", "--hexagram", "比", "--day", "甲丑"], ["甲丑"]),
        (["read", "--hexagram", "比", "--topic", "疾患"], ["疾患", "疾病"]),
        (["read", "--hexagram", "比", "--doctrine", "verses"], ["verses", "verse"]),
        (["read", "--hexagram", "比", "--adopt", "seasonal-void"], ["seasonal-void", "AXIS=CHOICE"]),
        (["read", "--hexagram", "比", "--adopt", "seasonal-void=x"], ["'x'", "seasonal-void"]),
        (["read", "--hexagram", "比", "--adopt", "body=self", "--adopt", "body=month"], ["body", "self", "month"]),
        (["read", "--hexagram", "比", "--baleful", "9"], ["9"]),
        (["read", "--hexagram"], ["--hexagram"]),
        (["read", "--hexagramm", "比"], ["--hexagramm"]),
        (["cast", "--hexagram", "比", "--hour", "甲子"], ["甲子"]),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else None,
)
def test_bad_input_is_one_line_and_status_2(shell: Any, arguments: list[str], words: list[str]) -> None:
    done = shell(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (complaint,) = done.stderr.splitlines()
    assert "Traceback" not in complaint
    assert [word for word in words if word not in complaint] == [], complaint
