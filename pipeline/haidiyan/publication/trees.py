"""Order the triples of a graph by subject, each anonymous node in its place where it is used once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import pyoxigraph as ox

from haidiyan.iris import PREFIXES, compact

Node = ox.NamedNode | ox.BlankNode
Term = ox.NamedNode | ox.BlankNode | ox.Literal
Said = list[tuple[str, list[Term]]]

RDF = PREFIXES["rdf"]
TYPE, FIRST, REST = RDF + "type", RDF + "first", RDF + "rest"
NIL = ox.NamedNode(RDF + "nil")


def canonical_order(node: ox.BlankNode) -> tuple[int, str]:
    """The key by which blank nodes with RDFC-1.0 names, c14n0, c14n1 …, stand in the order of their numbers."""
    return len(node.value), node.value


class Tree:
    """One graph: its subjects, and what is said of each.

    The blank nodes of ``labelled`` and those that are used more than once, or in a circle, stand on their own.
    """

    def __init__(self, triples: Iterable[ox.Triple], labelled: Iterable[ox.BlankNode] = ()) -> None:
        self._about: dict[Node, dict[str, list[Term]]] = defaultdict(lambda: defaultdict(list))
        uses: Counter[ox.BlankNode] = Counter()
        for subject, predicate, value in triples:
            self._about[subject][predicate.value].append(value)
            if isinstance(value, ox.BlankNode):
                uses[value] += 1
        self._nested = {node for node, number in uses.items() if number == 1} - set(labelled)
        self._nested -= self._in_circles()
        self.labelled = set(uses) - self._nested
        """The blank nodes that have to be called by a name."""

    def roots(self) -> list[Node]:
        """What has a place of its own: the named subjects by their written names, then anonymous nodes."""
        named = [node for node in self._about if isinstance(node, ox.NamedNode)]
        anonymous = [node for node in self._about if isinstance(node, ox.BlankNode) and not self.is_nested(node)]
        return [
            *sorted(named, key=lambda node: compact(node.value)),
            *sorted(anonymous, key=canonical_order),
        ]

    def said(self, node: Node) -> Said:
        """What is said of a node: types first, then property by property as they are written."""
        about = self._about.get(node, {})
        return [(each, about[each]) for each in sorted(about, key=lambda each: (each != TYPE, compact(each)))]

    def is_nested(self, node: Term) -> bool:
        """Whether a node is to be written where it is used."""
        return node in self._nested

    def members(self, node: Term) -> list[Term] | None:
        """The members of a well-formed list that starts here, or None."""
        found: list[Term] = []
        while node != NIL:
            if not isinstance(node, ox.BlankNode) or node not in self._nested:
                return None
            about = self._about.get(node, {})
            if set(about) != {FIRST, REST} or any(len(each) != 1 for each in about.values()):
                return None
            found.extend(about[FIRST])
            (node,) = about[REST]
        return found

    def _in_circles(self) -> set[ox.BlankNode]:
        """The nodes that no root leads to: a circle of nodes that are each used once."""
        reached: set[Term] = set()
        waiting: list[Term] = [node for node in self._about if node not in self._nested]
        while waiting:
            node = waiting.pop()
            if node not in reached:
                reached.add(node)
                waiting.extend(self._blank_objects(node))
        return self._nested - reached

    def _blank_objects(self, node: Term) -> Iterator[ox.BlankNode]:
        if isinstance(node, ox.Literal):
            return
        for values in self._about.get(node, {}).values():
            yield from (each for each in values if isinstance(each, ox.BlankNode))
