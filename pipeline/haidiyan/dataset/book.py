"""Hold the book against its own cosmology: each definition, and what it says of its own system."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pyoxigraph as ox

from haidiyan import queries
from haidiyan.iris import compact
from haidiyan.queries import Query

VERDICTS = ("contradicted", "incomplete", "not-derivable", "confirmed")
"""What a finding can be; ``incomplete`` only where the book gives less than its system has."""

DEFINITIONS = "definitions-audited"
LANGUAGES = ("en", "zh-hant")

Words = dict[str, str]
"""A sentence by language."""


@dataclass(frozen=True)
class Reason:
    """Why a verdict is given, in words; ``ground`` names its kind, ``fact`` the triple of the cosmology behind it."""

    ground: str
    words: Words
    fact: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Finding:
    """What the book says at a place, and how it fares.

    ``source`` is the claim, or for what is asked beyond the definitions the query; ``says`` is the statement in
    words: a definition's triple, or the question that the query asks.
    """

    source: str
    place: str
    segment: str
    layer: str
    quote: str
    says: Words
    verdict: str
    reasons: list[Reason]


@dataclass(frozen=True)
class Audit:
    """The book's definitions, then what it says of its own system; and what cannot be audited, as complaints."""

    definitions: list[Finding]
    system: list[Finding]
    complaints: list[str]

    def verdicts(self) -> dict[str, int]:
        """How many definitions there are of each verdict."""
        return dict(sorted(Counter(each.verdict for each in self.definitions).items()))

    def summary(self) -> str:
        """How the definitions fare, in a sentence; and how many rest on nothing but their own passage."""
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self.verdicts().items())
        own = sum(all(reason.ground == "quoted" for reason in each.reasons) for each in self.definitions)
        return f"The book's definitions against the cosmology: {counts}; {own} only by the passage's own word."

    def to_json(self) -> str:
        content = {
            "verdicts": self.verdicts(),
            "definitions": [_json(each) for each in self.definitions],
            "system": [_json(each) for each in self.system],
            "complaints": self.complaints,
        }
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def audit(dataset: ox.Store) -> Audit:
    """The audit of a dataset, in the order of the text. The errors of the book are findings, not complaints."""
    labels = _Labels(dataset)
    places = {row["thing"]: row for row in queries.rows("audit/places", dataset)}
    definitions, complaints = _definitions(dataset, labels, places)
    system = [each for name in _system_queries() for each in _system(name, dataset, labels, places)]
    return Audit(_in_order(definitions, places), _in_order(system, places), complaints)


def _system_queries() -> list[str]:
    return [name for name in queries.bundled_names() if name.startswith("book/")]


class _Labels:
    """What things are called, by language; a thing without a label by its short IRI."""

    def __init__(self, dataset: ox.Store) -> None:
        self._labels = {(row["thing"], row["language"]): row["label"] for row in queries.rows("audit/labels", dataset)}

    def of(self, value: str, language: str) -> str:
        return self._labels.get((value, language), compact(value))

    def statement(self, triple: Iterable[str], language: str) -> str:
        return (" " if language == "en" else "").join(self.of(each, language) for each in triple)

    def filled(self, template: str, row: dict[str, str], language: str) -> str:
        for name, value in row.items():
            template = template.replace("{" + name + "}", self.of(value, language))
        return template


_Places = dict[str, dict[str, str]]


def _definitions(dataset: ox.Store, labels: _Labels, places: _Places) -> tuple[list[Finding], list[str]]:
    query = Query.bundled(DEFINITIONS)
    rows: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in queries.rows(DEFINITIONS, dataset):
        rows[row["claim"]].append(row)
    findings, complaints = [], []
    for each in queries.rows("audit/definitions", dataset):
        claim, name = each["claim"], f"{compact(each['claim'])} “{each['quote']}”"
        verdicts = {row["verdict"] for row in rows[claim]}
        if not verdicts:
            predicate = compact(each["predicate"]) or "what it says"
            complaints.append(f"{name} cannot be held against the cosmology: {predicate} is declared nowhere.")
        elif len(verdicts) > 1:
            complaints.append(f"{name} has several verdicts: {', '.join(sorted(verdicts))}.")
        elif claim not in places:
            complaints.append(f"{name} stands in no segment of the text.")
        else:
            findings.append(_definition(query, rows[claim], labels, places[claim]))
    return findings, complaints


def _definition(query: Query, rows: list[dict[str, str]], labels: _Labels, place: dict[str, str]) -> Finding:
    first = rows[0]
    return _finding(
        compact(first["claim"]),
        place,
        first["quote"],
        {each: labels.statement([first["subject"], first["predicate"], first["object"]], each) for each in LANGUAGES},
        first["verdict"],
        [_reason(query, row, labels) for row in rows],
    )


def _reason(query: Query, row: dict[str, str], labels: _Labels) -> Reason:
    fact = [row["factSubject"], row["factPredicate"], row["factObject"]]
    words = {
        each: labels.filled(
            query.header(f"{row['ground']} ({each})").replace("{fact}", labels.statement(fact, each)), row, each
        )
        for each in LANGUAGES
    }
    return Reason(row["ground"], words, [compact(each) for each in fact] if all(fact) else [])


def _system(name: str, dataset: ox.Store, labels: _Labels, places: _Places) -> Iterator[Finding]:
    """The findings of one query: its rows, put together where they are about the same words and say the same."""
    query = Query.bundled(name)
    reasons: dict[tuple[str, str, str], list[Reason]] = defaultdict(list)
    for row in queries.rows(name, dataset):
        words = {each: labels.filled(query.header(f"reason ({each})"), row, each) for each in LANGUAGES}
        reasons[row["segment"], row["words"], row["verdict"]].append(Reason("row", words))
    asks = {each: query.header(f"question ({each})") for each in LANGUAGES}
    for (segment, quote, verdict), given in reasons.items():
        yield _finding(name, places[segment], quote, asks, verdict, given)


def _finding(
    source: str, place: dict[str, str], quote: str, says: Words, verdict: str, reasons: list[Reason]
) -> Finding:
    return Finding(
        source=source,
        place=f"{place['volume']}:{place['paragraph']}",
        segment=compact(place["segment"]),
        layer=compact(place["layer"]).removeprefix("layer:"),
        quote=quote,
        says=says,
        verdict=verdict,
        reasons=reasons,
    )


def _in_order(findings: Iterable[Finding], places: _Places) -> list[Finding]:
    order = {
        compact(each["thing"]): (int(each["volume"]), int(each["paragraph"]), int(each["order"]))
        for each in places.values()
    }
    return sorted(findings, key=lambda each: (order[each.segment], each.source))


def _json(finding: Finding) -> dict[str, object]:
    reasons = [{"ground": each.ground, **each.words, "fact": each.fact} for each in finding.reasons]
    return {**vars(finding), "reasons": reasons}
