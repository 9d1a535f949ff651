"""Put traditional Chinese into simplified characters, for labels in ``zh-hans`` at export.

OpenCC does the work; where it is wrong for this book (干支 is no 幹支's 干, 遁 stays) the exceptions are data:
``data/text/simplified.ttl``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Protocol

import pyoxigraph as ox
from rdflib import SKOS, Literal

from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.load import parse
from haidiyan.resources import root

TABLE = "data/text/simplified.ttl"
TRADITIONAL, SIMPLIFIED = "zh-hant", "zh-hans"
PREF_LABEL = ox.NamedNode(str(SKOS.prefLabel))


class Converter(Protocol):
    """What OpenCC offers."""

    def convert(self, text: str) -> str: ...


def simplify(text: str) -> str:
    """A text in simplified characters; what has none, punctuation and Latin stay as they are.

    >>> simplify("長生"), simplify("乾宮")
    ('长生', '乾宫')
    """
    kept = exceptions()
    if not kept:
        return _opencc().convert(text)
    words = re.compile("|".join(sorted(map(re.escape, kept), key=len, reverse=True)))
    parts = []
    end = 0
    for found in words.finditer(text):
        parts += [_opencc().convert(text[end : found.start()]), kept[found[0]]]
        end = found.end()
    return "".join([*parts, _opencc().convert(text[end:])])


def simplified_literal(words: object) -> ox.Literal | None:
    """The ``zh-hans`` form of a ``zh-hant`` literal; none for whatever else a statement may end in."""
    if isinstance(words, ox.Literal) and words.language == TRADITIONAL:
        return ox.Literal(simplify(words.value), language=SIMPLIFIED)
    return None


def with_simplified(quads: Iterable[ox.Quad]) -> list[ox.Quad]:
    """The quads, with a ``zh-hans`` label after each ``zh-hant`` one (``skos:prefLabel``), in the same graph."""
    found = []
    for quad in quads:
        found.append(quad)
        simple = simplified_literal(quad.object) if quad.predicate == PREF_LABEL else None
        if simple:
            found.append(ox.Quad(quad.subject, quad.predicate, simple, quad.graph_name))
    return found


@cache
def exceptions() -> dict[str, str]:
    """The words whose simplified form stands in the table, longer ones before their parts."""
    graph = graph_of(parse(root() / TABLE))
    forms: dict[object, dict[str, str]] = {}
    for word, label in graph.subject_objects(SKOS.prefLabel):
        if isinstance(label, Literal) and label.language:
            forms.setdefault(word, {})[label.language] = str(label)
    return {each[TRADITIONAL]: each[SIMPLIFIED] for each in forms.values()}


@cache
def _opencc() -> Converter:
    from opencc import OpenCC

    converter: Converter = OpenCC("t2s")
    return converter
