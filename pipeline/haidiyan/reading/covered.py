"""Describe a covered object (射覆) by what the claims in force say of it, attribute by attribute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from haidiyan import iris
from haidiyan.chart.catalog import catalog
from haidiyan.dataset.memory import Memory, memory
from haidiyan.reading.reading import IN_FORCE, Entry


@dataclass(frozen=True)
class Value:
    """A value of an attribute, and the claims that give it; all IRIs."""

    iri: str
    claims: tuple[str, ...]


@dataclass(frozen=True)
class Attribute:
    """An attribute with the values that claims in force give it; ``contradictory`` where two exclude each other."""

    iri: str
    values: tuple[Value, ...]
    contradictory: bool

    def to_dict(self) -> dict[str, Any]:
        """The attribute as the reading's contract has it: Chinese words, IRIs beside them, claims by local name."""
        known = catalog()
        return {
            "attribute": known.label(self.iri),
            "iri": self.iri,
            "values": [
                {
                    "value": known.label(value.iri),
                    "iri": value.iri,
                    "claims": [iris.local_name(claim) for claim in value.claims],
                }
                for value in self.values
            ],
            "contradictory": self.contradictory,
        }


@dataclass(frozen=True)
class Tables:
    """What claims say of objects, (attribute, value, claim) in the order of the model; which values exclude which."""

    said: tuple[tuple[str, str, str], ...]
    contraries: frozenset[frozenset[str]]


def load(source: Memory) -> Tables:
    """The tables of a dataset."""
    return Tables(
        said=tuple((row["attribute"], row["value"], row["claim"]) for row in source.rows("reading/attributes")),
        contraries=frozenset(frozenset((row["one"], row["other"])) for row in source.rows("reading/contrary-values")),
    )


def tables() -> Tables:
    """The tables of the dataset in use."""
    return memory().keep(load)


def covered_object(entries: Iterable[Entry]) -> list[Attribute]:
    """The attributes of a covered object, in the order of the model, from the entries of a reading.

    Only rules in force count: what is overridden or open says nothing of the object. Values that disagree
    are all kept, none is preferred.
    """
    known = tables()
    speaking = {entry.claim.iri for entry in entries if entry.status == IN_FORCE and entry.claim.antecedent}
    described: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for attribute, value, claim in known.said:
        if claim in speaking:
            described[attribute][value].append(claim)
    return [
        Attribute(
            iri=attribute,
            values=tuple(Value(value, tuple(claims)) for value, claims in values.items()),
            contradictory=any(pair <= values.keys() for pair in known.contraries),
        )
        for attribute, values in described.items()
    ]
