"""The positions on an axis: who speaks for which choice, in which passage and layer, and what is only supplied."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from rdflib import RDF, Graph, URIRef
from rich.cells import cell_len

import haidiyan
from haidiyan import iris, resources
from haidiyan.comparison import axis
from haidiyan.errors import InputError
from haidiyan.publication.comparison import tell

pytestmark = pytest.mark.usefixtures("home")

Json = dict[str, Any]

SCHEMA = json.loads((Path(haidiyan.__file__).parent / "publication" / "schema" / "compare-1.json").read_text("utf-8"))

CHOICES = {
    "seasonal-void": ["verse", "headnote", "prose", "none"],
    "decade-void": ["rescued", "delayed", "raw"],
    "stage-void": ["on", "off"],
    "hidden": ["every", "absent"],
    "pure-hidden": ["opposite", "itself"],
    "body": ["month", "self"],
    "changes": ["all", "sole-home"],
    "gender": ["line", "palace"],
    "punishments": ["text", "common"],
    "earth-stages": ["water", "fire"],
    "emendation": ["none"],
}
"""The axes that the text forces, the default first."""

EMENDATIONS = ("NotedReading", "ParallelReading", "SilentEmendation")


@cache
def compared(name: str) -> Json:
    return axis(name)


def spoken(name: str) -> list[tuple[str, str, str, str]]:
    """Passage, layer, author and choice of each position."""
    return [
        (each["passage"]["name"], each["layer"]["name"], each["author"]["name"], each["choice"]["name"])
        for each in compared(name)["positions"]
    ]


def records() -> Graph:
    found = Graph()
    for path in resources.files("data/variants"):
        found.parse(path)
    return found


def kinds(*names: str) -> set[str]:
    graph = records()
    return {iris.local_name(str(each)) for name in names for each in graph.subjects(RDF.type, URIRef(iris.term(name)))}


def test_void_by_season_is_held_by_verse_headnote_prose_and_the_later_hand() -> None:
    assert spoken("seasonal-void") == [
        ("j2-p57", "prose", "lu-wei", "prose"),
        ("j2-p57", "prose", "later-hand", "seasonal-void-prose-emended"),
        ("j2-p67", "verse", "lu-wei", "verse"),
        ("j2-p67", "headnote", "headnote-writer", "headnote"),
        ("j2-p69", "prose", "lu-wei", "prose"),
    ]


def test_each_position_quotes_the_words_that_hold_it() -> None:
    prose, later, verse, headnote, _ = compared("seasonal-void")["positions"]
    assert [each["words"] for each in later["quotes"]] == ["秋無木"]
    assert "秋無水" in "".join(each["words"] for each in prose["quotes"])
    assert "秋是木" in "".join(each["words"] for each in verse["quotes"])
    assert "秋水" in "".join(each["words"] for each in headnote["quotes"])
    assert "四季是木" in [each["words"] for each in headnote["quotes"]]


def test_in_autumn_each_layer_empties_its_own_element() -> None:
    void = {
        (each["passage"]["name"], each["author"]["name"]): claim["definition"]["object"]["label"]
        for each in compared("seasonal-void")["positions"]
        for claim in each["claims"]
        if claim["definition"] and claim["definition"]["subject"]["label"] == "秋"
    }
    assert void == {
        ("j2-p57", "lu-wei"): "水",
        ("j2-p57", "later-hand"): "木",
        ("j2-p67", "lu-wei"): "木",
        ("j2-p67", "headnote-writer"): "水",
    }


def test_man_and_woman_are_told_by_the_line_in_the_verse_and_by_the_palace_in_the_headnote() -> None:
    assert spoken("gender") == [
        ("j3-p45", "verse", "lu-wei", "line"),
        ("j3-p45", "headnote", "headnote-writer", "palace"),
    ]


def test_the_body_is_the_self_line_in_the_headnote_and_the_month_s_branch_in_the_prose() -> None:
    assert {
        ("j3-p15", "headnote", "headnote-writer", "self"),
        ("j3-p69", "prose", "lu-wei", "month"),
    } <= set(spoken("body"))


@pytest.mark.parametrize("name", CHOICES)
def test_every_axis_has_its_choices_the_default_first(name: str) -> None:
    choices = [each for each in compared(name)["choices"] if not each["emends"]]
    assert sorted(each["name"] for each in choices) == sorted(CHOICES[name])
    assert choices[0]["name"] == CHOICES[name][0]
    assert [each["default"] for each in choices] == [True] + [False] * (len(choices) - 1)


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_that_no_passage_supports_says_whence_it_is_supplied(name: str) -> None:
    told = compared(name)
    held = {each["choice"]["name"] for each in told["positions"]}
    for choice in told["choices"]:
        assert choice["supported"] == (choice["name"] in held)
        assert choice["supported"] or choice["suppliedFrom"]


def test_the_text_is_silent_on_the_stages_of_earth_and_never_denies_the_seasonal_void() -> None:
    assert spoken("earth-stages") == []
    none = next(each for each in compared("seasonal-void")["choices"] if each["name"] == "none")
    assert not none["supported"]
    assert none["suppliedFrom"]


@pytest.mark.parametrize("name", CHOICES)
def test_both_sides_of_every_rival_doctrine_are_positions(name: str) -> None:
    told = compared(name)
    for rival in told["rivals"]:
        sides = {each["choice"]["iri"] for each in told["positions"] if rival["name"] in each["rivals"]}
        assert sides == {rival["baseChoice"]["iri"], rival["readingChoice"]["iri"]}
        assert rival["axis"]["name"] == name


def test_every_rival_doctrine_is_told_on_an_axis() -> None:
    told = [each["name"] for name in CHOICES for each in compared(name)["rivals"]]
    assert sorted(told) == sorted(kinds("RivalDoctrine"))


@pytest.mark.parametrize("name", CHOICES)
def test_positions_follow_the_text_and_say_who_speaks(name: str) -> None:
    positions = compared(name)["positions"]
    places = [(each["passage"]["volume"], each["passage"]["paragraph"]) for each in positions]
    assert places == sorted(places)
    for each in positions:
        assert each["claims"] or each["rivals"] or each["attests"]
        assert each["layer"]
        assert each["quotes"]


def test_the_axis_of_emendations_lists_every_one_that_is_recorded() -> None:
    told = compared("emendation")["emendations"]
    assert {each["name"] for each in told} == kinds(*EMENDATIONS)
    places = [(each["passage"]["volume"], each["passage"]["paragraph"], each["start"]) for each in told]
    assert places == sorted(places)
    assert all(each["adopt"] == f"emendation={each['name']}" for each in told)


@pytest.mark.parametrize(
    ("passage", "base", "reading", "proposer"),
    [
        ("j2-p09", "禍崇", "禍祟", "rendering-author"),
        ("j2-p09", "皮池", "被洩", "rendering-author"),
        ("j2-p39", "維饒", "縱饒", "rendering-author"),
        ("j2-p57", "秋無水", "秋無木", "later-hand"),
        ("j2-p73", "日相刑", "自相刑", "rendering-author"),
        ("j3-p11", "無噓", "無虞", "rendering-author"),
        ("j3-p15", "完", "看", "base-text-editor"),
        ("j3-p19", "普速", "催速", "rendering-author"),
        ("j3-p49", "印授", "印綬", "rendering-author"),
    ],
)
def test_an_emendation_has_place_base_reading_and_proposer(
    passage: str, base: str, reading: str, proposer: str
) -> None:
    there = {
        (each["passage"]["name"], each["base"], each["reading"]): [agent["name"] for agent in each["proposers"]]
        for each in compared("emendation")["emendations"]
    }
    assert proposer in there[passage, base, reading]


def test_an_emendation_that_turns_a_choice_stands_on_the_choice_s_axis() -> None:
    told = compared("seasonal-void")
    assert [each["name"] for each in told["emendations"]] == ["j2-p57-v1"]
    emended = next(each for each in told["choices"] if each["emends"])
    assert (emended["emends"]["name"], emended["underReading"]) == ("prose", "j2-p57-v1")


@pytest.mark.parametrize(
    "name", ["seasonal-void", "axis:seasonal-void", "四時空", iris.individual("axis", "seasonal-void")]
)
def test_an_axis_goes_by_name_label_or_iri(name: str) -> None:
    assert axis(name) == compared("seasonal-void")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("seasonal", "the nearest is seasonal-void"),
        ("四時", "seasonal-void"),
        ("genders", "the nearest is gender"),
        ("xyzzy", "there are body（身）、changes（化）"),
    ],
)
def test_a_bad_name_of_an_axis_is_told_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(InputError, match=re.escape(nearest)):
        axis(name)


def test_every_axis_keeps_to_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for name in CHOICES:
        assert not list(validator.iter_errors(json.loads(json.dumps(compared(name)))))


def test_the_table_names_place_layer_author_and_choice() -> None:
    told = tell(compared("seasonal-void"), 120)
    assert re.search("2:67 +│ 歌訣 +│ 陸位 +│ verse 正文 +│ 春土夏金秋是木", told)
    assert re.search("2:57 +│ 散文 +│ 後人 +│ .*│ 秋無木", told)
    assert "none 不取〔書中無文 no passage；補 " in told
    listed = tell(compared("emendation"), 120)
    assert re.search("2:9 +│ 暗改 +│ 禍崇 +│ 禍祟 +│ 譯述者 +│ 確 +│ j2-p09-v", listed)


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("name", CHOICES)
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    told = tell(compared(name), width)
    assert max(cell_len(line) for line in told.split("\n")) <= width
    assert "\x1b" not in told
