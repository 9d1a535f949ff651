"""Hold the ontology to the OWL 2 RL profile: which constructs it uses, each where the profile has it.

The tables are those of https://www.w3.org/TR/owl2-profiles/#OWL_2_RL and, for property chains, the global
restrictions of https://www.w3.org/TR/owl2-syntax/. One departure: ``rdf:langString`` counts as a datatype of
the profile; RDF 1.1 put it in the place of ``rdf:PlainLiteral``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from rdflib import OWL, RDF, RDFS, XSD, BNode, Graph, Literal, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from haidiyan.iris import BASE, compact

ALLOWED = frozenset(
    {
        *(OWL.AllDifferent, OWL.AllDisjointClasses, OWL.AllDisjointProperties, OWL.AnnotationProperty),
        *(OWL.AsymmetricProperty, OWL.Class, OWL.DatatypeProperty, OWL.FunctionalProperty),
        *(OWL.InverseFunctionalProperty, OWL.IrreflexiveProperty, OWL.NamedIndividual, OWL.ObjectProperty),
        *(OWL.Ontology, OWL.Restriction, OWL.SymmetricProperty, OWL.Thing, OWL.Nothing, OWL.TransitiveProperty),
        *(OWL.allValuesFrom, OWL.complementOf, OWL.deprecated, OWL.differentFrom, OWL.disjointWith),
        *(OWL.distinctMembers, OWL.equivalentClass, OWL.equivalentProperty, OWL.hasValue, OWL.imports),
        *(OWL.intersectionOf, OWL.inverseOf, OWL.maxCardinality, OWL.maxQualifiedCardinality, OWL.members),
        *(OWL.onClass, OWL.onProperty, OWL.oneOf, OWL.priorVersion, OWL.propertyChainAxiom),
        *(OWL.propertyDisjointWith, OWL.sameAs, OWL.someValuesFrom, OWL.unionOf, OWL.versionIRI, OWL.versionInfo),
    }
)
"""The words of OWL that the profile has; reflexive properties, self restrictions, lower bounds are not among them."""

DATATYPES = frozenset(
    {
        *(RDF.langString, RDF.PlainLiteral, RDF.XMLLiteral, RDFS.Literal, XSD.decimal, XSD.integer),
        *(XSD.nonNegativeInteger, XSD.nonPositiveInteger, XSD.positiveInteger, XSD.negativeInteger, XSD.long),
        *(XSD.int, XSD.short, XSD.byte, XSD.unsignedLong, XSD.unsignedInt, XSD.unsignedShort, XSD.unsignedByte),
        *(XSD.float, XSD.double, XSD.string, XSD.normalizedString, XSD.token, XSD.language, XSD.Name, XSD.NCName),
        *(XSD.NMTOKEN, XSD.boolean, XSD.hexBinary, XSD.base64Binary, XSD.anyURI, XSD.dateTime, XSD.dateTimeStamp),
    }
)

SUB, SUPER, EQUIVALENT = "sub", "super", "equivalent"
_SIDE = {
    SUB: "on the left of rdfs:subClassOf",
    SUPER: "on the right of rdfs:subClassOf",
    EQUIVALENT: "as the definition of a class",
}
_FORMS = {
    SUB: {OWL.intersectionOf, OWL.unionOf, OWL.oneOf, OWL.someValuesFrom, OWL.hasValue},
    SUPER: {
        *(OWL.intersectionOf, OWL.complementOf, OWL.allValuesFrom, OWL.hasValue),
        *(OWL.maxCardinality, OWL.maxQualifiedCardinality),
    },
    EQUIVALENT: {OWL.intersectionOf, OWL.hasValue},
}
_CONSTRUCTS = (*sorted(_FORMS[SUB] | _FORMS[SUPER]), OWL.cardinality, OWL.minCardinality, OWL.hasSelf)
_SIMPLE_ONLY = (
    OWL.FunctionalProperty,
    OWL.InverseFunctionalProperty,
    OWL.IrreflexiveProperty,
    OWL.AsymmetricProperty,
)


def check(graph: Graph) -> list[str]:
    """Where an ontology leaves OWL 2 RL, one sentence each, sorted."""
    return sorted({*_words(graph), *_class_axioms(graph), *_bounds(graph), *_kinds(graph), *_chains(graph)})


def constructs(graph: Graph) -> dict[str, int]:
    """How often each word of OWL is used, by its short name."""
    counts: dict[str, int] = defaultdict(int)
    for _, predicate, value in graph:
        for term in (predicate, value) if predicate == RDF.type else (predicate,):
            if str(term).startswith(str(OWL)):
                counts[compact(str(term))] += 1
    return dict(sorted(counts.items()))


def _words(graph: Graph) -> Iterator[str]:
    for subject, predicate, value in graph:
        for term in (predicate, value) if predicate == RDF.type else (predicate,):
            if str(term).startswith(str(OWL)) and term not in ALLOWED:
                yield f"{_name(graph, subject)} uses {compact(str(term))}, which OWL 2 RL does not have."


def _class_axioms(graph: Graph) -> Iterator[str]:
    for sub, wide in graph.subject_objects(RDFS.subClassOf):
        owner = wide if isinstance(sub, BNode) else sub
        yield from _expression(graph, sub, SUB, owner)
        yield from _expression(graph, wide, SUPER, owner)
    for one, other in graph.subject_objects(OWL.equivalentClass):
        yield from _expression(graph, one, EQUIVALENT, one)
        yield from _expression(graph, other, EQUIVALENT, one)
    for form in (OWL.intersectionOf, OWL.unionOf, OWL.oneOf, OWL.complementOf):
        for defined in graph.subjects(form):
            if isinstance(defined, URIRef):
                yield from _form(graph, defined, EQUIVALENT, defined)
    for one, other in graph.subject_objects(OWL.disjointWith):
        yield from _expression(graph, one, SUB, one)
        yield from _expression(graph, other, SUB, one)
    for node in graph.subjects(RDF.type, OWL.AllDisjointClasses):
        for members in graph.objects(node, OWL.members):
            for each in Collection(graph, members):
                yield from _expression(graph, each, SUB, each)


def _expression(graph: Graph, node: Node, side: str, owner: Node) -> Iterator[str]:
    if isinstance(node, URIRef):
        if node == OWL.Thing or (node == OWL.Nothing and side == EQUIVALENT):
            yield f"{_name(graph, owner)} has {compact(str(node))} {_SIDE[side]}, where OWL 2 RL has none."
        elif str(node).startswith(BASE) and (node, RDF.type, OWL.Class) not in graph:
            yield f"{_name(graph, owner)} takes {compact(str(node))} for a class, which no module declares."
    elif isinstance(node, BNode):
        yield from _form(graph, node, side, owner)
    else:
        yield f"{_name(graph, owner)} has the literal “{node}” in the place of a class."


def _form(graph: Graph, node: Node, side: str, owner: Node) -> Iterator[str]:
    used = [each for each in _CONSTRUCTS if (node, each, None) in graph]
    if len(used) != 1:
        shown = " and ".join(compact(str(each)) for each in used) or "nothing"
        yield f"{_name(graph, owner)} has a class expression of {shown}; one construct is needed."
        return
    form = used[0]
    value = graph.value(node, form)
    if value is None or form not in _FORMS[side]:
        yield f"{_name(graph, owner)} has {compact(str(form))} {_SIDE[side]}, where OWL 2 RL does not allow it."
        return
    if (node, OWL.onProperty, None) in graph:
        yield from _property(graph, node, owner)
    if form in (OWL.intersectionOf, OWL.unionOf):
        parts = list(Collection(graph, value))
        if len(parts) < 2:
            yield f"{_name(graph, owner)} has {compact(str(form))} of fewer than two classes."
        for each in parts:
            yield from _expression(graph, each, side, owner)
    elif form == OWL.someValuesFrom:
        if value != OWL.Thing:
            yield from _expression(graph, value, SUB, owner)
    elif form == OWL.allValuesFrom:
        yield from _expression(graph, value, SUPER, owner)
    elif form == OWL.complementOf:
        yield from _expression(graph, value, SUB, owner)
    elif form in (OWL.maxCardinality, OWL.maxQualifiedCardinality):
        if str(value) not in ("0", "1"):
            yield f"{_name(graph, owner)} has {compact(str(form))} {value}; OWL 2 RL has 0 and 1 only."


def _property(graph: Graph, restriction: Node, owner: Node) -> Iterator[str]:
    for each in graph.objects(restriction, OWL.onProperty):
        kinds = set(graph.objects(each, RDF.type))
        if not kinds & {OWL.ObjectProperty, OWL.DatatypeProperty}:
            yield f"{_name(graph, owner)} restricts {_name(graph, each)}, which is declared as no property."


def _bounds(graph: Graph) -> Iterator[str]:
    for prop, value in graph.subject_objects(RDFS.domain):
        yield from _expression(graph, value, SUPER, prop)
    for prop, value in graph.subject_objects(RDFS.range):
        if (prop, RDF.type, OWL.DatatypeProperty) in graph:
            if value not in DATATYPES:
                yield f"{_name(graph, prop)} has the range {_name(graph, value)}, which is no datatype of OWL 2 RL."
        elif value in DATATYPES or str(value).startswith((str(OWL), str(RDF), str(RDFS))):
            yield f"{_name(graph, prop)} is an object property with the range {_name(graph, value)}."
        else:
            yield from _expression(graph, value, SUPER, prop)


def _kinds(graph: Graph) -> Iterator[str]:
    both = set(graph.subjects(RDF.type, OWL.ObjectProperty)) & set(graph.subjects(RDF.type, OWL.DatatypeProperty))
    for each in both:
        yield f"{_name(graph, each)} is an object property and a datatype property at once."
    for each in graph.subjects(RDF.type, OWL.ObjectProperty):
        if any(isinstance(value, Literal) for value in graph.objects(None, each)):
            yield f"{_name(graph, each)} is an object property, but has a literal as value."
    for each in graph.subjects(RDF.type, OWL.DatatypeProperty):
        if any(not isinstance(value, Literal) for value in graph.objects(None, each)):
            yield f"{_name(graph, each)} is a datatype property, but has a value that is no literal."


def _chains(graph: Graph) -> Iterator[str]:
    """What no OWL 2 DL reasoner takes: chains in a circle, and bounds on what a chain derives."""
    needs: dict[Node, set[Node]] = defaultdict(set)
    derived = set(graph.subjects(RDF.type, OWL.TransitiveProperty))
    for prop, chain in graph.subject_objects(OWL.propertyChainAxiom):
        links = list(Collection(graph, chain))
        derived.add(prop)
        if len(links) < 2:
            yield f"{_name(graph, prop)} has a property chain of fewer than two links."
        if links != [prop, prop]:
            needs[prop] |= set(links[1:] if links[0] == prop else links[:-1] if links[-1] == prop else links)
    wider: dict[Node, set[Node]] = defaultdict(set)
    for narrow, wide in graph.subject_objects(RDFS.subPropertyOf):
        needs[wide].add(narrow)
        wider[narrow].add(wide)
    for one, other in graph.subject_objects(OWL.inverseOf):
        wider[one].add(other)
        wider[other].add(one)
    for prop in sorted(needs, key=str):
        if prop in _reached(needs, needs[prop]):
            yield f"{_name(graph, prop)} is derived from itself by a circle of property chains."
    for prop in _reached(wider, derived):
        for kind in _SIMPLE_ONLY:
            if (prop, RDF.type, kind) in graph:
                yield f"{_name(graph, prop)} is derived by a property chain, so it cannot be {compact(str(kind))}."


def _reached(steps: Mapping[Node, set[Node]], start: Iterable[Node]) -> set[Node]:
    found: set[Node] = set()
    waiting = list(start)
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += steps.get(each, ())
    return found


def _name(graph: Graph, node: Node) -> str:
    return compact(str(node)) if isinstance(node, URIRef) else "something without a name"
