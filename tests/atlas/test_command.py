"""``haidiyan atlas``: four questions, asked of the words and of the tables alike, and what it refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.atlas.conftest import Read

import haidiyan
from haidiyan import iris
from haidiyan.atlas import asking, parquet
from haidiyan.atlas import build as building
from haidiyan.atlas.basis import basis
from haidiyan.atlas.factors import Factors
from haidiyan.atlas.rates import base_rates
from haidiyan.atlas.words import CHARTS, count
from haidiyan.chart.catalog import catalog
from haidiyan.cli import run
from haidiyan.dataset.memory import memory
from haidiyan.resources import root

pytestmark = pytest.mark.xdist_group("atlas")

CHART = ["--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申"]


@pytest.fixture(autouse=True)
def known(home: Path, kept: Path, tables: Factors) -> None:
    """The tables of the rules in the home folder, where the command looks for them."""
    if not (home / "atlas" / "factors.npz").exists():
        (home / "atlas").mkdir(exist_ok=True)
        shutil.copy(kept / "atlas" / "factors.npz", home / "atlas" / "factors.npz")


def told(capsys: pytest.CaptureFixture[str], *given: str) -> Any:
    assert run(["atlas", "query", *given, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *given: str) -> str:
    assert run(["atlas", *given]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_charts_in_which_two_claims_meet(atlas: Read, capsys: pytest.CaptureFixture[str]) -> None:
    firings = atlas().claims(None)
    one, other = (iris.individual("claim", name) for name in ("j2-p01-c01", "j2-p07-c01"))
    found = told(capsys, "--meet", "j2-p01-c01", "--meet", "j2-p07-c01", "--first", "5")
    assert found["count"] == count(firings[one].in_force & firings[other].in_force)
    assert [each["count"] for each in found["claims"]] == [count(firings[each].in_force) for each in (one, other)]
    assert len(found["first"]) == 5
    for each in found["first"]:
        chart = haidiyan.cast(hexagram=each["name"], moving=each["moving"], month=each["month"], day=each["day"])
        reading = haidiyan.read(chart, all_topics=True)
        standing = {entry.claim.iri for entry in reading.entries if entry.status == "in-force"}
        assert {one, other} <= standing


def test_the_rarest_claim_of_a_chart_is_in_its_reading(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, *CHART, "--topic", "疾病", "--about", "妻", "--rarest", "--first", "999")
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    entries = haidiyan.read(chart, topic="疾病", about="妻").entries
    assert {each["id"] for each in found["claims"]} == {
        entry.claim.id for entry in entries if entry.status == "in-force" and entry.claim.antecedent
    }
    counts = [each["count"] for each in found["claims"]]
    assert counts == sorted(counts)
    assert counts[0] > 0
    assert found["useRelation"] == "妻財"


def test_the_rates_of_a_built_atlas_are_those_that_are_counted(
    atlas: Read, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = told(capsys, *CHART, "--use", "官鬼", "--rarest")
    made_of = basis(memory())
    folder = tmp_path / made_of
    folder.mkdir()
    rows = [row for row in base_rates([atlas()], []) if row[1] == "officials"]
    parquet.write(folder, "base-rates", rows, {"basis": made_of})
    monkeypatch.setattr(asking, "current", lambda: folder)
    assert told(capsys, *CHART, "--use", "官鬼", "--rarest") == counted
    (folder / "base-rates.parquet").write_bytes(b"PAR1")
    assert "base-rates.parquet" in refused(capsys, "query", *CHART, "--use", "官鬼", "--rarest")


def test_charts_alike_have_the_same_claims_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, *CHART, "--topic", "天時", "--alike", "--first", "3")
    assert 1 <= found["count"] <= CHARTS
    assert len(found["first"]) == min(3, found["count"])

    def standing(chart: haidiyan.Chart) -> set[str]:
        entries = haidiyan.read(chart, topic="天時").entries
        return {entry.claim.id for entry in entries if entry.status == "in-force" and entry.claim.antecedent}

    mine = standing(haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申"))
    assert len(mine) == found["inForce"]
    for each in found["first"]:
        chart = haidiyan.cast(
            hexagram=str(each["hexagram"]), moving=each["moving"], month=each["month"], day=each["day"]
        )
        assert standing(chart) == mine


def test_the_charts_most_like_one_say_what_they_lack_and_add(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, *CHART, "--topic", "疾病", "--about", "妻", "--alike", "--first", "4")

    def standing(chart: haidiyan.Chart) -> set[str]:
        entries = haidiyan.read(chart, "疾病", about="妻").entries
        return {entry.claim.id for entry in entries if entry.status == "in-force" and entry.claim.antecedent}

    mine = standing(haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申"))
    degrees = [each["likeness"] for each in found["nearest"]]
    assert degrees == sorted(set(degrees), reverse=True)
    assert all(0 < each < 1 for each in degrees)
    for each in found["nearest"]:
        chart = {name: each["chart"][name] for name in ("moving", "month", "day")}
        theirs = standing(haidiyan.cast(hexagram=each["chart"]["name"], **chart))
        assert (set(each["lacks"]), set(each["adds"])) == (mine - theirs, theirs - mine)
        assert theirs != mine


def test_what_a_variant_changes(atlas: Read, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--change", "emendation=j3-p73-v7")
    printed = atlas().claims(None)[iris.individual("claim", "j3-p73-c18")]
    assert (found["count"], found["conditionCount"]) == (count(printed.in_force), 0)
    by_id = {each["id"]: each for each in found["changes"]}
    assert by_id["j3-p73-c18a"]["sameCondition"] == "j3-p73-c18"
    assert by_id["j3-p73-c18"]["lost"] == by_id["j3-p73-c18a"]["gained"] == found["count"]
    assert run(["atlas", "query", "--change", "emendation=j3-p73-v7"]) == 0
    assert "other words, same condition: j3-p73-c18" in capsys.readouterr().out


def test_an_overlay_is_asked_of_all_charts(
    atlas: Read, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chen takes 太 for 水: his note, and the printed one that it replaces, meet in no chart under his doctrine."""
    file = root() / "docs" / "examples" / "overlay.ttl"
    mine = ["--with", str(file), "--doctrine", "chen", "--topic", "公事"]
    found = told(capsys, *mine, "--meet", "note-on-water", "--meet", "note-on-water")
    assert found["overlay"]["author"] == "陳某"
    assert found["count"] == found["claims"][0]["count"] > 0
    assert "not read of this topic and doctrine" in refused(
        capsys, "query", *mine, "--meet", "note-on-water", "--meet", "j2-p37-c08"
    )
    text = file.read_text("utf-8").replace("situation:vermilion-bird-moving-water-or-void ;", "my:wet ;")
    own = (
        text
        + """
my:wet a hdy:Situation , owl:Class ;
    owl:intersectionOf ( state:vermilion-bird my:damp ) ;
    skos:definition "A line that is damp under the vermilion bird."@en , "朱雀臨濕爻。"@zh-hant ;
    skos:prefLabel "vermilion bird on a damp line"@en , "朱雀臨濕"@zh-hant .

my:damp a hdy:State , owl:Class ;
    skos:definition "A line that is damp."@en , "爻濕。"@zh-hant ;
    skos:prefLabel "damp"@en , "濕"@zh-hant .
"""
    )
    (tmp_path / "own.ttl").write_text("@prefix owl: <http://www.w3.org/2002/07/owl#> .\n" + own, "utf-8")
    mine[1] = str(tmp_path / "own.ttl")
    assert "damp" in refused(capsys, "query", *mine, *CHART, "--rarest")


