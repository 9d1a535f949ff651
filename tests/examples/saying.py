"""Ask the book about a chart, and keep what some paragraphs of it say."""

from __future__ import annotations

from typing import Any

import haidiyan

Found = dict[tuple[int, str, str], set[tuple[str, int | None]]]
"""(paragraph, words, status) with where it holds, (node, line)."""


def said_in(
    volume: int,
    paragraphs: range,
    hexagram: str,
    use: str | None = None,
    month: str | None = None,
    day: str | None = None,
    moving: tuple[int, ...] = (),
    topic: str | None = None,
    **asked: Any,
) -> Found:
    """What the paragraphs say: (paragraph, words, status) with where it holds; words may make several claims."""
    chart = haidiyan.cast(hexagram=hexagram, moving=moving, month=month, day=day)
    found: Found = {}
    for claim in haidiyan.read(chart, topic, use=use, **asked).to_dict()["claims"]:
        source = claim["source"]
        if source["volume"] == volume and source["paragraph"] in paragraphs:
            places = found.setdefault((source["paragraph"], claim["quote"], claim["status"]), set())
            places |= {(each["node"], each["line"]) for each in claim["witnesses"]}
    return found
