"""Write facts as HTML: links with both labels, tables of statements, headings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape

from haidiyan import iris
from haidiyan.publication.pages.facts import CHINESE, ENGLISH, PINYIN, TYPE, Facts, Value
from haidiyan.publication.pages.places import Places, upwards

LISTED = 100
"""How many things a cell lists before it says how many more there are."""
HTML_TAGS = {
    CHINESE: "zh-Hant",
    "lzh-hant": "lzh-Hant",
    "zh-hans": "zh-Hans",
    PINYIN: "zh-Latn-pinyin",
}
"""As browsers know the languages."""


@dataclass(frozen=True)
class Page:
    """A page of the site: its path without ``.html``, its title, its body, and the pages above it (href, words)."""

    path: str
    title: str
    body: str
    above: tuple[tuple[str, str], ...] = ()


def span(text: str, language: str = "") -> str:
    """Words in their language, escaped; nothing where there are none.

    >>> span("動", "zh-hant"), span("")
    ('<span lang="zh-Hant">動</span>', '')
    """
    if not text:
        return ""
    return f'<span lang="{HTML_TAGS.get(language, language)}">{escape(text)}</span>' if language else escape(text)


def both(chinese: str, english: str) -> str:
    """The same words in both languages."""
    return " ".join(filter(None, [span(chinese, CHINESE), span(english, ENGLISH)]))


def section(chinese: str, english: str, *content: str) -> str:
    """A section under a heading in both languages; nothing where it has no content."""
    inner = "".join(content)
    return f"<section><h2>{both(chinese, english)}</h2>{inner}</section>\n" if inner else ""


def table(head: Iterable[tuple[str, str]], rows: Iterable[Iterable[str]], name: str = "") -> str:
    """A table of cells that are HTML; nothing where it has no row."""
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    if not body:
        return ""
    cells = "".join(f'<th scope="col">{both(*each)}</th>' for each in head)
    opening = f'<table class="{name}">' if name else "<table>"
    return f"{opening}<thead><tr>{cells}</tr></thead>\n<tbody>\n{body}</tbody></table>\n"


class Writer:
    """Writes what stands on one page."""

    def __init__(self, facts: Facts, places: Places, page: str) -> None:
        self.facts, self.places, self.page = facts, places, page

    @property
    def top(self) -> str:
        """The way to the top of the site."""
        return upwards(self.page)

    def link(self, iri: str) -> str:
        """A thing by both its labels, linked where it has a page."""
        words = self._called(iri)
        href = self.places.href(iri, self.page)
        return f'<a href="{escape(href)}">{words}</a>' if href else words

    def links(self, those: Collection[str], most: int = LISTED) -> str:
        """Several things; after ``most``, how many more."""
        told = [self.link(iri) for iri in list(those)[:most]]
        if len(those) > most:
            rest = f"{len(those) - most:,}"
            told.append(both(f"……另有 {rest}", f"… and {rest} more"))
        return "<br>".join(told)

    def value(self, value: Value) -> str:
        """What a statement ends in."""
        return self.link(value.text) if value.is_link else span(value.text, value.language)

    def _called(self, iri: str) -> str:
        name = iris.local_name(iri)
        facts = self.facts
        for kind, words in (("claim", "quote"), ("variant", "base")):
            if iri.startswith(iris.PREFIXES[kind]):
                return escape(name) + span(f"「{facts.one(iri, iris.term(words))}」", "lzh-hant")
        if iri.startswith(iris.PREFIXES["segment"]):
            return span(facts.one(iri, iris.term("words")), "lzh-hant") or escape(name)
        if iri.startswith(iris.PREFIXES["passage"]):
            return place_words(iri)
        if iri.startswith(iris.PREFIXES["hexagram-line"]):
            return f"{escape(name)} {both(facts.label(iri), facts.label(iri, ENGLISH))}"
        return both(facts.label(iri), facts.label(iri, ENGLISH)) or f"<code>{escape(iris.compact(iri))}</code>"

    def types(self, iri: str) -> str:
        """The classes of a thing, those of ours first."""
        kinds = sorted(self.facts.links(iri, TYPE), key=lambda each: not each.startswith(iris.BASE))
        return "、".join(self.link(each) for each in kinds)

    def outgoing(self, iri: str, without: Collection[str] = ()) -> str:
        """What is stated of a thing, a table of properties and values."""
        stated = self.facts.of.get(iri, {})
        return self._statements({name: stated[name] for name in stated if name not in without})

    def _statements(self, stated: Mapping[str, list[Value]]) -> str:
        rows = []
        for name, values in stated.items():
            told = [self.value(each) for each in values[:LISTED]]
            if len(values) > LISTED:
                rest = f"{len(values) - LISTED:,}"
                told.append(both(f"……另有 {rest}", f"… and {rest} more"))
            rows.append([self.link(name), "<br>".join(told)])
        return table([("性質", "property"), ("值", "value")], rows, "statements")

    def incoming(self, iri: str, without: Collection[str] = (), of: Collection[str] | None = None) -> str:
        """What is stated with a thing as value, a table of subjects and properties; ``of`` keeps some subjects only."""
        rows = []
        for name, subjects in self.facts.to.get(iri, {}).items():
            kept = [each for each in subjects if of is None or each in of]
            if name not in without and kept:
                rows.append([self.links(kept), self.link(name)])
        return table([("主詞", "subject"), ("性質", "property")], rows, "statements")


def place_words(passage: str) -> str:
    """A passage by volume and paragraph.

    >>> place_words("https://w3id.org/haidiyan/passage/j2-p01")
    '2:1'
    """
    volume, _, paragraph = iris.local_name(passage).removeprefix("j").partition("-p")
    return f"{volume}:{int(paragraph)}"
