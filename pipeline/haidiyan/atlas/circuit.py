"""Write the conditions of claims as one circuit: bit operations over the day words of the factor tables.

A circuit is a list of gates, each over gates before it: an atom is a word of a factor table, the others are and, or,
and without. Nothing is evaluated here: ``haidiyan.atlas.relational`` makes one expression of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter
from typing import NamedTuple

import numpy as np

from haidiyan.atlas.factors import SLOTS, Factors
from haidiyan.corpus.bits import CHART_SLOT, Condition, Plan, Slot
from haidiyan.iris import compact

Conditions = Mapping[str, tuple[str, str]]
"""Of each claim its antecedent and its edge, by IRI."""

AND, OR, LESS = "and", "or", "less"
EVERYWHERE, NOWHERE = -1, -2
"""What needs no gate."""

Slots = tuple[Slot, ...]
Told = dict[str, dict[Slots, list["Atom"]]]
"""For each state, by slot, and each edge, by two slots, the words that tell it, one or another."""


class Atom(NamedTuple):
    """A word of a factor table by the name of its column, and of a table by nature the slot whose nature is meant."""

    table: str
    column: str
    slot: Slot | None = None


class Gate(NamedTuple):
    """A bit operation over gates by number; ``less`` is the first without the second."""

    kind: str
    over: tuple[int, ...]


class Output(NamedTuple):
    """The gates that say where a claim is in force, and where it is overridden."""

    in_force: int
    overridden: int


def column(table: str, name: str, *slots: Slot) -> str:
    """The name of a column: the table, the state or edge, and its slots.

    >>> column("structure", "https://w3id.org/haidiyan/state/moving", ("line", 3))
    'structure__state_moving__line_3'
    """
    parts = [table, re.sub(r"\W", "_", compact(name)), *(f"{kind}_{place}" for kind, place in slots)]
    return "__".join(parts)


def told(tables: Factors) -> Told:
    """The words that tell each state and each edge."""
    found: Told = {}
    for table in ("structure", "edges", "by_place", "of_use", "edges_of_use"):
        for name, *numbers in tables.arrays[f"{table}_key"].tolist():
            label, slots = tables.names[name], tuple(SLOTS[each] for each in numbers)
            found.setdefault(label, {}).setdefault(slots, []).append(Atom(table, column(table, label, *slots)))
    natures: dict[int, set[int]] = {}
    for name, nature in tables.arrays["by_nature_key"].tolist():
        natures.setdefault(name, set()).add(nature)
    at = [set(np.unique(each).tolist()) for each in tables.arrays["at"]]
    for name, mine in natures.items():
        for slot, there in zip(SLOTS, at, strict=True):
            if mine & there:
                label = tables.names[name]
                atom = Atom("by_nature", column("by_nature", label), slot)
                found.setdefault(label, {}).setdefault((slot,), []).append(atom)
    return found


class Circuit:
    """The gates of the claims that have been asked for; what claims share is there once.

    ``gates`` are atoms and operations; ``plan`` is the doctrine's, ``conditions`` and ``overriders`` its claims'.
    """

    def __init__(
        self, tables: Factors, plan: Plan, conditions: Conditions, overriders: Mapping[str, list[str]]
    ) -> None:
        self.gates: list[Atom | Gate] = []
        self._told = told(tables)
        self._plan, self._conditions, self._overriders = plan, conditions, overriders
        self._numbers: dict[Atom | Gate, int] = {}
        self._classes: dict[tuple[str, Slot], int] = {}
        self._fires: dict[str, dict[Slot, int]] = {}
        self._standing: dict[str, dict[Slot, int]] = {}

    def claim(self, claim: str) -> Output:
        """The gates of a claim by IRI, with those of what overrides it."""
        for each in self._order(claim):
            if each not in self._standing:
                above = [self._standing[other] for other in self._overriders[each]]
                fires = self._at_the_end(*self._conditions[each])
                self._fires[each] = fires
                self._standing[each] = {
                    slot: self._less(gate, self._any(other[slot] for other in above if slot in other))
                    for slot, gate in fires.items()
                }
        in_force = self._any(self._standing[claim].values())
        if not self._overriders[claim]:
            return Output(in_force, NOWHERE)
        return Output(in_force, self._less(self._any(self._fires[claim].values()), in_force))

    def below(self, gates: Iterable[int]) -> list[int]:
        """The gates that some of them rest on, themselves included, in order."""
        found: set[int] = set()
        waiting = [gate for gate in gates if gate >= 0]
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                gate = self.gates[number]
                waiting += gate.over if isinstance(gate, Gate) else ()
        return sorted(found)

    def _order(self, claim: str) -> Iterable[str]:
        needs: dict[str, list[str]] = {}
        waiting = [claim]
        while waiting:
            each = waiting.pop()
            if each not in needs:
                needs[each] = self._overriders[each]
                waiting += needs[each]
        return TopologicalSorter(needs).static_order()

    def _at_the_end(self, antecedent: str, edge: str) -> dict[Slot, int]:
        found = {}
        for slots, atoms in self._told.get(edge, {}).items():
            if slots[0] == CHART_SLOT:
                gate = self._all([self._atoms(atoms), self._class(antecedent, slots[1])])
                if gate != NOWHERE:
                    found[slots[1]] = gate
        return found

    def _class(self, name: str, slot: Slot) -> int:
        """The gate of a class on a node: its bare state, or one of its conditions."""
        if (name, slot) not in self._classes:
            bare = self._atoms(self._told.get(name, {}).get((slot,), []))
            conditions = (self._condition(each, slot) for each in self._plan.get(name, ()))
            self._classes[name, slot] = self._any([bare, *conditions])
        return self._classes[name, slot]

    def _condition(self, condition: Condition, slot: Slot) -> int:
        parts = self._all(self._class(part, slot) for part in condition.parts)
        if not condition.edge or parts == NOWHERE:
            return parts
        reached = [
            self._all([self._atoms(atoms), *(self._class(end, slots[1]) for end in condition.ends)])
            for slots, atoms in self._told.get(condition.edge, {}).items()
            if slots[0] == slot
        ]
        return self._all([parts, self._any(reached)])

    def _atoms(self, atoms: Iterable[Atom]) -> int:
        return self._any(map(self._number, atoms))

    def _all(self, gates: Iterable[int]) -> int:
        several = sorted({gate for gate in gates if gate != EVERYWHERE})
        if not several:
            return EVERYWHERE
        if NOWHERE in several:
            return NOWHERE
        return several[0] if len(several) == 1 else self._number(Gate(AND, tuple(several)))

    def _any(self, gates: Iterable[int]) -> int:
        several = sorted({gate for gate in gates if gate != NOWHERE})
        if not several:
            return NOWHERE
        if EVERYWHERE in several:
            return EVERYWHERE
        return several[0] if len(several) == 1 else self._number(Gate(OR, tuple(several)))

    def _less(self, gate: int, other: int) -> int:
        if other == NOWHERE or gate == NOWHERE:
            return gate
        if other in (EVERYWHERE, gate):
            return NOWHERE
        return self._number(Gate(LESS, (gate, other)))

    def _number(self, gate: Atom | Gate) -> int:
        number = self._numbers.setdefault(gate, len(self.gates))
        if number == len(self.gates):
            self.gates.append(gate)
        return number
