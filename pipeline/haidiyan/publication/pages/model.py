"""Write the page of the model: drawn from the ontology itself, then every class and property under its anchor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape

from haidiyan import iris
from haidiyan.publication.pages.diagram import Box, Row, boxes
from haidiyan.publication.pages.facts import CHINESE, ENGLISH, Facts
from haidiyan.publication.pages.markup import Page, Writer, both, section, span, table
from haidiyan.publication.pages.places import CLASS, PROPERTY, Places
from haidiyan.publication.pages.terms import DEFINITION

_RDFS = iris.PREFIXES["rdfs"]
DOMAIN, RANGE, WIDER, MODULE = (_RDFS + name for name in ("domain", "range", "subClassOf", "isDefinedBy"))
PAGE = "ontology"
ANY = "…"
"""What a property is drawn on, or leads to, where the ontology names no class."""


def pages(facts: Facts, places: Places) -> Iterator[Page]:
    """The page that the IRI of the vocabulary leads to."""
    writer = Writer(facts, places, PAGE)
    modules = _modules(facts, places)
    parts = [f"<h1>{both('模型', 'The model')}</h1>\n", _overview(writer, modules)]
    for module, (classes, properties) in modules.items():
        drawn = boxes(_boxes(writer, classes, properties), _called(facts, module))
        listed = table(
            [("名", "name"), ("", ""), ("界說", "definition")],
            (_entry(writer, iri) for iri in sorted([*classes, *properties], key=str.casefold)),
        )
        href, name = escape(places.href(module, PAGE) or ""), escape(iris.local_name(module))
        link = f'<p><a href="{href}"><code>{name}</code></a></p>'
        parts.append(section(*_titles(facts, module), link, f'<div class="drawing">{drawn}</div>', listed))
    yield Page(PAGE, "模型 The model", "".join(parts))


def _modules(facts: Facts, places: Places) -> dict[str, tuple[list[str], list[str]]]:
    """The classes and the properties of each module that has any."""
    found: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for kind, place in ((CLASS, 0), (PROPERTY, 1)):
        for iri in places.kinds.get(kind, []):
            for module in facts.links(iri, MODULE):
                found[module][place].append(iri)
    return {module: found[module] for module in sorted(found)}


def _titles(facts: Facts, module: str) -> tuple[str, str]:
    return facts.label(module), facts.label(module, ENGLISH) or iris.local_name(module)


def _called(facts: Facts, module: str) -> str:
    return " ".join(filter(None, _titles(facts, module)))


def _overview(writer: Writer, modules: dict[str, tuple[list[str], list[str]]]) -> str:
    """The modules with their classes, and how many properties lead from one to the other."""
    facts = writer.facts
    of = {iri: module for module, (classes, _) in modules.items() for iri in classes}
    edges: dict[tuple[str, str], int] = defaultdict(int)
    for _, properties in modules.values():
        for iri in properties:
            for start in facts.links(iri, DOMAIN):
                for end in facts.links(iri, RANGE):
                    if start in of and end in of and of[start] != of[end]:
                        edges[of[start], of[end]] += 1
    drawn = boxes(
        [
            Box(
                module,
                _called(facts, module),
                _href(writer, module),
                (
                    *(_class_row(writer, iri) for iri in classes),
                    *(
                        Row(f"→ {_called(facts, end)} ({count})", _href(writer, end), end)
                        for (start, end), count in sorted(edges.items())
                        if start == module
                    ),
                ),
            )
            for module, (classes, _) in modules.items()
        ],
        "模組 modules",
    )
    told = both(
        "各模組及其諸類；箭頭旁之數，為由此及彼之性質。",
        "The modules with their classes; the number by an arrow counts the properties that lead from one to the other.",
    )
    return f'<p>{told}</p><div class="drawing">{drawn}</div>\n'


def _boxes(writer: Writer, classes: Iterable[str], properties: Iterable[str]) -> list[Box]:
    """A box a class, with the properties that it has; those of no one class, and of classes elsewhere, after them."""
    facts = writer.facts
    rows: dict[str, list[Row]] = {iri: [] for iri in classes}
    for iri in classes:
        rows[iri] += [Row(f"⊂ {_short(facts, wide)}", _href(writer, wide), "") for wide in facts.links(iri, WIDER)]
    for iri in properties:
        for start in facts.links(iri, DOMAIN) or [ANY]:
            ends = facts.links(iri, RANGE)
            told = "、".join(_short(facts, each) for each in ends) or ANY
            row = Row(f"{iris.local_name(iri)} → {told}", _href(writer, iri), next((e for e in ends if e in rows), ""))
            rows.setdefault(start, []).append(row)
    return [
        Box(iri, _short(facts, iri) if iri != ANY else ANY, _href(writer, iri), tuple(those))
        for iri, those in rows.items()
    ]


def _class_row(writer: Writer, iri: str) -> Row:
    return Row(_short(writer.facts, iri), _href(writer, iri), "")


def _short(facts: Facts, iri: str) -> str:
    """A class by its Chinese label and its name."""
    ours = iri.startswith(iris.ONTOLOGY)
    return f"{facts.label(iri)} {iris.local_name(iri)}".strip() if ours else iris.compact(iri)


def _href(writer: Writer, iri: str) -> str:
    return writer.places.href(iri, PAGE) or ""


def _entry(writer: Writer, iri: str) -> list[str]:
    facts, name = writer.facts, iris.local_name(iri)
    ends = " → ".join(
        "、".join(writer.link(each) for each in facts.links(iri, bound)) or ANY for bound in (DOMAIN, RANGE)
    )
    definition = both(facts.said(iri, DEFINITION, CHINESE), facts.said(iri, DEFINITION, ENGLISH))
    is_property = writer.places.by_iri[iri].page.startswith(PROPERTY)
    return [
        f'<span id="{escape(name)}"></span>{writer.link(iri)} {span(name)}',
        ends if is_property else "",
        definition,
    ]
