"""Write the page of a passage: its layers side by side, its claims, its variants, and the terms that rest on it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.comparison.passages import passage as compared
from haidiyan.comparison.records import Json, Records
from haidiyan.publication.pages.facts import TYPE, Facts
from haidiyan.publication.pages.indexes import originals
from haidiyan.publication.pages.markup import Page, Writer, both, place_words, section, span, table
from haidiyan.publication.pages.places import Places

_OPENING = (TYPE, iris.term("passage"), iris.term("quote"), iris.term("text"))
_WITHIN = (iris.term("passage"), iris.term("renders"), iris.term("statedIn"))
ABOVE = (("../text.html", both("原文", "The text")),)


def pages(facts: Facts, places: Places, dataset: ox.Store) -> Iterator[Page]:
    """A page a passage of the original; its rendering stands on it."""
    records = Records(dataset)
    order = originals(facts)
    for number, iri in enumerate(order):
        writer = Writer(facts, places, places.by_iri[iri].page)
        beside = order[max(number - 1, 0) : number], order[number + 1 : number + 2]
        told = compared(iri, records)
        title = f"{place_words(iri)} {facts.label(facts.one(iri, iris.term('family')))}".strip()
        yield Page(writer.page, title, _body(writer, iri, told, beside), ABOVE)


def _body(writer: Writer, iri: str, told: Json, beside: tuple[list[str], list[str]]) -> str:
    rendering, name = told["passage"]["rendering"], iris.local_name(iri)
    family = writer.facts.one(iri, iris.term("family"))
    claims = [each for row in told["rows"] for each in _claims(row)]
    return "".join(
        [
            f'<h1 id="{name}">{place_words(iri)} {writer.link(family) if family else ""}</h1>\n',
            f'<p class="names"><code>passage:{name}</code> <code>{escape(iri)}</code></p>\n',
            _beside(writer, *beside),
            section("原文", "The text", f"<blockquote>{span(told['passage']['text'], 'lzh-hant')}</blockquote>"),
            section("譯述", "Rendering", _rendering(rendering)) if rendering else "",
            section("各層對照", "The layers side by side", _layers(told)),
            section("論斷", "Claims", *(_record(writer, each["iri"]) for each in claims)),
            section("校記", "Apparatus", *(_record(writer, each["iri"]) for each in told["apparatus"])),
            section("所言", "What is said of it", writer.outgoing(iri, _OPENING)),
            section("所及", "What refers to it", writer.incoming(iri, _WITHIN)),
        ]
    )


def _beside(writer: Writer, before: list[str], after: list[str]) -> str:
    told = [f"← {writer.link(each)}" for each in before] + [f"{writer.link(each)} →" for each in after]
    return f'<p class="beside">{" · ".join(told)}</p>\n'


def _rendering(rendering: Json) -> str:
    return f'<blockquote id="{escape(rendering["name"])}">{span(rendering["text"], "zh-hant")}</blockquote>'


def _claims(row: Json) -> Iterator[Json]:
    for segment in (*([row["original"]] if row["original"] else []), *row["notes"], *row["rendering"]):
        yield from segment["claims"]


def _layers(told: Json) -> str:
    rows = [
        ["".join(_segment(each) for each in column) for column in _columns(row)]
        for row in [*told["rows"], {"original": None, "notes": [], "rendering": told["ofTheWhole"]}]
    ]
    head = [("原文", "original"), ("註", "notes"), ("譯述", "rendering")]
    return table(head, (row for row in rows if any(row)), "layers")


def _columns(row: Json) -> tuple[list[Json], list[Json], list[Json]]:
    return [row["original"]] if row["original"] else [], row["notes"], row["rendering"]


def _segment(segment: Json) -> str:
    """The words of a segment under its anchor, its layer and author, and the claims and variants on it."""
    who = "·".join(each["label"] for each in (segment["layer"], segment["author"]) if each)
    names = [*(each["name"] for each in segment["claims"]), *segment["variants"], *segment["readings"]]
    marks = " ".join(f'<a href="#{escape(name)}">{escape(name)}</a>' for name in dict.fromkeys(names))
    return (
        f'<p id="{escape(segment["name"])}"><small>{span(who, "zh-hant")}</small><br>'
        f"{span(segment['words'], 'lzh-hant')}<br><small>{marks}</small></p>"
    )


def _record(writer: Writer, iri: str) -> str:
    """A claim or a variant under its anchor, with all that is stated of it and all that refers to it."""
    name = iris.local_name(iri)
    words = writer.facts.one(iri, iris.term("quote")) or writer.facts.one(iri, iris.term("base"))
    return (
        f'<article><h3 id="{escape(name)}">{span(words, "lzh-hant")} <code>{escape(name)}</code></h3>\n'
        f'<p class="names">{writer.types(iri)}</p>{writer.outgoing(iri, _OPENING)}{writer.incoming(iri)}</article>\n'
    )
