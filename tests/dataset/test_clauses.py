"""Sufficient conditions become clauses, and what a reading would not see is refused."""

from __future__ import annotations

import pytest
from rdflib import Graph, Literal, URIRef

from haidiyan.dataset.clauses import compile_clauses
from haidiyan.errors import BuildError
from haidiyan.iris import PREFIXES, compact

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
DECLARED = """
state:moving a hdy:State , owl:Class . state:parents a hdy:State , owl:Class . state:void a hdy:State , owl:Class .
state:raw-void a hdy:State , owl:Class .
hdy:selfLine a owl:ObjectProperty . hdy:overcomeByLine a owl:ObjectProperty .
pattern:attacked a hdy:Pattern , owl:Class . situation:parents-moving a hdy:Situation , owl:Class .
"""


def graph(text: str) -> Graph:
    return Graph().parse(data=HEAD + text, format="turtle")


def compiled(text: str, **choices: str) -> set[tuple[str, str, str]]:
    bridges = {PREFIXES["choice"] + name: graph(triples) for name, triples in choices.items()}
    result = compile_clauses(graph(DECLARED + text), bridges)
    return {(short(one), short(two), short(three)) for one, two, three in result}


def short(term: object) -> str:
    return str(term.toPython()) if isinstance(term, Literal) else compact(str(term))


def complaints(text: str, **choices: str) -> list[str]:
    with pytest.raises(BuildError) as caught:
        compiled(text, **choices)
    return caught.value.complaints


def test_an_intersection_is_one_clause_that_counts_its_parts() -> None:
    assert compiled("situation:parents-moving owl:intersectionOf ( state:parents state:moving ) .") == {
        ("state:parents", "hdy:partOf", "clause:situation-parents-moving-1"),
        ("state:moving", "hdy:partOf", "clause:situation-parents-moving-1"),
        ("clause:situation-parents-moving-1", "hdy:size", "2"),
        ("clause:situation-parents-moving-1", "hdy:head", "situation:parents-moving"),
        ("clause:situation-parents-moving-1", "hdy:level", "1"),
    }


def test_a_restriction_is_a_clause_by_way_of_its_edge() -> None:
    text = """[ a owl:Restriction ; owl:onProperty hdy:overcomeByLine ; owl:someValuesFrom state:moving ]
        rdfs:subClassOf pattern:attacked ."""
    assert compiled(text) == {
        ("state:moving", "hdy:fillerOf", "clause:pattern-attacked-1"),
        ("clause:pattern-attacked-1", "hdy:via", "hdy:overcomeByLine"),
        ("clause:pattern-attacked-1", "hdy:head", "pattern:attacked"),
        ("clause:pattern-attacked-1", "hdy:level", "1"),
    }


def test_several_expressions_are_as_many_clauses_in_an_order_of_their_own() -> None:
    expressions = [
        "state:void rdfs:subClassOf pattern:attacked .",
        "[ a owl:Class ; owl:intersectionOf ( state:parents state:moving ) ] rdfs:subClassOf pattern:attacked .",
        """[ a owl:Restriction ; owl:onProperty hdy:selfLine ; owl:someValuesFrom state:parents ]
            rdfs:subClassOf pattern:attacked .""",
    ]
    first = compiled("\n".join(expressions))
    assert {(one, three) for one, two, three in first if two == "hdy:size"} == {
        ("clause:pattern-attacked-1", "2"),
        ("clause:pattern-attacked-2", "1"),
    }
    assert len({one for one, two, _ in first if two == "hdy:head"}) == 3
    assert compiled("\n".join(reversed(expressions))) == first


def test_a_choice_points_to_its_bridges() -> None:
    assert compiled("", raw="state:raw-void rdfs:subClassOf state:void .") == {
        ("choice:raw", "hdy:bridges", "bridge:raw-1"),
        ("bridge:raw-1", "hdy:from", "state:raw-void"),
        ("bridge:raw-1", "hdy:to", "state:void"),
        ("bridge:raw-1", "hdy:level", "1"),
    }


