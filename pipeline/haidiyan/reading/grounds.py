"""Say why a node is in a class: the clauses, edges and bridges that put it there, down to the bare states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from haidiyan import iris
from haidiyan.dataset.memory import Memory, memory
from haidiyan.reading.evaluation import Evaluation, Node

ADOPTS = iris.term("adopts")


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
        yield self
        for ground in self.because:
            yield from ground.walk()


class Grounds:
    """The clauses and bridges of the dataset, by what they lead to."""

    def __init__(self, source: Memory) -> None:
        clauses: dict[str, Clause] = {}
        for row in source.rows("reading/clauses"):
            clause = clauses.setdefault(row["clause"], Clause(row["head"], []))
            if "part" in row:
                clause.parts.append(row["part"])
            else:
                clause.edge, clause.filler = row["edge"], row["filler"]
        self.clauses: dict[str, list[Clause]] = defaultdict(list)
        for name in sorted(clauses):
            clauses[name].parts.sort()
            self.clauses[clauses[name].head].append(clauses[name])
        self.bridges: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for row in source.rows("reading/bridge-table"):
            self.bridges[row["to"]].append((row["choice"], row["from"]))

    def of(self, evaluation: Evaluation, node: Node, kind: str) -> Ground:
        """Why a node is in a class that it is in; where several clauses serve, the first by name."""
        for clause in self.clauses.get(kind, ()):
            because = self._by_clause(evaluation, node, clause)
            if because:
                return Ground(node, kind, because)
        adopted = evaluation.chart_node.links.get(ADOPTS, set())
        for choice, narrow in sorted(self.bridges.get(kind, ())):
            if choice in adopted and narrow in node.types:
                return Ground(node, kind, (self.of(evaluation, node, narrow),), choice)
        return Ground(node, kind)

    def _by_clause(self, evaluation: Evaluation, node: Node, clause: Clause) -> tuple[Ground, ...]:
        if clause.edge is None:
            if not all(part in node.types for part in clause.parts):
                return ()
            return tuple(self.of(evaluation, node, part) for part in clause.parts)
        ends = (evaluation.nodes[iri] for iri in sorted(node.links.get(clause.edge, ())) if iri in evaluation.nodes)
        filler = clause.filler or ""
        end = next((each for each in ends if filler in each.types), None)
        return (self.of(evaluation, end, filler),) if end else ()


def grounds() -> Grounds:
    """The grounds of the dataset in use."""
    return memory().keep(Grounds)
