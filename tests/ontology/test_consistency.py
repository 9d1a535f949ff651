"""HermiT finds what OWL 2 RL does not; where it cannot run, the check says so and passes."""

from __future__ import annotations

import shutil

import pytest
from rdflib import OWL, RDF, Graph, URIRef

from haidiyan.iris import PREFIXES, graph, term
from haidiyan.ontology import __main__, consistency

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
needs_hermit = pytest.mark.skipif(consistency.missing() is not None, reason=str(consistency.missing()))
EMPTY = """
hdy:A a owl:Class . hdy:B a owl:Class . hdy:p a owl:ObjectProperty ; rdfs:range hdy:B . hdy:C a owl:Class .
hdy:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty hdy:p ; owl:someValuesFrom hdy:C ] .
hdy:B owl:disjointWith hdy:C .
"""


def ontology(text: str) -> dict[str, Graph]:
    return {graph("ontology"): Graph().parse(data=HEAD + text, format="turtle")}


@needs_hermit
def test_a_class_that_can_have_no_members_is_named() -> None:
    assert consistency.check(ontology(EMPTY)) == ["hdy:A can have no members."]


@needs_hermit
def test_a_contradiction_is_found_that_no_rule_of_owl_2_rl_sees() -> None:
    assert consistency.check(ontology(EMPTY + "hdy:x a hdy:A .")) == ["HermiT finds a contradiction in the ontology."]


@needs_hermit
def test_what_is_consistent_passes() -> None:
    assert consistency.check(ontology("hdy:A a owl:Class . hdy:x a hdy:A .")) == []


def test_what_is_said_of_terms_is_not_given_to_the_reasoner() -> None:
    text = (
        "hdy:E a owl:Class . hdy:p a owl:ObjectProperty , hdy:E . hdy:q a owl:ObjectProperty ."
        " hdy:x hdy:q hdy:y , hdy:p ."
    )
    kept = consistency.logical(ontology(text)[graph("ontology")])
    p, q, x = (URIRef(term(name)) for name in "pqx")
    assert (p, RDF.type, OWL.ObjectProperty) in kept
    assert (p, RDF.type, URIRef(term("E"))) not in kept
    assert set(kept.objects(x, q)) == {URIRef(term("y"))}


def test_without_java_the_check_is_skipped_with_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert __main__.main() == 0
    assert "is skipped" in capsys.readouterr().err
