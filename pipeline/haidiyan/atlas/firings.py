"""Say of every claim with a condition in which charts it is in force, and in which it is overridden.

A claim fires in a chart where a node at the end of its edge is in its antecedent, as ``queries/reading/firings.rq`` has
it; whether its topic is asked about is another matter. What overrides it does so on the same node
(``haidiyan.reading.reading``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from graphlib import TopologicalSorter
from typing import NamedTuple

import numpy as np
import pyoxigraph as ox

from haidiyan.atlas.derive import MOTIONS
from haidiyan.atlas.evaluation import Signatures, dependent, evaluate
from haidiyan.atlas.factors import Factors, factors
from haidiyan.atlas.words import DAYS, NOWHERE, SHAPE, Extension, Words, every, factored, holding, some, without
from haidiyan.chart.cast import Chart, cast
from haidiyan.chart.catalog import Catalog
from haidiyan.corpus.bits import CHART_SLOT, KINDS, Plan, Slot, plan
from haidiyan.dataset.memory import Memory, Row, memory, using
from haidiyan.reading import claims
from haidiyan.reading.doctrine import RDF_TYPE, Doctrine
from haidiyan.reading.question import Question

Fires = dict[Slot, Words]
Signature = tuple[object, ...]
"""What a firing follows from: the same for two doctrines, or two use relations, where it is the same firing."""


class Firing(NamedTuple):
    """In which charts a claim speaks: in force on some node, or overridden wherever its situation holds."""

    in_force: Words
    overridden: Words


class Charted(NamedTuple):
    """A chart as ``haidiyan.cast`` takes it: hexagram by number, positions that move, month and day by name."""

    hexagram: int
    moving: tuple[int, ...]
    month: str
    day: str


class _Speaking(NamedTuple):
    """The claims that can fire: the antecedent and the edge of each, and the claims that override it."""

    conditions: dict[str, tuple[str, str]]
    overriders: dict[str, list[str]]


class Atlas:
    """All charts, none of their lines marked 殺, read under one doctrine.

    ``beside`` is an atlas of the same dataset under another doctrine: what the two have in common is taken from it and
    not evaluated again. ``tables`` are the dataset's, where they are at hand.

    ::

        atlas = Atlas(choose(catalog(), "verse", {}))
        firing = atlas.claims(use)["https://w3id.org/haidiyan/claim/j2-p01-c01"]
        count(firing.in_force), next(atlas.charts(firing.in_force))

    The first atlas of a dataset waits for its tables, a minute and more; they stay in the dataset's home folder.

    Raises:
        DatasetError: there is no dataset.
        InputError: a claim rests on a state that an overlay adds, and that no chart rule gives.
    """

    def __init__(
        self,
        doctrine: Doctrine,
        source: Memory | None = None,
        tables: Factors | None = None,
        beside: Atlas | None = None,
    ) -> None:
        self.doctrine = doctrine
        self.source: Memory = source or (beside.source if beside else memory())
        self.tables: Factors = tables or (beside.tables if beside else factors(self.source))
        self._catalog = self.source.keep(Catalog)
        self._plan = plan(self.source, doctrine.adopted(self._catalog.choices))
        self._signatures = Signatures(self._plan)
        self._known = self.source.keep(claims.load)
        self._asked: dict[str | None, _Speaking] = {}
        self._shown: dict[str, frozenset[str]] = beside._shown if beside else {}
        self._firings: dict[Signature, Firing] = dict(beside._firings) if beside else {}

    @property
    def uses(self) -> tuple[str, ...]:
        """The use relations, by IRI."""
        return self.tables.uses

    def claims(self, use: str | None, topic: str | None = None) -> dict[str, Firing]:
        """Where each claim that has a condition, and stands under this doctrine, is in force or overridden.

        Claims by IRI in the order of the text. ``use`` is the IRI of the use relation, or ``None`` for none: what needs
        one does not fire then. With ``topic``, an IRI, only what a reading shows that asks about it, else everything: a
        claim may be overridden by one that speaks of fewer topics, and is in force where that one is not shown.
        """
        speaking = self._speaking(topic)
        signatures = self._of_claims(speaking, use)
        missing = {signature: claim for claim, signature in signatures.items() if signature not in self._firings}
        for claim, fires, standing in self._fire(speaking, missing.values(), use):
            self._firings[signatures[claim]] = _firing(fires, standing)
        return {claim: self._firings[signature] for claim, signature in signatures.items()}

    def nodes(self, claim: str, use: str | None, topic: str | None = None) -> dict[Slot, Firing]:
        """Where a claim is in force or overridden on each of the nodes ``("line", 3)``, ``("chart", 0)`` …"""
        return {
            slot: Firing(standing.get(slot, NOWHERE), without(words, standing.get(slot, NOWHERE)))
            for _, fires, standing in self._fire(self._speaking(topic), [claim], use)
            for slot, words in fires.items()
        }

    def standing(self, claims: Iterable[str], use: str | None) -> Iterator[tuple[str, Fires]]:
        """Where, node by node, each of some claims is in force; what they share is evaluated once."""
        for claim, _, standing in self._fire(self._speaking(None), claims, use):
            yield claim, standing

    def shown(self, topic: str | None) -> frozenset[str]:
        """The claims that a reading shows when it asks about a topic, and when it asks about all."""
        return frozenset(self._speaking(topic).conditions)

    @property
    def plan(self) -> Plan:
        """The conditions of each class under the doctrine."""
        return self._plan

    def stated(self, topic: str | None = None) -> tuple[dict[str, tuple[str, str]], dict[str, list[str]]]:
        """Of each claim that ``claims`` gives, its antecedent and its edge; and the claims that override it."""
        speaking = self._speaking(topic)
        return speaking.conditions, speaking.overriders

    def situation(self, name: str, use: str | None) -> Extension:
        """Where a situation, a pattern or a state, by IRI, holds on each node."""
        return dict(evaluate(self._plan, self.tables, use, [name]))[name]

    def charts(self, words: Words) -> Iterator[Charted]:
        """The charts in which something holds, in the order of the axes."""
        months = [self._catalog.label(month) for month in self.tables.months]
        days = [self._catalog.label(day) for day in self.tables.days]
        whole = np.broadcast_to(words, SHAPE)
        for hexagram, motion, month in np.argwhere(whole).tolist():
            word = int(whole[hexagram, motion, month])
            for day in range(DAYS):
                if word >> day & 1:
                    yield Charted(hexagram + 1, MOTIONS[motion], months[month], days[day])

    def holds(self, words: Words, chart: Chart) -> bool:
        """Whether something holds in a chart. Raises ``InputError`` where the chart has no month or no day."""
        return bool(holding(words, [self.tables.place_of(chart)])[0])

    def _of_claims(self, speaking: _Speaking, use: str | None) -> dict[str, Signature]:
        found: dict[str, Signature] = {}
        for claim in TopologicalSorter(speaking.overriders).static_order():
            antecedent, edge = speaking.conditions[claim]
            read = use if antecedent in self._of_use or edge in self._of_use else None
            above = tuple(sorted((found[other] for other in speaking.overriders[claim]), key=str))
            moment = self.tables.moment if antecedent in self._of_hour else None
            found[claim] = (self._signatures.of(antecedent), edge, read, moment, above)
        return {claim: found[claim] for claim in speaking.conditions}

    @cached_property
    def _of_use(self) -> frozenset[str]:
        """The classes and edges that depend on the use relation."""
        return dependent(self._plan, self.tables.of_use)

    @cached_property
    def _of_hour(self) -> frozenset[str]:
        """The classes that depend on the hour or the year."""
        return dependent(self._plan, self.tables.of_hour)

    def _speaking(self, topic: str | None) -> _Speaking:
        """The claims that would fire on a chart in every situation: those that doctrine and topic leave standing."""
        if topic in self._asked:
            return self._asked[topic]
        if topic is None:
            rows = self._fired_everywhere(None)
            fires = {row["claim"] for row in rows} - {row["claim"] for row in rows if "missing" in row}
        else:
            # What fits a topic does so under every doctrine.
            if topic not in self._shown:
                self._shown[topic] = frozenset(row["claim"] for row in self._fired_everywhere(topic))
            fires = self._speaking(None).conditions.keys() & self._shown[topic]
        conditions = {
            claim.iri: (claim.antecedent, claim.edge)
            for claim in self._known.values()
            if claim.antecedent and claim.edge and claim.iri in fires
        }
        overriders: dict[str, list[str]] = {claim: [] for claim in conditions}
        for name in conditions:
            for overridden in self._known[name].overrides:
                if overridden in overriders:
                    overriders[overridden].append(name)
        return self._asked.setdefault(topic, _Speaking(conditions, overriders))

    def _fired_everywhere(self, topic: str | None) -> list[Row]:
        """What fires on a chart that is in every situation, with what each claim lacks of the doctrine."""
        store = self.source.keep(Memory.fresh)
        with using(self.source):
            asked = Question(cast(hexagram="1"), topic, None, None, (), self.doctrine, all_topics=topic is None)
            triples = asked.triples()
        itself = ox.NamedNode(asked.iri)
        for claim in self._known.values():
            if claim.antecedent and claim.edge:
                triples.append(ox.Triple(itself, RDF_TYPE, ox.NamedNode(claim.antecedent)))
                triples.append(ox.Triple(itself, ox.NamedNode(claim.edge), itself))
        store.add(triples)
        try:
            return [row for row in store.rows("reading/firings") if row["node"] == asked.iri]
        finally:
            store.remove_subjects([asked.iri, *(asked.node(kind, place) for kind in KINDS for place in range(1, 7))])

    def _fire(self, speaking: _Speaking, wanted: Iterable[str], use: str | None) -> Iterator[tuple[str, Fires, Fires]]:
        """For each wanted claim the nodes on which it fires, and those on which it stands."""
        asked = {claim for claim in wanted if claim in speaking.conditions}
        above: dict[str, list[str]] = {}
        waiting = list(asked)
        while waiting:
            claim = waiting.pop()
            if claim not in above:
                above[claim] = speaking.overriders[claim]
                waiting += above[claim]
        related = {each for claim, others in above.items() if others for each in (claim, *others)}
        by_antecedent: dict[str, list[str]] = defaultdict(list)
        for claim in above:
            by_antecedent[speaking.conditions[claim][0]].append(claim)
        kept: dict[str, Fires] = {}
        for antecedent, where in evaluate(self._plan, self.tables, use, by_antecedent):
            by_edge: dict[str, Fires] = {}
            for claim in by_antecedent[antecedent]:
                edge = speaking.conditions[claim][1]
                if edge not in by_edge:
                    by_edge[edge] = self._at_the_end(edge, use, where)
                if claim in related:
                    kept[claim] = by_edge[edge]
                else:
                    yield claim, by_edge[edge], by_edge[edge]
        standing: dict[str, Fires] = {}
        for claim in TopologicalSorter({claim: above[claim] for claim in related}).static_order():
            standing[claim] = _less(kept[claim], [standing[other] for other in above[claim]])
            if claim in asked:
                yield claim, kept[claim], standing[claim]

    def _at_the_end(self, edge: str, use: str | None, where: Extension) -> Fires:
        """The nodes to which an edge leads from the chart, where they are also in a class."""
        found: Fires = {}
        for (here, there), linked in self.tables.edge(edge, use).items():
            if here == CHART_SLOT and there in where and (both := every((linked, where[there]))) is not None:
                found[there] = both
        return found


def _less(fires: Fires, overriding: list[Fires]) -> Fires:
    """What of the firings is left on nodes where nothing overrides them."""
    found: Fires = {}
    for slot, words in fires.items():
        over = some(each[slot] for each in overriding if slot in each)
        left = words if over is None else without(words, over)
        if left.any():
            found[slot] = left
    return found


def _firing(fires: Fires, standing: Fires) -> Firing:
    in_force = some(standing.values())
    in_force = NOWHERE if in_force is None else factored(in_force)
    if fires is standing:
        return Firing(in_force, NOWHERE)
    speaking = some(fires.values())
    return Firing(in_force, NOWHERE if speaking is None else factored(without(speaking, in_force)))
