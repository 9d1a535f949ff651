"""Put a question to a chart: topic, person, use relation, lines marked 殺 and the doctrine that is followed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import pyoxigraph as ox

from haidiyan import arguments, iris
from haidiyan.chart.cast import Chart
from haidiyan.chart.catalog import Catalog, Choices, Emendation, catalog, nearest
from haidiyan.dataset.memory import memory
from haidiyan.errors import InputError

if TYPE_CHECKING:
    from haidiyan.reading.evaluation import Evaluation

RDF_TYPE = ox.NamedNode(iris.PREFIXES["rdf"] + "type")
DEFAULT_DOCTRINE = "verse"


Adoption = Mapping[str, str | Sequence[str]]
"""Axis name to choice name; on the axis of emendations one name, several with commas between, or a list of names."""


@dataclass(frozen=True)
class Doctrine:
    """What a question follows: a named doctrine, and the choice taken on each axis (axis name to choice name).

    On the axis of emendations the choice is the names of those that are followed, with commas between, or the default.
    """

    name: str
    choices: Mapping[str, str]
    readings: tuple[Emendation, ...] = ()

    def adopted(self, table: Choices) -> Iterator[str]:
        """The IRIs of the choices, each as the emendations that are followed turn it."""
        for axis, name in self.choices.items():
            choice = table.axes[axis].get(name)
            if choice:
                turned = (table.emended.get((choice, reading.iri)) for reading in self.readings)
                yield next((each for each in turned if each), choice)


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
        return list(_triples(self, catalog()))


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


def choose(known: Catalog, doctrine: str, adopt: Adoption) -> Doctrine:
    """The choices of a doctrine, with some of them replaced.

    Raises ``InputError`` for unknown names, and for emendations of the same words.
    """
    table = known.choices
    if not isinstance(adopt, Mapping):
        raise InputError(f"adopt names a choice for each axis, {{'seasonal-void': 'headnote'}}, not {adopt!r}.")
    if not isinstance(doctrine, str) or doctrine not in table.doctrines:
        raise InputError(_unknown(doctrine, "doctrine", table.doctrines))
    chosen = {**table.defaults, **table.doctrines[doctrine]}
    readings = table.readings.get(doctrine, [])
    for given, choice in adopt.items():
        axis = find_axis(known, given)
        if axis == table.recorded:
            readings = _followed(
                choice, axis, table.defaults[axis], known.label(table.axes[axis][table.defaults[axis]])
            )
        else:
            chosen[axis] = find_choice(known, axis, choice)
    adopted = _emendations(known, readings)
    if adopted:
        chosen[table.recorded] = ",".join(each.name for each in adopted)
    return Doctrine(doctrine, dict(sorted(chosen.items())), adopted)


def find_axis(known: Catalog, given: object) -> str:
    """The name of the axis that a user calls by it or by its Chinese label. Raises ``InputError``."""
    axes = {name: known.label(iris.individual("axis", name)) for name in known.choices.axes}
    found = _called(given, axes)
    if found is None:
        raise InputError(_unknown_labelled(given, "axis", axes))
    return found


def find_choice(known: Catalog, axis: str, given: object) -> str:
    """The name of the choice on an axis that a user calls by it or by its Chinese label. Raises ``InputError``."""
    choices = {name: known.label(iri) for name, iri in known.choices.axes[axis].items()}
    found = _called(given, choices)
    if found is None:
        raise InputError(_unknown_labelled(given, f"choice on the axis {axis}", choices))
    return found


def _called(given: object, labels: Mapping[str, str]) -> str | None:
    if not isinstance(given, str):
        return None
    word = given.strip()
    return word if word in labels else next((name for name, label in labels.items() if label == word), None)


def _unknown_labelled(given: object, what: str, labels: Mapping[str, str]) -> str:
    """The complaint about a name that is none of those, whose nearest may be meant by their labels."""
    near = nearest(str(given), [*labels, *labels.values()])
    of_label = {label: name for name, label in labels.items()}
    names = list(dict.fromkeys(each if each in labels else of_label[each] for each in near))
    return _unknown(given, what, labels, [f"{name}（{labels[name]}）" for name in names])


def _followed(given: str | Sequence[str], axis: str, none: str, label: str) -> list[str]:
    """The names of the emendations to follow. Raises ``InputError`` for nothing at all, and for none beside some."""
    names = [none if each == label else each for each in _names(given)]
    some = list(dict.fromkeys(each for each in names if each != none))
    if not names:
        raise InputError(f"{axis} names nothing to follow; to follow no emendation, name {none}.")
    if some and none in names:
        raise InputError(f"{none} and {', '.join(some)} exclude each other; name the one or the other.")
    return some


def _names(given: str | Sequence[str]) -> list[str]:
    parts = [given] if isinstance(given, str) else arguments.listed("emendation", given, "['j2-p57-v1']")
    return [name for part in parts for each in str(part).split(",") if (name := each.strip().removeprefix("variant:"))]


def _emendations(known: Catalog, names: Iterable[str]) -> tuple[Emendation, ...]:
    """The emendations of some names, each once, in the order of the text. Raises ``InputError``."""
    found: dict[str, Emendation] = {}
    unknown = []
    for name in names:
        if name in known.emendations:
            found[name] = known.emendations[name]
        else:
            unknown.append(_no_emendation(known, name))
    if unknown:
        raise InputError(" ".join(unknown))
    adopted = sorted(found.values(), key=lambda each: (each.volume, each.start, each.name))
    clashes = [
        f"{one.name} ({one.base} → {one.reading}) and {other.name} ({other.base} → {other.reading})"
        for one, other in combinations(adopted, 2)
        if one.touches_words_of(other)
    ]
    if clashes:
        raise InputError(f"These emend the same words; follow one of them: {'; '.join(clashes)}.")
    return tuple(adopted)


def _no_emendation(known: Catalog, name: str) -> str:
    """Why a name is none of an emendation: it may be that of another kind of variant, which changes no words."""
    iri = iris.individual("variant", name)
    kind = next(iter(memory().store.quads_for_pattern(ox.NamedNode(iri), RDF_TYPE, None)), None)
    if kind is None:
        return _unknown(name, "emendation", known.emendations)
    of = str(getattr(kind.object, "value", ""))
    other = iris.hyphenated(iris.local_name(of)).replace("-", " ")
    return f"{name!r} is no emendation but a {other}（{known.label(of)}）; it changes no words and cannot be adopted."


LISTED_AT_MOST = 12


def _unknown(name: object, what: str, known: Iterable[str], closest: Sequence[str] | None = None) -> str:
    every = sorted(known)
    near = (nearest(str(name), every) if closest is None else list(closest)) or every[:LISTED_AT_MOST]
    more = "" if len(near) < LISTED_AT_MOST else " …"
    return f"{name!r} is no {what}; {'nearest' if near != every else 'known'}: {', '.join(near)}{more}."


def _triples(question: Question, known: Catalog) -> Iterable[ox.Triple]:
    chart, moment = question.chart, question.chart.moment
    itself = question.iri

    def link(subject: str, predicate: str, target: str) -> ox.Triple:
        return ox.Triple(ox.NamedNode(subject), ox.NamedNode(iris.term(predicate)), ox.NamedNode(target))

    def kind(subject: str, name: str) -> ox.Triple:
        return ox.Triple(ox.NamedNode(subject), RDF_TYPE, ox.NamedNode(iris.term(name)))

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
    if question.all_topics:
        yield ox.Triple(ox.NamedNode(itself), ox.NamedNode(iris.term("asksAllTopics")), ox.Literal(True))
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
