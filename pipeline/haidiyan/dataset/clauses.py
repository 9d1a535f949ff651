"""Compile the OWL classes of states, patterns and situations into the clauses that a reading counts.

A class holds on sufficient conditions of two forms (docs/model.md, "Patterns and situations"): an
intersection of named classes, or flat expressions that are its sub-classes. Each condition becomes a clause
that its parts point forward to; each choice's bridges become bridge nodes. What has another form is
refused: a reading would not see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from rdflib import OWL, RDF, RDFS, XSD, BNode, Graph, Literal, URIRef
from rdflib.term import Node

from haidiyan.errors import BuildError
from haidiyan.iris import BASE, ONTOLOGY, compact, individual, local_name, term

STATE, PATTERN, SITUATION = (URIRef(term(name)) for name in ("State", "Pattern", "Situation"))
PART_OF, SIZE, HEAD, FILLER_OF, VIA, BRIDGES, FROM, TO, LEVEL = (
    URIRef(term(name)) for name in ("partOf", "size", "head", "fillerOf", "via", "bridges", "from", "to", "level")
)
_FOREIGN_FORMS = (
    OWL.complementOf,
    OWL.disjointUnionOf,
    OWL.equivalentClass,
    OWL.oneOf,
    OWL.unionOf,
)


@dataclass(frozen=True, order=True)
class Clause:
    """One sufficient condition of ``head``: all ``parts`` on a node, or one at the end of its ``edge``."""

    head: URIRef
    parts: tuple[URIRef, ...]
    edge: URIRef | None = None

    @property
    def key(self) -> tuple[str, str, tuple[str, ...]]:
        return str(self.head), str(self.edge or ""), tuple(map(str, self.parts))


@dataclass
class _Reader:
    """Reads the conditions of a graph's classes; complaints gather beside them."""

    graph: Graph
    call: Callable[[str], str] = compact
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.declared = {each for kind in (STATE, PATTERN, SITUATION) for each in self.graph.subjects(RDF.type, kind)}

    def complain(self, head: Node, words: str) -> None:
        self.complaints.append(f"{self.name(head)}: {words}")

    def name(self, node: Node) -> str:
        return "something without a name" if isinstance(node, BNode) else self.call(str(node))

    def clauses(self) -> Iterator[Clause]:
        for head in sorted(self.declared, key=str):
            if not isinstance(head, URIRef):
                self.complaints.append("A state, pattern or situation has no name.")
                continue
            yield from self._of_class(head)
        for lower, upper in self.graph.subject_objects(RDFS.subClassOf):
            if upper not in self.declared and (lower in self.declared or isinstance(lower, BNode)):
                if not str(upper).startswith(ONTOLOGY) or isinstance(lower, BNode):
                    self.complain(upper, "has a sub-class, but is no declared state, pattern or situation.")

    def _of_class(self, head: URIRef) -> Iterator[Clause]:
        for form in _FOREIGN_FORMS:
            if (head, form, None) in self.graph:
                self.complain(head, f"{compact(str(form))} is not one of the two forms of a sufficient condition.")
        lists = list(self.graph.objects(head, OWL.intersectionOf))
        lower = sorted(self.graph.subjects(RDFS.subClassOf, head), key=str)
        if len(lists) > 1:
            self.complain(head, "is defined by two intersections; give each a name and make both its sub-classes.")
        if lists and lower:
            self.complain(head, "has both forms, an intersection and sub-classes: a reasoner would infer nonsense.")
        for each in lists:
            yield from self._intersection(head, each)
        for expression in lower:
            yield from self._expression(head, expression)

    def _expression(self, head: URIRef, expression: Node) -> Iterator[Clause]:
        if isinstance(expression, URIRef):
            yield from self._clause(head, [expression])
            return
        types = set(self.graph.objects(expression, RDF.type))
        used = set(self.graph.predicates(expression)) - {RDF.type, RDFS.subClassOf}
        if OWL.intersectionOf in used:
            self._expect_type(head, types, OWL.Class)
            self._expect_only(head, used, {OWL.intersectionOf})
            for each in self.graph.objects(expression, OWL.intersectionOf):
                yield from self._intersection(head, each)
        elif OWL.onProperty in used or OWL.Restriction in types:
            self._expect_type(head, types, OWL.Restriction)
            yield from self._restriction(head, expression, used)
        else:
            forms = ", ".join(sorted(compact(str(each)) for each in used)) or "nothing"
            self.complain(head, f"an expression with {forms} is neither an intersection nor a someValuesFrom.")

    def _expect_type(self, head: URIRef, types: set[Node], wanted: URIRef) -> None:
        if wanted not in types:
            self.complain(head, f"an anonymous expression lacks its type {compact(str(wanted))}.")

    def _expect_only(self, head: URIRef, used: set[Node], wanted: set[URIRef]) -> None:
        for each in sorted(used - wanted, key=str):
            self.complain(head, f"an expression says {compact(str(each))} besides; name what is deeper or mixed.")

    def _restriction(self, head: URIRef, expression: Node, used: set[Node]) -> Iterator[Clause]:
        self._expect_only(head, used, {OWL.onProperty, OWL.someValuesFrom})
        edges = list(self.graph.objects(expression, OWL.onProperty))
        fillers = list(self.graph.objects(expression, OWL.someValuesFrom))
        if len(edges) != 1 or len(fillers) != 1:
            self.complain(head, "a restriction needs one owl:onProperty and one owl:someValuesFrom.")
            return
        edge = edges[0]
        if not isinstance(edge, URIRef):
            self.complain(head, "the edge of a restriction has no name.")
            return
        if (edge, RDF.type, OWL.ObjectProperty) not in self.graph:
            self.complain(head, f"the edge {self.name(edge)} is no declared property of charts.")
        yield from self._clause(head, fillers, edge)

    def _intersection(self, head: URIRef, first: Node) -> Iterator[Clause]:
        parts = list(self.graph.items(first))
        if len(parts) < 2:
            self.complain(head, "an intersection needs two classes or more.")
        if len(set(parts)) < len(parts):
            self.complain(head, "an intersection names a class twice.")
        yield from self._clause(head, parts)

    def _clause(self, head: URIRef, parts: list[Node], edge: URIRef | None = None) -> Iterator[Clause]:
        good = True
        for part in parts:
            if not isinstance(part, URIRef):
                self.complain(head, "an expression is deeper than flat; give the inner one a name (pattern:…).")
                good = False
            elif part not in self.declared:
                self.complain(head, f"its part {self.name(part)} is no declared state, pattern or situation.")
                good = False
        if good:
            yield Clause(head, tuple(sorted(URIRef(str(part)) for part in set(parts))), edge)


