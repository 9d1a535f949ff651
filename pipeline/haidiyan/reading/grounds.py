"""Say why a node is in a class: the clauses, edges and bridges that put it there, down to the bare states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from haidiyan.corpus.bits import Conditions
from haidiyan.dataset.memory import Memory, memory
from haidiyan.reading.evaluation import Evaluation, Node


@dataclass
class Clause:
    """A sufficient condition for ``head``: all the ``parts`` at once, or a ``filler`` at the end of an ``edge``."""

    head: str
    parts: list[str]
    edge: str | None = None
    filler: str | None = None


@dataclass(frozen=True)
class Ground:
    """Why ``node`` is in ``kind``. Without ``because`` a chart rule says so; ``choice`` is the choice that bridges."""

    node: Node
    kind: str
    because: tuple[Ground, ...] = ()
    choice: str | None = None

    def walk(self) -> Iterator[Ground]:
        """The ground itself and all those beneath it."""
        return iter(self._all)

    @cached_property
    def _all(self) -> tuple[Ground, ...]:
        return (self, *(each for ground in self.because for each in ground._all))


class Grounds:
    """The clauses and bridges of the dataset, by what they lead to."""

    def __init__(self, source: Memory) -> None:
        known = source.keep(Conditions)
        self.clauses: dict[str, list[Clause]] = {
            head: [Clause(head, list(each.parts), each.edge or None, *each.ends) for each in conditions]
            for head, conditions in known.by_head.items()
        }
        self.bridges: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for choice, narrow, wide in known.bridges:
            self.bridges[wide].append((choice, narrow))

    def of(self, evaluation: Evaluation, node: Node, kind: str) -> Ground:
        """Why a node is in a class that it is in; where several clauses serve, the first by name."""
        found = evaluation.grounds.get((node.iri, kind))
        if found is None:
            found = evaluation.grounds[node.iri, kind] = self._find(evaluation, node, kind)
        return found

    def _find(self, evaluation: Evaluation, node: Node, kind: str) -> Ground:
        for clause in self.clauses.get(kind, ()):
            because = self._by_clause(evaluation, node, clause)
            if because:
                return Ground(node, kind, because)
        for choice, narrow in sorted(self.bridges.get(kind, ())):
            if choice in evaluation.adopted and node.is_in(narrow):
                return Ground(node, kind, (self.of(evaluation, node, narrow),), choice)
        return Ground(node, kind)

    def _by_clause(self, evaluation: Evaluation, node: Node, clause: Clause) -> tuple[Ground, ...]:
        if clause.edge is None:
            if not all(map(node.is_in, clause.parts)):
                return ()
            return tuple(self.of(evaluation, node, part) for part in clause.parts)
        ends = (evaluation.nodes[iri] for iri in sorted(node.ends(clause.edge)) if iri in evaluation.nodes)
        filler = clause.filler or ""
        end = next((each for each in ends if each.is_in(filler)), None)
        return (self.of(evaluation, end, filler),) if end else ()


def grounds() -> Grounds:
    """The grounds of the dataset in use."""
    return memory().keep(Grounds)
