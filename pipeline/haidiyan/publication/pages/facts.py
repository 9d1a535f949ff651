"""Read from the dataset, by a few large queries, all that the pages say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import pyoxigraph as ox

from haidiyan import iris, queries, resources
from haidiyan.errors import InputError

CHINESE, ENGLISH, PINYIN = "zh-hant", "en", "zh-latn-pinyin"
TYPE = iris.PREFIXES["rdf"] + "type"
LABEL = iris.PREFIXES["skos"] + "prefLabel"
TITLE = iris.PREFIXES["dcterms"] + "title"


class Value(NamedTuple):
    """What a statement ends in: an IRI, or a literal with its language, if it has one."""

    text: str
    language: str
    is_link: bool


class Clause(NamedTuple):
    """One sufficient condition: all of ``parts``; or, by the edge ``edge``, something that is ``filler``."""

    parts: tuple[str, ...]
    edge: str
    filler: str


class Bridge(NamedTuple):
    """What one choice makes count as another thing."""

    choice: str
    narrow: str
    wide: str


class Facts:
    """What is stated: ``of`` a subject, by property its values; with a value (``to``), by property its subjects."""

    def __init__(self) -> None:
        self.of: dict[str, dict[str, list[Value]]] = {}
        self.to: dict[str, dict[str, list[str]]] = {}
        self.clauses: dict[str, list[Clause]] = {}
        self.bridges: list[Bridge] = []

    def values(self, subject: str, name: str) -> list[Value]:
        """The values of a property."""
        return self.of.get(subject, {}).get(name, [])

    def links(self, subject: str, name: str) -> list[str]:
        """The IRIs among them."""
        return [each.text for each in self.values(subject, name) if each.is_link]

    def one(self, subject: str, name: str) -> str:
        """The first value of a property as text, or nothing."""
        return next((each.text for each in self.values(subject, name)), "")

    def said(self, subject: str, name: str, language: str) -> str:
        """The value of a property in a language, or nothing."""
        return next((each.text for each in self.values(subject, name) if each.language == language), "")

    def label(self, iri: str, language: str = CHINESE) -> str:
        """What a thing is called, a module by its title; or nothing."""
        return self.said(iri, LABEL, language) or self.said(iri, TITLE, language)

    def subjects(self, value: str, name: str) -> list[str]:
        """What has a value of a property."""
        return self.to.get(value, {}).get(name, [])

    def parts_of(self, iri: str) -> list[str]:
        """What a condition names, each once, in the order of its clauses."""
        named = (each for clause in self.clauses.get(iri, []) for each in (*clause.parts, clause.filler) if each)
        return list(dict.fromkeys(named))


def read(dataset: ox.Store) -> Facts:
    """The facts of a built dataset, sorted."""
    facts = Facts()
    of: dict[str, dict[str, list[Value]]] = defaultdict(lambda: defaultdict(list))
    to: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for subject, name, value in _rows("pages/statements", dataset):
        of[str(subject.value)][str(name.value)].append(_value(value))
        if isinstance(value, ox.NamedNode):
            to[value.value][str(name.value)].append(str(subject.value))
    facts.of = {subject: {name: sorted(of[subject][name]) for name in sorted(of[subject])} for subject in sorted(of)}
    facts.to = {value: {name: sorted(to[value][name]) for name in sorted(to[value])} for value in sorted(to)}
    facts.clauses = _clauses(dataset)
    facts.bridges = [Bridge(*(each.value for each in row)) for row in _rows("pages/bridges", dataset)]
    return facts


def _clauses(dataset: ox.Store) -> dict[str, list[Clause]]:
    parts: dict[tuple[str, str], list[str]] = defaultdict(list)
    edges: dict[tuple[str, str], tuple[str, str]] = {}
    for head, clause, part, edge, filler in _rows("reading/clauses", dataset):
        if part is not None:
            parts[head.value, clause.value].append(part.value)
        else:
            edges[head.value, clause.value] = (edge.value, filler.value)
    found: dict[str, list[Clause]] = defaultdict(list)
    for key in sorted({*parts, *edges}, key=_clause_order):
        found[key[0]].append(Clause(tuple(sorted(parts[key])), *edges.get(key, ("", ""))))
    return dict(found)


def _clause_order(key: tuple[str, str]) -> tuple[str, str, int]:
    """Clauses of a class are numbered, ``clause:situation-parents-moving-1``."""
    head, clause = key
    name, _, number = clause.rpartition("-")
    return head, name, int(number)


def _rows(name: str, dataset: ox.Store) -> Iterator[ox.QuerySolution]:
    found = queries.run(resources.query(name), dataset)
    if not isinstance(found, ox.QuerySolutions):
        raise InputError(f"queries/{name}.rq is no SELECT.")
    return iter(found)


def _value(term: ox.NamedNode | ox.Literal | ox.BlankNode | ox.Triple) -> Value:
    if isinstance(term, ox.Literal):
        return Value(term.value, term.language or "", False)
    return Value(str(getattr(term, "value", term)), "", True)
