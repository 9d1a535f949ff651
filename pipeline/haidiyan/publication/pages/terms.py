"""Write the page of a term: labels, definition, source, condition, statements, and the claims that use it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from html import escape

from haidiyan import iris
from haidiyan.publication.pages.conditions import condition
from haidiyan.publication.pages.facts import CHINESE, ENGLISH, LABEL, PINYIN, TYPE, Facts
from haidiyan.publication.pages.markup import Page, Writer, both, place_words, section, span, table
from haidiyan.publication.pages.places import GATHERED, Places

_SKOS, _DCTERMS = iris.PREFIXES["skos"], iris.PREFIXES["dcterms"]
DEFINITION = _SKOS + "definition"
SOURCES = (
    iris.PREFIXES["rdfs"] + "isDefinedBy",
    _DCTERMS + "source",
    iris.term("attestedIn"),
    iris.term("suppliedFrom"),
)
"""What says where a term comes from."""
HEAD = (LABEL, DEFINITION, TYPE, *SOURCES)
"""What a page tells in a place of its own, not among the statements."""
CLAIM = iris.PREFIXES["claim"]
EDGES = (iris.term("antecedent"), iris.term("alternative"))


def pages(facts: Facts, places: Places) -> Iterator[Page]:
    """A page a term, the kinds in their order; hexagram lines stand on the page of their hexagram."""
    users = _users(facts)
    titles = {kind: kind_label(facts, kind, those) for kind, those in places.kinds.items()}
    for kind, those in places.kinds.items():
        if kind in GATHERED:
            continue
        for iri in those:
            path = places.by_iri[iri].page
            writer = Writer(facts, places, path)
            words = both(*titles[kind])
            yield Page(path, _title(facts, iri), _body(writer, iri, users), (("index.html", words),))


def kind_label(facts: Facts, kind: str, those: list[str]) -> tuple[str, str]:
    """What the things of a kind are called: the label of the class that most of them are in, or the kind's name."""
    counts: dict[str, int] = defaultdict(int)
    for iri in those:
        for each in facts.links(iri, TYPE):
            if each.startswith(iris.ONTOLOGY) and iris.hyphenated(iris.local_name(each)) == kind:
                counts[each] += 1
    named = max(counts, key=lambda each: (counts[each], each), default="")
    return facts.label(named), facts.label(named, ENGLISH) or kind


def entry(writer: Writer, iri: str, level: int = 1) -> str:
    """The head of a term: its labels, names and definitions, under its anchor."""
    facts, name = writer.facts, iris.local_name(iri)
    chinese, english = facts.label(iri), facts.label(iri, ENGLISH)
    title = " ".join(
        filter(None, [span(chinese, CHINESE), span(facts.label(iri, PINYIN), PINYIN), span(english, ENGLISH)])
    )
    names = f"<code>{escape(iris.compact(iri))}</code> <code>{escape(iri)}</code>"
    definitions = "".join(
        f"<p>{span(words, language)}</p>"
        for language in (CHINESE, ENGLISH)
        if (words := facts.said(iri, DEFINITION, language))
    )
    return (
        f'<h{level} id="{escape(name)}">{title or escape(name)}</h{level}>\n'
        f'<p class="names">{names}<br>{writer.types(iri)}</p>\n<div class="definition">{definitions}</div>\n'
    )


def _title(facts: Facts, iri: str) -> str:
    return " ".join(filter(None, [facts.label(iri), facts.label(iri, ENGLISH)])) or iris.local_name(iri)


def _body(writer: Writer, iri: str, users: dict[str, list[tuple[str, str]]]) -> str:
    facts = writer.facts
    others = {each for subjects in facts.to.get(iri, {}).values() for each in subjects if not each.startswith(CLAIM)}
    parts = [
        entry(writer, iri),
        section("條件", "Condition", condition(writer, iri)),
        section("取法", "Choices", bridges(writer, iri)),
        section("論斷", "Claims", claims(writer, iri, users.get(iri, []))),
        section("所言", "What is said of it", writer.outgoing(iri, HEAD)),
        section("所及", "What refers to it", writer.incoming(iri, (), others), conditions_with(writer, iri)),
        section("出處", "Source", source(writer, iri)),
        *(lines(writer, iri) if iri.startswith(iris.PREFIXES["hexagram"]) else ()),
    ]
    return "".join(parts)


def source(writer: Writer, iri: str) -> str:
    """Where a term comes from: module, passages, or the doctrine that it is supplied from."""
    return writer.outgoing(iri, [each for each in writer.facts.of.get(iri, {}) if each not in SOURCES])


