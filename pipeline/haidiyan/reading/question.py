"""Put a question to a chart: topic, person, use relation, lines marked 殺 and the doctrine that is followed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import pyoxigraph as ox

from haidiyan import arguments, iris
from haidiyan.chart.cast import Chart
from haidiyan.chart.catalog import Catalog, catalog
from haidiyan.dataset.memory import memory
from haidiyan.errors import InputError
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE, RDF_TYPE, Adoption, Doctrine, choose

if TYPE_CHECKING:
    from haidiyan.reading.evaluation import Evaluation

Given = tuple[str, str, str]


@dataclass(frozen=True)
class Question:
    """A chart with what is asked of it. IRIs throughout; ``use`` is the use relation, where there is one."""

    chart: Chart
    topic: str | None
    about: str | None
    use: str | None
    baleful: tuple[int, ...]
    doctrine: Doctrine
    all_topics: bool = False
    overlay: str = ""

    @cached_property
    def iri(self) -> str:
        """The IRI of the question, from a hash of all that was given."""
        given = {
            "chart": self.chart.name,
            "topic": self.topic,
            "about": self.about,
            "use": self.use,
            "baleful": self.baleful,
            "choices": dict(sorted(self.doctrine.choices.items())),
            "all": self.all_topics,
            **({"overlay": self.overlay} if self.overlay else {}),
        }
        text = json.dumps(given, sort_keys=True, ensure_ascii=False)
        return iris.individual("question", hashlib.sha256(text.encode()).hexdigest()[:16])

    def node(self, kind: str, position: int) -> str:
        """The IRI of a node: kind ``line``, ``hidden``, ``changed`` or ``opposite``, position from the bottom."""
        return f"{self.iri}#{kind}-{position}"

    @property
    def open_inputs(self) -> tuple[str, ...]:
        """The inputs that were not given, by local name."""
        moment = self.chart.moment
        missing = {
            "month": moment.month is None,
            "day": moment.day_branch is None,
            "day-stem": moment.day is None,
            "use": self.use is None,
        }
        return tuple(name for name, is_missing in missing.items() if is_missing)

    def evaluate(self) -> Evaluation:
        """The states and situations of all nodes, and which claims fire. Raises ``DatasetError`` without a dataset."""
        from haidiyan.reading.engine import engine

        return engine().evaluate([self])[0]

    def triples(self) -> list[ox.Triple]:
        """What was given, as the triples that the rules start from."""
        triples = [
            ox.Triple(ox.NamedNode(subject), ox.NamedNode(predicate), ox.NamedNode(target))
            for subject, predicate, target in self.given()
        ]
        if self.all_topics:
            asks = ox.NamedNode(iris.term("asksAllTopics"))
            triples.append(ox.Triple(ox.NamedNode(self.iri), asks, ox.Literal(True)))
        return triples

    def given(self) -> Iterator[Given]:
        """What was given, as subject, predicate and object, all IRIs."""
        return _given(self, catalog())


def ask(
    chart: Chart,
    *,
    topic: str | None = None,
    about: str | None = None,
    use: str | None = None,
    baleful: Sequence[int] = (),
    doctrine: str = DEFAULT_DOCTRINE,
    adopt: Adoption | None = None,
    all_topics: bool = False,
) -> Question:
    """Put a question to a chart; names as a user gives them.

    Args:
        chart: the chart.
        topic: what is asked about, 疾病.
        about: the person or thing asked after, 妻; selects the use relation.
        use: the use relation itself, 妻財; outranks ``about`` and the topic's own.
        baleful: positions of lines marked as carrying 殺.
        doctrine: a doctrine by name.
        adopt: choices that replace the doctrine's, axis name to choice name; ``{"emendation": "j2-p57-v1"}``.
        all_topics: read every topic's claims.

    Raises:
        InputError: a name is not known; the message names the nearest ones.
    """
    if not isinstance(chart, Chart):
        raise InputError(f"A question is put to a chart, what haidiyan.cast gives, not to {chart!r}.")
    arguments.flag("all_topics", all_topics)
    baleful = arguments.listed("baleful", baleful, "[3]")
    known = catalog()
    topic_iri = known.find("topic", topic, "topic") if topic is not None else None
    about_iri = (
        known.find("person", about, "person or thing that the book gives a use line") if about is not None else None
    )
    use_iri = (
        known.find("relation", use, "relation", "The five are 父母 兄弟 子孫 妻財 官鬼.") if use is not None else None
    )
    for place in baleful:
        if type(place) is not int or place not in range(1, 7):
            raise InputError(f"A hexagram has lines 1 to 6; line {place!r} cannot be marked 殺.")
    relation = use_iri or known.uses.get(about_iri or "") or known.uses.get(topic_iri or "")
    return Question(
        chart=chart,
        topic=topic_iri,
        about=about_iri,
        use=relation,
        baleful=tuple(sorted(set(baleful))),
        doctrine=choose(known, doctrine, {} if adopt is None else adopt),
        all_topics=all_topics,
        overlay=memory().overlay,
    )


def _given(question: Question, known: Catalog) -> Iterator[Given]:
    chart, moment = question.chart, question.chart.moment
    itself = question.iri

    def link(subject: str, predicate: str, target: str) -> Given:
        return subject, iris.term(predicate), target

    def kind(subject: str, name: str) -> Given:
        return subject, RDF_TYPE.value, iris.term(name)

    yield kind(itself, "Question")
    yield link(itself, "node", itself)
    yield link(itself, "itself", itself)
    yield link(itself, "chart", chart.iri)
    yield link(itself, "castHexagram", chart.hexagram.iri)
    yield link(itself, "changedHexagram", chart.changed.iri)
    given = {
        "monthBranch": moment.month,
        "dayBranch": moment.day_branch,
        "dayPillar": moment.day and moment.day.iri,
        "dayStem": moment.day and moment.day.stem,
        "hour": moment.hour,
        "yearPillar": moment.year and moment.year.iri,
        "topic": question.topic,
        "about": question.about,
        "useRelation": question.use,
    }
    for predicate, target in given.items():
        if target:
            yield link(itself, predicate, target)
    for name in question.open_inputs:
        yield link(itself, "open", iris.individual("input", name))
    for choice in question.doctrine.adopted(known.choices):
        yield link(itself, "adopts", choice)
    for reading in question.doctrine.readings:
        yield link(itself, "adoptsReading", reading.iri)
    for position, value in enumerate(chart.values, 1):
        line = question.node("line", position)
        yield kind(line, "Line")
        yield link(itself, "node", line)
        yield link(itself, "line", line)
        yield link(line, "position", iris.individual("position", str(position)))
        yield link(line, "lineValue", known.line_values[value].iri)
        yield link(line, "hexagramLine", iris.hexagram_line(chart.hexagram.number, position))
        if position in question.baleful:
            yield link(itself, "marksBaleful", line)
        below = {
            "hidden": "HomeHiddenLine",
            **({"opposite": "OppositeLine"} if chart.hexagram.is_pure else {}),
        }
        for name, of_kind in below.items():
            hidden = question.node(name, position)
            yield kind(hidden, "HiddenLine")
            yield kind(hidden, of_kind)
            yield link(itself, "node", hidden)
            yield link(itself, "hiddenLine", hidden)
            yield link(line, "hides", hidden)
            yield link(hidden, "under", line)
        if position in chart.moving:
            changed = question.node("changed", position)
            yield kind(changed, "ChangedLine")
            yield link(itself, "node", changed)
            yield link(itself, "changedLine", changed)
            yield link(line, "becomes", changed)
            yield link(changed, "becameFrom", line)
            yield link(changed, "hexagramLine", iris.hexagram_line(chart.changed.number, position))
