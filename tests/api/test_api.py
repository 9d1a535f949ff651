"""The public functions beside casting and reading: query, compare, topics, persons; and what importing them costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import haidiyan
from haidiyan import cli
from haidiyan.errors import InputError

pytestmark = pytest.mark.usefixtures("home")


def test_a_query_gives_the_rows_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["query", "claims-by-topic", "--bind", "topic=topic:marriage", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    rows = [{name: cell["value"] for name, cell in row.items()} for row in told["results"]["bindings"]]
    found = haidiyan.query("claims-by-topic", topic="topic:marriage")
    assert [{name: cell for name, cell in row.items() if cell} for row in found] == rows
    assert list(found.columns) == told["head"]["vars"]


@pytest.mark.parametrize("name", ["疾病", "illness", "topic:illness", "https://w3id.org/haidiyan/topic/illness"])
def test_a_thing_may_be_called_by_any_of_its_names(name: str) -> None:
    rows = haidiyan.query("claims-by-topic", topic=name)
    assert "病人無藥主沉昏" in {row["quote"] for row in rows}


def test_several_values_are_alternatives() -> None:
    of = {name: haidiyan.query("claims-by-topic", topic=name) for name in ("疾病", "婚姻")}
    both = haidiyan.query("claims-by-topic", topic=["疾病", "婚姻"])
    claims = [{row["claim"] for row in rows} for rows in (*of.values(), both)]
    assert claims[0] | claims[1] == claims[2]


def test_a_query_may_be_a_file_with_numbers_and_truth_values(tmp_path: Path) -> None:
    file = tmp_path / "mine.rq"
    file.write_text("SELECT ?n ?b {\n  VALUES ?n { 1 } # parameter\n  VALUES ?b { true } # parameter\n}", "utf-8")
    assert haidiyan.query(file, n=7, b=False) == [{"n": "7", "b": "false"}]
    assert haidiyan.query(str(file), n=[1, 2]) == [{"n": "1", "b": "true"}, {"n": "2", "b": "true"}]
    assert haidiyan.query(file).to_frame().to_dict("records") == [{"n": "1", "b": "true"}]


@pytest.mark.parametrize(
    ("name", "values", "says"),
    [
        ("claims-by-topik", {}, "claims-by-topic"),
        (3, {}, "3"),
        (None, {}, "None"),
        ("missing.rq", {}, "missing"),
        ("claims-by-topic", {"topik": "疾病"}, "topic"),
        ("claims-by-topic", {"topic": "疾患"}, "疾病"),
        ("claims-by-topic", {"topic": 3.5}, "3.5"),
        ("claims-by-topic", {"topic": None}, "topic"),
        ("claims-by-topic", {"topic": {"疾病"}}, "topic"),
        ("claims-by-topic", {"topic": '"疾病"@!!'}, "疾病"),
        ("build/reading-pack", {}, "no SELECT"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(name: Any, values: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        haidiyan.query(name, **values)


def test_topics_and_persons_are_what_reading_takes() -> None:
    chart = haidiyan.cast(hexagram="比")
    topics, persons = haidiyan.topics(), haidiyan.persons()
    assert {"疾病", "婚姻", "行人"} <= {row["name"] for row in topics}
    assert {"妻", "夫"} <= {row["name"] for row in persons}
    for row in (*topics, *persons):
        asked = {"topic": row["name"]} if row in topics else {"about": row["name"]}
        question = haidiyan.read(chart, **asked).to_dict()["question"]
        assert (question["useRelation"] or "") == row["use"]
        assert row["english"].isascii()


def test_a_topic_that_depends_on_who_is_asked_after_has_no_use() -> None:
    assert {row["name"]: row["use"] for row in haidiyan.topics()}["行人"] == ""


def test_a_comparison_is_told_as_on_the_command_line() -> None:
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    one, other = (haidiyan.read(chart, use="官鬼", doctrine=name) for name in ("verse", "headnote"))
    compared = haidiyan.compare(one, other)
    assert json.loads(json.dumps(compared)) == compared
    assert "seasonal-void" in str(compared)


@pytest.mark.parametrize("wrong", [None, "verse", {}])
def test_only_readings_are_compared(wrong: Any) -> None:
    reading = haidiyan.read(haidiyan.cast(hexagram="比"))
    for pair in ((reading, wrong), (wrong, reading)):
        with pytest.raises(InputError, match=r"haidiyan\.read"):
            haidiyan.compare(*pair)


def test_what_is_not_used_is_not_loaded(home: Path) -> None:
    program = (
        "import sys, haidiyan;"
        "haidiyan.read(haidiyan.cast(hexagram='比', day='申'), '疾病').to_dict(); haidiyan.topics();"
        "print(sorted({'pandas', 'rdflib', 'matplotlib', 'numpy'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
