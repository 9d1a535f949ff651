"""The sixty-four hexagrams and their 384 lines, against the classical reckoning, the reference cases and ``najia``."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rdflib import RDF, SKOS, Graph, URIRef
from tests import classical

from haidiyan.iris import hexagram_line, individual, term
from haidiyan.resources import query

from .conftest import World

CASES = Path(__file__).parent.parent / "cases"
HEXAGRAMS: list[dict[str, Any]] = json.loads((CASES / "hexagrams.json").read_text(encoding="utf-8"))
CHANGED: list[dict[str, Any]] = json.loads((CASES / "changed.json").read_text(encoding="utf-8"))
EVERY = [classical.hexagrams()[n] for n in range(1, 65)]


def number_of(each: classical.Hexagram) -> str:
    return str(each.number)


@pytest.mark.parametrize("expected", EVERY, ids=number_of)
def test_a_hexagram_is_as_reckoned(world: World, expected: classical.Hexagram) -> None:
    hexagram = world.hexagram(expected.number)
    found = {
        name: world.one(hexagram, *path)
        for name, path in {
            "number": ("number",),
            "symbol": ("symbol",),
            "lower": ("lowerTrigram",),
            "upper": ("upperTrigram",),
            "palace": ("palace", "trigram"),
            "palace element": ("palaceElement",),
            "generation": ("generation",),
            "self": ("selfPosition", "number"),
            "response": ("responsePosition", "number"),
            "self line": ("selfHexagramLine", "position", "number"),
            "response line": ("responseHexagramLine", "position", "number"),
            "body": ("body",),
        }.items()
    }
    assert found == {
        "number": str(expected.number),
        "symbol": expected.symbol,
        "lower": expected.lower,
        "upper": expected.upper,
        "palace": expected.palace,
        "palace element": expected.palace_element,
        "generation": expected.generation,
        "self": str(expected.self_position),
        "response": str(expected.response_position),
        "self line": str(expected.self_position),
        "response line": str(expected.response_position),
        "body": expected.body,
    }
    first, last = sorted((expected.self_position, expected.response_position))
    assert world.values(hexagram, "intermediatePosition", "number") == {str(n) for n in range(first + 1, last)}


@pytest.mark.parametrize("expected", EVERY, ids=number_of)
def test_the_lines_of_a_hexagram_are_as_reckoned(world: World, expected: classical.Hexagram) -> None:
    for row in expected.najia:
        line = world.line(expected.number, row.position)
        assert world.one(line, "hexagram", "number") == str(expected.number)
        assert world.one(line, "position", "number") == str(row.position)
        assert world.one(line, "polarity") == ("陽" if row.yang else "陰")
        assert world.one(line, "trigram") == row.trigram
        assert world.one(line, "stem") + world.one(line, "branch") == row.stem + row.branch
        assert world.one(line, "element") == row.element
        assert world.one(line, "palaceElement") == expected.palace_element
        assert world.one(line, "relation") == row.relation
        assert world.one(line, "homeLine", "stem") + world.one(line, "homeLine", "branch") == row.hidden
        side = "home-palace" if row.home else "side-palace"
        assert world.nodes(line, "marks") == {URIRef(individual("state", side))}


@pytest.mark.parametrize("expected", EVERY, ids=number_of)
def test_only_a_pure_hexagram_has_opposite_lines(world: World, expected: classical.Hexagram) -> None:
    found = []
    for position in range(1, 7):
        opposite = world.nodes(world.line(expected.number, position), "oppositeLine")
        found += [world.one(each, "stem") + world.one(each, "branch") for each in opposite]
    assert found == list(expected.opposite_hidden or ())


def test_there_are_three_hundred_and_eighty_four_lines_with_minted_names(world: World) -> None:
    minted = {URIRef(hexagram_line(number, position)) for number, position in product(range(1, 65), range(1, 7))}
    assert set(world.asserted.subjects(RDF.type, URIRef(term("HexagramLine")))) == minted


def test_the_twenty_five_axioms_say_what_the_one_rule_says(world: World) -> None:
    by_rule = Graph()
    by_rule += world.all.query(query("oracle/relation")).graph or Graph()
    relation = URIRef(term("relation"))
    assert len(by_rule) == 384
    assert set(by_rule) == set(world.derived.triples((None, relation, None)))


def test_a_palace_has_the_polarity_of_father_and_sons_or_mother_and_daughters(world: World) -> None:
    for name in classical.TRIGRAMS:
        palace = world.thing("Palace", f"{name}宮")
        assert world.one(palace, "polarity") == ("陽" if classical.trigram_is_yang(name) else "陰")
        assert world.one(palace, "element") == classical.trigram_element(name)


def test_opposite_trigrams_are_opposite_in_every_line(world: World) -> None:
    expected = {(name, classical.trigram_name(classical.reverse(lines))) for name, lines in classical.TRIGRAMS.items()}
    assert world.pairs("opposite") - {("陽", "陰"), ("陰", "陽")} == expected


@pytest.mark.parametrize("case", HEXAGRAMS, ids=lambda case: str(case["king_wen"]))
def test_the_reference_hexagrams_are_found(world: World, case: dict[str, Any]) -> None:
    hexagram = world.hexagram(case["king_wen"])
    assert world.label(hexagram) == case["name"]
    assert world.one(hexagram, "fullName") == case["full_name"]
    assert world.one(hexagram, "symbol") == case["char"]
    assert world.one(hexagram, "palace", "trigram") == case["palace"]
    assert world.one(hexagram, "palace", "element") == case["palace_element"]
    assert world.one(hexagram, "generation") == case["generation"]
    assert world.one(hexagram, "selfPosition", "number") == str(case["world"])
    assert world.one(hexagram, "responsePosition", "number") == str(case["response"])
    assert world.one(hexagram, "body") == case["month_hexagram"]["branch"]
    assert (world.one(hexagram, "selfHexagramLine", "polarity") == "陽") == case["month_hexagram"]["world_is_yang"]
    lines = [world.line(case["king_wen"], n) for n in range(1, 7)]
    for line, row, hidden in zip(lines, case["najia"], case["hidden_full"], strict=True):
        assert (world.one(line, "polarity") == "陽") == row["yang"]
        assert world.one(line, "stem") == row["stem"]
        assert world.one(line, "branch") == row["branch"]
        assert world.one(line, "element") == row["element"]
        assert world.one(line, "relation") == row["relation"]
        assert fitted(world, line, "homeLine") == (hidden["ganzhi"], hidden["element"])
        assert world.one(line, "homeLine", "relation") == hidden["relation"]
    assert set(classical.RELATIONS) - {world.one(line, "relation") for line in lines} == set(case["missing_relations"])
    on_body = [n for n, line in enumerate(lines, 1) if world.one(line, "branch") == case["month_hexagram"]["branch"]]
    assert on_body == case["month_hexagram"]["body_lines"]
    for line, row in zip(lines, case["pure_opposite_hidden"] or [], strict=False):
        assert fitted(world, line, "oppositeLine") == (row["ganzhi"], row["element"])


@pytest.mark.parametrize("case", CHANGED, ids=lambda case: f"{case['original']}-{case['moving']}")
def test_a_changed_line_is_reckoned_from_the_original_palace(world: World, case: dict[str, Any]) -> None:
    mine = world.nodes(world.hexagram(case["original"]), "palaceElement")
    for position in range(1, 7):
        line = world.line(case["changed"], position)
        assert world.one(line, "stem") + world.one(line, "branch") == case["changed_ganzhi"][position - 1]
        its = world.nodes(line, "element")
        relations = [
            world.label(relation)
            for relation in world.every("Relation")
            for by in world.nodes(relation, "byProperty")
            for element in mine
            if its <= set(world.all.objects(element, URIRef(str(by))))
        ]
        assert relations == [case["changed_relations"][position - 1]]


def test_the_package_najia_agrees(world: World) -> None:
    """Palace, najia, relations, self and response of all sixty-four; it has no hidden line for a present relation."""
    const = pytest.importorskip("najia.const")
    utils = pytest.importorskip("najia.utils")
    traditional = {"妻财": "妻財", "子孙": "子孫", "离": "離", "兑": "兌"}
    for expected in EVERY:
        own, response, index = utils.set_shi_yao(expected.lines)
        place = utils.palace(expected.lines, own)
        element = const.XING5[int(const.GUA5[place])]
        fitted_lines = utils.get_najia(expected.lines)
        hexagram = world.hexagram(expected.number)
        assert world.one(hexagram, "selfPosition", "number") == str(own)
        assert world.one(hexagram, "responsePosition", "number") == str(response)
        assert world.one(hexagram, "palace", "trigram") == traditional.get(const.GUAS[place], const.GUAS[place])
        assert (world.one(hexagram, "generation") in ("遊魂", "歸魂")) == (index == 6 and own != 6)
        assert any(const.GUA64[expected.lines] == str(name) for name in names(world, hexagram))
        for n, name in enumerate(fitted_lines, start=1):
            line = world.line(expected.number, n)
            relation = utils.get_qin6(element, const.ZHI5[const.ZHIS.index(name[1])])
            assert world.one(line, "stem") + world.one(line, "branch") == name
            assert world.one(line, "relation") == traditional.get(relation, relation)
        for n, name in enumerate(utils.get_najia(const.YAOS[place] * 2), start=1):
            assert fitted(world, world.line(expected.number, n), "homeLine")[0] == name


def test_the_spirits_and_voids_of_the_package_najia_agree(world: World) -> None:
    utils = pytest.importorskip("najia.utils")
    traditional = {"青龙": "青龍", "勾陈": "勾陳"}
    first = next(each for each in world.every("Position") if world.one(each, "number") == "1")
    (by,) = world.nodes(first, "spiritProperty")
    for pillar in classical.pillars():
        thing = world.thing("Pillar", pillar)
        theirs = utils.get_god6(pillar)[0]
        assert world.one(thing, "stem", str(by).rsplit("#", 1)[-1]) == traditional.get(theirs, theirs)
        assert world.values(thing, "void") == set(utils.xkong(pillar))


@pytest.mark.parametrize(
    ("number", "accepted"),
    [
        (8, ["比", "水地比", "䷇"]),
        (30, ["離", "离", "離為火", "离为火"]),
        (33, ["遯", "遁", "天山遯", "天山遁"]),
        (34, ["大壯", "大壮", "雷天大壯", "雷天大壮"]),
        (25, ["無妄", "无妄", "天雷無妄", "天雷无妄"]),
        (54, ["歸妹", "归妹", "雷澤歸妹", "雷泽归妹"]),
        (58, ["兌", "兑", "兌為澤", "兑为泽"]),
        (63, ["既濟", "既济", "水火既濟", "水火既济"]),
    ],
)
def test_simplified_and_variant_names_are_accepted(world: World, number: int, accepted: list[str]) -> None:
    assert set(accepted) <= names(world, world.hexagram(number))


def test_a_name_belongs_to_one_hexagram_and_the_stem_gan_to_none(world: World) -> None:
    owners: dict[str, set[int]] = {}
    for number in range(1, 65):
        for name in names(world, world.hexagram(number)):
            owners.setdefault(name, set()).add(number)
    assert [name for name, numbers in owners.items() if len(numbers) > 1] == []
    assert "干" not in owners


@pytest.mark.parametrize(
    ("relation", "accepted"),
    [
        ("父母", "父 父母"),
        ("兄弟", "兄 兄弟"),
        ("子孫", "子 子孫 子孙"),
        ("妻財", "財 才 妻財 妻财"),
        ("官鬼", "官 鬼 官鬼"),
    ],
)
def test_the_texts_short_names_of_relations_are_accepted(world: World, relation: str, accepted: str) -> None:
    assert set(accepted.split()) <= names(world, world.thing("Relation", relation))


def fitted(world: World, line: URIRef, name: str) -> tuple[str, str]:
    return world.one(line, name, "stem") + world.one(line, name, "branch"), world.one(line, name, "element")


def names(world: World, thing: URIRef) -> set[str]:
    naming = (SKOS.prefLabel, SKOS.altLabel, URIRef(term("fullName")), URIRef(term("symbol")))
    return {
        str(each)
        for each in (value for name in naming for value in world.asserted.objects(thing, name))
        if getattr(each, "language", None) in (None, "zh-hant")
    }
