"""Find once for each doctrine and topic which claims fit, by asking the rule that finds what fires."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

import pyoxigraph as ox

from haidiyan.chart.cast import Chart, cast
from haidiyan.dataset.memory import Memory, using
from haidiyan.reading import claims
from haidiyan.reading.doctrine import RDF_TYPE
from haidiyan.reading.question import Question
from haidiyan.reading.tables import SLOTS

Key = tuple[object, ...]


class Fit(NamedTuple):
    """A claim that speaks of what is asked, where a node at the end of ``edge`` is in ``antecedent``.

    ``lacks``: one ``False`` where it fires, or ``True`` for each choice or emendation that it lacks.
    """

    claim: str
    antecedent: str
    edge: str
    lacks: tuple[bool, ...]


class Fitting:
    """The claims of one dataset that fit a question, in the order of their IRIs.

    The rule is asked about a chart that is in every situation: once for a doctrine, with all topics, and once for a
    topic, which fits whatever doctrine is followed. A question is laid into the memory for it: one at a time.
    """

    def __init__(self, source: Memory) -> None:
        self._source = source
        self._conditions = {
            claim.iri: (claim.antecedent, claim.edge)
            for claim in sorted(source.keep(claims.load).values(), key=lambda each: each.iri)
            if claim.antecedent and claim.edge
        }
        self._lacks: dict[Key, dict[str, list[bool]]] = {}
        self._shown: dict[str | None, frozenset[str]] = {}
        self._fits: dict[Key, list[Fit]] = {}

    def of(self, question: Question) -> list[Fit]:
        """The claims that fit a question."""
        key = _key(question)
        if key not in self._fits:
            lacks = self._lacking(question)
            shown = lacks.keys() if question.all_topics else self._showing(question)
            self._fits[key] = [
                Fit(claim, antecedent, edge, tuple(lacks[claim]))
                for claim, (antecedent, edge) in self._conditions.items()
                if claim in shown and claim in lacks
            ]
        return self._fits[key]

    def _lacking(self, question: Question) -> dict[str, list[bool]]:
        key = _doctrine(question)
        if key not in self._lacks:
            found: dict[str, list[bool]] = defaultdict(list)
            for claim, missing in self._fired_everywhere(question, topic=None, all_topics=True):
                found[claim].append(missing)
            self._lacks[key] = found
        return self._lacks[key]

    def _showing(self, question: Question) -> frozenset[str]:
        topic = question.topic
        if topic not in self._shown:
            self._shown[topic] = frozenset(claim for claim, _ in self._fired_everywhere(question, topic, False))
        return self._shown[topic]

    def _fired_everywhere(self, question: Question, topic: str | None, all_topics: bool) -> list[tuple[str, bool]]:
        with using(self._source):
            asked = Question(any_chart(), topic, None, None, (), question.doctrine, all_topics)
            triples = asked.triples()
        itself = ox.NamedNode(asked.iri)
        for antecedent, edge in self._conditions.values():
            triples.append(ox.Triple(itself, RDF_TYPE, ox.NamedNode(antecedent)))
            triples.append(ox.Triple(itself, ox.NamedNode(edge), itself))
        try:
            self._source.add(triples)
            rows = self._source.rows("reading/firings")
            return [(row["claim"], "missing" in row) for row in rows if row["node"] == asked.iri]
        finally:
            take_out(self._source, asked)


class OpenStates:
    """What the nodes of a chart may yet be, as far as inputs that were not given go: a mask for each state."""

    def __init__(self, source: Memory) -> None:
        self._source = source
        self._known: dict[tuple[str, ...], dict[str, int]] = {}

    def of(self, question: Question) -> dict[str, int]:
        """The states that the rule of open states gives where the question has its inputs, on all nodes there may be.

        A question with all those nodes is laid into the memory for it, once for the same inputs.
        """
        if question.open_inputs not in self._known:
            self._known[question.open_inputs] = self._ask(question)
        return self._known[question.open_inputs]

    def _ask(self, question: Question) -> dict[str, int]:
        with using(self._source):
            chart = replace(any_chart(), moment=question.chart.moment)
            asked = Question(chart, None, None, question.use, (), question.doctrine)
            triples = asked.triples()
        bits = {ox.NamedNode(iri): bit for iri, bit in bits_of(asked).items()}
        found: dict[str, int] = {}
        try:
            self._source.add(triples)
            for triple in self._source.derive("reading/open-states"):
                state = str(getattr(triple.object, "value", ""))
                if isinstance(triple.subject, ox.NamedNode):
                    found[state] = found.get(state, 0) | bits[triple.subject]
            return found
        finally:
            take_out(self._source, asked)


def bits_of(question: Question) -> dict[str, int]:
    """The bit of every node that a question may have, by IRI."""
    return {
        question.node(kind, position) if position else question.iri: 1 << number
        for number, (kind, position) in enumerate(SLOTS)
    }


def take_out(source: Memory, question: Question) -> None:
    """Take a question out of a memory."""
    source.remove_subjects(list(bits_of(question)))


def any_chart() -> Chart:
    """A chart with nodes of all kinds in all places."""
    return cast(hexagram="1", moving=range(1, 7))


def _key(question: Question) -> Key:
    return (*_doctrine(question), question.topic, question.all_topics)


def _doctrine(question: Question) -> Key:
    doctrine = question.doctrine
    return tuple(each.iri for each in doctrine.readings), tuple(doctrine.choices.items())
