"""Describe segments, claims, variants and their relations as the JSON of a comparison has them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from haidiyan import iris, queries, resources
from haidiyan.dataset.memory import memory
from haidiyan.errors import InputError
from haidiyan.queries import Query

if TYPE_CHECKING:
    from haidiyan.dataset.overlay import Overlay

Json = dict[str, Any]
Row = dict[str, str]

SCHEMA = iris.BASE + "schema/compare-1.json"
LANGUAGES = ("zh-hant", "en")


class Record:
    """What is stated of one thing: the values of each property, by the property's local name."""

    def __init__(self, iri: str) -> None:
        self.iri = iri
        self._values: dict[str, list[tuple[str, str]]] = defaultdict(list)

    def add(self, name: str, value: str, language: str) -> None:
        """One more value of a property."""
        self._values[name].append((value, language))

    def all(self, name: str) -> list[str]:
        """Every value of a property, in the order in which the query gave them."""
        return [value for value, _ in self._values[name]]

    def one(self, name: str) -> str | None:
        """The value of a property, or ``None``."""
        return next(iter(self.all(name)), None)

    def words(self, name: str) -> dict[str, str] | None:
        """The text of a property by language, or ``None``."""
        said = {language: value for value, language in self._values[name] if language in LANGUAGES}
        return {language: said[language] for language in LANGUAGES if language in said} or None

    def number(self, name: str) -> int:
        """The value of a property that is a whole number."""
        return int(self._values[name][0][0])