def claims(writer: Writer, iri: str, users: list[tuple[str, str]]) -> str:
    """The claims that name a term, and those that rest on it through a situation, with words and place."""
    facts = writer.facts
    direct = [
        (claim, name)
        for name, subjects in facts.to.get(iri, {}).items()
        for claim in subjects
        if claim.startswith(CLAIM)
    ]
    named = {claim for claim, _ in direct}
    rows = [*direct, *(each for each in users if each[0] not in named)]
    order = partial(claim_order, facts)
    return table(
        [("論斷", "claim"), ("文", "words"), ("出處", "place"), ("所以用之", "by"), ("所斷", "what it says")],
        (
            [*claim_cells(writer, claim), writer.link(by), outcome(facts, claim)]
            for claim, by in sorted(rows, key=order)
        ),
        "claims",
    )


def claim_order(facts: Facts, row: tuple[str, str]) -> tuple[str, int, str, str]:
    """Claims in the order of the text."""
    claim, by = row
    return facts.one(claim, iris.term("passage")), int(facts.one(claim, iris.term("start")) or 0), claim, by


def claim_cells(writer: Writer, claim: str) -> list[str]:
    """A claim's name, its words, and where they stand: passage, layer, author."""
    facts = writer.facts
    segment = facts.one(claim, iris.term("statedIn"))
    layer, author = facts.one(segment, iris.term("layer")), facts.one(segment, _DCTERMS + "creator")
    href = writer.places.href(claim, writer.page) or ""
    passage = facts.one(claim, iris.term("passage"))
    where = writer.places.href(passage, writer.page) or ""
    return [
        f'<a href="{escape(href)}">{escape(iris.local_name(claim))}</a>',
        span(facts.one(claim, iris.term("quote")), "lzh-hant"),
        f'<a href="{escape(where)}">{place_words(passage)}</a> '
        + " ".join(both(facts.label(each), facts.label(each, ENGLISH)) for each in (layer, author) if each),
    ]


def outcome(facts: Facts, claim: str) -> str:
    """What a claim says, with its prognosis."""
    prognosis = facts.one(claim, iris.term("prognosis"))
    told = [both(facts.label(prognosis), facts.label(prognosis, ENGLISH)) if prognosis else ""]
    told += [span(facts.said(claim, iris.term("outcome"), language), language) for language in (CHINESE, ENGLISH)]
    return "<br>".join(filter(None, told))


def bridges(writer: Writer, iri: str) -> str:
    """What counts as what under which choice, where a choice or a state is in it."""
    return table(
        [("取法", "choice"), ("此", "this"), ("作此論", "counts as")],
        (map(writer.link, each) for each in writer.facts.bridges if iri in each),
    )


def conditions_with(writer: Writer, iri: str) -> str:
    """The patterns and situations whose condition names a state, a pattern or an edge."""
    heads = sorted(
        head
        for head, clauses in writer.facts.clauses.items()
        if any(iri in (*each.parts, each.edge, each.filler) for each in clauses)
    )
    if not heads:
        return ""
    return f"<p>{both('條件中有此者：', 'Conditions that name it:')}</p><p>{writer.links(heads)}</p>"


def lines(writer: Writer, hexagram: str) -> Iterator[str]:
    """The lines of a hexagram, from the bottom."""
    for line in writer.facts.subjects(hexagram, iris.term("hexagram")):
        if line.startswith(iris.PREFIXES["hexagram-line"]):
            yield f"<section>{entry(writer, line, 2)}{writer.outgoing(line, HEAD)}</section>\n"


def _users(facts: Facts) -> dict[str, list[tuple[str, str]]]:
    """For each part of a condition the claims that rest on it, with the situation through which they do."""
    found: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    for name in EDGES:
        for situation in sorted(facts.clauses):
            stating = [each for each in facts.subjects(situation, name) if each.startswith(CLAIM)]
            for part in _below(facts, situation) if stating else ():
                found[part].update(dict.fromkeys((claim, situation) for claim in stating))
    return {part: list(those) for part, those in found.items()}


def _below(facts: Facts, iri: str) -> set[str]:
    """All that a condition rests on, however deep, with the edges by which it looks."""
    found: set[str] = set()
    waiting = [iri]
    while waiting:
        head = waiting.pop()
        edges = {each.edge for each in facts.clauses.get(head, []) if each.edge}
        fresh = set(facts.parts_of(head)) - found
        found |= fresh | edges
        waiting += sorted(fresh)
    return found - {iri}
