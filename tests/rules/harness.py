"""Put the tests' cases to the project's engine, and hold what it derives against the tests' own reckoning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from tests import states_oracle
from tests.states_oracle import Case, Node

from haidiyan import iris
from haidiyan.chart.cast import cast
from haidiyan.chart.catalog import catalog
from haidiyan.reading.engine import Engine
from haidiyan.reading.evaluation import CHART, Evaluation, Firing
from haidiyan.reading.question import Question, ask

BATCH = 16
"""Enough to share what each rule costs by itself; much larger ones are slower."""

WORDS = {iris.individual("state", name): word for word, name in states_oracle.STATE_NAMES.items()}
_CHART_EDGES = ("selfLine", "responseLine", "useLine")
_LINE_EDGES = ("overcomesLine", "overcomeByLine", "generatesLine", "generatedByLine")
EDGES = {name: iris.term(name) for name in (*_CHART_EDGES, *_LINE_EDGES)}
NAJIA = [iris.term(name) for name in ("stem", "branch", "element", "relation")]


def states_only(pack: Path) -> bytes:
    """A reading's triples without what lies above the states: patterns, situations and claims.

    The rules and clauses of states are all there; what is left out is derived from states and would only take time.
    """
    above = tuple(f"<{iris.individual(kind, '')}" for kind in ("situation", "pattern", "claim", "segment", "passage"))
    clauses = tuple(f"<{iris.individual('clause', kind)}-" for kind in ("situation", "pattern"))

    def is_kept(line: bytes) -> bool:
        subject, _, target = line.decode("utf-8").split(" ", 2)
        return not any(each.startswith((*above, *clauses)) for each in (subject, target))

    return b"".join(line for line in pack.read_bytes().splitlines(keepends=True) if is_kept(line))


def question(case: Case) -> Question:
    """The case as the project takes it."""
    chart = cast(hexagram=case.original.symbol, moving=case.moving, month=case.month, day=case.day)
    return ask(chart, use=case.use, baleful=case.baleful, adopt=dict(case.choices))


class StateEngine(Engine):
    """An engine over a memory without claims: none fires, and none is left open."""

    def _open_firings(self, questions: Iterable[Question], closed: list[Firing]) -> list[Firing]:
        return []


class Checker:
    """Compares whole sets of states, node by node, in both directions."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def evaluations(self, cases: Iterable[Case]) -> Iterator[tuple[Case, Evaluation]]:
        """The cases with what was derived for them."""
        waiting = iter(cases)
        while batch := list(islice(waiting, BATCH)):
            yield from zip(batch, self.engine.evaluate([question(case) for case in batch]), strict=True)

    def states(self, case: Case) -> dict[Node, frozenset[str]]:
        """The state words derived for every node of one case."""
        ((_, found),) = self.each([case])
        return found

    def each(self, cases: Iterable[Case]) -> Iterator[tuple[Case, dict[Node, frozenset[str]]]]:
        """The cases with the state words derived for every node."""
        return ((case, states_found(evaluation)) for case, evaluation in self.evaluations(cases))

    def check(self, cases: Iterable[Case]) -> None:
        """See that the nodes, their najia, states and edges are those of the tests' own reckoning."""
        differences: dict[str, list[str]] = defaultdict(list)
        count = 0
        for case, evaluation in self.evaluations(cases):
            count += 1
            for what, where in _differences(case, evaluation):
                differences[what].append(where)
        assert count, "no case was checked"
        told = "\n".join(f"{what}, {len(where)} times, as in {where[0]}" for what, where in differences.items())
        assert not differences, f"of {count} cases:\n{told}"


def states_found(evaluation: Evaluation) -> dict[Node, frozenset[str]]:
    """The words of the states that were derived, for every node; auxiliary states have none."""
    return {
        _node(node.kind, node.position): frozenset(WORDS[each] for each in node.types if each in WORDS)
        for node in evaluation.nodes.values()
    }


def edges_found(evaluation: Evaluation) -> set[tuple[str, int, int]]:
    """The edges from the chart to its lines and among these: (property, from, to); the chart is 0."""
    places = {node.iri: node.position for node in evaluation.nodes.values() if node.kind == "line"}
    starts = {**places, evaluation.chart_node.iri: 0}
    found = set()
    for node in evaluation.nodes.values():
        for name, edge in EDGES.items():
            for target in node.links.get(edge, ()):
                start, end = starts.get(node.iri), places.get(target)
                assert start is not None, f"{name} starts at {node.iri}"
                assert end is not None, f"{name} ends at {target}"
                found.add((name, start, end))
    return found


def najia_found(evaluation: Evaluation, node: Node) -> tuple[set[str], ...]:
    """The labels of a node's stems, branches, elements and relations, which should be one of each."""
    found = evaluation.at(*node)
    assert found is not None, f"there is no {node}"
    return tuple({catalog().label(target) for target in found.links.get(each, ())} for each in NAJIA)


def _node(kind: str, position: int | None) -> Node:
    return states_oracle.CHART if kind == CHART else (kind, position or 0)


def _differences(case: Case, evaluation: Evaluation) -> Iterator[tuple[str, str]]:
    found, expected = states_found(evaluation), states_oracle.states(case)
    for node in found.keys() ^ expected.keys():
        yield "a node that is not of this chart or is lacking", f"{node} of {case}"
    for node, words in expected.items():
        for word in sorted(words - found.get(node, words)):
            yield f"{word} is missing", f"{node} of {case}"
        for word in sorted(found.get(node, words) - words):
            yield f"{word} is too much", f"{node} of {case}"
    for node in found.keys() & expected.keys() - {states_oracle.CHART}:
        if najia_found(evaluation, node) != states_oracle.najia(case, node):
            yield "stem, branch, element or relation differs", f"{node} of {case}"
    for name, start, end in sorted(edges_found(evaluation) ^ states_oracle.edges(case)):
        yield f"{name} differs", f"{start} → {end} of {case}"
