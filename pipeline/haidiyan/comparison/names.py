"""Find the passage or the axis that a user names, or say which names come nearest."""

from __future__ import annotations

import re

from haidiyan import iris
from haidiyan.chart.catalog import nearest
from haidiyan.comparison.records import Records, Row
from haidiyan.errors import InputError

_NUMBERED = re.compile(r"(?:(?P<prefix>[a-z]+\d+)-p(?P<paragraph>\d+)|(?P<v>\d+)[:：](?P<p>\d+))")
_PART = re.compile(r"[a-z]+\d+-p\d+-(?P<kind>[csv])\d+[a-z]?")
_KINDS = {"c": "claim", "s": "segment", "v": "variant"}


def find_passage(name: str, records: Records) -> str:
    """The IRI of the original passage that is named as j2-p57, 2:57 or by IRI; a rendering's name means its original.

    Raises ``InputError`` naming the nearest passages.
    """
    given = _bare(name, "passage").casefold()
    numbered = _NUMBERED.fullmatch(given)
    if not numbered:
        raise InputError(f"{name!r} is no passage{_hint(given, records)}")
    paragraph = int(numbered["paragraph"] or numbered["p"])
    iri = iris.passage(numbered["prefix"] or _prefix(int(numbered["v"]), records), paragraph)
    if iri not in records.passages:
        volume = int(numbered["v"]) if numbered["v"] else _volume(numbered["prefix"], records)
        if volume is None:
            raise InputError(f"{name!r} is no passage{_hint(given, records)}")
        raise InputError(f"{name!r} is no passage{_beyond(volume, records)}")
    return records.passages[iri]["renders"] or iri


def _prefix(volume: int, records: Records) -> str:
    """What the names of a volume's passages begin with."""
    of_volume = (iri for iri, row in records.passages.items() if int(row["volume"]) == volume)
    return next((iris.local_name(iri).split("-")[0] for iri in of_volume), iris.volume_prefix(volume))


def _volume(prefix: str, records: Records) -> int | None:
    """The volume whose passages have a prefix; for one of the book (j9) its number though there is none."""
    named = {iris.local_name(iri).split("-")[0]: int(row["volume"]) for iri, row in records.passages.items()}
    number = int(prefix.lstrip("abcdefghijklmnopqrstuvwxyz"))
    return named.get(prefix, number if prefix == iris.volume_prefix(number) else None)


def find_axis(name: str, records: Records) -> Row:
    """The row of the axis that is named by name, label or IRI. Raises ``InputError`` naming the nearest axes."""
    rows = {row["axis"]: row for row in records.rows("axes")}
    given = _bare(name, "axis")
    for iri, row in rows.items():
        if given in (iri, row["name"], records.label(iri), records.label(iri, "en")):
            return row
    called = [f"{row['name']}（{records.label(iri)}）" for iri, row in rows.items()]
    by_name = {word: row["name"] for iri, row in rows.items() for word in (row["name"], records.label(iri))}
    near = list(dict.fromkeys(by_name[word] for word in nearest(given, by_name)))
    hint = f"; the nearest {'is' if len(near) == 1 else 'are'} {'、'.join(near)}" if near else ""
    raise InputError(f"{name!r} is no axis{hint or '; there are ' + '、'.join(called)}.")


def _bare(name: str, kind: str) -> str:
    """A name without what marks it as an IRI or a prefixed name."""
    name = name.strip().strip("<>")
    return name.removeprefix(iris.PREFIXES[kind]).removeprefix(f"{kind}:")


def _hint(given: str, records: Records) -> str:
    part = _PART.fullmatch(given.rpartition(":")[2])
    if part and records.has(iris.individual(_KINDS[part["kind"]], part[0])):
        passage = "-".join(part[0].split("-")[:2])
        return f" but the name of a {_KINDS[part['kind']]}; its passage is {passage}."
    near = nearest(given.casefold(), [iris.local_name(iri) for iri in records.passages])
    form = "A passage is named as j2-p57, 2:57 or by its IRI."
    return f"; the nearest are {'、'.join(near)}. {form}" if near else f". {form}"


def _beyond(volume: int, records: Records) -> str:
    """Where a volume, or the book, ends."""
    last = {int(row["volume"]): row for row in records.passages.values()}
    if volume not in last:
        near = min(last, key=lambda each: abs(each - volume))
        there = " and ".join(map(str, sorted(last)))
        span = f"{near}:0 to {_number(last[near])}"
        return f": there is no volume {volume}, only {there}; the nearest is volume {near}, {span}."
    row = last[volume]
    original = records.passages[row["renders"]] if row["renders"] else row
    rendering = f", which {_number(row)} renders" if row["renders"] else ""
    return f": the last of volume {volume} is {_number(original)}{rendering}."


def _number(row: Row) -> str:
    return f"{row['volume']}:{row['paragraph']}"
