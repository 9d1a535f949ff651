"""Take from the dataset what a document says besides the text: agents, layers, witness, terms, variants."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

import pyoxigraph as ox

from haidiyan import queries
from haidiyan.errors import DatasetError
from haidiyan.iris import local_name


class Text(NamedTuple):
    """Words in a language."""

    words: str
    language: str


Described = dict[str, list[Text]]
"""Texts by the local name of their property, in the order of their languages."""


@dataclass(frozen=True)
class Witness:
    """A volume's witness, and the names in the descriptions by which it, the volume and the work are found."""

    volume: str
    name: str
    siglum: str
    work: str


@dataclass(frozen=True)
class Terms:
    """Who made the dataset, and on what terms it is given."""

    creator: str
    licence: str
    rights: tuple[Text, ...]


@dataclass(frozen=True)
class Variant:
    """A variant with its place; ``broad`` is the broad kind to which its ``kind`` belongs."""

    name: str
    kind: str
    broad: str
    segment: str
    start: int
    end: int
    base: Text
    reading: Text
    certainty: str
    proposers: tuple[str, ...]
    rejected_by: tuple[str, ...]
    reading_passage: str
    reading_segment: str
    quote: Text | None
    explanations: tuple[Text, ...]
    doubts: tuple[Text, ...]
    axis: str
    choices: tuple[str, ...]

    @property
    def order(self) -> tuple[int, int, int, str]:
        """By place; among those of one place, the lower number first."""
        return self.start, self.end, len(self.name), self.name


@dataclass(frozen=True)
class Records:
    """All that a document needs of the dataset; ``described`` is keyed by class and name of a thing."""

    described: dict[str, dict[str, Described]]
    witnesses: dict[int, Witness]
    terms: Terms
    variants: list[Variant]


def load(store: ox.Store) -> Records:
    """Ask the dataset. Raises ``DatasetError`` where it does not say who made it, or lacks a variant's place."""
    described: dict[str, dict[str, Described]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for row in queries.rows("publication/descriptions", store):
        things = described[local_name(row["class"])][local_name(row["thing"])]
        things[local_name(row["property"])].append(Text(row["text"], row["language"]))
    witnesses = {
        int(row["number"]): Witness(
            local_name(row["volume"]), local_name(row["witness"]), row["siglum"], local_name(row["work"])
        )
        for row in queries.rows("publication/witnesses", store)
    }
    return Records(described, witnesses, _terms(store), sorted(_variants(store), key=lambda each: each.order))


def _terms(store: ox.Store) -> Terms:
    rows = list(queries.rows("publication/terms", store))
    if not rows:
        raise DatasetError("The dataset does not say who made it and on what terms it is given: run `haidiyan build`.")
    rights = tuple(dict.fromkeys(Text(row["rights"], row["language"]) for row in rows))
    return Terms(local_name(rows[0]["creator"]), rows[0]["licence"], rights)


def _variants(store: ox.Store) -> list[Variant]:
    values: dict[str, dict[str, list[Text]]] = defaultdict(lambda: defaultdict(list))
    for row in queries.rows("publication/variants", store):
        values[row["variant"]][local_name(row["property"])].append(Text(row["value"], row["language"]))
    found: dict[str, Variant] = {}
    for row in queries.rows("publication/variant-kinds", store):
        name, own = local_name(row["variant"]), values[row["variant"]]
        try:
            found[name] = _variant(name, local_name(row["kind"]), local_name(row["broad"]), own)
        except (IndexError, ValueError) as error:
            raise DatasetError(
                f"The variant {name} lacks its words or its place ({error}): run `haidiyan build`."
            ) from error
    return list(found.values())


def _variant(name: str, kind: str, broad: str, values: dict[str, list[Text]]) -> Variant:
    def names(*properties: str) -> tuple[str, ...]:
        return tuple(local_name(each.words) for one in properties for each in values[one])

    return Variant(
        name=name,
        kind=kind,
        broad=broad,
        segment=names("baseSegment")[0],
        start=int(values["start"][0].words),
        end=int(values["end"][0].words),
        base=values["base"][0],
        reading=values["reading"][0],
        certainty=names("certainty")[0],
        proposers=names("proposer"),
        rejected_by=names("rejectedBy"),
        reading_passage=next(iter(names("readingPassage")), ""),
        reading_segment=next(iter(names("readingSegment")), ""),
        quote=next(iter(values["readingQuote"]), None),
        explanations=tuple(values["explanation"]),
        doubts=tuple(values["doubt"]),
        axis=next((each.words for each in values["onAxis"]), ""),
        choices=tuple(each.words for one in ("baseChoice", "readingChoice") for each in values[one]),
    )
