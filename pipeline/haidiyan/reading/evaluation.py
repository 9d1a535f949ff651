"""What the rules derived for one question: its nodes with their states, and which claims fire on which of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from haidiyan.reading.question import Question

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


@dataclass(frozen=True)
class Firing:
    """A claim with the node on which its situation holds; both IRIs."""

    claim: str
    node: str


@dataclass
class Evaluation:
    """The nodes of a question by IRI, and the firings on them.

    ``rival_firings`` are of claims that hold only under a choice that is not adopted, ``open_firings`` of claims that
    wait for an input that was not given.
    """

    question: Question
    nodes: dict[str, Node]
    firings: list[Firing]
    rival_firings: list[Firing]
    open_firings: list[Firing]

    @property
    def chart_node(self) -> Node:
        """The node of the chart as a whole."""
        return self.nodes[self.question.iri]

    def at(self, kind: str, position: int) -> Node | None:
        """The node of a kind at a position, where there is one."""
        return self.nodes.get(self.question.node(kind, position))

    def memberships(self) -> Iterator[tuple[str, str]]:
        """Each node with each class that it is in."""
        for node in self.nodes.values():
            for kind in node.types:
                yield node.iri, kind
