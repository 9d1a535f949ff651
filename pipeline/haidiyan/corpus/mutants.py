"""Make the single-edit mutants of situations and patterns, and see on which charts each differs from its original."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from haidiyan import iris
from haidiyan.chart.catalog import catalog
from haidiyan.corpus.bits import (
    KINDS,
    Charts,
    Condition,
    Plan,
    either,
    extend,
    extension,
    observed,
    plan,
    support,
)
from haidiyan.dataset.memory import Memory, memory
from haidiyan.reading.doctrine import Doctrine


@dataclass(frozen=True)
class Mutant:
    """A class with one of its conditions edited; without ``edited`` the condition is left out."""

    head: str
    number: int
    edit: str
    edited: Condition | None

    @property
    def name(self) -> str:
        """The mutant in one line, ``situation:parents-moving 1 − state:moving``."""
        return f"{iris.compact(self.head)} {self.number + 1} {self.edit}"


class Theory:
    """What the claims of a dataset rest on under a doctrine: classes, conditions, and what may be put into them."""

    def __init__(self, doctrine: Doctrine, source: Memory | None = None) -> None:
        source = source or memory()
        self.plan: Plan = plan(source, doctrine.adopted(catalog().choices))
        self.roots = [(row["class"], row["edge"]) for row in source.rows("corpus/observed")]
        self.reads: dict[str, set[str]] = defaultdict(set)
        self._on: dict[str, set[str]] = defaultdict(set)
        self._words: set[str] = set()
        for row in source.rows("corpus/states"):
            if "on" in row:
                self._on[row["state"]].add(iris.local_name(row["on"]))
            if "reads" in row:
                self.reads[row["state"]].add(iris.local_name(row["reads"]))
            if "word" in row:
                self._words.add(row["state"])
        self._rests_on = {head: support([head], self.plan) for head in self.plan}
        rests = support((kind for kind, _ in self.roots), self.plan)
        self.classes = [kind for kind in self.plan if kind in rests and _is_composed(kind)]
        """The situations and patterns that claims rest on, each after those that it needs."""

    @property
    def edges(self) -> list[str]:
        """The edges that claims and conditions follow."""
        used = {each.edge for conditions in self.plan.values() for each in conditions if each.edge}
        return sorted(used | {edge for _, edge in self.roots})

    @property
    def atoms(self) -> dict[str, list[str]]:
        """The states that may stand in a condition on each kind of node: those with a word, and those in use."""
        used = {atom for head in self.classes for each in self.plan[head] for atom in each.atoms}
        found: dict[str, list[str]] = defaultdict(list)
        for state in sorted((used | self._words) & self._on.keys()):
            for kind in sorted(self._on[state]):
                found[kind].append(state)
        return dict(found)

    def kinds(self, charts: Charts) -> dict[str, set[str]]:
        """The kinds of node that may be in each class, by ``hdy:on`` of the states below and the ends of the edges."""
        whole = set(KINDS.values())
        found = {atom: self._on.get(atom, whole) for atom in support(self.plan, self.plan) - self.plan.keys()}
        for head, conditions in self.plan.items():
            found[head] = self._on.get(head, set())
            for condition in () if head in self._on else conditions:
                starts = {KINDS[here[0]] for here, _ in charts.edges[condition.edge]} if condition.edge else whole
                found[head] = found[head] | starts.intersection(*(found[part] for part in condition.parts))
        return found

    def followed(self, head: str) -> set[str]:
        """The edges by which claims come to look at a class, and those that its own conditions follow."""
        above = {kind for kind in self.plan if head in self._rests_on[kind]}
        conditions = {each for kind in above | self._rests_on[head] for each in self.plan.get(kind, ())}
        return {each.edge for each in conditions if each.edge} | {edge for kind, edge in self.roots if kind in above}


class Judge:
    """The classes of a theory on given charts: where each holds and is looked at, and which charts tell a mutant."""

    def __init__(self, theory: Theory, charts: Charts, only: set[str] | None = None) -> None:
        self.theory = theory
        self.charts = charts
        self.known = extend(theory.plan, charts, only)
        self.looks = observed(theory.roots, theory.plan, charts)
        self._conditions = {
            head: [extension(each, self.known, charts) for each in theory.plan[head]]
            for head in theory.classes
            if only is None or head in only
        }

    def tells(self, mutant: Mutant) -> int:
        """The charts with a node, of those that a claim would look at, on which mutant and original differ."""
        number = mutant.number
        others = [each for place, each in enumerate(self._conditions[mutant.head]) if place != number]
        edited = [extension(mutant.edited, self.known, self.charts)] if mutant.edited else []
        changed = either([*others, *edited])
        original = self.known.get(mutant.head, {})
        told = 0
        for slot, looked in self.looks[mutant.head].items():
            told |= (changed.get(slot, 0) ^ original.get(slot, 0)) & looked
        return told


def mutants(theory: Theory, charts: Charts) -> Iterator[Mutant]:
    """Every single-edit mutant of a theory's situations and patterns.

    A condition is left out, loses an atom, gets one more, or has an atom or its edge in the place of another. Only
    states of the kinds of node are put in on which the class may hold; ``charts`` show between which an edge leads.
    """
    atoms = theory.atoms
    kinds = theory.kinds(charts)
    rests_on = {head: support([head], theory.plan) for head in theory.plan}

    def fitting(kinds: Iterable[str], head: str) -> list[str]:
        found = {atom for kind in kinds for atom in atoms.get(kind, ())}
        return sorted(atom for atom in found if head not in rests_on.get(atom, ()))

    for head in theory.classes:
        here = fitting(kinds[head], head)
        for number, condition in enumerate(theory.plan[head]):
            there = fitting({kind for end in condition.ends for kind in kinds[end]}, head)
            yield Mutant(head, number, "left out", None)
            for edit, edited in _edits(condition, here, there, theory.edges):
                yield Mutant(head, number, edit, edited)


def _edits(
    condition: Condition, here: list[str], there: list[str], edges: list[str]
) -> Iterator[tuple[str, Condition]]:
    parts, edge, ends = condition.parts, condition.edge, condition.ends
    for edit, edited in _exchanges(parts, here):
        if edited or edge:
            yield edit, Condition(edited, edge, ends)
    if edge:
        for edit, edited in _exchanges(ends, there):
            yield f"at {iris.compact(edge)} {edit}", Condition(parts, edge, edited)
        for other in edges:
            if other != edge:
                yield f"{iris.compact(edge)} → {iris.compact(other)}", Condition(parts, other, ends)


def _exchanges(atoms: tuple[str, ...], others: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The atoms with one dropped, one added, or one in the place of another; each with a name."""
    fresh = [each for each in others if each not in atoms]
    for added in fresh:
        yield f"+ {iris.compact(added)}", tuple(sorted((*atoms, added)))
    for dropped in atoms:
        kept = tuple(each for each in atoms if each != dropped)
        yield f"− {iris.compact(dropped)}", kept
        for added in fresh:
            yield f"{iris.compact(dropped)} → {iris.compact(added)}", tuple(sorted((*kept, added)))


def _is_composed(kind: str) -> bool:
    return iris.compact(kind).split(":")[0] in ("situation", "pattern")
