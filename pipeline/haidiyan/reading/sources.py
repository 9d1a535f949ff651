"""Trace a fact of the dataset to where it comes from: a passage, a supplied doctrine, or an axiom over other facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import pyoxigraph as ox

from haidiyan import iris

Name = ox.NamedNode | ox.BlankNode
Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple

_OWL, _RDF = iris.PREFIXES["owl"], iris.PREFIXES["rdf"]
_CHAIN, _INVERSE = ox.NamedNode(_OWL + "propertyChainAxiom"), ox.NamedNode(_OWL + "inverseOf")
_SUB_PROPERTY = ox.NamedNode(iris.PREFIXES["rdfs"] + "subPropertyOf")
_TYPE, _SYMMETRIC = ox.NamedNode(_RDF + "type"), ox.NamedNode(_OWL + "SymmetricProperty")
_FIRST, _REST, _NIL = (ox.NamedNode(_RDF + name) for name in ("first", "rest", "nil"))
_SUBJECT, _PREDICATE, _OBJECT = (ox.NamedNode(_RDF + name) for name in ("subject", "predicate", "object"))
_ATTESTED, _SUPPLIED = ox.NamedNode(iris.term("attestedIn")), ox.NamedNode(iris.term("suppliedFrom"))
_CLOSURE = ox.NamedNode(iris.graph("cosmology-closure"))


@dataclass(frozen=True)
class Source:
    """Where a fact comes from: passages, supplied doctrines, or the facts that an axiom derives it from."""

    triple: ox.Triple
    attested: tuple[str, ...] = ()
    supplied: tuple[str, ...] = ()
    axiom: str | None = None
    under: tuple[Source, ...] = ()


class Sources:
    """The sources of the facts in a built dataset."""

    def __init__(self, dataset: ox.Store) -> None:
        self._dataset = dataset

    def of(self, triple: ox.Triple) -> Source:
        """The source of a triple of the dataset."""
        subject, predicate, target = triple
        subject, predicate = cast(Name, subject), cast(ox.NamedNode, predicate)
        if self._is_derived(triple):
            axiom, under = self._derivation(subject, predicate, target)
            return Source(triple, axiom=axiom, under=tuple(self.of(each) for each in under))
        record = self._attestations.get((subject, predicate, target))
        for where in (record, predicate, subject):
            if where is None:
                continue
            attested = tuple(_value(term) for term in self._objects(where, _ATTESTED))
            supplied = tuple(_value(term) for term in self._objects(where, _SUPPLIED))
            if attested or supplied:
                return Source(triple, attested, supplied)
        return Source(triple)

    @cached_property
    def _attestations(self) -> dict[tuple[Term, Term, Term], Name]:
        """The attestations of single statements, by subject, predicate and object."""
        return {
            (quad.object, predicate, target): cast(Name, quad.subject)
            for quad in self._dataset.quads_for_pattern(None, _SUBJECT, None, ox.DefaultGraph())
            for predicate in self._objects(cast(Name, quad.subject), _PREDICATE)
            for target in self._objects(cast(Name, quad.subject), _OBJECT)
            if not _value(quad.subject).startswith(iris.PREFIXES["claim"])
        }

    def _derivation(self, subject: Name, predicate: ox.NamedNode, target: Term) -> tuple[str, list[ox.Triple]]:
        """The axiom that derives a triple, and what it derives it from."""
        for inverse in self._inverses(predicate):
            back = (cast(Name, target), inverse, subject)
            if self._is_asserted(*back) or self._by_chain(*back):
                return f"owl:inverseOf {iris.compact(inverse.value)}", [ox.Triple(*back)]
        by_another = self._by_chain(subject, predicate, target) or self._by_narrower(subject, predicate, target)
        return by_another or ("derived by OWL", [])

    def _by_narrower(self, subject: Name, predicate: ox.NamedNode, target: Term) -> tuple[str, list[ox.Triple]] | None:
        """By a sub-property, or because the property holds both ways."""
        back = (cast(Name, target), predicate, subject)
        if self._is_asserted(predicate, _TYPE, _SYMMETRIC) and self._is_asserted(*back):
            return "owl:SymmetricProperty", [ox.Triple(*back)]
        for quad in self._dataset.quads_for_pattern(None, _SUB_PROPERTY, predicate, ox.DefaultGraph()):
            narrower = cast(ox.NamedNode, quad.subject)
            if self._is_asserted(subject, narrower, target):
                return f"rdfs:subPropertyOf {iris.compact(narrower.value)}", [ox.Triple(subject, narrower, target)]
        return None

    def _by_chain(self, subject: Name, predicate: ox.NamedNode, target: Term) -> tuple[str, list[ox.Triple]] | None:
        for chain in self._chains(predicate):
            path = next(self._paths(subject, chain, target), None)
            if path:
                return (
                    f"owl:propertyChainAxiom ({' '.join(iris.compact(each.value) for each in chain)})",
                    path,
                )
        return None

    def _inverses(self, predicate: ox.NamedNode) -> Iterator[ox.NamedNode]:
        for quad in self._dataset.quads_for_pattern(None, _INVERSE, predicate, ox.DefaultGraph()):
            yield cast(ox.NamedNode, quad.subject)
        for quad in self._dataset.quads_for_pattern(predicate, _INVERSE, None, ox.DefaultGraph()):
            yield cast(ox.NamedNode, quad.object)

    def _chains(self, predicate: ox.NamedNode) -> Iterator[list[ox.NamedNode]]:
        for head in self._objects(predicate, _CHAIN):
            chain: list[ox.NamedNode] = []
            here = cast(Name, head)
            while here != _NIL:
                chain.append(cast(ox.NamedNode, next(self._objects(here, _FIRST))))
                here = cast(Name, next(self._objects(here, _REST)))
            yield chain

    def _paths(self, start: Name, chain: list[ox.NamedNode], end: Term) -> Iterator[list[ox.Triple]]:
        if not chain:
            if start == end:
                yield []
            return
        for step in sorted(self._objects(start, chain[0]), key=_value):
            if isinstance(step, ox.NamedNode):
                for rest in self._paths(step, chain[1:], end):
                    yield [ox.Triple(start, chain[0], step), *rest]

    def _is_asserted(self, subject: Name, predicate: ox.NamedNode, target: Term) -> bool:
        triple = ox.Triple(subject, predicate, target)
        return ox.Quad(subject, predicate, target) in self._dataset and not self._is_derived(triple)

    def _is_derived(self, triple: ox.Triple) -> bool:
        return ox.Quad(triple.subject, triple.predicate, triple.object, _CLOSURE) in self._dataset

    def _objects(self, subject: Name, predicate: ox.NamedNode) -> Iterator[Term]:
        for quad in self._dataset.quads_for_pattern(subject, predicate, None, ox.DefaultGraph()):
            yield quad.object


def _value(term: object) -> str:
    return str(getattr(term, "value", term))
