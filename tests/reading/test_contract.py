"""The JSON contract: what every reading says, and that it keeps to the published schema."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import haidiyan
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")

SCHEMA = json.loads((Path(haidiyan.__file__).parent / "publication" / "schema" / "reading-1.json").read_text("utf-8"))
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
STEMS = "甲乙丙丁戊己庚辛壬癸"
PILLARS = [STEMS[i % 10] + BRANCHES[i % 12] for i in range(60)]


def example() -> dict[str, Any]:
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    return haidiyan.read(chart, topic="疾病", about="妻").to_dict()


@cache
def paragraphs(volume: int) -> list[str]:
    text = (root() / "data" / "source" / f"juan{volume}.txt").read_text("utf-8")
    return [line for line in text.split("\n") if line.strip()]


@cache
def random_readings(count: int) -> list[dict[str, Any]]:
    """Seeded readings over the whole space, with months and days left out now and then."""
    dice = random.Random(20261130)
    readings = []
    for _ in range(count):
        chart = haidiyan.cast(
            lines=[dice.choice((6, 7, 8, 9)) for _ in range(6)],
            month=dice.choice([*BRANCHES, None]),
            day=dice.choice([*PILLARS, "申", None]),
        )
        topic = dice.choice(["疾病", "求財", "婚姻", "行人", "失物", None])
        readings.append(haidiyan.read(chart, topic, baleful=dice.sample(range(1, 7), dice.randint(0, 2))).to_dict())
    return readings


def test_the_schema_is_itself_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_reading_keeps_to_the_published_schema() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for reading in [example(), *random_readings(30)]:
        assert not list(validator.iter_errors(json.loads(json.dumps(reading))))


def test_the_text_s_own_example_shows_wealth_hidden_under_the_fifth_line() -> None:
    line = example()["chart"]["lines"][4]
    assert (line["stem"], line["branch"], line["relation"], line["moving"]) == ("戊", "戌", "兄弟", "重")
    hidden = line["hidden"]
    assert (hidden["stem"], hidden["branch"], hidden["relation"]) == ("癸", "亥", "妻財")
    assert {"飛克伏", "動", "相", "日生"} <= set(hidden["states"])
    assert {"動", "重", "休", "旁宮", "化妻財"} <= set(line["states"])
    assert line["changed"]["relation"] == "妻財"


def test_asking_after_the_wife_uses_wealth_and_not_officials() -> None:
    question = example()["question"]
    assert (question["topic"], question["about"], question["useRelation"]) == ("疾病", "妻", "妻財")
    assert question["useLines"] == [{"line": 6, "node": "line"}]
    assert {"line": 5, "node": "hidden"} in question["hiddenUseLines"]


def test_the_chart_part_is_what_casting_gives() -> None:
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申").to_dict()
    assert chart["iri"] == "https://w3id.org/haidiyan/chart/888898-shen-jiashen"
    assert (
        chart["hexagram"] | {"name": "比", "number": 8, "symbol": "䷇", "palace": "坤", "generation": "歸魂"}
        == chart["hexagram"]
    )
    assert (chart["changed"]["name"], chart["season"], chart["void"], chart["body"]) == (
        "坤",
        "秋",
        ["午", "未"],
        "申",
    )
    assert chart["open"] == []
    assert "獨發" in chart["states"]


def test_every_quote_is_an_exact_substring_of_its_paragraph() -> None:
    for reading in [example(), *random_readings(30)]:
        for claim in reading["claims"]:
            source = claim["source"]
            assert claim["quote"] in paragraphs(source["volume"])[source["paragraph"]]


def test_a_note_s_claim_names_the_claim_that_it_glosses() -> None:
    seen = 0
    for reading in random_readings(30):
        present = {claim["id"] for claim in reading["claims"]}
        for claim in reading["claims"]:
            if claim["source"]["layer"] == "interlinear":
                seen += 1
                assert claim["glosses"]
                if claim["situation"] is None:
                    assert claim["glosses"] in present
    assert seen


def test_a_missing_month_is_open_and_its_claims_are_not_false() -> None:
    chart = haidiyan.cast(hexagram="比", moving=[5], day="申")
    reading = haidiyan.read(chart, topic="疾病", about="妻").to_dict()
    assert reading["chart"]["open"] == ["month", "day-stem"]
    statuses = {claim["quote"]: claim["status"] for claim in reading["claims"]}
    assert statuses["青龍發動萬物通"] == "open"
    assert statuses["兄弟同人克了財"] == "in-force"
    assert not any("旺" in line["states"] or line["spirit"] for line in reading["chart"]["lines"])


def test_an_overridden_claim_stays_in_the_reading_and_names_what_overrides_it() -> None:
    chart = haidiyan.cast(hexagram="天山遯", moving=[3], month="巳", day="庚午")
    claims = {claim["quote"]: claim for claim in haidiyan.read(chart, "求財").to_dict()["claims"]}
    overridden = claims["青龍發動萬物通"]
    assert overridden["status"] == "overridden"
    assert claims["惟忌臨金與落空"]["id"] in overridden["overriddenBy"]


def test_a_claim_names_the_choices_that_it_rests_on() -> None:
    chart = haidiyan.cast(hexagram="火水未濟", moving=[1], month="酉", day="乙巳")
    claims = {claim["quote"]: claim for claim in haidiyan.read(chart, "文書").to_dict()["claims"]}
    assert any(
        choice.startswith(("decade-void=", "stage-void=", "seasonal-void="))
        for choice in claims["惟忌臨金與落空"]["choices"]
    )


def test_a_hidden_use_line_of_the_opposite_hexagram_says_so() -> None:
    """乾 hides 坤: its wealth, 乙卯, lies under the third line as the opposite hidden line."""
    chart = haidiyan.cast(hexagram="乾", moving=[1, 4], month="寅", day="丙子")
    reading = haidiyan.read(chart, "求財").to_dict()
    assert reading["question"]["hiddenUseLines"] == [{"line": 3, "node": "hidden", "opposite": True}]
    assert "伏用" in reading["chart"]["lines"][2]["oppositeHidden"]["states"]
