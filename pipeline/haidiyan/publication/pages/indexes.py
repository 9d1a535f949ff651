"""Write the pages that lead to the others: the text passage by passage, the terms kind by kind."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from haidiyan import iris
from haidiyan.publication.pages.facts import CHINESE, ENGLISH, PINYIN, Facts
from haidiyan.publication.pages.markup import Page, Writer, both, place_words, section, span, table
from haidiyan.publication.pages.places import CLASS, GATHERED, MODULE, PROPERTY, Places
from haidiyan.publication.pages.terms import DEFINITION, HEAD, entry, kind_label

KINDS = {CLASS: ("類", "classes"), PROPERTY: ("性質", "properties"), MODULE: ("模組", "modules of the ontology")}
"""What the kinds that are no class of ours are called."""
TERMS = ("terms", both("詞彙", "Terms"))


def pages(facts: Facts, places: Places) -> Iterator[Page]:
    """The index of the text, that of all terms, and one for each kind of term."""
    yield Page("text", "原文 The text", _text(Writer(facts, places, "text"), places))
    titles = {kind: KINDS.get(kind) or kind_label(facts, kind, those) for kind, those in places.kinds.items()}
    yield Page("terms", "詞彙 Terms", _terms(places, titles))
    for kind, those in places.kinds.items():
        writer = Writer(facts, places, f"{kind}/index")
        body = f"<h1>{both(*titles[kind])}</h1>\n" + (
            _gathered(writer, those) if kind in GATHERED else _listed(writer, those)
        )
        yield Page(writer.page, " ".join(titles[kind]), body, (("../terms.html", TERMS[1]),))


def originals(facts: Facts) -> list[str]:
    """The passages of the original, in the order of the text."""
    passages = [iri for iri in facts.of if iri.startswith(iris.PREFIXES["passage"])]
    return [iri for iri in passages if not facts.one(iri, iris.term("renders"))]


def _text(writer: Writer, places: Places) -> str:
    facts = writer.facts
    by_volume: dict[str, list[str]] = {}
    for passage in originals(facts):
        by_volume.setdefault(facts.one(passage, iris.term("volume")), []).append(passage)
    told = [f"<h1>{both('原文', 'The text')}</h1>\n"]
    for volume, those in by_volume.items():
        rows = []
        for passage in those:
            family = facts.one(passage, iris.term("family"))
            text = facts.one(passage, iris.term("text"))
            href = places.href(passage, writer.page) or ""
            rows.append(
                [
                    f'<a href="{escape(href)}">{place_words(passage)}</a>',
                    writer.link(family) if family else "",
                    span(text if len(text) <= 40 else text[:40] + "……", "lzh-hant"),
                ]
            )
        head = [("段", "passage"), ("門類", "family"), ("文", "words")]
        told.append(section(facts.label(volume), facts.label(volume, ENGLISH), table(head, rows)))
    return "".join(told)


def _terms(places: Places, titles: dict[str, tuple[str, str]]) -> str:
    rows = (
        [
            f'<a href="{escape(kind)}/index.html">{both(*titles[kind])}</a>',
            f"<code>{escape(kind)}</code>",
            str(len(those)),
        ]
        for kind, those in places.kinds.items()
    )
    head = [("種類", "kind"), ("徑名", "path"), ("數", "number")]
    return f"<h1>{both('詞彙', 'Terms')}</h1>\n{table(head, rows)}"


def _listed(writer: Writer, those: list[str]) -> str:
    facts = writer.facts
    rows = (
        [
            writer.link(iri),
            span(facts.label(iri, PINYIN), PINYIN),
            both(facts.said(iri, DEFINITION, CHINESE), facts.said(iri, DEFINITION, ENGLISH)),
        ]
        for iri in those
    )
    return table([("名", "name"), ("拼音", "pinyin"), ("界說", "definition")], rows, "terms")


def _gathered(writer: Writer, those: list[str]) -> str:
    return "".join(f"<section>{entry(writer, iri, 2)}{writer.outgoing(iri, HEAD)}</section>\n" for iri in those)
