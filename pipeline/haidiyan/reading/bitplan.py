"""Evaluate a question by masks: a class is an integer with a bit for each node of the chart.

The bare states and edges come from the tables of the atlas or else from the chart rules; the classes above them from
the compiled clauses and the bridges that are adopted; what fires from what the rule of firings says of a doctrine and a
topic. Nothing is decided here that the dataset does not say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from threading import Lock

from haidiyan.chart.catalog import Catalog
from haidiyan.corpus.bits import CHART_SLOT, plan, slot_of
from haidiyan.dataset.memory import Memory, using
from haidiyan.reading.doctrine import Doctrine
from haidiyan.reading.evaluation import Evaluation, Firing, Node, nodes_of
from haidiyan.reading.fitting import Fit, Fitting, OpenStates, any_chart
from haidiyan.reading.question import Question
from haidiyan.reading.tables import BIT, EVERYWHERE, Bare, Edges, Tables
from haidiyan.reading.values import Derived, Links, Values

Rules = Callable[[Question], dict[str, Node]]
"""Runs the chart rules alone over a question, and gives its nodes with what they derive."""

Masks = dict[str, int]

Steps = list[tuple[str, tuple[str, ...], str, tuple[str, ...]]]
"""The conditions of a plan one after the other: the class, its parts, the edge and what is at its end."""

CHART_BIT = BIT[CHART_SLOT]
NOWHERE: dict[int, int] = {}


class BitPlan:
    """Evaluates questions over one dataset; ``rules`` run where the tables do not serve.

    ``lock`` is held while a question is laid into the memory.
    """

    def __init__(self, source: Memory, tables: Tables | None, rules: Rules, lock: Lock) -> None:
        self._source = source
        self._tables = tables
        self._rules = rules
        self._lock = lock
        self._steps: dict[frozenset[str], Steps] = {}
        self._values = Values(source, lock)

    @property
    def has_tables(self) -> bool:
        """Whether the tables of the atlas are at hand."""
        return self._tables is not None

    def evaluate(self, question: Question) -> Evaluation:
        """The evaluation of a question; what its nodes are and whither they lead is told when it is asked for."""
        bare = self._by_tables(question)
        ruled = None
        if bare is None:
            ruled = self._rules(question)
            bare = _bare(ruled)
        steps, fits = self._steps_of(question), self._fits(question)
        chart = _Chart(question, classes(steps, bare), bare.edges, self._values, ruled)
        firings, rivals = chart.firings(fits)
        waiting: list[Firing] = []
        if question.open_inputs:
            fired = set(firings)
            states = dict(bare.states)
            for state, nodes in self._open(question).items():
                states[state] = states.get(state, 0) | nodes & chart.whole
            possible = _Chart(question, classes(steps, Bare(states, bare.edges)), bare.edges, self._values, ruled)
            waiting = [firing for firing in possible.firings(fits)[0] if firing not in fired]
        return Evaluation(question, chart.nodes, firings, rivals, waiting)

    def _by_tables(self, question: Question) -> Bare | None:
        if self._tables is None:
            return None
        bare = self._tables.of(question)
        if question.baleful:
            if self._marked is None:
                return None
            lines = sum(BIT["line", position] for position in question.baleful)
            for state, nodes in self._marked.items():
                bare.states[state] = bare.states.get(state, 0) | nodes & lines
        return bare

    @cached_property
    def _marked(self) -> Masks | None:
        """The states of lines that are marked 殺; ``None`` where a mark does more, and the rules have to run."""
        every = tuple(range(1, 7))
        with using(self._source):
            asked = [Question(any_chart(), None, None, None, marked, Doctrine("", {})) for marked in ((), every)]
            bare, marked = (_bare(self._rules(question)).states for question in asked)
        more = {state: nodes & ~bare.get(state, 0) for state, nodes in marked.items()}
        less = {state: nodes & ~marked.get(state, 0) for state, nodes in bare.items()}
        lines = sum(BIT["line", position] for position in every)
        if any(less.values()) or any(nodes & ~lines for nodes in more.values()):
            return None
        return {state: nodes for state, nodes in more.items() if nodes}

    def _steps_of(self, question: Question) -> Steps:
        adopted = frozenset(question.doctrine.adopted(self._source.keep(Catalog).choices))
        if adopted not in self._steps:
            conditions = plan(self._source, adopted)
            self._steps[adopted] = [
                (head, each.parts, each.edge, each.ends)
                for head, sufficient in conditions.items()
                for each in sufficient
            ]
        return self._steps[adopted]

    def _fits(self, question: Question) -> list[Fit]:
        with self._lock:
            return self._source.keep(Fitting).of(question)

    def _open(self, question: Question) -> Masks:
        with self._lock:
            return self._source.keep(OpenStates).of(question)


def classes(steps: Steps, bare: Bare) -> Masks:
    """A mask for every state, pattern and situation that a node of the chart is in."""
    known, edges = dict(bare.states), bare.edges
    find = known.get
    for head, parts, edge, ends in steps:
        on = EVERYWHERE
        for part in parts:
            on &= find(part, 0)
        if edge and on:
            there = EVERYWHERE
            for end in ends:
                there &= find(end, 0)
            on &= sum(here for here, reached in edges.get(edge, NOWHERE).items() if reached & there)
        if on:
            known[head] = find(head, 0) | on
    return known


class _Chart:
    """The nodes of a question, all classes known."""

    def __init__(
        self, question: Question, known: Masks, edges: Edges, values: Values, ruled: dict[str, Node] | None
    ) -> None:
        self.question = question
        self.known = known
        self.edges = edges
        self._values = values
        self._ruled = ruled
        self.nodes: dict[str, Node] = {}
        self.names: dict[int, str] = {}
        for node in nodes_of(question).values():
            bit = BIT[slot_of(node)]
            self.nodes[node.iri] = _Node(node.iri, node.kind, node.position, bit, self)
            self.names[bit] = node.iri
        self.whole = sum(self.names)

    def firings(self, fits: list[Fit]) -> tuple[list[Firing], list[Firing]]:
        """What fires, and what would fire if a choice that is not adopted were."""
        found: tuple[list[Firing], list[Firing]] = [], []
        led = {edge: links.get(CHART_BIT, 0) for edge, links in self.edges.items()}
        for claim, antecedent, edge, lacks in fits:
            on = self.known.get(antecedent, 0) & led.get(edge, 0)
            while on:
                bit = on & -on
                on ^= bit
                for missing in lacks:
                    found[missing].append(Firing(claim, self.names[bit]))
        return found

    @cached_property
    def types(self) -> dict[int, set[str]]:
        """The classes of each node, by its bit."""
        found: dict[int, set[str]] = {bit: set() for bit in self.names}
        for kind, on in self.known.items():
            while on:
                bit = on & -on
                on ^= bit
                found[bit].add(kind)
        return found

    @cached_property
    def derived(self) -> list[Derived]:
        """The things to which properties of the nodes lead, where they need not be looked up among all links."""
        return [] if self._ruled is not None else list(self._values.derived(self.question.chart))

    @cached_property
    def links(self) -> Links:
        """Where the properties of each node lead, by its IRI."""
        if self._ruled is not None:
            return {iri: node.links for iri, node in self._ruled.items()}
        found = self._values.of(self.question)
        for edge, links in self.edges.items():
            for here, reached in links.items():
                found[self.names[here]].setdefault(edge, set()).update(self.reached(reached))
        return found

    def reached(self, nodes: int) -> list[str]:
        """The nodes of a mask."""
        return [name for bit, name in self.names.items() if bit & nodes]


class _Node(Node):
    """A node that looks up what it is, and whither it leads, when it is asked."""

    def __init__(self, iri: str, kind: str, position: int | None, bit: int, chart: _Chart) -> None:
        self.iri = iri
        self.kind = kind
        self.position = position
        self._bit = bit
        self._chart = chart

    @cached_property
    def types(self) -> set[str]:  # type: ignore[override]
        """The classes that the node is in."""
        return self._chart.types[self._bit]

    @cached_property
    def links(self) -> dict[str, set[str]]:  # type: ignore[override]
        """Where the node's properties lead."""
        return self._chart.links[self.iri]

    def one(self, property_iri: str) -> str | None:
        """The only target of a property, or ``None``."""
        for derived in self._chart.derived:
            if things := derived.get((self._bit, property_iri)):
                return next(iter(things))
        return super().one(property_iri)

    def is_in(self, kind: str) -> bool:
        """Whether the node is in a class."""
        return bool(self._chart.known.get(kind, 0) & self._bit)

    def ends(self, edge: str) -> Collection[str]:
        """The nodes to which an edge leads."""
        return self._chart.reached(self._chart.edges.get(edge, NOWHERE).get(self._bit, 0))


def _bare(nodes: Mapping[str, Node]) -> Bare:
    """What the chart rules gave for one question, as masks."""
    bits = {iri: BIT[slot_of(node)] for iri, node in nodes.items()}
    states: Masks = {}
    edges: Edges = {}
    for iri, node in nodes.items():
        for kind in node.types:
            states[kind] = states.get(kind, 0) | bits[iri]
        for edge, ends in node.links.items():
            if reached := sum(bits[end] for end in ends if end in bits):
                edges.setdefault(edge, {})[bits[iri]] = reached
    return Bare(states, edges)