def compile_clauses(graph: Graph, bridges: Mapping[str, Graph], name: Callable[[str], str] = compact) -> Graph:
    """The clauses of a graph's states, patterns and situations, and the bridges of each choice, by its IRI.

    ``graph`` declares the classes and the edges; ``name`` turns an IRI into what a complaint calls it. The result is
    what docs/model.md, "Clauses", describes.

    Raises ``BuildError`` with every class whose form a reading would not see, and every cycle.
    """
    reader = _Reader(graph, name)
    clauses = sorted(set(reader.clauses()), key=lambda each: each.key)
    crossings = list(_bridges(reader, bridges))
    complaints = sorted(set(reader.complaints)) or list(_cycles(clauses, crossings, reader))
    if complaints:
        raise BuildError(complaints)
    compiled = Graph()
    levels = _levels(clauses, crossings)
    _write_clauses(compiled, clauses, levels)
    _write_bridges(compiled, crossings, levels)
    return compiled


def _bridges(reader: _Reader, bridges: Mapping[str, Graph]) -> Iterator[tuple[URIRef, URIRef, URIRef]]:
    states = set(reader.graph.subjects(RDF.type, STATE))
    for choice, triples in sorted(bridges.items()):
        for narrow, predicate, wide in sorted(triples):
            if predicate != RDFS.subClassOf or not isinstance(narrow, URIRef) or not isinstance(wide, URIRef):
                said = " ".join(map(reader.name, (narrow, predicate, wide)))
                reader.complain(URIRef(choice), f"{said} is no bridge between two states.")
                continue
            for each in (narrow, wide):
                if each not in states:
                    reader.complain(URIRef(choice), f"the end {reader.name(each)} of a bridge is no declared state.")
            if (wide, OWL.intersectionOf, None) in reader.graph:
                reader.complain(
                    wide, f"{reader.name(URIRef(choice))} bridges to a class that is an intersection: both forms."
                )
            yield URIRef(choice), narrow, wide


