"""Compare the layers of a passage, or of a claim: original, notes, rendering, and the apparatus on them."""

from __future__ import annotations

from collections.abc import Iterable

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.comparison.names import find_passage
from haidiyan.comparison.records import Json, Records, variant_order
from haidiyan.reading.why import find_claim

RELATIONS = {"agreements": "agreesWith", "qualifications": "qualifies", "disagreements": "disagreesWith"}
"""The keys of a comparison for each relation of CiTO."""


def passage(name: str, dataset: ox.Store | Records | None = None) -> Json:
    """The layers of a passage side by side, what each asserts, where they agree and where they part.

    ``name`` is j2-p57, 2:57 or an IRI; a rendering's name means its original. Whoever asks for many gives the same
    ``Records`` each time. Raises ``InputError``.
    """
    records = dataset if isinstance(dataset, Records) else Records(dataset)
    iri = find_passage(name, records)
    both = [each for each in (iri, records.rendering(iri)) if each]
    claims = records.claims(row["claim"] for row in records.rows("claims-of-passages", passage=both))
    variants = records.variants(row["variant"] for row in records.rows("variants-of-passages", passage=both))
    rows, whole = _rows(iri, _laid(records.segments(both), claims, variants))
    return {
        **records.opening("passage"),
        "passage": _passage(iri, records),
        "rows": rows,
        "ofTheWhole": whole,
        **_related(records, [each["iri"] for each in claims]),
        "apparatus": variants,
    }


def claim(name: str, dataset: ox.Store | Records | None = None) -> Json:
    """The layers of the words that state a claim: what they, their notes and their rendering assert.

    ``name`` is as ``find_claim`` takes it. Raises ``InputError``.
    """
    records = dataset if isinstance(dataset, Records) else Records(dataset)
    asked = find_claim(name).iri
    stated = next(iter(records.claims([asked])))
    iri = find_passage(stated["passage"]["iri"], records)
    both = [each for each in (iri, records.rendering(iri)) if each]
    there = records.claims(row["claim"] for row in records.rows("claims-of-passages", passage=both))
    circle = _circle(stated, there)
    claims = [each for each in there if each["name"] in circle]
    touching = {name for each in claims for name in each["variants"]}
    variants = [
        each
        for each in records.variants(row["variant"] for row in records.rows("variants-of-passages", passage=both))
        if each["name"] in touching
    ]
    rows, whole = _rows(iri, _laid(records.segments(both), claims, variants))
    stating = {each["segment"] for each in claims}
    return {
        **records.opening("claim"),
        "claim": stated,
        "passage": _passage(iri, records),
        "rows": [row for row in rows if stating & {each["name"] for each in _members(row)}],
        "ofTheWhole": whole,
        **_related(records, [each["iri"] for each in claims]),
        "apparatus": variants,
    }


def _passage(iri: str, records: Records) -> Json:
    row, rendering = records.passages[iri], records.rendering(iri)
    return {
        **records.place(iri),
        "family": records.maybe(row["family"]),
        "text": row["text"],
        "rendering": {**records.place(rendering), "text": records.passages[rendering]["text"]} if rendering else None,
    }


def _circle(stated: Json, there: list[Json]) -> set[str]:
    """The names of a claim, of what it glosses or replaces, and of all that glosses or replaces the same."""
    circle = {stated["name"]}
    while True:
        wider = {
            name
            for each in there
            for family in [{each["name"], *each["glosses"], *each["replaces"]}]
            if family & circle
            for name in family
        }
        if wider <= circle:
            return circle
        circle |= wider


def _laid(segments: list[Json], claims: Iterable[Json], variants: list[Json]) -> list[Json]:
    """The segments with the claims that they state, the variants of their words, and those whose reading they bear."""
    by_name = {each["name"]: each for each in segments}
    for each in claims:
        by_name[each["segment"]]["claims"].append(each)
    for each in variants:
        for key, segment in (("variants", each["segment"]), ("readings", each["readingSegment"])):
            if segment in by_name:
                by_name[segment][key].append(each["name"])
    for segment in segments:
        segment["readings"].sort(key=variant_order)
    return segments


def _rows(passage_iri: str, segments: list[Json]) -> tuple[list[Json], list[Json]]:
    """The original's segments, each with its notes and its rendering; and the rendering of the passage as a whole.

    A note stands with the last of the words that it glosses, or, where it glosses the whole, in a row of its own.
    """
    name = iris.local_name(passage_iri)
    original = [each for each in segments if each["passage"] == name]
    of = {each["name"]: _row(each) for each in original if not each["glosses"]}
    rows = list(of.values())
    for note in (each for each in original if each["glosses"]):
        row = of.get(note["glosses"][-1])
        if row is None:
            row = _row(None)
            rows.append(row)
        row["notes"].append(note)
        of[note["name"]] = row
    whole: list[Json] = []
    for segment in (each for each in segments if each["passage"] != name):
        row = next((of[each] for each in (*segment["renders"], *segment["glosses"]) if each in of), None)
        (row["rendering"] if row else whole).append(segment)
    return sorted(rows, key=lambda row: int(_members(row)[0]["start"])), whole


def _row(original: Json | None) -> Json:
    return {"original": original, "notes": [], "rendering": []}


def _members(row: Json) -> list[Json]:
    return [*([row["original"]] if row["original"] else []), *row["notes"], *row["rendering"]]


def _related(records: Records, claims: list[str]) -> Json:
    found = records.relations(claims)
    return {key: found.get(relation, []) for key, relation in RELATIONS.items()}
