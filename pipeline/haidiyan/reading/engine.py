"""Run the chart rules and the three generic rules over questions, in memory, and collect what they derive."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property

import pyoxigraph as ox

from haidiyan import iris, resources
from haidiyan.dataset.memory import Memory, memory
from haidiyan.queries import Query
from haidiyan.reading.doctrine import RDF_TYPE
from haidiyan.reading.evaluation import CHART, Evaluation, Firing, Node
from haidiyan.reading.question import Question

ITSELF = iris.term("itself")


@cache
def chart_rules() -> tuple[str, ...]:
    """The rules of ``queries/rules``, in the order of their numbers: each reads only what those before it derive."""
    return tuple(f"rules/{path.stem}" for path in resources.files("queries/rules", "*.rq"))


class Engine:
    """Evaluates questions over the static triples of one dataset; one question batch at a time."""

    def __init__(self, source: Memory) -> None:
        self.memory = source
        self._lock = threading.Lock()

    def evaluate(self, questions: Sequence[Question]) -> list[Evaluation]:
        """Evaluate questions, each with nodes of its own, in one pass of the rules."""
        with self._lock:
            nodes = {question.iri: _nodes(question) for question in questions}
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
                self.memory.remove_subjects(list(_nodes(question)))

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


def _nodes(question: Question) -> dict[str, Node]:
    nodes = {question.iri: Node(question.iri, CHART, None)}
    kinds = ["line", "hidden", *(["opposite"] if question.chart.hexagram.is_pure else [])]
    for kind in kinds:
        for position in range(1, 7):
            iri = question.node(kind, position)
            nodes[iri] = Node(iri, kind, position)
    for position in question.chart.moving:
        iri = question.node("changed", position)
        nodes[iri] = Node(iri, "changed", position)
    return nodes


def _of(firings: Iterable[Firing], nodes: dict[str, Node]) -> list[Firing]:
    return [firing for firing in firings if firing.node in nodes]


def engine() -> Engine:
    """The engine over the dataset in use."""
    return memory().keep(Engine)