class Records:
    """The records of a built dataset, or of one with an overlay in it, described for a comparison."""

    def __init__(self, dataset: ox.Store | None = None, overlay: Overlay | None = None) -> None:
        self._dataset = memory().dataset() if dataset is None else dataset
        self._overlay = overlay

    def opening(self, compares: str) -> Json:
        """The keys with which every comparison begins."""
        made = memory().manifest()
        return {
            "schema": SCHEMA,
            "dataset": {"version": made.version, "hash": made.hash},
            "overlay": self._overlay and self._overlay.to_dict(),
            "compares": compares,
        }

    @property
    def author(self) -> Json | None:
        """The author of the overlay, where there is one."""
        return self.maybe(self._overlay.author_iri if self._overlay else None)

    def added_by(self, iri: str) -> str | None:
        """The name of an overlay's author, where the thing is of the overlay."""
        return self._overlay.author if self._overlay and not iri.startswith(iris.BASE) else None

    def has(self, iri: str) -> bool:
        """Whether anything is said of a thing."""
        return any(True for _ in self.rows("known", thing=[iri]))

    def rows(self, name: str, **terms: Iterable[str]) -> Iterator[Row]:
        """The rows of a query of ``queries/comparison/``, IRIs in place of its parameters; none where one is empty."""
        bound = {key: [ox.NamedNode(iri) for iri in values] for key, values in terms.items()}
        if not all(bound.values()):
            return
        query = Query(resources.query(f"comparison/{name}"), f"the query comparison/{name}").bind(bound)
        solutions = queries.run(query.text, self._dataset)
        if not isinstance(solutions, ox.QuerySolutions):
            raise InputError(f"{query.name} is no SELECT.")
        variables = [each.value for each in solutions.variables]
        for row in solutions:
            yield {each: str(getattr(row[each], "value", "")) for each in variables}

    def records(self, name: str, key: str, **terms: Iterable[str]) -> dict[str, Record]:
        """What a query states of each thing in its column ``key``; of its base words the layer is ``base-layer``."""
        found: dict[str, Record] = {}
        for row in self.rows(name, **terms):
            part = f"{row['part']}-" if row.get("part") else ""
            record = found.setdefault(row[key], Record(row[key]))
            record.add(part + iris.local_name(row["property"]), row["value"], row.get("language", ""))
        return found

    @cached_property
    def passages(self) -> dict[str, Row]:
        """Every passage by IRI, in the order of the text."""
        rows = list(self.rows("passages"))
        rows.sort(key=lambda row: (int(row["volume"]), int(row["paragraph"])))
        return {row["passage"]: row for row in rows}

    @cached_property
    def _labels(self) -> dict[tuple[str, str], str]:
        return {(row["thing"], row["language"]): row["label"] for row in self.rows("labels")}

    def label(self, iri: str, language: str = LANGUAGES[0]) -> str:
        """What a thing is called; its local name where it has no label."""
        return self._labels.get((iri, language), iris.local_name(iri))

    def thing(self, iri: str, name: str | None = None) -> Json:
        """A thing by its name, its IRI and its Chinese label."""
        return {"name": name or iris.local_name(iri), "iri": iri, "label": self.label(iri)}

    def maybe(self, iri: str | None) -> Json | None:
        """A thing, where there is one."""
        return self.thing(iri) if iri else None

    def things(self, those: Iterable[str]) -> list[Json]:
        """Several things."""
        return [self.thing(iri) for iri in those]

    def kind(self, iri: str | None) -> Json | None:
        """A class by its name in lower case, as the list of all claims has it."""
        return self.thing(iri, iris.hyphenated(iris.local_name(iri))) if iri else None

    def place(self, passage: str) -> Json:
        """A passage by name and number."""
        row = self.passages[passage]
        return {
            "name": iris.local_name(passage),
            "iri": passage,
            "volume": int(row["volume"]),
            "paragraph": int(row["paragraph"]),
        }

    def order(self, passage: str, start: int = 0) -> tuple[int, int, int]:
        """Where in the book something stands."""
        row = self.passages[passage]
        return int(row["volume"]), int(row["paragraph"]), start

    def rendering(self, passage: str) -> str | None:
        """The passage that renders one."""
        return next((iri for iri, row in self.passages.items() if row["renders"] == passage), None)

    def segments(self, passages: Iterable[str]) -> list[Json]:
        """The segments of passages in the order of the text; claims and variants are still to be laid on them."""
        found = self.records("segments", "segment", passage=passages).values()
        ordered = sorted(found, key=lambda each: self.order(each.all("passage")[0], each.number("order")))
        return [
            {
                "name": iris.local_name(each.iri),
                "iri": each.iri,
                "passage": iris.local_name(each.all("passage")[0]),
                "layer": self.maybe(each.one("layer")),
                "author": self.maybe(each.one("creator")),
                "words": each.one("words"),
                "start": each.number("start"),
                "end": each.number("end"),
                "glosses": [iris.local_name(iri) for iri in each.all("glosses")],
                "renders": [iris.local_name(iri) for iri in each.all("renders")],
                "claims": [],
                "variants": [],
                "readings": [],
            }
            for each in ordered
        ]

    def claims(self, those: Iterable[str]) -> list[Json]:
        """What claims assert, in the order of the text."""
        those = set(those)
        found = self.records("claims", "claim", claim=those)
        for row in self.rows("touching", claim=those):
            found[row["claim"]].add("touchedBy", iris.local_name(row["variant"]), "")
        under = {reading for each in found.values() for reading in each.all("underReading")}
        readings = {each["name"]: each for each in self.variants(under)}
        ordered = sorted(
            found.values(), key=lambda each: (self.order(each.all("passage")[0], each.number("start")), each.iri)
        )
        return [self._claim(each, readings) for each in ordered]

    def _claim(self, claim: Record, readings: dict[str, Json]) -> Json:
        reading = _name(claim.one("underReading"))
        return {
            "name": iris.local_name(claim.iri),
            "iri": claim.iri,
            "addedBy": self.added_by(claim.iri),
            "kind": self.kind(claim.one("type")),
            "passage": self.place(claim.all("passage")[0]),
            "segment": iris.local_name(claim.one("statedIn") or ""),
            "layer": self.maybe(claim.one("layer")),
            "author": self.maybe(claim.one("creator")),
            "quote": claim.one("quote"),
            "start": claim.number("start"),
            "end": claim.number("end"),
            "glosses": [iris.local_name(iri) for iri in claim.all("glosses")],
            "topics": self.things(claim.all("topic")),
            "situation": self.maybe(claim.one("antecedent")),
            "alternatives": self.things(claim.all("alternative")),
            "prognosis": self.maybe(claim.one("prognosis")),
            "outcome": claim.words("outcome"),
            "definition": self._definition(claim),
            "standsFor": self._standing(claim),
            "example": self.maybe(claim.one("castHexagram")),
            "attributes": self.things(claim.all("attributeValue")),
            "choices": self.things(claim.all("underChoice")),
            "underReading": reading,
            "readsAs": _emended(claim, readings[reading]) if reading else None,
            "replaces": [iris.local_name(iri) for iri in claim.all("replaces")],
            "certainty": self.maybe(claim.one("certainty")),
            "doubt": claim.words("doubt"),
            "variants": sorted(claim.all("touchedBy"), key=variant_order),
        }

    def _definition(self, claim: Record) -> Json | None:
        """The triple that a definition quotes, and what it says in words."""
        triple = {part: iri for part in ("subject", "predicate", "object") if (iri := claim.one(part))}
        if not triple:
            return None
        chinese = "".join(self.label(iri) for iri in triple.values())
        english = " ".join(self.label(iri, "en") for iri in triple.values())
        return {**{part: self.thing(iri) for part, iri in triple.items()}, "words": {"zh-hant": chinese, "en": english}}

    def _standing(self, claim: Record) -> Json | None:
        of = claim.all("of")
        return {"of": self.things(of), "words": claim.words("standsFor")} if of else None

    def relations(self, claims: Iterable[str]) -> dict[str, list[Json]]:
        """How claims stand to others and to each other, by the local name of the relation; in the order of the text."""
        rows = {
            (row["citing"], row["relation"], row["cited"]): None for row in self.rows("relations", claim=set(claims))
        }
        ends = {iri for citing, _, cited in rows for iri in (citing, cited)}
        told = {claim["iri"]: claim for claim in self.claims(ends)}
        order = {iri: place for place, iri in enumerate(told)}
        found: dict[str, list[Json]] = defaultdict(list)
        for citing, relation, cited in sorted(rows, key=lambda row: (order[row[0]], order[row[2]])):
            found[iris.local_name(relation)].append(
                {"iri": relation, "claim": _cited(told[citing]), "with": _cited(told[cited])}
            )
        return found

    def variants(self, those: Iterable[str]) -> list[Json]:
        """What is recorded of variants, in the order of the words on which they stand."""
        found = self.records("variants", "variant", variant=those).values()
        ordered = sorted(
            found, key=lambda each: (self.order(each.all("passage")[0], each.number("start")), variant_order(each.iri))
        )
        return [self._variant(each) for each in ordered]

    def _variant(self, variant: Record) -> Json:
        name, axis = iris.local_name(variant.iri), variant.one("chosenFrom")
        reading = variant.one("readingPassage")
        return {
            "name": name,
            "iri": variant.iri,
            "addedBy": self.added_by(variant.iri),
            "kind": self.kind(variant.one("type")),
            "passage": self.place(variant.all("passage")[0]),
            "segment": iris.local_name(variant.one("baseSegment") or ""),
            "layer": self.maybe(variant.one("base-layer")),
            "author": self.maybe(variant.one("base-creator")),
            "start": variant.number("start"),
            "end": variant.number("end"),
            "base": variant.one("base"),
            "reading": variant.one("reading"),
            "readingPassage": self.place(reading) if reading else None,
            "readingSegment": _name(variant.one("readingSegment")),
            "readingLayer": self.maybe(variant.one("reading-layer")),
            "readingQuote": variant.one("readingQuote"),
            "proposers": self.things(variant.all("proposer")),
            "rejectedBy": self.things(variant.all("rejectedBy")),
            "axis": self.maybe(variant.one("onAxis")),
            "baseChoice": self.maybe(variant.one("baseChoice")),
            "readingChoice": self.maybe(variant.one("readingChoice")),
            "adopt": f"{axis}={name}" if axis else None,
            "explanation": variant.words("explanation"),
            "certainty": self.maybe(variant.one("certainty")),
            "doubt": variant.words("doubt"),
            "touches": sorted(map(iris.local_name, variant.all("touches"))),
        }


def _name(iri: str | None) -> str | None:
    return iris.local_name(iri) if iri else None


def variant_order(name: str) -> tuple[str, int]:
    """The sorting key of a variant's name: its number counts as a number.

    >>> sorted(["j2-p57-v10", "j2-p57-v9"], key=variant_order)
    ['j2-p57-v9', 'j2-p57-v10']
    """
    passage, _, number = name.rpartition("-v")
    return passage, int("".join(filter(str.isdigit, number)) or 0)


def _emended(claim: Record, variant: Json) -> str | None:
    """A claim's quotation with a reading in place of its base words; nothing where it does not hold them whole."""
    quote, before = claim.one("quote") or "", variant["start"] - claim.number("start")
    after = before + len(variant["base"])
    if before < 0 or quote[before:after] != variant["base"]:
        return None
    return f"{quote[:before]}{variant['reading']}{quote[after:]}"


_CITED = (
    "name",
    "iri",
    "addedBy",
    "passage",
    "layer",
    "author",
    "quote",
    "situation",
    "prognosis",
    "definition",
    "readsAs",
    "underReading",
)


def _cited(claim: Json) -> Json:
    """A claim as a relation names it."""
    return {key: claim[key] for key in _CITED}
