"""Read a document back: what it counts, and the exact words of every passage and segment."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .header import KIND, LAYER
from .markup import ID, NAMESPACE

_ADDED = frozenset({"corr", "rdg", "desc"})


@dataclass(frozen=True)
class ReadBack:
    """Counts by what is counted, variants by kind, and the text of passages and segments by name."""

    counts: dict[str, int]
    variants: dict[str, int]
    passages: dict[str, str]
    segments: dict[str, str]


def read_back(document: bytes) -> ReadBack:
    """What a document of ``tei`` holds."""
    root = ET.fromstring(document)
    every = list(root.iter())
    layers = Counter(name for each in every for name in _categories(each, LAYER))
    notes = Counter(each.get("place") for each in every if _tag(each) == "note")
    tags = Counter(map(_tag, every))
    pairs = sum(1 for each in every if _tag(each) == "div" and each.get("type") == "translation")
    body = root.find(f"{{{NAMESPACE}}}text/{{{NAMESPACE}}}body")
    named = [each for each in (body.iter() if body is not None else ()) if each.get(ID)]
    return ReadBack(
        counts={
            "verse lines": tags["l"],
            "labels": tags["label"],
            "inline notes": notes["inline"],
            "headnotes": notes["top"],
            "prose segments": layers["prose"],
            "renderings": pairs,
        },
        variants=dict(Counter(name for each in every for name in _categories(each, KIND))),
        passages={
            each.attrib[ID]: "".join(_text(each, _ADDED)) for each in named if _tag(each) == "head" or _is_passage(each)
        },
        segments={
            each.attrib[ID]: "".join(_text(each, _ADDED | {"pc", "note"}))
            for each in named
            if any(_categories(each, LAYER))
        },
    )


def _is_passage(element: ET.Element) -> bool:
    return _tag(element) == "div" and element.get("type") in ("passage", "translation")


def _categories(element: ET.Element, prefix: str) -> Iterator[str]:
    for each in element.get("ana", "").split():
        if each.startswith(f"#{prefix}"):
            yield each.removeprefix(f"#{prefix}")


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _text(element: ET.Element, without: frozenset[str]) -> Iterator[str]:
    """The running text; line breaks stand only between the parts of a division and are none of it."""
    if _tag(element) == "gap":
        yield element.get("rend", "")
    yield _without_layout(element.text)
    for child in element:
        if _tag(child) not in without:
            yield from _text(child, without)
        yield _without_layout(child.tail)


def _without_layout(text: str | None) -> str:
    return "" if text is None or ("\n" in text and not text.strip()) else text
