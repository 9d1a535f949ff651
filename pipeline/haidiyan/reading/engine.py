"""Evaluate questions: by the chart rules and the three generic rules as SPARQL, or by a plan of bits made of them."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from haidiyan.dataset.memory import Memory, memory
from haidiyan.errors import InputError
from haidiyan.queries import Query
from haidiyan.reading.doctrine import RDF_TYPE
from haidiyan.reading.evaluation import Evaluation, Firing, Node, nodes_of
from haidiyan.reading.question import Question
from haidiyan.reading.rules import chart_rules

if TYPE_CHECKING:
    from haidiyan.reading.bitplan import BitPlan

SPARQL, BITS = "sparql", "bits"

PATIENCE = 10
"""How many questions are answered by SPARQL before the tables are looked for: to load them takes about as long."""


class Engine:
    """Evaluates questions over the static triples of one dataset, by SPARQL or by a plan of bits; both give the same.

    ``plan`` is ``"sparql"``, ``"bits"`` or ``None``: then it is SPARQL at first, and bits once some questions have been
    asked, where the tables of the atlas are there (in ``home``, or in the dataset's home folder). With ``"bits"`` and
    without tables the chart rules run by SPARQL, and what is made of the states by bits.
    """

    def __init__(self, source: Memory, plan: str | None = None, home: Path | str | None = None) -> None:
        if plan not in (SPARQL, BITS, None):
            raise InputError(f"A plan is {SPARQL!r}, {BITS!r} or None, not {plan!r}.")
        self.memory = source
        self._plan = plan
        self._home = home
        self._asked = 0
        self._lock = source.keep(_lock)

    def evaluate(self, questions: Sequence[Question]) -> list[Evaluation]:
        """Evaluate questions, each with nodes of its own."""
        self._asked += len(questions)
        if self._plan == BITS or (self._plan is None and self._asked > PATIENCE and self._bits.has_tables):
            return [self._bits.evaluate(question) for question in questions]
        return self._by_sparql(questions)

    def look_for_tables(self) -> bool:
        """Look for the tables of the atlas anew; whether they are there, and then bits answer from now on."""
        self.__dict__.pop("_bits", None)
        if self._bits.has_tables:
            self._asked = max(self._asked, PATIENCE)
        return self._bits.has_tables

    @cached_property
    def _bits(self) -> BitPlan:
        from haidiyan.reading.bitplan import BitPlan
        from haidiyan.reading.tables import tables

        return BitPlan(self.memory, tables(self.memory, self._home), self.by_rules, self._lock)

    def by_rules(self, question: Question) -> dict[str, Node]:
        """The nodes of a question with what the chart rules derive for them, and no class that a clause gives."""
        nodes = nodes_of(question)
        with self.laid(question):
            self._fill(nodes)
        return nodes

    def _by_sparql(self, questions: Sequence[Question]) -> list[Evaluation]:
        """Evaluate questions in one pass of the rules."""
        with self._lock:
            nodes = {question.iri: nodes_of(question) for question in questions}
            try:
                for question in questions:
                    self.memory.add(question.triples())
                for rule in chart_rules():
                    self.memory.add(self.memory.derive(rule))
                self.classify()
                for each in nodes.values():
                    self._fill(each)
                firings, rivals = self._firings()
                open_firings = self._open_firings(questions, firings)
            finally:
                self.memory.remove_subjects([iri for each in nodes.values() for iri in each])
        return [
            Evaluation(
                question,
                nodes[question.iri],
                _of(firings, nodes[question.iri]),
                _of(rivals, nodes[question.iri]),
                _of(open_firings, nodes[question.iri]),
            )
            for question in questions
        ]

    @contextmanager
    def laid(self, question: Question) -> Iterator[Mapping[ox.Triple, str]]:
        """Hold a question in the memory with all that the chart rules derive; which rule gave each of those triples."""
        with self._lock:
            given = question.triples()
            origins: dict[ox.Triple, str] = {}
            try:
                self.memory.add(given)
                for rule in chart_rules():
                    derived = self.memory.derive(rule)
                    for triple in derived:
                        origins.setdefault(triple, rule)
                    self.memory.add(derived)
                yield origins
            finally:
                self.memory.remove_subjects(list(nodes_of(question)))

    @cached_property
    def _steps(self) -> list[str]:
        """The generic rules, each for one level of classes, the lowest first: a class rests only on those below it."""
        return [
            Query.bundled(f"reading/{row['rule']}").bind({"level": [ox.Literal(int(row["level"]))]}).text
            for row in self.memory.rows("reading/levels")
        ]

    def classify(self) -> None:
        """Put every node into the patterns and situations that its states and edges amount to."""
        for step in self._steps:
            self.memory.add(self.memory.construct(step))

    def _fill(self, nodes: dict[str, Node]) -> None:
        for node in nodes.values():
            for quad in self.memory.store.quads_for_pattern(ox.NamedNode(node.iri), None, None, None):
                target = quad.object
                if not isinstance(target, ox.NamedNode):
                    continue
                if quad.predicate == RDF_TYPE:
                    node.types.add(target.value)
                else:
                    node.links.setdefault(quad.predicate.value, set()).add(target.value)

    def _firings(self) -> tuple[list[Firing], list[Firing]]:
        """What fires, and what would fire if a choice that is not adopted were."""
        firings: list[Firing] = []
        rivals: list[Firing] = []
        for row in self.memory.rows("reading/firings"):
            (rivals if "missing" in row else firings).append(Firing(row["claim"], row["node"]))
        return firings, rivals

    def _open_firings(self, questions: Iterable[Question], closed: list[Firing]) -> list[Firing]:
        """What would fire if every input that was not given took whatever value helps; less what fires anyhow."""
        if not any(question.open_inputs for question in questions):
            return []
        self.memory.add(self.memory.derive("reading/open-states"))
        self.classify()
        fired = set(closed)
        return [firing for firing in self._firings()[0] if firing not in fired]


def _of(firings: Iterable[Firing], nodes: dict[str, Node]) -> list[Firing]:
    """The firings on some nodes, by claim and then as the nodes stand."""
    place = {iri: number for number, iri in enumerate(nodes)}
    return sorted(
        (firing for firing in firings if firing.node in place), key=lambda each: (each.claim, place[each.node])
    )


def _lock(_: Memory) -> threading.Lock:
    """The lock of a memory, into which one question is laid at a time, or one batch of them."""
    return threading.Lock()


def engine(plan: str | None = None) -> Engine:
    """The engine over the dataset in use: that which picks its plan itself, or that which keeps to one."""
    return memory().keep({None: Engine, SPARQL: _by_sparql, BITS: _by_bits}[plan])


def _by_sparql(source: Memory) -> Engine:
    return Engine(source, SPARQL)


def _by_bits(source: Memory) -> Engine:
    return Engine(source, BITS)
