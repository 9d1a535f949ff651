"""Find the facts under a state: the chart rule that gave it, and the triples that the rule read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import pyoxigraph as ox

from haidiyan import iris, resources
from haidiyan.dataset.memory import Memory

if TYPE_CHECKING:
    from rdflib.term import Node as RdfNode

Pattern = tuple[ox.NamedNode | ox.Variable | ox.Literal, ...]


@dataclass(frozen=True)
class Fact:
    """A triple in a reading. ``rule`` is the chart rule that gave it, ``under`` what the rule read; a triple without
    a rule was given with the question or stands in the dataset.
    """

    triple: ox.Triple
    rule: str | None = None
    under: tuple[Fact, ...] = ()


class Facts:
    """The facts of one question, while it is laid into the memory (``Engine.laid``)."""

    def __init__(self, source: Memory, origins: Mapping[ox.Triple, str]) -> None:
        self._source = source
        self._origins = origins

    def of(self, triple: ox.Triple) -> Fact:
        """A triple with all that it rests on."""
        rule = self._origins.get(triple)
        if rule is None:
            return Fact(triple)
        under = [each for each in self._read_by(rule, triple) if each != triple and _says_something(each)]
        return Fact(triple, rule, tuple(self.of(each) for each in dict.fromkeys(under)))

    def _read_by(self, rule: str, triple: ox.Triple) -> list[ox.Triple]:
        """The triples that a rule's conditions matched where it gave a triple."""
        return self._matched(rule, triple, *rule_patterns(rule))

    def _matched(self, rule: str, triple: ox.Triple, heads: list[Pattern], body: list[Pattern]) -> list[ox.Triple]:
        # In a frame of its own: rdflib's parser leaves cycles that keep its callers, and solutions must not outlive
        # their thread.
        solutions = cast(ox.QuerySolutions, self._source.store.query(as_select(resources.query(rule))))
        names = {variable.value for variable in solutions.variables}
        for solution in solutions:
            if any(_instance(head, solution, names) == triple for head in heads):
                found = (_instance(pattern, solution, names) for pattern in body)
                return [each for each in found if each is not None and self._holds(each)]
        return []

    def _holds(self, triple: ox.Triple) -> bool:
        """Whether a pattern of an alternative branch is what matched."""
        return ox.Quad(*triple) in self._source.store


def as_select(construct: str) -> str:
    """A CONSTRUCT as the SELECT of all that its WHERE binds.

    >>> as_select("CONSTRUCT { ?a a ?b } WHERE { ?a ?p ?b }")
    'SELECT * WHERE { ?a ?p ?b }'
    """
    return re.sub(r"CONSTRUCT\s*\{[^}]*\}\s*WHERE", "SELECT * WHERE", construct, count=1)


@cache
def rule_patterns(rule: str) -> tuple[list[Pattern], list[Pattern]]:
    """The triple patterns that a rule constructs, and those that it reads; what it asks not to exist is left out."""
    from rdflib.plugins.sparql.algebra import translateQuery
    from rdflib.plugins.sparql.parser import parseQuery

    algebra = translateQuery(parseQuery(resources.query(rule))).algebra
    return [_pattern(each) for each in algebra.template], [_pattern(each) for each in _triples_read(algebra.p)]


def _triples_read(part: Any) -> Iterator[tuple[RdfNode, ...]]:
    from rdflib.plugins.sparql.parserutils import CompValue

    if not isinstance(part, CompValue):
        return
    if part.name == "BGP":
        yield from part.triples
    for key, each in part.items():
        if key != "expr":
            yield from _triples_read(each)


def _pattern(triple: tuple[RdfNode, ...]) -> Pattern:
    return tuple(map(_term, triple))


def _term(term: RdfNode) -> ox.NamedNode | ox.Variable | ox.Literal:
    from rdflib import Literal, URIRef

    if isinstance(term, URIRef):
        return ox.NamedNode(str(term))
    if isinstance(term, Literal):
        return (
            ox.Literal(str(term), datatype=ox.NamedNode(str(term.datatype))) if term.datatype else ox.Literal(str(term))
        )
    return ox.Variable(str(term))


def _instance(pattern: Pattern, solution: ox.QuerySolution, names: set[str]) -> ox.Triple | None:
    terms = [
        (solution[each.value] if each.value in names else None) if isinstance(each, ox.Variable) else each
        for each in pattern
    ]
    return ox.Triple(*terms) if all(term is not None for term in terms) else None  # type: ignore[arg-type]


_STRUCTURE = {
    iris.term(name) for name in ("node", "line", "hiddenLine", "hides", "marks", "by", "position", "hexagramLine")
}


def _says_something(triple: ox.Triple) -> bool:
    """Leave out what only holds a question together: which nodes it has, which state a value marks."""
    predicate = triple.predicate.value
    if predicate == iris.PREFIXES["rdf"] + "type":
        return cast(ox.NamedNode, triple.object).value.startswith(iris.PREFIXES["state"])
    return predicate not in _STRUCTURE and not iris.local_name(predicate).startswith("by")
