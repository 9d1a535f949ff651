"""Ask the atlas: charts in which two claims meet, the rarest claims in force in a chart, charts that read like it, and
what a variant changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import islice
from typing import Any

import numpy as np

from haidiyan.atlas import parquet
from haidiyan.atlas.basis import basis
from haidiyan.atlas.build import current
from haidiyan.atlas.changes import Changes, Variant, variants
from haidiyan.atlas.firings import Atlas, Charted, Firing
from haidiyan.atlas.likeness import Like, nearest
from haidiyan.atlas.words import CHARTS, EVERYWHERE, NOWHERE, Words, count, every
from haidiyan.chart.cast import Chart
from haidiyan.chart.catalog import Catalog
from haidiyan.errors import DatasetError, InputError
from haidiyan.iris import local_name
from haidiyan.reading import claims
from haidiyan.reading.claims import Claim
from haidiyan.reading.doctrine import Adoption, Doctrine, choose

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

    Beside them under ``nearest`` the ``first`` degrees of likeness below (``haidiyan.atlas.likeness``), each with how
    many charts are that like, the first of these, and the claims that it ``lacks`` and ``adds``. Raises ``InputError``
    where the chart has no month or no day.
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
        "nearest": [_like(atlas, each) for each in nearest(firings, here, words, first)],
    }


def variant_of(known: Catalog, doctrine: str, adopted: Adoption) -> Variant:
    """The one choice or emendation that a change names, by the names of the dataset.

    Raises ``InputError`` for unknown names, and for more than one at a time.
    """
    chosen = choose(known, doctrine, adopted)
    several = [f"{axis}={each}" for axis in adopted for each in chosen.choices[axis].split(",")]
    if len(several) != 1:
        raise InputError(f"What a variant changes is counted one at a time, not for {' and '.join(several)} together.")
    ((axis, choice),) = ((axis, chosen.choices[axis]) for axis in adopted)
    return Variant(axis, choice)


def changes(atlas: Atlas, variant: Variant, use: str | None, topic: str | None) -> Told:
    """In how many charts a variant changes the reading, by a condition or in words alone, and by which claims.

    Counted for one use relation, or none, and for one topic, or all. Raises ``InputError`` where the atlas follows the
    variant already, or is of a doctrine without a name.
    """
    known, table = atlas.source.keep(Catalog), atlas.source.keep(claims.load)
    if not _is_named(known, atlas.doctrine):
        raise InputError("What a variant changes is told against a doctrine as it stands: leave out --adopt.")
    if variant not in variants(known, atlas):
        raise InputError(f"{atlas.doctrine.name} follows {variant.axis}={variant.choice} already: it changes nothing.")
    changes = Changes(atlas, known, variant)
    charts, in_condition, differing = changes.counted(use, topic)
    same = changes.same_condition
    return {
        **_asked(atlas, use, topic),
        "variant": {"axis": variant.axis, "choice": variant.choice},
        "count": charts,
        "share": charts / CHARTS,
        "conditionCount": in_condition,
        "conditionShare": in_condition / CHARTS,
        "changes": [
            {
                **{name: value for name, value in _claim(table[iri], 0).items() if name in ("id", "iri", "quote")},
                **{name: getattr(each, name) for name in ("gained", "lost", "overridden", "restored")},
                "sameCondition": local_name(same[iri]) if iri in same else None,
            }
            for iri, each in differing.items()
        ],
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
    made_of = basis(atlas.source)
    if folder.name != made_of:
        return None
    wanted = {"use": use and local_name(use), "topic": topic and local_name(topic), "doctrine": doctrine.name}
    rows = parquet.read(folder / "base-rates.parquet", made_of, ["claim", "in_force"], **wanted)
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
    many = count(words)
    listed = islice(atlas.charts(words), first)
    return {"count": many, "share": many / CHARTS, "first": [_charted(atlas, each) for each in listed]}


def _charted(atlas: Atlas, chart: Charted) -> Told:
    known = atlas.source.keep(Catalog)
    names = {each.number: known.label(each.iri) for each in known.hexagrams.values()}
    return {**chart._asdict(), "moving": list(chart.moving), "name": names[chart.hexagram]}


def _like(atlas: Atlas, like: Like) -> Told:
    return {
        "likeness": like.likeness,
        "count": like.charts,
        "chart": _charted(atlas, next(atlas.charts(like.first))),
        "lacks": list(map(local_name, like.lacks)),
        "adds": list(map(local_name, like.adds)),
    }
