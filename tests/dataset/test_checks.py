"""Every graph-wide check finds the fault that it is there for, in both engines, and says it in full."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from rdflib import Graph

from haidiyan.dataset.shapes import check
from haidiyan.iris import PREFIXES
from haidiyan.queries import Query, bundled_names

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
FAULTS = {
    "claims-in-the-rendering": (
        "claim:a hdy:statedIn segment:s . segment:s hdy:layer layer:rendering . layer:rendering hdy:inRendering true .",
        "claim:a quotes segment:s, which is layer:rendering and no original layer.",
    ),
    "claims-without-segment": (
        "hdy:Rule rdfs:subClassOf hdy:Claim . claim:a a hdy:Rule . claim:b a hdy:Rule ; hdy:statedIn segment:s ."
        ' segment:s hdy:words "父動" .',
        "claim:a stands in no segment of the text.",
    ),
    "defaults-of-another-axis": (
        "axis:a hdy:defaultChoice choice:b . choice:b hdy:ofAxis axis:b . axis:b hdy:defaultChoice choice:b .",
        "the default choice of axis:a, choice:b, is a choice on another axis.",
    ),
    "definitions-of-undeclared-predicates": (
        "claim:a a hdy:Definition ; rdf:subject relation:parents ; rdf:predicate hdy:beats ;"
        " rdf:object relation:wealth . relation:parents a hdy:Relation . relation:wealth a hdy:Relation .",
        "claim:a quotes a triple with hdy:beats, which is declared nowhere.",
    ),
    "doctrines-not-complete": (
        "doctrine:d a hdy:Doctrine ; hdy:includes choice:a1 , choice:a2 , choice:b1 . axis:a a hdy:Axis ."
        " axis:b a hdy:Axis . choice:a1 hdy:ofAxis axis:a . choice:a2 hdy:ofAxis axis:a ."
        " choice:b1 hdy:ofAxis axis:b .",
        "doctrine:d takes 2 choices on axis:a; a doctrine takes one on each.",
    ),
    "names-without-description": (
        "claim:a hdy:topic topic:weather . claim:b hdy:topic topic:trade . topic:trade a hdy:Topic ."
        " hdy:Topic a owl:Class .",
        "claim:a says hdy:topic topic:weather, but nothing describes topic:weather.",
    ),
    "overrides-in-a-circle": (
        "claim:a hdy:overrides claim:b . claim:b hdy:overrides claim:a . claim:c hdy:overrides claim:a .",
        "claim:b overrides itself, by way of what it overrides; one of them is not the exception.",
    ),
    "patterns-without-use": (
        "pattern:idle a hdy:Pattern . pattern:used a hdy:Pattern ; hdy:partOf clause:c ."
        " situation:used a hdy:Situation . claim:a hdy:alternative situation:used .",
        "pattern:idle is used by no claim and by no other condition.",
    ),
    "predicates-not-declared": (
        "claim:a hdy:topik topic:trade ; hdy:topic topic:trade . hdy:topic a owl:ObjectProperty .",
        "hdy:topik is used, but declared nowhere in the ontology.",
    ),
    "situations-not-declared": (
        "claim:a hdy:antecedent situation:a ; hdy:alternative situation:b . situation:a a hdy:Situation .",
        "claim:a rests on situation:b, which is no declared situation.",
    ),
    "situations-without-condition": (
        "situation:a a hdy:Situation . pattern:b a hdy:Pattern . clause:b-1 hdy:head pattern:b .",
        "situation:a has no condition, so that it never holds.",
    ),
    "terms-without-definition": (
        'state:void a hdy:State , owl:Class ; skos:definition "空"@zh-hant . pattern:a a hdy:Pattern , owl:Class .',
        "state:void has no definition (skos:definition) in the language en.",
    ),
    "terms-without-label": (
        'topic:trade a hdy:Topic ; skos:prefLabel "trade"@en , "mǎimài"@zh-latn-pinyin .',
        "topic:trade has no label (skos:prefLabel) in the language zh-hant.",
    ),
    "terms-said-twice": (
        'topic:a skos:prefLabel "病"@zh-hant , "疾"@zh-hant , "illness"@en .',
        "topic:a has two labels in one language, “疾” and “病”; keep one, or make the other a skos:altLabel.",
    ),
    "things-in-states": (
        "state:a a hdy:State . branch:zi a state:a .",
        "branch:zi is in state:a, which only the nodes of a question may be in; a reading would take it for one.",
    ),
    "witness-edges": (
        "claim:a hdy:witnessEdge hdy:hides .",
        "claim:a chooses its witness by hdy:hides, which is no declared witness edge;"
        " a reading would never look there.",
    ),
}
CHECKS = [name for name in bundled_names() if name.startswith("checks/")]


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_finds_its_fault_and_says_it(name: str) -> None:
    text, complaint = FAULTS[name.removeprefix("checks/")]
    store = ox.Store()
    store.load((HEAD + text).encode(), format=ox.RdfFormat.TURTLE)
    found = check(store, [name])
    assert complaint in found
    assert len(found) == len({*Graph().parse(data=HEAD + text, format="turtle").query(Query.bundled(name).text)})


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_says_what_it_asks(name: str) -> None:
    query = Query.bundled(name)
    assert query.header("question (en)").endswith("?")
    assert query.header("complaint")


def test_an_empty_dataset_has_no_faults() -> None:
    assert check(ox.Store()) == []
