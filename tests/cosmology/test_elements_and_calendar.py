"""Elements, branches, stems, pillars, seasons, stages and spirits against the classical reckoning and the text."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from tests import classical

from haidiyan.resources import root

from .conftest import World

WITH_STAGES = "木火金水"


def paragraph(volume: int, number: int) -> str:
    path: Path = root() / "data" / "source" / f"juan{volume}.txt"
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()][number]


def among(world: World, name: str, kind: str) -> set[tuple[str, str]]:
    """The pairs of a property between things of one kind."""
    labels = {world.label(each) for each in world.every(kind)}
    return {(one, other) for one, other in world.pairs(name) if one in labels and other in labels}


@pytest.mark.parametrize(
    ("name", "step"),
    [("sameElement", 0), ("generates", 1), ("overcomes", 2), ("overcomeBy", 3), ("generatedBy", 4), ("drains", 4)],
)
def test_the_elements_stand_in_one_cycle(world: World, name: str, step: int) -> None:
    expected = {pair for pair in product(classical.ELEMENTS, repeat=2) if classical.steps(*pair) == step}
    assert among(world, name, "Element") == expected


def test_the_relations_stand_in_the_same_cycle(world: World) -> None:
    order = classical.RELATIONS
    expected = {(order[n], order[(n + 2) % 5]) for n in range(5)}
    assert among(world, "overcomes", "Relation") == expected


def test_the_books_parents_overcome_offspring_but_not_officials_offspring(world: World) -> None:
    assert "父能克子" in paragraph(2, 1)
    assert "鬼能克子" in paragraph(2, 15)
    assert ("父母", "子孫") in world.pairs("overcomes")
    assert ("官鬼", "子孫") not in world.pairs("overcomes")


def test_branches_have_their_element_polarity_and_season(world: World) -> None:
    assert {world.label(each) for each in world.every("Branch")} == set(classical.BRANCHES)
    for branch in classical.BRANCHES:
        thing = world.thing("Branch", branch)
        assert world.one(thing, "element") == classical.branch_element(branch)
        assert world.one(thing, "polarity") == ("陽" if classical.is_yang(branch) else "陰")
        assert world.one(thing, "season") == classical.branch_season(branch)
        assert world.one(thing, "number") == str(classical.BRANCHES.index(branch) + 1)


def test_stems_have_their_element_and_polarity(world: World) -> None:
    assert {world.label(each) for each in world.every("Stem")} == set(classical.STEMS)
    for stem in classical.STEMS:
        thing = world.thing("Stem", stem)
        assert world.one(thing, "element") == classical.stem_element(stem)
        assert world.one(thing, "polarity") == ("陽" if classical.is_yang(stem) else "陰")


def test_branches_clash_across_the_circle(world: World) -> None:
    assert world.pairs("clashes") == {(each, classical.clash(each)) for each in classical.BRANCHES}


def test_the_six_combinations_hold_both_ways(world: World) -> None:
    assert world.pairs("combines") == {(each, classical.combination(each)) for each in classical.BRANCHES}


def test_three_combinations_are_the_texts_and_three_are_supplied(world: World) -> None:
    assert paragraph(3, 1).startswith("辰日合酉午合未，亥日寅爻六合神")
    assert attested_pairs(world, "combines", "j3-p01") == {("辰", "酉"), ("午", "未"), ("亥", "寅")}


def test_punishments_are_those_of_the_verse(world: World) -> None:
    verse = paragraph(2, 73)
    directed = set(re.findall(r"(\w)刑(\w)", verse.split("，")[0].replace("上", "，")))
    mutual = {("子", "卯"), ("卯", "子")} if "子卯逢之" in verse else set()
    themselves = {(each, each) for each in "辰午酉亥" if "辰午酉亥日相刑" in verse}
    assert directed == {("寅", "巳"), ("巳", "申")}
    assert world.pairs("punishes") == directed | mutual | themselves


def test_with_the_supplement_the_punishments_are_the_common_ones(world: World) -> None:
    text, supplement = world.pairs("punishes"), world.pairs("punishesBySupplement")
    assert text | supplement == classical.punishments()
    assert not text & supplement


def test_the_sixty_pillars_are_all_there_in_order(world: World) -> None:
    pillars = classical.pillars()
    assert {world.label(each) for each in world.every("Pillar")} == set(pillars)
    for n, name in enumerate(pillars):
        thing = world.thing("Pillar", name)
        assert world.one(thing, "stem") + world.one(thing, "branch") == name
        assert world.one(thing, "nextPillar") == pillars[(n + 1) % 60]
        assert world.one(thing, "number") == str(n + 1)


def test_every_pillar_leaves_two_branches_void(world: World) -> None:
    for name in classical.pillars():
        assert world.values(world.thing("Pillar", name), "void") == classical.void(name)


def test_a_pillar_has_no_element(world: World) -> None:
    assert not [each for each in world.every("Pillar") if world.nodes(each, "element")]


def test_the_elements_of_a_season_are_as_reckoned(world: World) -> None:
    for season, element in product(classical.SEASONS, classical.ELEMENTS):
        assert strength_in(world, season, element) == {classical.strength(season, element)}


def test_the_elements_of_a_season_are_the_headnotes_with_the_lost_wood_restored(world: World) -> None:
    headnote = re.search(r"眉批：(春.*?)）", paragraph(2, 51))
    assert headnote is not None
    table = headnote[1].replace("春生旺", "春木旺")
    read = {
        (sentence[0], element): state
        for sentence in table.split("。")
        if sentence
        for element, state in re.findall(r"([木火土金水])([旺相休囚死])", sentence)
    }
    assert len(read) == 20
    for (season, element), state in read.items():
        assert strength_in(world, season, element) == {state}


def test_three_tables_of_the_seasonal_void_stand_side_by_side(world: World) -> None:
    verse, note, prose = paragraph(2, 67), paragraph(2, 67), paragraph(2, 57)
    assert "春土夏金秋是木，三冬是火" in verse
    assert "春土夏金秋水冬火，四季是木" in note
    assert prose.startswith("春無土，夏無金，秋無水，冬無火")
    tables = {"voidByVerse": "土金木火", "voidByHeadnote": "土金水火", "voidByProse": "土金水火"}
    for name, elements in tables.items():
        for season, element in zip(classical.SEASONS, elements, strict=True):
            assert world.one(world.thing("Season", season), name) == element
    ends = {world.label(each) for each in world.every("SeasonEnd")}
    assert ends == set("辰未戌丑")
    for branch in classical.BRANCHES:
        found = world.values(world.thing("Branch", branch), "voidByHeadnote")
        assert found == ({"木"} if branch in ends else set())


def test_four_elements_have_twelve_stages_and_earth_none(world: World) -> None:
    for stage in world.every("Stage"):
        (by,) = world.nodes(stage, "byProperty")
        rows = world.pairs(str(by).rsplit("#", 1)[-1])
        expected = {
            (element, branch)
            for element, branch in product(WITH_STAGES, classical.BRANCHES)
            if classical.stage(element, branch) == world.label(stage)
        }
        assert rows == expected
    assert world.values(world.thing("Element", "土"), "borrowsStagesOf") == {"水", "火"}


def test_the_six_spirits_begin_with_the_stem_of_the_day(world: World) -> None:
    for stem in classical.STEMS:
        for n, spirit in enumerate(classical.spirits(stem), start=1):
            position = next(each for each in world.every("Position") if world.one(each, "number") == str(n))
            (by,) = world.nodes(position, "spiritProperty")
            assert world.one(world.thing("Stem", stem), str(by).rsplit("#", 1)[-1]) == spirit


def test_the_spirits_elements_are_those_of_the_notes(world: World) -> None:
    notes = {"青龍": 35, "朱雀": 37, "勾陳": 39, "螣蛇": 41, "白虎": 43, "玄武": 45}
    for spirit, number in notes.items():
        found = re.search(r"屬([木火土金水])", paragraph(2, number))
        assert found is not None
        assert world.one(world.thing("Spirit", spirit), "element") == found[1]


def test_the_line_of_an_hour_is_the_proses(world: World) -> None:
    prose = paragraph(3, 53)
    for n, pair in enumerate(["子午", "丑未", "寅申", "卯酉", "辰戌", "巳亥"], start=1):
        assert pair in prose
        for branch in pair:
            assert world.one(world.thing("Branch", branch), "omenPosition", "number") == str(n)


def strength_in(world: World, season: str, element: str) -> set[str]:
    start, end = world.thing("Season", season), world.thing("Element", element)
    return {
        world.label(strength)
        for strength in world.every("Strength")
        for by in world.nodes(strength, "byProperty")
        if end in world.nodes(start, str(by).rsplit("#", 1)[-1])
    }


def attested_pairs(world: World, name: str, passage: str) -> set[tuple[str, str]]:
    rows = world.asserted.query(
        f"""
        PREFIX hdy: <https://w3id.org/haidiyan/ontology#>
        PREFIX passage: <https://w3id.org/haidiyan/passage/>
        PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
        SELECT ?one ?other
        WHERE {{
          ?a rdf:subject ?one ; rdf:predicate hdy:{name} ; rdf:object ?other ; hdy:attestedIn passage:{passage} .
        }}
        """
    )
    return {(world.label(row[0]), world.label(row[1])) for row in rows if isinstance(row, tuple)}
