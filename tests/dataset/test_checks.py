"""Every graph-wide check finds the fault that it is there for, in both engines, and says it in full."""

from __future__ import annotations

import time

import pyoxigraph as ox
import pytest
from rdflib import Graph

from haidiyan.dataset.shapes import check
from haidiyan.iris import PREFIXES
from haidiyan.queries import Query, bundled_names

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
FAULTS = {
    "classes-not-declared": (
        "topic:a a hdy:Topik ; a skos:Concept . hdy:Topic a owl:Class . topic:b a hdy:Topic .",
        "hdy:Topik is used as a class, but declared nowhere in the ontology.",
    ),
    "claims-in-the-rendering": (
        "claim:a hdy:statedIn segment:s . segment:s hdy:layer layer:rendering . layer:rendering hdy:inRendering true .",
        "claim:a quotes segment:s, which is layer:rendering and no original layer.",
    ),
    "claims-without-segment": (
        "hdy:Rule rdfs:subClassOf hdy:Claim . claim:a a hdy:Rule . claim:b a hdy:Rule ; hdy:statedIn segment:s ."
        ' segment:s hdy:words "父動" .',
        "claim:a stands in no segment of the text.",
    ),
    "conjectures-in-the-rendering": (
        "passage:b hdy:renders passage:a . variant:x a hdy:Conjecture ; hdy:passage passage:a ."
        " variant:y a hdy:Conjecture ; hdy:passage passage:b . variant:z a hdy:Narrowing ; hdy:passage passage:b .",
        "variant:y is a conjecture on passage:b, a rendering; what may be emended is its original, passage:a.",
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
    "deprecated-terms-in-use": (
        "topic:old a hdy:Topic ; owl:deprecated true ; dcterms:isReplacedBy topic:new . claim:a hdy:topic topic:old ."
        " claim:b hdy:topic topic:new .",
        "claim:a uses topic:old, which is deprecated: follow its dcterms:isReplacedBy.",
    ),
    "doctrines-not-complete": (
        "doctrine:d a hdy:Doctrine ; hdy:includes choice:a1 , choice:a2 , choice:b1 . axis:a a hdy:Axis ."
        " axis:b a hdy:Axis . choice:a1 hdy:ofAxis axis:a . choice:a2 hdy:ofAxis axis:a ."
        " choice:b1 hdy:ofAxis axis:b .",
        "doctrine:d takes 2 choices on axis:a; a doctrine takes one on each.",
    ),
    "inverses-not-kept": (
        "hdy:hides owl:inverseOf hdy:under ; rdfs:domain hdy:Line ; rdfs:range hdy:HiddenLine ."
        " hdy:under rdfs:domain hdy:HiddenLine ; rdfs:range hdy:Node . hdy:drains owl:inverseOf hdy:generates .",
        "hdy:hides and hdy:under are inverses, but the domain of the one is not the range of the other.",
    ),
    "labels-ill-formed": (
        'topic:a skos:prefLabel "占 weather"@zh-hant , "the weather (天時)"@en , "tiānshí"@zh-latn-pinyin .'
        ' topic:b skos:prefLabel "天時"@zh-hant , "天時"@en , "Tian1shi2"@zh-latn-pinyin .',
        "the label “Tian1shi2” of topic:b is no well-formed zh-latn-pinyin.",
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
    "properties-without-bounds": (
        "hdy:bare a owl:ObjectProperty ; rdfs:domain hdy:Claim . hdy:noted a owl:DatatypeProperty ;"
        ' skos:scopeNote "Of claims."@en .',
        "hdy:bare has no rdfs:range and no note on it (skos:scopeNote).",
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
    "terms-without-source": (
        'situation:a a hdy:Situation ; skos:definition "a"@en ; rdfs:isDefinedBy hdy:x . state:b a hdy:State ;'
        ' skos:definition "b"@en ; hdy:attestedIn passage:j2-p01 . topic:c skos:definition "c"@en .',
        "the definition of situation:a has no source: no claim of the book uses it.",
    ),
    "terms-said-twice": (
        'topic:a skos:prefLabel "病"@zh-hant , "疾"@zh-hant , "illness"@en .',
        "topic:a has two labels in one language, “疾” and “病”; keep one, or make the other a skos:altLabel.",
    ),
    "things-in-states": (
        "state:a a hdy:State . branch:zi a state:a .",
        "branch:zi is in state:a, which only the nodes of a question may be in; a reading would take it for one.",
    ),
    "uses-out-of-bounds": (
        "hdy:topic rdfs:domain hdy:Claim ; rdfs:range hdy:Topic . hdy:Rule rdfs:subClassOf hdy:Claim ."
        " claim:a a hdy:Rule ; hdy:topic topic:a . topic:a a hdy:Person . claim:b hdy:topic topic:b ."
        " topic:b a hdy:Topic .",
        "topic:a is the value of a statement with hdy:topic, but is no hdy:Topic.",
    ),
    "witness-edges": (
        "claim:a hdy:witnessEdge hdy:hides .",
        "claim:a chooses its witness by hdy:hides, which is no declared witness edge;"
        " a reading would never look there.",
    ),
}
MANY = 12_000
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


def test_no_check_takes_longer_than_in_proportion_to_the_claims() -> None:
    """Thousands of claims are checked in a second or so; a check that holds each against every other takes many."""
    records = [
        f'claim:c{n} a hdy:Rule ; hdy:statedIn segment:s{n} ; hdy:passage passage:p . segment:s{n} hdy:words "父動" .'
        for n in range(MANY)
    ]
    store = ox.Store()
    store.load(
        (HEAD + "hdy:Rule rdfs:subClassOf hdy:Claim . " + " ".join(records)).encode(), format=ox.RdfFormat.TURTLE
    )
    start = time.process_time()
    for name in CHECKS:
        check(store, [name])
    assert time.process_time() - start < 5
