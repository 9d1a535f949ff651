"""The forms of RDF: what is written comes back the same, in the same bytes, and nothing but what was given is in it."""

from __future__ import annotations

import hashlib
import json
import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

import pyoxigraph as ox
import pytest
from rdflib import Dataset

from haidiyan import turtle
from haidiyan.dataset import store
from haidiyan.dataset.convert import to_oxigraph
from haidiyan.errors import InputError
from haidiyan.iris import PREFIXES, graph, term
from haidiyan.publication import scopes
from haidiyan.publication.serialise import FORMS

PARSED = {
    "turtle": ox.RdfFormat.TURTLE,
    "trig": ox.RdfFormat.TRIG,
    "nquads": ox.RdfFormat.N_QUADS,
    "jsonld": ox.RdfFormat.JSON_LD,
    "rdfxml": ox.RdfFormat.RDF_XML,
}
RDFLIB = {"turtle": "turtle", "trig": "trig", "nquads": "nquads", "jsonld": "json-ld", "rdfxml": "xml"}
EX = "https://example.org/"

AWKWARD = f"""
@prefix ex: <{EX}> .
@prefix hdy: <{PREFIXES["hdy"]}> .
@prefix skos: <{PREFIXES["skos"]}> .
@prefix xsd: <{PREFIXES["xsd"]}> .
ex:a skos:altLabel "空" , "空"@zh-hant , "void"@en , "empty"@en ,
        "<&\\"'\\\\\\t\\r\\n]]>" ; hdy:number 7 , 007 , -3 , "x" ;
    ex:flag true , "1"^^xsd:boolean ; ex:day "2026-11-30"^^xsd:date ; ex:list ( 1 "b" [ ex:in ( ) ] ) , ( ex:a ex:b ) ;
    ex:knows [ ex:name "one" ; ex:knows [ ex:name "two" ] ] , _:shared ; ex:說 ex:比 ;
    hdy:number 90071992547409930 .
ex:b ex:knows _:shared .
_:shared ex:name "shared" .
_:circle ex:knows _:other . _:other ex:knows _:circle .
[ ex:alone ex:a ] .
ex:g1 {{ ex:a skos:prefLabel "甲"@zh-hant ; ex:knows [ ex:name "in a graph" ] , _:twice . ex:b ex:knows _:twice }}
ex:g2 {{ ex:a skos:prefLabel "乙"@zh-hant ; ex:knows _:also . ex:b ex:knows _:also }}
"""
"""Everything that a writer may stumble over."""


def awkward() -> list[ox.Quad]:
    return list(ox.parse(AWKWARD, format=ox.RdfFormat.TRIG))


def flat(quads: Iterable[ox.Quad]) -> list[ox.Quad]:
    return [ox.Quad(each.subject, each.predicate, each.object) for each in quads]


def wanted(form: str, quads: Iterable[ox.Quad]) -> bytes:
    """The canonical quads that a form has to hold."""
    return store.canonical(quads if FORMS[form].keeps_graphs else flat(quads))[1]


def read(form: str, content: bytes) -> bytes:
    return store.canonical(ox.parse(content, format=PARSED[form]))[1]


def read_by_rdflib(form: str, content: bytes) -> bytes:
    found = Dataset()
    found.parse(content, format=RDFLIB[form])
    quads = []
    for subject, predicate, value, place in found.quads():
        triple = (to_oxigraph(subject), to_oxigraph(predicate), to_oxigraph(value))
        named = place is not None and str(place) != "urn:x-rdflib:default"
        quads.append(ox.Quad(*triple, to_oxigraph(place)) if named else ox.Quad(*triple))  # type: ignore[arg-type]
    return store.canonical(quads)[1]


@pytest.fixture(scope="module")
def whole(home: Path) -> scopes.Selection:
    return scopes.whole(store.open_store(home))


@pytest.fixture(scope="module")
def written(whole: scopes.Selection) -> dict[str, bytes]:
    """The whole dataset in each form."""
    return {
        name: form.write(whole.quads if form.keeps_graphs else whole.single, whole.header)
        for name, form in FORMS.items()
    }


@pytest.mark.parametrize("form", FORMS)
def test_the_whole_dataset_comes_back_from_each_form(
    form: str, whole: scopes.Selection, written: dict[str, bytes]
) -> None:
    quads = whole.quads if FORMS[form].keeps_graphs else whole.single
    assert len(quads) > 70_000
    assert read(form, written[form]) == wanted(form, quads)


def test_the_quads_are_those_of_the_store(home: Path, whole: scopes.Selection, written: dict[str, bytes]) -> None:
    assert set(whole.quads) == {each for each in store.open_store(home) if each.graph_name != ox.DefaultGraph()}
    assert written["nquads"] == (store.current(home) / "dataset.nq").read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_no_form_leaks_a_name_of_a_library(form: str, written: dict[str, bytes]) -> None:
    assert b"urn:" not in written[form]
    assert b"genid" not in written[form]


@pytest.mark.parametrize("form", FORMS)
def test_what_is_awkward_comes_back_for_two_parsers(form: str) -> None:
    content = FORMS[form].write(awkward(), "a head\nof two -- lines")
    assert read(form, content) == wanted(form, awkward())
    # rdflib turns 007 into 7 and "1" into true when it reads: of those it cannot say whether they were kept.
    plain = [each for each in awkward() if str(getattr(each.object, "value", "")) not in ("007", "1")]
    assert read_by_rdflib(form, FORMS[form].write(plain, "")) == wanted(form, plain)


