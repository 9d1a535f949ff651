"""What the rules derived for one question: its nodes with their states, and which claims fire on which of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from haidiyan.chart.catalog import catalog
from haidiyan.reading.question import Question

if TYPE_CHECKING:
    from haidiyan.reading.grounds import Ground

CHART = "chart"


@dataclass
class Node:
    """A node of a question: ``kind`` is ``chart``, ``line``, ``hidden``, ``changed`` or ``opposite``."""

    iri: str
    kind: str
    position: int | None
    types: set[str] = field(default_factory=set)
    links: dict[str, set[str]] = field(default_factory=dict)

    def one(self, property_iri: str) -> str | None:
        """The only target of a property, or ``None``."""
        return next(iter(self.links.get(property_iri, ())), None)

    def is_in(self, kind: str) -> bool:
        """Whether the node is in a class."""
        return kind in self.types

    def ends(self, edge: str) -> Collection[str]:
        """The nodes to which an edge leads; it may be other things as well."""
        return self.links.get(edge, ())


@dataclass(frozen=True)
class Firing:
    """A claim with the node on which its situation holds; both IRIs."""

    claim: str
    node: str


@dataclass
class Evaluation:
    """The nodes of a question by IRI, and the firings on them, by claim and then as the nodes stand.

    ``rival_firings`` are of claims that hold only under a choice that is not adopted, ``open_firings`` of claims that
    wait for an input that was not given.
    """

    question: Question
    nodes: dict[str, Node]
    firings: list[Firing]
    rival_firings: list[Firing]
    open_firings: list[Firing]
    grounds: dict[tuple[str, str], Ground] = field(default_factory=dict, repr=False, compare=False)
    """Why a node, by IRI, is in a class: what ``Grounds.of`` has found so far."""

    @property
    def chart_node(self) -> Node:
        """The node of the chart as a whole."""
        return self.nodes[self.question.iri]

    @cached_property
    def adopted(self) -> frozenset[str]:
        """The IRIs of the choices that are followed."""
        return frozenset(self.question.doctrine.adopted(catalog().choices))

    def at(self, kind: str, position: int) -> Node | None:
        """The node of a kind at a position, where there is one."""
        return self.nodes.get(self.question.node(kind, position))

    def memberships(self) -> Iterator[tuple[str, str]]:
        """Each node with each class that it is in."""
        for node in self.nodes.values():
            for kind in node.types:
                yield node.iri, kind


def nodes_of(question: Question) -> dict[str, Node]:
    """The nodes of a question by IRI, as bare as they were given, in the order in which they are told."""
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
