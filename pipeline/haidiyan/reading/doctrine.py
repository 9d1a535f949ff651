"""Choose what a question follows: a doctrine, the choices that replace its own, the emendations that are adopted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import pyoxigraph as ox

from haidiyan import arguments, iris
from haidiyan.chart.catalog import Catalog, Choices, Emendation, nearest
from haidiyan.dataset.memory import memory
from haidiyan.errors import InputError

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
