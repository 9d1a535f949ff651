"""The OWL 2 RL profile: what it forbids is found where it stands, and the ontology keeps to it."""

from __future__ import annotations

import pytest
from rdflib import Graph

from haidiyan.dataset.build import ontology_of
from haidiyan.dataset.load import load
from haidiyan.iris import PREFIXES
from haidiyan.ontology import profile

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
CLASSES = "hdy:A a owl:Class . hdy:B a owl:Class . hdy:C a owl:Class . hdy:p a owl:ObjectProperty . "
FAULTS = {
    "a some on the right": (
        "hdy:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty hdy:p ; owl:someValuesFrom hdy:B ] .",
        "hdy:A has owl:someValuesFrom on the right of rdfs:subClassOf, where OWL 2 RL does not allow it.",
    ),
    "an all on the left": (
        "[ a owl:Restriction ; owl:onProperty hdy:p ; owl:allValuesFrom hdy:B ] rdfs:subClassOf hdy:A .",
        "hdy:A has owl:allValuesFrom on the left of rdfs:subClassOf, where OWL 2 RL does not allow it.",
    ),
    "a union on the right": (
        "hdy:A rdfs:subClassOf [ a owl:Class ; owl:unionOf ( hdy:B hdy:C ) ] .",
        "hdy:A has owl:unionOf on the right of rdfs:subClassOf, where OWL 2 RL does not allow it.",
    ),
    "a class defined as a union": (
        "hdy:A owl:unionOf ( hdy:B hdy:C ) .",
        "hdy:A has owl:unionOf as the definition of a class, where OWL 2 RL does not allow it.",
    ),
    "a some within a definition": (
        "hdy:A owl:intersectionOf ( hdy:B [ a owl:Restriction ; owl:onProperty hdy:p ; owl:someValuesFrom hdy:C ] ) .",
        "hdy:A has owl:someValuesFrom as the definition of a class, where OWL 2 RL does not allow it.",
    ),
    "a lower bound": (
        "hdy:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty hdy:p ; owl:minCardinality 1 ] .",
        "something without a name uses owl:minCardinality, which OWL 2 RL does not have.",
    ),
    "at most two": (
        "hdy:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty hdy:p ; owl:maxCardinality 2 ] .",
        "hdy:A has owl:maxCardinality 2; OWL 2 RL has 0 and 1 only.",
    ),
    "a complement on the left": (
        "[ a owl:Class ; owl:complementOf hdy:B ] rdfs:subClassOf hdy:A .",
        "hdy:A has owl:complementOf on the left of rdfs:subClassOf, where OWL 2 RL does not allow it.",
    ),
    "everything on the left": (
        "owl:Thing rdfs:subClassOf hdy:A .",
        "owl:Thing has owl:Thing on the left of rdfs:subClassOf, where OWL 2 RL has none.",
    ),
    "a disjoint union": (
        "hdy:A owl:disjointUnionOf ( hdy:B hdy:C ) .",
        "hdy:A uses owl:disjointUnionOf, which OWL 2 RL does not have.",
    ),
    "a reflexive property": (
        "hdy:p a owl:ReflexiveProperty .",
        "hdy:p uses owl:ReflexiveProperty, which OWL 2 RL does not have.",
    ),
    "a class that is none": (
        "hdy:A rdfs:subClassOf hdy:Z .",
        "hdy:A takes hdy:Z for a class, which no module declares.",
    ),
    "a property that is none": (
        "[ a owl:Restriction ; owl:onProperty hdy:z ; owl:someValuesFrom hdy:B ] rdfs:subClassOf hdy:A .",
        "hdy:A restricts hdy:z, which is declared as no property.",
    ),
    "a datatype for an object": (
        "hdy:p rdfs:range xsd:string .",
        "hdy:p is an object property with the range xsd:string.",
    ),
    "the vocabulary as a class": (
        "hdy:p rdfs:range owl:ObjectProperty .",
        "hdy:p is an object property with the range owl:ObjectProperty.",
    ),
    "a datatype that it does not have": (
        "hdy:q a owl:DatatypeProperty ; rdfs:range xsd:date .",
        "hdy:q has the range xsd:date, which is no datatype of OWL 2 RL.",
    ),
    "two kinds of property at once": (
        "hdy:p a owl:DatatypeProperty .",
        "hdy:p is an object property and a datatype property at once.",
    ),
    "a literal for an object": (
        'hdy:x hdy:p "x" .',
        "hdy:p is an object property, but has a literal as value.",
    ),
    "a functional chain": (
        "hdy:q a owl:ObjectProperty , owl:FunctionalProperty ; owl:propertyChainAxiom ( hdy:p hdy:p ) .",
        "hdy:q is derived by a property chain, so it cannot be owl:FunctionalProperty.",
    ),
    "the inverse of a chain, asymmetric": (
        "hdy:q a owl:ObjectProperty ; owl:propertyChainAxiom ( hdy:p hdy:p ) ."
        " hdy:r a owl:ObjectProperty , owl:AsymmetricProperty ; owl:inverseOf hdy:q .",
        "hdy:r is derived by a property chain, so it cannot be owl:AsymmetricProperty.",
    ),
    "chains in a circle": (
        "hdy:q a owl:ObjectProperty ; owl:propertyChainAxiom ( hdy:p hdy:r ) ."
        " hdy:r a owl:ObjectProperty ; owl:propertyChainAxiom ( hdy:p hdy:q hdy:p ) .",
        "hdy:q is derived from itself by a circle of property chains.",
    ),
}
RIGHT = {
    "a some on the left": (
        "[ a owl:Restriction ; owl:onProperty hdy:p ; owl:someValuesFrom hdy:B ] rdfs:subClassOf hdy:A ."
    ),
    "a value on the right": "hdy:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty hdy:p ; owl:hasValue hdy:x ] .",
    "a union on the left": "[ a owl:Class ; owl:unionOf ( hdy:B hdy:C ) ] rdfs:subClassOf hdy:A .",
    "a class defined as an intersection": "hdy:A owl:intersectionOf ( hdy:B hdy:C ) .",
    "a chain that ends in itself": "hdy:q a owl:ObjectProperty ; owl:propertyChainAxiom ( hdy:p hdy:q ) .",
    "a transitive chain": "hdy:q a owl:ObjectProperty ; owl:propertyChainAxiom ( hdy:q hdy:q ) .",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_the_profile_forbids_is_named(fault: str) -> None:
    text, complaint = FAULTS[fault]
    assert complaint in profile.check(Graph().parse(data=HEAD + CLASSES + text, format="turtle"))


@pytest.mark.parametrize("form", RIGHT)
def test_what_the_profile_allows_is_left_alone(form: str) -> None:
    assert profile.check(Graph().parse(data=HEAD + CLASSES + RIGHT[form], format="turtle")) == []


def test_the_ontology_keeps_to_the_profile() -> None:
    whole = ontology_of(load().graphs)
    assert profile.check(whole) == []
    assert {"owl:intersectionOf", "owl:propertyChainAxiom", "owl:someValuesFrom"} <= set(profile.constructs(whole))
