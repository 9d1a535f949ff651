"""Evaluate the compiled clauses over many charts at once: a class is a bit a chart, for every place of a node."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter

from haidiyan.dataset.memory import Memory
from haidiyan.reading.evaluation import CHART, Node

Slot = tuple[str, int]
"""A place where a chart has a node: ``("line", 3)``, ``("hidden", 1)``, ``("chart", 0)``."""

Extension = dict[Slot, int]
"""Where a class holds: for each slot an integer whose bit *n* stands for chart *n*."""

CHART_SLOT: Slot = (CHART, 0)
KINDS = {
    "chart": "Question",
    "line": "Line",
    "hidden": "HiddenLine",
    "opposite": "HiddenLine",
    "changed": "ChangedLine",
}
"""The kind of a slot, and the class of its nodes that ``hdy:on`` names."""


@dataclass(frozen=True, order=True)
class Condition:
    """One sufficient condition: all ``parts`` on a node and, with an ``edge``, all ``ends`` on one node at its end."""

    parts: tuple[str, ...]
    edge: str = ""
    ends: tuple[str, ...] = ()

    @property
    def atoms(self) -> tuple[str, ...]:
        """Every class that it names."""
        return self.parts + self.ends


Plan = dict[str, tuple[Condition, ...]]
"""The conditions of each class that has any, in an order in which each class comes after those that it needs."""


@dataclass
class Charts:
    """Charts side by side: the bare states of their nodes, and their edges."""

    count: int
    states: dict[str, Extension] = field(default_factory=dict)
    edges: dict[str, dict[tuple[Slot, Slot], int]] = field(default_factory=dict)


def slot_of(node: Node) -> Slot:
    """The slot of a node."""
    return node.kind, node.position or 0


class Conditions:
    """The clauses of a dataset by the class that they lead to, and its bridges: choice, from which class, to which."""

    def __init__(self, source: Memory) -> None:
        clauses: dict[str, tuple[str, list[str], str, list[str]]] = {}
        for row in source.rows("reading/clauses"):
            _, parts, _, ends = clauses.setdefault(row["clause"], (row["head"], [], row.get("edge", ""), []))
            if "part" in row:
                parts.append(row["part"])
            else:
                ends.append(row["filler"])
        self.by_head: dict[str, list[Condition]] = defaultdict(list)
        for _, (head, parts, edge, ends) in sorted(clauses.items()):
            self.by_head[head].append(Condition(tuple(sorted(parts)), edge, tuple(sorted(ends))))
        self.bridges = [(row["choice"], row["from"], row["to"]) for row in source.rows("reading/bridge-table")]


def plan(source: Memory, choices: Iterable[str]) -> Plan:
    """The clauses of a dataset and the bridges of the adopted ``choices`` (IRIs), as conditions."""
    conditions = source.keep(Conditions)
    found = {head: list(sufficient) for head, sufficient in conditions.by_head.items()}
    adopted = set(choices)
    for choice, narrow, wide in conditions.bridges:
        if choice in adopted:
            found.setdefault(wide, []).append(Condition((narrow,)))
    needs = {head: sorted({atom for each in sufficient for atom in each.atoms}) for head, sufficient in found.items()}
    order = TopologicalSorter(dict(sorted(needs.items()))).static_order()
    return {head: tuple(found[head]) for head in order if head in found}


def support(roots: Iterable[str], conditions: Plan) -> set[str]:
    """The classes that the roots rest on, themselves included."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += [atom for condition in conditions.get(each, ()) for atom in condition.atoms]
    return found


def charts_of(found: Iterable[Mapping[str, Node]], edges: Iterable[str]) -> Charts:
    """The states and the given edges of charts, each given as its nodes by IRI."""
    states: dict[str, dict[Slot, list[int]]] = defaultdict(lambda: defaultdict(list))
    links: dict[str, dict[tuple[Slot, Slot], list[int]]] = {edge: defaultdict(list) for edge in edges}
    count = 0
    for number, nodes in enumerate(found):
        count += 1
        for node in nodes.values():
            here = slot_of(node)
            for kind in node.types:
                states[kind][here].append(number)
            for edge, pairs in links.items():
                for target in node.links.get(edge, ()):
                    if target in nodes:
                        pairs[here, slot_of(nodes[target])].append(number)
    return Charts(
        count,
        {kind: {slot: bits(where) for slot, where in places.items()} for kind, places in states.items()},
        {edge: {pair: bits(where) for pair, where in pairs.items()} for edge, pairs in links.items()},
    )


def bits(numbers: Iterable[int]) -> int:
    """An integer with these bits set.

    >>> bits([0, 2])
    5
    """
    numbers = list(numbers)
    whole = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        whole[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(whole, "little")


def extension(condition: Condition, known: Mapping[str, Extension], charts: Charts) -> Extension:
    """Where a condition holds, given where the classes that it names hold; an edge without ends asks for any end."""
    reached: Extension | None = None
    if condition.edge:
        ends = _together(condition.ends, known) if condition.ends else None
        reached = {}
        for (here, there), linked in charts.edges.get(condition.edge, {}).items():
            if both := linked if ends is None else linked & ends.get(there, 0):
                reached[here] = reached.get(here, 0) | both
        if not condition.parts:
            return reached
    return _together(condition.parts, known, reached)


def _together(parts: Sequence[str], known: Mapping[str, Extension], among: Extension | None = None) -> Extension:
    if among is None:
        among, parts = known.get(parts[0], {}), parts[1:]
    for part in parts:
        other = known.get(part, {})
        among = {slot: both for slot, here in among.items() if (both := here & other.get(slot, 0))}
    return among


def either(extensions: Iterable[Extension]) -> Extension:
    """Where one of several holds."""
    found: Extension = {}
    for each in extensions:
        for slot, here in each.items():
            if here:
                found[slot] = found.get(slot, 0) | here
    return found


def extend(conditions: Plan, charts: Charts, only: set[str] | None = None) -> dict[str, Extension]:
    """Where every class holds: the bare states as they are, the others by their conditions."""
    known = dict(charts.states)
    for head, sufficient in conditions.items():
        if only is None or head in only:
            derived = [extension(each, known, charts) for each in sufficient]
            known[head] = either([known.get(head, {}), *derived])
    return known


def observed(roots: Iterable[tuple[str, str]], conditions: Plan, charts: Charts) -> dict[str, Extension]:
    """Where a claim would look at each class: from the chart along the claim's edge, and on through the conditions."""
    looks: dict[str, Extension] = defaultdict(dict)
    for kind, edge in roots:
        ends = {there: linked for (here, there), linked in charts.edges[edge].items() if here == CHART_SLOT}
        looks[kind] = either([looks[kind], ends])
    for head in reversed(conditions):
        if head not in looks:
            continue
        for condition in conditions[head]:
            for part in condition.parts:
                looks[part] = either([looks[part], looks[head]])
            if condition.edge:
                pairs = charts.edges[condition.edge].items()
                reached = [{there: linked & looks[head].get(here, 0)} for (here, there), linked in pairs]
                for end in condition.ends:
                    looks[end] = either([looks[end], *reached])
    return dict(looks)
