"""Find what a user wants compared across the layers of the book, from its name alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from haidiyan import iris
from haidiyan.chart.catalog import catalog, nearest
from haidiyan.comparison.axes import axis
from haidiyan.comparison.passages import claim, passage
from haidiyan.comparison.records import Records
from haidiyan.errors import InputError
from haidiyan.reading.doctrine import find_axis

if TYPE_CHECKING:
    from haidiyan.dataset.overlay import Overlay

_CLAIM = re.compile(r"[a-z]+\d+-p\d+-c\w*", re.IGNORECASE)
_PASSAGE = re.compile(r"[a-z]+\d+-p\d+.*|\d+[:：]\d+", re.IGNORECASE)
_PREFIXED = re.compile(r"([a-z][\w-]*):(.+)")
_KINDS = ("passage", "claim", "axis", "segment", "variant")
FORM = "a passage is named as 2:57 or j2-p57, a claim as j2-p57-c03 or by its exact words"


def of_book(name: str, overlay: Overlay | None = None) -> dict[str, Any]:
    """The comparison of a passage (2:57, j2-p57), a claim (j2-p57-c03, its exact words) or an axis (seasonal-void).

    What an overlay adds is found by its name, as its file writes it, and by its IRI; a variant of it means its
    passage, and a choice its axis. Raises ``InputError`` naming what comes nearest.
    """
    records = Records(overlay.store, overlay) if overlay else Records()
    given = name.strip()
    own = _own(given.strip("<>"), overlay) if overlay else None
    if own is not None:
        return _added(*own, records)
    kind, bare = _split(given, name)
    said = bare if "://" in given else given
    axes = catalog().choices.axes
    if kind == "claim" or (kind is None and _CLAIM.fullmatch(bare)):
        return claim(said, records)
    if kind == "axis":
        return axis(said, records)
    if kind is not None or _PASSAGE.fullmatch(bare):
        return passage(said, records)
    labels = {catalog().label(iris.individual("axis", each)): each for each in axes}
    if bare in axes or bare in labels:
        return axis(find_axis(catalog(), bare), records)
    near = nearest(bare, axes) if bare.isascii() else [labels[each] for each in _resembling(bare, labels)]
    if near or bare.isascii():
        known = f"the nearest axis is {near[0]}" if near else f"the axes are {', '.join(sorted(axes))}"
        raise InputError(f"{name!r} is no passage, no claim and no axis; {known}; {FORM}.")
    return claim(bare, records)


def _split(given: str, name: str) -> tuple[str | None, str]:
    """The kind that a prefix or an IRI names, and the name after it. Raises ``InputError`` for any other kind."""
    bare = given.strip("<>")
    if "://" in bare:
        for kind in _KINDS:
            if bare.startswith(iris.PREFIXES[kind]):
                return kind, bare.removeprefix(iris.PREFIXES[kind])
        raise InputError(f"{name!r} is no passage, no claim and no axis of the dataset: {iris.BASE}passage/j2-p57 is.")
    prefixed = _PREFIXED.fullmatch(bare)
    if prefixed is None:
        return None, bare
    if prefixed[1] not in _KINDS:
        raise InputError(f"{name!r} is no passage, no claim and no axis; {FORM}.")
    return prefixed[1], prefixed[2]


def _resembling(bare: str, labels: dict[str, str]) -> list[str]:
    """The labels that differ from a word in a character or two, as in simplified ones; longer words are quotations."""
    return [each for each in nearest(bare, labels) if len(each) == len(bare) and len(set(each) & set(bare)) > 1]


def _own(given: str, overlay: Overlay) -> tuple[str, str] | None:
    """What an overlay adds under a name: its IRI and its kind."""
    for iri, kind in overlay.adds.items():
        if given in (iri, iris.local_name(iri), overlay.spelled[iri]):
            return iri, kind
    return None


def _added(iri: str, kind: str, records: Records) -> dict[str, Any]:
    if kind == "claim":
        return claim(iri, records)
    if kind == "variant":
        return passage(next(iter(records.variants([iri])))["passage"]["iri"], records)
    if kind == "choice":
        return axis(next(records.rows("axes-of-choices", choice=[iri]))["axis"], records)
    raise InputError(f"{iris.local_name(iri)} is a doctrine; it is compared over a chart: --doctrine, --against.")