def test_a_class_lies_above_all_that_it_rests_on_by_clauses_and_by_bridges() -> None:
    text = """state:void rdfs:subClassOf pattern:attacked .
        situation:parents-moving owl:intersectionOf ( pattern:attacked state:moving ) ."""
    levels = {
        one: int(three)
        for one, two, three in compiled(text, raw="state:raw-void rdfs:subClassOf state:void .")
        if two == "hdy:level"
    }
    assert levels == {"bridge:raw-1": 1, "clause:pattern-attacked-1": 2, "clause:situation-parents-moving-1": 3}


def test_two_classes_of_one_name_have_clauses_of_their_own() -> None:
    text = """situation:attacked a hdy:Situation . state:moving rdfs:subClassOf situation:attacked .
        state:void rdfs:subClassOf pattern:attacked ."""
    heads = [one for one, two, _ in compiled(text) if two == "hdy:head"]
    assert sorted(heads) == ["clause:pattern-attacked-1", "clause:situation-attacked-1"]


RESTRICTION = "[ a owl:Restriction ; owl:onProperty hdy:selfLine ; owl:someValuesFrom %s ]"
NESTED = "[ a owl:Class ; owl:intersectionOf ( state:void state:parents ) ]"
FAULTS = {
    "both forms": (
        "situation:parents-moving owl:intersectionOf ( state:parents state:moving ) ."
        " state:void rdfs:subClassOf situation:parents-moving .",
        "situation:parents-moving: has both forms",
    ),
    "a deeper intersection": (
        f"situation:parents-moving owl:intersectionOf ( state:moving {NESTED} ) .",
        "situation:parents-moving: an expression is deeper than flat",
    ),
    "a deeper restriction": (
        RESTRICTION % NESTED + " rdfs:subClassOf pattern:attacked .",
        "pattern:attacked: an expression is deeper than flat",
    ),
    "an untyped restriction": (
        "[ owl:onProperty hdy:selfLine ; owl:someValuesFrom state:moving ] rdfs:subClassOf pattern:attacked .",
        "pattern:attacked: an anonymous expression lacks its type owl:Restriction",
    ),
    "an untyped intersection": (
        "[ owl:intersectionOf ( state:void state:moving ) ] rdfs:subClassOf pattern:attacked .",
        "pattern:attacked: an anonymous expression lacks its type owl:Class",
    ),
    "an unknown part": (
        "situation:parents-moving owl:intersectionOf ( state:parents state:flying ) .",
        "situation:parents-moving: its part state:flying is no declared state",
    ),
    "an unknown filler": (
        RESTRICTION % "hdy:Line" + " rdfs:subClassOf pattern:attacked .",
        "pattern:attacked: its part hdy:Line is no declared state",
    ),
    "an unknown edge": (
        "[ a owl:Restriction ; owl:onProperty hdy:beside ; owl:someValuesFrom state:void ]"
        " rdfs:subClassOf pattern:attacked .",
        "pattern:attacked: the edge hdy:beside is no declared property",
    ),
    "another restriction": (
        "[ a owl:Restriction ; owl:onProperty hdy:selfLine ; owl:allValuesFrom state:void ]"
        " rdfs:subClassOf pattern:attacked .",
        "pattern:attacked: an expression says owl:allValuesFrom besides",
    ),
    "a union": (
        "[ a owl:Class ; owl:unionOf ( state:void state:moving ) ] rdfs:subClassOf pattern:attacked .",
        "pattern:attacked: an expression with owl:unionOf",
    ),
    "a union on the class": (
        "situation:parents-moving owl:unionOf ( state:void state:moving ) .",
        "situation:parents-moving: owl:unionOf is not one of the two forms",
    ),
    "a complement": (
        "situation:parents-moving owl:complementOf state:moving .",
        "situation:parents-moving: owl:complementOf is not one of the two forms",
    ),
    "two intersections": (
        "situation:parents-moving owl:intersectionOf ( state:parents state:moving ) , ( state:void state:moving ) .",
        "situation:parents-moving: is defined by two intersections",
    ),
    "an intersection of one": (
        "situation:parents-moving owl:intersectionOf ( state:parents ) .",
        "situation:parents-moving: an intersection needs two classes",
    ),
    "a class named twice": (
        "situation:parents-moving owl:intersectionOf ( state:parents state:moving state:moving ) .",
        "situation:parents-moving: an intersection names a class twice",
    ),
    "an undeclared class": (
        "state:void rdfs:subClassOf pattern:forgotten .",
        "pattern:forgotten: has a sub-class, but is no declared",
    ),
    "a class that needs itself": (
        "state:void rdfs:subClassOf pattern:attacked . pattern:attacked rdfs:subClassOf state:void .",
        "a class depends on itself",
    ),
    "a class that needs itself along an edge": (
        RESTRICTION % "pattern:attacked" + " rdfs:subClassOf pattern:attacked .",
        "pattern:attacked → pattern:attacked: a class depends on itself",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_form_that_a_reading_would_not_see_is_refused(fault: str) -> None:
    text, words = FAULTS[fault]
    assert any(words in each for each in complaints(text)), complaints(text)


BRIDGE_FAULTS = {
    "something else": (
        "state:void rdfs:label 'void' .",
        "choice:raw: state:void rdfs:label void is no bridge",
    ),
    "an anonymous end": (
        "[ a owl:Class ] rdfs:subClassOf state:void .",
        "choice:raw: something without a name rdfs:subClassOf state:void is no bridge",
    ),
    "an unknown state": (
        "state:empty rdfs:subClassOf state:void .",
        "choice:raw: the end state:empty of a bridge is no declared state",
    ),
    "a pattern": (
        "pattern:attacked rdfs:subClassOf state:void .",
        "choice:raw: the end pattern:attacked of a bridge is no declared state",
    ),
}


@pytest.mark.parametrize("fault", BRIDGE_FAULTS)
def test_a_choice_holds_bridges_and_nothing_else(fault: str) -> None:
    text, words = BRIDGE_FAULTS[fault]
    assert any(each.startswith(words) for each in complaints("", raw=text)), complaints("", raw=text)


def test_a_bridge_to_an_intersection_is_both_forms() -> None:
    text = "state:void owl:intersectionOf ( state:parents state:moving ) ."
    found = complaints(text, raw="state:raw-void rdfs:subClassOf state:void .")
    assert any("both forms" in each for each in found)


def test_a_circle_through_a_bridge_is_refused() -> None:
    text = "state:void rdfs:subClassOf state:raw-void ."
    found = complaints(text, raw="state:raw-void rdfs:subClassOf state:void .")
    assert len(found) == 1
    assert "a class depends on itself" in found[0]


def test_all_complaints_come_together() -> None:
    text = "\n".join(FAULTS[fault][0] for fault in ("both forms", "an unknown edge", "an undeclared class"))
    assert len(complaints(text)) == 3


def test_hierarchies_of_node_classes_are_no_conditions() -> None:
    assert compiled("hdy:Line rdfs:subClassOf hdy:Node . state:moving rdfs:subClassOf hdy:Node .") == set()


def test_every_part_points_to_a_clause_and_every_clause_to_its_head() -> None:
    text = """situation:parents-moving owl:intersectionOf ( state:parents pattern:attacked ) .
        state:void rdfs:subClassOf pattern:attacked ."""
    result = compile_clauses(graph(DECLARED + text), {})
    head, part_of = URIRef(PREFIXES["hdy"] + "head"), URIRef(PREFIXES["hdy"] + "partOf")
    assert set(result.objects(None, part_of)) == set(result.subjects(head, None))