def test_answers_are_printed_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["atlas", "query", "--meet", "j2-p01-c01", "--meet", "j2-p01-c01", "--first", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert f"of {CHARTS} charts" in lines[2]
    assert catalog().label(iris.individual("hexagram", "01")) in lines[3]


def test_what_cannot_be_asked_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--meet, --rarest, --alike and --change" in refused(capsys, "query")
    assert "--meet, --rarest, --alike and --change" in refused(capsys, "query", *CHART, "--rarest", "--alike")
    assert "twice" in refused(capsys, "query", "--meet", "j2-p01-c01")
    assert "--hexagram" in refused(capsys, "query", *CHART, "--meet", "j2-p01-c01", "--meet", "j2-p01-c02")
    assert "no claim" in refused(capsys, "query", "--meet", "j2-p01-c01", "--meet", "j9-p01-c01")
    assert "month" in refused(capsys, "query", "--hexagram", "比", "--day", "甲申", "--rarest")
    assert "--change looks through" in refused(capsys, "query", *CHART, "--change", "hidden=absent")
    assert "follows hidden=every already" in refused(capsys, "query", "--change", "hidden=every")
    assert "no choice" in refused(capsys, "query", "--change", "hidden=nowhere")
    assert "--adopt" in refused(capsys, "query", "--change", "hidden=absent", "--adopt", "stage-void=off")
    for first in ("-1", str(CHARTS + 1), "9" * 20):
        assert f"from 0 to {CHARTS}" in refused(capsys, "query", *CHART, "--rarest", "--first", first)


def test_a_change_is_of_one_variant(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = "emendation=j3-p73-v7", "emendation=j2-p57-v1"
    both = refused(capsys, "query", "--change", f"{one},j2-p57-v1")
    assert "one at a time" in both
    assert one in both
    assert other in both
    assert "--change is given once" in refused(capsys, "query", "--change", one, "--change", other)
    assert "--change is given once" in refused(capsys, "query", "--change", one, "--change", one)
    assert "--change takes AXIS=CHOICE" in refused(capsys, "query", "--change", "nope")


def test_a_change_may_be_named_by_its_labels_and_with_a_prefix(capsys: pytest.CaptureFixture[str]) -> None:
    known = catalog()
    axis, choice = (known.label(iris.individual(*each)) for each in (("axis", "hidden"), ("choice", "hidden-absent")))
    for given, plain in (
        (f"{axis}={choice}", "hidden=absent"),
        ("emendation=variant:j2-p57-v1", "emendation=j2-p57-v1"),
    ):
        assert told(capsys, "--change", given, "--use", "妻財") == told(capsys, "--change", plain, "--use", "妻財")


def test_without_its_packages_the_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import haidiyan.atlas as package

    monkeypatch.setattr(package, "find_spec", lambda name: None)
    for given in (["build"], ["query", *CHART, "--rarest"]):
        assert "numpy and pyarrow: install haidiyan with its extra, haidiyan[atlas]" in refused(capsys, *given)


def test_build_says_what_it_made(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = building.Made("0.1.0", "abc", CHARTS, {"pairs": 7})
    monkeypatch.setattr(building, "build", lambda progress, wide: (made, tmp_path))
    assert run(["atlas", "build"]) == 0
    assert f"7 rows  {tmp_path / 'pairs'}.parquet" in capsys.readouterr().out
    assert run(["atlas", "build", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == {"pairs": 7}
