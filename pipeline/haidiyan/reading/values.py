"""Give what the properties of a chart's nodes lead to besides nodes: branch, element, relation, spirit, what was given.

The chart rules that give such things are few. They run over a chart as it was cast, once for a hexagram and the lines
that move, and over a month and a day of their own; the three together are what they give for the whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from threading import Lock

import pyoxigraph as ox

from haidiyan.chart.cast import Chart, Moment
from haidiyan.chart.catalog import Catalog
from haidiyan.dataset.memory import Memory, using
from haidiyan.reading.doctrine import RDF_TYPE, Doctrine
from haidiyan.reading.fitting import any_chart, bits_of, take_out
from haidiyan.reading.question import Question
from haidiyan.reading.rules import chart_rules

NO_MOMENT = Moment()

KEPT = 5000
"""How many charts and moments are remembered; there are 4,096 hexagrams with their motions."""

Links = dict[str, dict[str, set[str]]]
"""For each node, by IRI, where each of its properties leads."""

Derived = Mapping[tuple[int, str], frozenset[str]]
"""The things, none a node, to which a property leads from the node of a bit."""


class Values:
    """The values that the nodes of one dataset's charts have; ``lock`` is held while a chart is laid in."""

    def __init__(self, source: Memory, lock: Lock) -> None:
        self._source = source
        self._lock = lock
        self._known: dict[Hashable, Derived] = {}
        self._of_moments: dict[Moment, Derived] = {}

    def of(self, question: Question) -> Links:
        """Where the properties of a question's nodes lead, those given with it among them; no derived edge."""
        found: Links = defaultdict(dict)
        with using(self._source):
            for node, predicate, thing in question.given():
                if predicate != RDF_TYPE.value:
                    found[node].setdefault(predicate, set()).add(thing)
        names = {bit: iri for iri, bit in bits_of(question).items()}
        for derived in self.derived(question.chart):
            for (bit, predicate), things in derived.items():
                found[names[bit]].setdefault(predicate, set()).update(things)
        return found

    def derived(self, chart: Chart) -> Iterator[Derived]:
        """What the rules derive of the nodes of a chart: that of the chart, of its month and of its day."""
        moment = chart.moment
        yield self._of(replace(chart, moment=NO_MOMENT))
        if moment.month:
            yield self._of_moment(Moment(month=moment.month))
        if moment.day_branch:
            yield self._of_moment(Moment(day=moment.day, day_branch=moment.day_branch))

    def _of_moment(self, moment: Moment) -> Derived:
        """What a month or a day adds, wherever there is a node."""
        if moment not in self._of_moments:
            with using(self._source):
                bare = any_chart()
            without = self._of(bare)
            given = self._of(replace(bare, moment=moment)).items()
            self._of_moments[moment] = {key: things for key, things in given if things != without.get(key)}
        return self._of_moments[moment]

    def _of(self, chart: Chart) -> Derived:
        key = chart.values, chart.moment
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = self._run(chart, self._rules)
        return self._known[key]

    def _run(self, chart: Chart, rules: Iterable[str]) -> Derived:
        question = Question(chart, None, None, None, (), Doctrine("", {}))
        bits = bits_of(question)
        found: dict[tuple[int, str], set[str]] = defaultdict(set)
        with self._lock, using(self._source):
            try:
                self._source.add(question.triples())
                for rule in rules:
                    derived = self._source.derive(rule)
                    self._source.add(derived)
                    for bit, predicate, thing in _things(derived, bits):
                        found[bit, predicate].add(thing)
            finally:
                take_out(self._source, question)
        return {key: frozenset(things) for key, things in found.items()}

    @cached_property
    def _rules(self) -> list[str]:
        """The chart rules that give such values, as a chart with all that a chart may have shows."""
        with using(self._source):
            pillar = next(iter(self._source.keep(Catalog).pillars.values()))
            moment = Moment(month=pillar.branch, day=pillar, day_branch=pillar.branch)
            question = Question(replace(any_chart(), moment=moment), None, None, None, (), Doctrine("", {}))
        bits, found = bits_of(question), []
        with self._lock, using(self._source):
            try:
                self._source.add(question.triples())
                for rule in chart_rules():
                    derived = self._source.derive(rule)
                    self._source.add(derived)
                    if any(_things(derived, bits)):
                        found.append(rule)
            finally:
                take_out(self._source, question)
        return found


def _things(derived: Iterable[ox.Triple], bits: Mapping[str, int]) -> Iterator[tuple[int, str, str]]:
    """Of derived triples those that lead from a node to what is none, and are of no class."""
    for triple in derived:
        subject, thing = triple.subject, triple.object
        if isinstance(subject, ox.NamedNode) and isinstance(thing, ox.NamedNode) and thing.value not in bits:
            if triple.predicate != RDF_TYPE and subject.value in bits:
                yield bits[subject.value], triple.predicate.value, thing.value