@pytest.mark.parametrize("form", FORMS)
def test_neither_order_nor_blank_node_names_change_a_byte(form: str) -> None:
    first = FORMS[form].write(awkward(), "")
    for seed in range(3):
        quads = list(ox.parse(AWKWARD, format=ox.RdfFormat.TRIG, rename_blank_nodes=True))
        random.Random(seed).shuffle(quads)
        assert FORMS[form].write(quads, "") == first


def test_the_whole_dataset_has_the_same_bytes_in_another_process(home: Path, written: dict[str, bytes]) -> None:
    code = (
        "import hashlib, sys\n"
        "from haidiyan.publication import scopes\n"
        "from haidiyan.publication.serialise import FORMS\n"
        "whole = scopes.whole()\n"
        "for name, form in FORMS.items():\n"
        "    quads = whole.quads if form.keeps_graphs else whole.single\n"
        "    print(name, hashlib.sha256(form.write(quads, whole.header)).hexdigest())\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "11"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert dict(line.split() for line in done.stdout.splitlines()) == {
        name: hashlib.sha256(content).hexdigest() for name, content in written.items()
    }


def test_turtle_is_in_the_one_style_of_the_project(written: dict[str, bytes]) -> None:
    text = written["turtle"].decode()
    assert turtle.serialize(turtle.parse(text), "\n".join(text.splitlines()[:3])) == text


def test_trig_names_each_graph_once_in_order(whole: scopes.Selection, written: dict[str, bytes]) -> None:
    named = [line for line in written["trig"].decode().splitlines() if line.startswith("<")]
    names = sorted({str(getattr(each.graph_name, "value", "")) for each in whole.quads})
    assert named == [f"<{name}> {{" for name in names]


def test_trig_refuses_graphs_that_share_a_blank_node_and_jsonld_keeps_it() -> None:
    text = f"<{EX}g> {{ <{EX}a> <{EX}p> _:x }} <{EX}h> {{ _:x <{EX}p> <{EX}a> }}"
    quads = list(ox.parse(text, format=ox.RdfFormat.TRIG))
    with pytest.raises(InputError, match="share a blank node"):
        FORMS["trig"].write(quads, "")
    assert read("jsonld", FORMS["jsonld"].write(quads, "")) == wanted("jsonld", quads)


def test_jsonld_is_read_without_the_network(written: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("the network is asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    context = json.loads(written["jsonld"])["@context"]
    assert isinstance(context, dict)
    claim = scopes.claim("j2-p01-c03")
    content = FORMS["jsonld"].write(claim.quads, "")
    assert read_by_rdflib("jsonld", content) == wanted("jsonld", claim.quads)


def test_jsonld_reads_well(written: dict[str, bytes]) -> None:
    """Prefixed names, words by language, numbers as numbers, one node a subject in a graph of its own name."""
    document = json.loads(written["jsonld"])
    graphs = {each["@id"]: each["@graph"] for each in document["@graph"]}
    assert set(graphs) >= {"graph:claims", "graph:choice-body-self", "graph:volume-2-verse"}
    for nodes in graphs.values():
        names = [node["@id"] for node in nodes if "@id" in node]
        assert len(names) == len(set(names))
    kun = next(node for node in graphs["graph:cosmology"] if node.get("@id") == "hexagram:02")
    assert (kun["hdy:number"], kun["@type"], kun["hdy:palace"]) == (2, "hdy:Hexagram", "palace:kun")
    assert kun["skos:prefLabel"]["zh-hant"] == "坤"
    assert all(not key.startswith("http") for nodes in graphs.values() for node in nodes for key in node)


def test_a_property_has_one_shape_in_every_export(written: dict[str, bytes]) -> None:
    whole = json.loads(written["jsonld"])["@context"]
    for selection in (scopes.claim("j2-p01-c03"), scopes.variant("j2-p57-v1"), scopes.modules(["doctrines"])):
        part = json.loads(FORMS["jsonld"].write(selection.quads, ""))["@context"]
        assert part.items() <= whole.items()


def test_rdfxml_is_xml_with_a_namespace_for_each_property(written: dict[str, bytes]) -> None:
    root = ElementTree.fromstring(written["rdfxml"])
    subjects = [each.get(f"{{{PREFIXES['rdf']}}}about") for each in root]
    named = [each for each in subjects if each]
    assert len(named) == len(set(named)) > 5_000
    assert len(root.findall(f".//{{{term('')}}}quote")) > 800


@pytest.mark.parametrize(
    ("triple", "words"),
    [
        (f'<{EX}a> <{EX}1> "x" .', "does not end in an XML name"),
        (f'<{EX}a> <{EX}p> "\\u0001" .', r"cannot write the character U\+0001"),
    ],
)
def test_rdfxml_refuses_what_xml_has_no_place_for(triple: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        FORMS["rdfxml"].write(ox.parse(triple, format=ox.RdfFormat.TURTLE), "")


def test_the_files_of_a_folder_hold_a_graph_each(whole: scopes.Selection) -> None:
    assert {graph(name) for name in whole.graphs} == {
        str(getattr(each.graph_name, "value", "")) for each in whole.quads
    }
    assert sum(map(len, whole.graphs.values())) == len(whole.quads)
