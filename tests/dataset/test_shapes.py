"""What breaks a shape is told with the thing's name and label, and the validator leaves the data alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from rdflib import Graph

from haidiyan.dataset.shapes import load_shapes, validate
from haidiyan.errors import BuildError
from haidiyan.iris import PREFIXES, compact
from haidiyan.resources import root

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())

BOTH = 'skos:prefLabel "名"@zh-hant , "name"@en ; skos:definition "義"@zh-hant , "sense"@en'
FINE = f"""
axis:void a hdy:Axis ; {BOTH} ; skos:notation "void" ; hdy:defaultChoice choice:void-raw .
choice:void-raw a hdy:Choice ; {BOTH} ; skos:notation "raw" ; hdy:ofAxis axis:void ;
    hdy:bridgeGraph graph:choice-void-raw ; hdy:attestedIn passage:j2-p01 .
choice:void-none a hdy:Choice ; {BOTH} ; skos:notation "none" ; hdy:ofAxis axis:void ;
    hdy:bridgeGraph graph:choice-void-none ; hdy:suppliedFrom "supplied"@en .
doctrine:verse a hdy:Doctrine ; {BOTH} ; skos:notation "verse" ; hdy:includes choice:void-raw .
state:void a hdy:State , owl:Class ; {BOTH} ; hdy:on hdy:Line .
pattern:struck a hdy:Pattern , owl:Class ; {BOTH} .
[ a owl:Class ; owl:intersectionOf ( state:void ) ] rdfs:subClassOf pattern:struck .
hdy:line a owl:ObjectProperty ; {BOTH} .
layer:verse a hdy:Layer ; {BOTH} ; hdy:inRendering false ; dcterms:language "lzh-hant" .
agent:lu-wei a prov:Agent ; {BOTH} .
volume:2 a hdy:Volume ; {BOTH} ; hdy:fileName "juan2.txt" ; hdy:volumeNumber 2 ; hdy:sha256 "{"0" * 64}" .
passage:j2-p01 a hdy:Passage ; hdy:volume volume:2 ; hdy:text "父動"@lzh-hant ;
    hdy:paragraph "1"^^xsd:integer ;
    hdy:start "0"^^xsd:integer ; hdy:end "2"^^xsd:integer .
segment:j2-p01-s01 a hdy:Segment ; hdy:passage passage:j2-p01 ; hdy:layer layer:verse ; hdy:words "父動"@lzh-hant ;
    hdy:order "1"^^xsd:integer ;
    hdy:start "0"^^xsd:integer ; hdy:end "2"^^xsd:integer ;
    oa:hasSelector <https://example.org/selector> .
<https://example.org/selector> oa:start "0"^^xsd:integer ; oa:end "2"^^xsd:integer ;
    oa:exact "父動" .
"""


@pytest.fixture(scope="module")
def shapes() -> Graph:
    return load_shapes(root() / "ontology" / "shapes" / f"{name}.ttl" for name in ("doctrines", "text"))


def graph(text: str) -> Graph:
    return Graph().parse(data=HEAD + text, format="turtle")


def test_what_fits_has_no_complaints(shapes: Graph) -> None:
    assert validate(graph(FINE), shapes) == []


FAULTS = {
    "an axis without default": (
        "; hdy:defaultChoice choice:void-raw",
        "",
        "axis:void: An axis has exactly one default",
    ),
    "an axis with one choice": (
        "hdy:ofAxis axis:void ;\n    hdy:bridgeGraph graph:choice-void-none",
        "hdy:bridgeGraph graph:choice-void-none",
        "axis:void: An axis has two choices or more",
    ),
    "an axis with a Chinese name": (
        'skos:notation "void"',
        'skos:notation "空"',
        "axis:void: An axis has the name that people type",
    ),
    "a choice without source": (
        "; hdy:attestedIn passage:j2-p01",
        "",
        "choice:void-raw: A choice says where it comes from",
    ),
    "a choice without graph": (
        "hdy:bridgeGraph graph:choice-void-raw ;",
        "",
        "choice:void-raw: A choice has one graph of bridges",
    ),
    "a doctrine of no choice": (
        "hdy:includes choice:void-raw",
        "hdy:includes axis:void",
        "doctrine:verse: A doctrine includes declared choices",
    ),
    "a state on nothing": ("; hdy:on hdy:Line", "", "state:void: A state says on which nodes it stands"),
    "a layer that may be modern or not": (
        "hdy:inRendering false ;",
        "",
        "layer:verse: A layer says whether it is part of the modern rendering",
    ),
    "a layer of no language": (
        'dcterms:language "lzh-hant"',
        'dcterms:language "la"',
        "layer:verse: A layer is in one language",
    ),
    "a volume without sha256": ("0" * 64, "0" * 63, "volume:2: A volume has the sha256 of its source file"),
    "a passage of no volume": ("hdy:volume volume:2 ;", "", "passage:j2-p01: A passage stands in exactly one volume"),
    "a passage that ends before it starts": (
        'hdy:text "父動"@lzh-hant ;',
        'hdy:text "父動"@lzh-hant ; hdy:start "3"^^xsd:integer ;',
        "passage:j2-p01: A passage has one place in its file",
    ),
    "a segment of no layer": (
        "hdy:layer layer:verse",
        "hdy:layer layer:prose",
        "segment:j2-p01-s01: A segment belongs to exactly one declared layer",
    ),
    "a segment in a strange language": (
        'hdy:words "父動"@lzh-hant',
        'hdy:words "父動"@zh',
        "segment:j2-p01-s01: A segment has its exact words once",
    ),
    "a segment without place in the file": (
        "oa:hasSelector <https://example.org/selector>",
        "hdy:note 1",
        "segment:j2-p01-s01: A segment has one selector",
    ),
    "a segment with a broken selector": (
        'oa:exact "父動"',
        'oa:exact ""',
        "segment:j2-p01-s01: A segment has one selector",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_told_of_the_thing_that_has_it(shapes: Graph, fault: str) -> None:
    right, wrong, words = FAULTS[fault]
    assert right in FINE
    found = validate(graph(FINE.replace(right, wrong, 1)), shapes)
    assert any(words in each for each in found), found


def test_a_complaint_has_label_name_file_place_and_value(shapes: Graph) -> None:
    text = FINE.replace('skos:notation "raw"', 'skos:notation "Raw"')
    found = validate(graph(text), shapes, lambda iri: f"{compact(iri)} (data/doctrines/axes.ttl)")
    assert found == [
        "名 choice:void-raw (data/doctrines/axes.ttl): A choice has the name that people type (skos:notation)."
        " (skos:notation: “Raw”)"
    ]


def test_the_data_is_left_as_it_is(shapes: Graph) -> None:
    data = graph(FINE)
    before = set(data)
    validate(data, shapes)
    assert set(data) == before


def test_shapes_that_are_no_turtle_are_named(tmp_path: Path) -> None:
    (tmp_path / "broken.ttl").write_text("a b", encoding="utf-8")
    with pytest.raises(BuildError, match=r"broken\.ttl, line 1"):
        load_shapes([tmp_path / "broken.ttl"])
