"""Ask the atlas: charts in which two claims meet, the rarest claim in force in a chart, charts that read like it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import islice
from typing import Any

import numpy as np

from haidiyan.atlas import parquet
from haidiyan.atlas.build import current
from haidiyan.atlas.firings import Atlas, Firing
from haidiyan.atlas.words import CHARTS, EVERYWHERE, NOWHERE, Words, count, every
from haidiyan.chart.cast import Chart
from haidiyan.chart.catalog import Catalog
from haidiyan.errors import DatasetError, InputError
from haidiyan.iris import local_name
from haidiyan.reading import claims
from haidiyan.reading.claims import Claim
from haidiyan.reading.doctrine import Doctrine, choose

Told = dict[str, Any]


def meeting(atlas: Atlas, one: Claim, other: Claim, use: str | None, topic: str | None, first: int) -> Told:
    """In how many charts two claims are in force at once, and the ``first`` of these.

    Raises ``InputError`` for a claim that no reading under this doctrine and of this topic shows.
    """
    firings = atlas.claims(use, topic)
    words = every(_firing(atlas, firings, claim).in_force for claim in (one, other))
    return {
        **_asked(atlas, use, topic),
        "claims": [_claim(each, count(firings[each.iri].in_force)) for each in (one, other)],
        **_found(atlas, NOWHERE if words is None else words, first),
    }


def rarest(atlas: Atlas, chart: Chart, use: str | None, topic: str | None, first: int) -> Told:
    """The claims in force in a chart, those that are in force in the fewest charts first.

    The rates are those of the atlas where it is built and of this doctrine, and are counted otherwise. Raises
    ``InputError`` where the chart has no month or no day.
    """
    known = atlas.source.keep(claims.load)
    firings = _in_force(atlas, chart, use, topic)
    rates = _stored(atlas, use, topic) or {claim: count(each.in_force) for claim, each in firings.items()}
    order = sorted(firings, key=lambda claim: rates[claim])
    return {
        **_asked(atlas, use, topic),
        "chart": chart.name,
        "inForce": len(order),
        "claims": [_claim(known[each], rates[each]) for each in order[:first]],
    }


def alike(atlas: Atlas, chart: Chart, use: str | None, topic: str | None, first: int) -> Told:
    """In how many charts the same claims are in force as in this one, and no others; and the ``first`` of these.

    Raises ``InputError`` where the chart has no month or no day.
    """
    here = _in_force(atlas, chart, use, topic)
    firings = atlas.claims(use, topic)
    sides = [each.in_force if claim in here else ~each.in_force & EVERYWHERE for claim, each in firings.items()]
    words = reduce(np.bitwise_and, sorted(sides, key=lambda each: each.size), EVERYWHERE)
    return {
        **_asked(atlas, use, topic),
        "chart": chart.name,
        "inForce": len(here),
        **_found(atlas, words, first),
    }


def _in_force(atlas: Atlas, chart: Chart, use: str | None, topic: str | None) -> dict[str, Firing]:
    atlas.tables.place_of(chart)
    return {claim: each for claim, each in atlas.claims(use, topic).items() if atlas.holds(each.in_force, chart)}


def _firing(atlas: Atlas, firings: Mapping[str, Firing], claim: Claim) -> Firing:
    if claim.iri not in firings:
        why = "has no condition of its own" if not claim.antecedent else "is not read of this topic and doctrine"
        raise InputError(f"{claim.id} {why}: no chart is counted for it.")
    return firings[claim.iri]


def _stored(atlas: Atlas, use: str | None, topic: str | None) -> dict[str, int] | None:
    """The counts in the built atlas, by IRI; ``None`` where none is built, or not of this doctrine or dataset."""
    known, doctrine = atlas.source.keep(Catalog), atlas.doctrine
    if atlas.source.overlay or not _is_named(known, doctrine):
        return None
    try:
        folder = current()
    except DatasetError:
        return None
    dataset = atlas.source.manifest().hash
    if folder.name != dataset:
        return None
    wanted = {"use": use and local_name(use), "topic": topic and local_name(topic), "doctrine": doctrine.name}
    rows = parquet.read(folder / "base-rates.parquet", dataset, ["claim", "in_force"], **wanted)
    by_name = {local_name(claim): claim for claim in atlas.claims(use, topic)}
    return {by_name[row["claim"]]: row["in_force"] for row in rows}


def _is_named(known: Catalog, doctrine: Doctrine) -> bool:
    return choose(known, doctrine.name, {}) == doctrine


def _asked(atlas: Atlas, use: str | None, topic: str | None) -> Told:
    known, dataset = atlas.source.keep(Catalog), atlas.source.manifest()
    return {
        "dataset": {"version": dataset.version, "hash": dataset.hash},
        "doctrine": {"name": atlas.doctrine.name, "choices": dict(atlas.doctrine.choices)},
        "useRelation": use and known.label(use),
        "topic": topic and known.label(topic),
        "charts": CHARTS,
    }


def _claim(claim: Claim, charts: int) -> Told:
    return {"id": claim.id, "iri": claim.iri, "quote": claim.quote, "count": charts, "share": charts / CHARTS}


def _found(atlas: Atlas, words: Words, first: int) -> Told:
    known = atlas.source.keep(Catalog)
    names = {each.number: known.label(each.iri) for each in known.hexagrams.values()}
    many = count(words)
    listed = islice(atlas.charts(words), first)
    return {
        "count": many,
        "share": many / CHARTS,
        "first": [{**each._asdict(), "moving": list(each.moving), "name": names[each.hexagram]} for each in listed],
    }
