"""Say on which page of the site, and at which anchor, each name of the dataset is described."""

from __future__ import annotations

import re
from typing import NamedTuple

from haidiyan import iris
from haidiyan.publication.pages.facts import TYPE, Facts

RECORDS = ("claim", "passage", "segment", "variant")
"""What stands on the page of its passage."""
GATHERED = ("attestation", "graph")
"""Kinds of which all stand on one page."""
CLASS, PROPERTY, MODULE = "class", "property", "ontology"
_OWL = iris.PREFIXES["owl"]
_PROPERTIES = (_OWL + "ObjectProperty", _OWL + "DatatypeProperty", _OWL + "AnnotationProperty")
_NAME = re.compile(re.escape(iris.BASE) + r"(?P<kind>[^/#]+)(?P<mark>[/#])(?P<name>[^/#]+)")


class Place(NamedTuple):
    """A page, by its path without ``.html``, and the anchor on it."""

    page: str
    anchor: str


class Places:
    """Where everything stands that the dataset describes."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.by_iri = {iri: place for iri in facts.of if (place := self._place(iri))}
        self.kinds: dict[str, list[str]] = {}
        for iri, place in self.by_iri.items():
            kind, slash, _ = place.page.partition("/")
            if slash and kind != "passage" and not iri.startswith(iris.PREFIXES["hexagram-line"]):
                self.kinds.setdefault(kind, []).append(iri)

    def href(self, iri: str, page: str) -> str | None:
        """The way from a page to where a thing is described; nothing where it is not.

        The anchor is left out where the whole page is about the thing, but where it is asked for from that page.
        """
        place = self.by_iri.get(iri)
        if place is None:
            return None
        if place.page == page:
            return f"#{place.anchor}"
        whole = place.page.rpartition("/")[2] == place.anchor
        return f"{upwards(page)}{place.page}.html{'' if whole else '#' + place.anchor}"

    def original(self, passage: str) -> str:
        """The passage that one renders, or itself."""
        return self._facts.one(passage, iris.term("renders")) or passage

    def _place(self, iri: str) -> Place | None:
        found = _NAME.fullmatch(iri)
        if not found:
            return None
        kind, name = found["kind"], found["name"]
        if kind == "ontology" and found["mark"] == "#":
            kinds = {each.text for each in self._facts.values(iri, TYPE)}
            return Place(f"{PROPERTY if kinds.intersection(_PROPERTIES) else CLASS}/{name}", name)
        if kind in RECORDS:
            passage = iri if kind == "passage" else self._facts.one(iri, iris.term("passage"))
            return Place(f"passage/{iris.local_name(self.original(passage))}", name) if passage else None
        if kind in GATHERED:
            return Place(f"{kind}/index", name)
        if kind == "hexagram-line":
            return Place(f"hexagram/{name.partition('-')[0]}", name)
        return Place(f"{kind}/{name}", name)


def upwards(page: str) -> str:
    """The way from a page to the top of the site.

    >>> upwards("state/moving"), upwards("terms")
    ('../', '')
    """
    return "../" * page.count("/")
