"""Evaluate compiled clauses and bridges over all charts, class by class, and keep no class longer than it is needed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from haidiyan.atlas.factors import Factors, Pair
from haidiyan.atlas.words import Extension, Words, either, extension
from haidiyan.corpus.bits import Condition, Plan
from haidiyan.errors import InputError
from haidiyan.iris import compact


def evaluate(
    conditions: Plan, tables: Factors, use: str | None, wanted: Iterable[str]
) -> Iterator[tuple[str, Extension]]:
    """Where each wanted class holds, with the use relation ``use``; only what these rest on is evaluated.

    A class is given once what it rests on is known, and let go when nothing that is left rests on it. Raises
    ``InputError`` for a state that the chart rules behind the tables do not give, as one that an overlay adds.
    """
    wanted = set(wanted)
    needed = list(depth_first(sorted(wanted), conditions))
    waiting = Counter(
        atom for each in needed for condition in conditions.get(each, ()) for atom in set(condition.atoms)
    )
    known: dict[str, Extension] = {}
    edges: dict[str, dict[Pair, Words]] = {"": {}}
    for each in needed:
        mine = conditions.get(each, ())
        if not mine and each not in tables.known and each not in tables.names:
            raise InputError(f"{compact(each)} is a state that no chart rule gives; the atlas cannot know it.")
        for condition in mine:
            if condition.edge not in edges:
                edges[condition.edge] = tables.edge(condition.edge, use)
        found = [extension(condition, known, edges[condition.edge]) for condition in mine]
        known[each] = either([tables.state(each, use), *found])
        if each in wanted:
            yield each, known[each]
        for condition in mine:
            for atom in set(condition.atoms):
                waiting[atom] -= 1
                if not waiting[atom]:
                    del known[atom]
        if not waiting[each]:
            del known[each]


def depth_first(roots: Iterable[str], conditions: Plan) -> Iterator[str]:
    """The classes that the roots rest on, each right after what it needs and what is not there yet."""
    done: set[str] = set()

    def visit(each: str) -> Iterator[str]:
        if each not in done:
            done.add(each)
            for condition in conditions.get(each, ()):
                for atom in condition.atoms:
                    yield from visit(atom)
            yield each

    for root in roots:
        yield from visit(root)


def dependent(conditions: Plan, on: Iterable[str]) -> frozenset[str]:
    """Some states and edges, and the classes that rest on one of them."""
    found = set(on)
    for each, sufficient in conditions.items():
        if any(condition.edge in found or found.intersection(condition.atoms) for condition in sufficient):
            found.add(each)
    return frozenset(found)


class Signatures:
    """Tells of each class by what it is made of: two doctrines give it the same signature where none of it differs."""

    def __init__(self, conditions: Plan) -> None:
        self._conditions = conditions
        self._known: dict[str, str] = {}

    def of(self, each: str) -> str:
        """The signature of a class."""
        if each not in self._known:
            parts = sorted(map(self._condition, self._conditions.get(each, ())))
            self._known[each] = hashlib.sha256("\n".join([each, *parts]).encode()).hexdigest()
        return self._known[each]

    def _condition(self, condition: Condition) -> str:
        return " ".join([*map(self.of, condition.parts), f"<{condition.edge}>", *map(self.of, condition.ends)])