def _needs(clauses: Iterable[Clause], crossings: Iterable[tuple[URIRef, URIRef, URIRef]]) -> dict[URIRef, set[URIRef]]:
    """The classes that each class rests on, by clauses and by bridges."""
    needs: dict[URIRef, set[URIRef]] = {}
    for clause in clauses:
        needs.setdefault(clause.head, set()).update(clause.parts)
    for _, narrow, wide in crossings:
        needs.setdefault(wide, set()).add(narrow)
    return needs


def _levels(clauses: Iterable[Clause], crossings: Iterable[tuple[URIRef, URIRef, URIRef]]) -> dict[URIRef, int]:
    """How many steps each class lies above the bare states: a reading takes each step once, the lowest first."""
    needs = _needs(clauses, crossings)
    levels: dict[URIRef, int] = {}
    for each in TopologicalSorter(needs).static_order():
        levels[each] = 1 + max((levels[below] for below in needs.get(each, ())), default=-1)
    return levels


def _cycles(
    clauses: Iterable[Clause], crossings: Iterable[tuple[URIRef, URIRef, URIRef]], reader: _Reader
) -> Iterator[str]:
    needs = _needs(clauses, crossings)
    while True:
        try:
            TopologicalSorter(needs).prepare()
            return
        except CycleError as error:
            path: list[URIRef] = error.args[1]
            by = sorted({reader.name(choice) for choice, *ends in crossings if set(ends) <= set(path)})
            bridged = f"; bridged by {'、'.join(by)}" if by else ""
            yield f"{' → '.join(map(reader.name, path))}: a class depends on itself{bridged}."
            needs[path[1]].discard(path[0])


def _write_clauses(compiled: Graph, clauses: Iterable[Clause], levels: Mapping[URIRef, int]) -> None:
    counts: dict[URIRef, int] = {}
    for clause in clauses:
        counts[clause.head] = counts.get(clause.head, 0) + 1
        kind = str(clause.head).rsplit("/", 2)[-2]
        node = _mint(clause.head, "clause", f"{kind}-{local_name(str(clause.head))}", counts[clause.head])
        compiled.add((node, HEAD, clause.head))
        compiled.add((node, LEVEL, Literal(levels[clause.head], datatype=XSD.integer)))
        if clause.edge is not None:
            compiled.add((node, VIA, clause.edge))
        else:
            compiled.add((node, SIZE, Literal(len(clause.parts), datatype=XSD.integer)))
        for part in clause.parts:
            compiled.add((part, FILLER_OF if clause.edge is not None else PART_OF, node))


def _write_bridges(
    compiled: Graph, crossings: Iterable[tuple[URIRef, URIRef, URIRef]], levels: Mapping[URIRef, int]
) -> None:
    counts: dict[URIRef, int] = {}
    for choice, narrow, wide in crossings:
        counts[choice] = counts.get(choice, 0) + 1
        node = _mint(choice, "bridge", local_name(choice), counts[choice])
        compiled.add((choice, BRIDGES, node))
        compiled.add((node, FROM, narrow))
        compiled.add((node, LEVEL, Literal(levels[wide], datatype=XSD.integer)))
        compiled.add((node, TO, wide))


def _mint(of: URIRef, kind: str, name: str, number: int) -> URIRef:
    """The name of a clause or a bridge; of what is not ours, in its own namespace, so that the two never meet."""
    ours = str(of).startswith(BASE)
    return URIRef(individual(kind, f"{name}-{number}") if ours else f"{of}-{kind}-{number}")
