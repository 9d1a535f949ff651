"""Write graphs as JSON-LD that a person can read: prefixed names, language maps, one node a subject, context inside.

A property has the shape of all its values in the dataset and the ontology (``queries/publication/shapes.rq``), not of
those at hand: a program finds the same property in the same shape in every export of a version.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import pyoxigraph as ox

from haidiyan.dataset.store import open_store
from haidiyan.errors import InputError
from haidiyan.iris import PREFIXES, compact
from haidiyan.publication.trees import TYPE, Node, Term, Tree, canonical_order
from haidiyan.queries import rows

XSD = PREFIXES["xsd"]
LINK, LANGUAGE = "link", "language"
_NATIVE = {XSD + "integer", XSD + "boolean", XSD + "string"}


def document(graphs: Mapping[str, Iterable[ox.Triple]], shapes: Mapping[str, Collection[str]] | None = None) -> str:
    """Graphs by name, that without a name under the empty one; their blank nodes named canonically.

    ``shapes`` are the kinds of value of each property: ``link``, ``language`` or a datatype; those of the dataset
    in use, unless they are given.
    """
    return _Document(property_shapes() if shapes is None else shapes).of(graphs)


def property_shapes(dataset: ox.Store | None = None) -> dict[str, set[str]]:
    """The kinds of value of each property in the dataset, that in use unless another is given."""
    found: dict[str, set[str]] = {}
    for row in rows("publication/shapes", open_store() if dataset is None else dataset):
        found.setdefault(row["property"], set()).add(row["kind"])
    return found


class _Document:
    def __init__(self, shapes: Mapping[str, Collection[str]]) -> None:
        self._shapes = shapes
        self._terms: dict[str, Any] = {}
        self._prefixes: dict[str, str] = {}
        self._labels: dict[ox.BlankNode, str] = {}
        """Names for blank nodes, given before anything is written: what is written first must not matter."""

    def of(self, graphs: Mapping[str, Iterable[ox.Triple]]) -> str:
        kept = {name: list(triples) for name, triples in graphs.items()}
        shared = _shared(kept)
        nodes: list[Any] = []
        trees = {name: Tree(triples, shared) for name, triples in kept.items()}
        named = sorted({node for tree in trees.values() for node in tree.labelled}, key=canonical_order)
        self._labels = {node: f"_:b{number}" for number, node in enumerate(named, start=1)}
        for name, tree in trees.items():
            inside = [self._node(tree, root) for root in tree.roots()]
            nodes += [{"@id": self._name(name), "@graph": inside}] if name else inside
        context = {"@version": 1.1, **dict(sorted(self._prefixes.items())), **dict(sorted(self._terms.items()))}
        return json.dumps({"@context": context, "@graph": nodes}, ensure_ascii=False, indent=1) + "\n"

    def _node(self, tree: Tree, node: Node) -> dict[str, Any]:
        written: dict[str, Any] = {}
        if isinstance(node, ox.NamedNode) or node in self._labels:
            written["@id"] = self._reference(node)
        for predicate, values in tree.said(node):
            if predicate == TYPE:
                written["@type"] = _alone(sorted(self._reference(_named(each)) for each in values))
            else:
                name = self._term(predicate)
                written[name] = self._values(tree, name, values)
        return written

    def _term(self, predicate: str) -> str:
        """A property's name; where its values have a shape, the context says which."""
        name = self._name(predicate)
        kinds = set(self._shapes.get(predicate, ()))
        if kinds == {LINK}:
            self._terms[name] = {"@id": name, "@type": "@id"}
        elif LANGUAGE in kinds and kinds <= {LANGUAGE, XSD + "string"}:
            self._terms[name] = {"@id": name, "@container": "@language"}
        elif len(kinds) == 1 and not kinds <= _NATIVE:
            (kind,) = kinds
            self._terms[name] = {"@id": name, "@type": self._name(kind)}
        return name

    def _values(self, tree: Tree, name: str, values: list[Term]) -> Any:
        shape = self._terms.get(name, {})
        fits = all(isinstance(each, ox.Literal) and _is_words(each) for each in values)
        if "@container" in shape and fits:
            return _by_language(values)
        wanted = shape.get("@type")
        # Under a language map, an array of values is read value by value.
        found = sorted((self._value(tree, each, wanted) for each in values), key=_order)
        return found if "@container" in shape else _alone(found)

    def _value(self, tree: Tree, value: Term, wanted: str | None) -> Any:
        if isinstance(value, ox.Literal):
            return self._literal(value, wanted)
        members = tree.members(value)
        if members is not None:
            return {"@list": [self._value(tree, each, wanted) for each in members]}
        if isinstance(value, ox.BlankNode) and tree.is_nested(value):
            return self._node(tree, value)
        reference = self._reference(value)
        return reference if wanted == "@id" else {"@id": reference}

    def _literal(self, value: ox.Literal, wanted: str | None) -> Any:
        if value.language:
            return {"@language": value.language, "@value": value.value}
        datatype = value.datatype.value
        name = self._name(datatype)
        if wanted and wanted == name:
            return value.value
        if not wanted and datatype == XSD + "string":
            return value.value
        if not wanted and datatype == XSD + "boolean" and value.value in ("true", "false"):
            return value.value == "true"
        if not wanted and datatype == XSD + "integer" and _is_canonical(value.value):
            return int(value.value)
        return {"@value": value.value} if datatype == XSD + "string" else {"@type": name, "@value": value.value}

    def _reference(self, node: Node) -> str:
        if isinstance(node, ox.NamedNode):
            return self._name(node.value)
        return self._labels[node]

    def _name(self, iri: str) -> str:
        short = compact(iri)
        prefix, _, local = short.partition(":")
        if short == iri or local.startswith("//"):
            return iri
        self._prefixes[prefix] = PREFIXES[prefix]
        return short


def _shared(graphs: Mapping[str, Iterable[ox.Triple]]) -> set[ox.BlankNode]:
    """The blank nodes that more than one graph uses."""
    seen: dict[ox.BlankNode, str] = {}
    found = set()
    for name, triples in graphs.items():
        for triple in triples:
            for end in (triple.subject, triple.object):
                if isinstance(end, ox.BlankNode) and seen.setdefault(end, name) != name:
                    found.add(end)
    return found


def _by_language(values: Iterable[Term]) -> dict[str, Any]:
    found: dict[str, list[str]] = {}
    for each in values:
        found.setdefault(getattr(each, "language", None) or "@none", []).append(str(getattr(each, "value", "")))
    return {language: _alone(sorted(found[language])) for language in sorted(found)}


def _is_words(value: ox.Literal) -> bool:
    return bool(value.language) or value.datatype.value == XSD + "string"


def _is_canonical(number: str) -> bool:
    """Whether a whole number is written as a JSON number that every parser gives back as it stands."""
    return number.lstrip("-").isdecimal() and str(int(number)) == number and abs(int(number)) < 2**53


def _named(node: Term) -> ox.NamedNode | ox.BlankNode:
    if isinstance(node, ox.Literal):
        raise InputError(f"{node} is a type, and no name.")
    return node


def _order(value: Any) -> tuple[int, Any, str]:
    """Numbers by size, then the rest by its text."""
    number = value if isinstance(value, int) and not isinstance(value, bool) else None
    return (1, 0, json.dumps(value, ensure_ascii=False)) if number is None else (0, number, "")


def _alone(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else values
